"""Variances of every figure, per answer: those of SCHEME.md C2 and C3 before there are answers.

Times the answers they are the variance of a total, divided by the answers that of a ratio. `people` is
about the people who answer: privacy noise alone. `population` adds sampling; no figure is surer there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tacit.planning.joint import (
    Joint,
    Union,
    aligned_anywhere,
    aligned_pairs,
    least_square,
    sums_together,
)
from tacit.planning.values import Values, constant, ends, largest, last_step, opposed
from tacit.scheme.moments import Moments
from tacit.scheme.scheme import Scheme
from tacit.study.units import Units


@dataclass(frozen=True)
class Noise:
    """Two variances of one figure, per answer; `people` is None where these people have no interval."""

    people: float | None
    population: float

    @property
    def first(self) -> float:
        """The one that is about these people, where there is one."""
        return self.population if self.people is None else self.people

    def times(self, factor: float) -> Noise:
        return Noise(None if self.people is None else factor * self.people, factor * self.population)


class Variances:
    """Of the totals and ratios of one scheme, for values in half-ranges."""

    def __init__(self, scheme: Scheme) -> None:
        self.moments = Moments(scheme, float)
        self.rows, self.levels = scheme.rows, scheme.rows.levels
        self.joint = Joint(scheme, self.moments) if self.moments.counts_are_identified else None

    @property
    def counts(self) -> Joint:
        """The counts' products; asked for only where the scheme identifies counts."""
        assert self.joint is not None  # noqa: S101 - the callers have looked
        return self.joint

    def count(self, union: Union) -> Noise:
        """Of how many people the union has."""
        return _total(self.counts.square(union), union.share, union.share)

    def sum(self, union: Union, values: Values, units: Units, *, is_centred: bool) -> Noise:
        """Of the sum of the values, or of what they are above the middle."""
        half, mid, share = units.half, 0.0 if is_centred else units.mid, union.share
        raw = half**2 * self.sum_square(union, values)
        if mid:
            raw += 2 * half * mid * self._cross(union, values) + mid**2 * self.counts.square(union)
        own = half**2 * values.square + 2 * half * mid * values.mean + mid**2
        return _total(raw, share * own, share * (half * values.mean + mid))

    def mean(self, union: Union, values: Values) -> Noise:
        """Of the mean, in half-ranges: of sum - mean * count over the expected count."""
        mean, share = values.mean, union.share
        raw = self.sum_square(union, values) - 2 * mean * self._cross(union, values)
        raw += mean**2 * self.counts.square(union)
        return Noise(raw - share * (values.square - mean**2), raw).times(1 / share**2)

    def worst_sum(self, union: Union, units: Units, *, is_two_valued: bool, is_centred: bool) -> Noise:
        """Whatever the values are."""

        def of(values: Values) -> Noise:
            return self.sum(union, values, units, is_centred=is_centred)

        return self.worst_of_sums(of, is_two_valued=is_two_valued)

    def worst_of_sums(self, of: Callable[[Values], Noise], *, is_two_valued: bool) -> Noise:
        """Of sums, or of what is made of sums, whatever the values are."""

        def people(value: float) -> float:
            return of(constant(value, self.levels)).first

        if is_two_valued:
            worst = max(people(-1.0), people(1.0))
        else:
            # The noisiest values lie between the last two levels.
            step = last_step(self.levels)
            worst = max(largest(people, step, 1.0), largest(people, -1.0, -step))
        return Noise(worst, max(largest(lambda mean: of(ends(mean)).population, -1.0, 1.0), worst))

    def worst_mean(self, union: Union, *, is_two_valued: bool, most: float = 1.0) -> Noise:
        """Whatever the values are, as long as their mean is within `most` of the middle."""
        return self.worst_of_means(
            lambda values: self.mean(union, values), is_two_valued=is_two_valued, most=most
        )

    def worst_of_means(
        self, of: Callable[[Values], Noise], *, is_two_valued: bool, most: float = 1.0
    ) -> Noise:
        """Of means, or of what is made of means, whatever the values are."""
        spread = 1.0 if is_two_valued else self._noisiest()

        def alike(value: float) -> float:
            return of(constant(value, self.levels)).first

        # Some at either of the noisiest values, up to all at one of them; or all alike beyond it.
        worst = max(
            of(opposed(min(most, spread), spread, self.levels)).first,
            of(opposed(0.0, spread, self.levels)).first,
        )
        if most > spread:
            worst = max(worst, largest(alike, spread, most))
        sampled = max(of(ends(mean)).population for mean in (0.0, most))
        return Noise(worst, max(sampled, worst))

    def linked_mean(self, union: Union) -> Noise:
        """Of the mean of an outcome that is +1 for half of all people, -1 for the others (SCHEME.md C6)."""
        square = self.counts.square(union)
        return Noise(square - union.share, square).times(1 / union.share**2)

    def sums_apart(
        self, first: Union, second: Union, aligned: float | None = None, rounded: float | None = None
    ) -> float:
        """E u' u' of two groups: zero, but from people who are aligned with both.

        `aligned` is their share of all people, if not as on average; `rounded` the square of their values, as
        these are rounded, if not as small as can be.
        """
        if aligned is None:
            aligned = (1 - first.share - second.share) * aligned_anywhere(self.rows)
        rounded = least_square(self.levels) if rounded is None else rounded
        return aligned * sums_together(self.rows, rounded) * self._own_weight

    @property
    def _own_weight(self) -> float:
        """What the own item's columns have more than others, in scores of sums."""
        m = self.moments
        return (m.own_hit - m.levels * m.other) / ((1 - m.eta) * m.gain**2)

    @property
    def beside(self) -> float:
        """E u' n' of a group and of another one, over the total of the first one's values."""
        m = self.moments
        return (m.match - m.base) / m.count_gain

    def means_apart(
        self,
        first: Union,
        second: Union,
        means: tuple[float, float],
        aligned: float | None = None,
        rounded: float | None = None,
    ) -> float:
        """The covariance of two groups' means, in half-ranges; of the others as `sums_apart` says."""
        both = self.counts.apart(first, second, aligned) - (first.share + second.share) * self.beside
        raw = self.sums_apart(first, second, aligned, rounded) + means[0] * means[1] * both
        return raw / (first.share * second.share)

    def parts_apart(self, parts: tuple[Union, Union], wholes: tuple[Union, Union]) -> float:
        """The covariance of the shares of two wholes that are in their parts."""
        joint, raw = self.counts, self.counts.apart(*parts)
        held = [part.share / whole.share for part, whole in zip(parts, wholes, strict=True)]
        raw -= held[1] * joint.apart(parts[0], wholes[1]) + held[0] * joint.apart(parts[1], wholes[0])
        raw += held[0] * held[1] * joint.apart(*wholes)
        return raw / (wholes[0].share * wholes[1].share)

    def part(self, part: Union, whole: Union) -> Noise:
        """Of the share of the whole that is in the part."""
        joint, share = self.counts, part.share / whole.share
        raw = joint.square(part) - 2 * share * joint.product(part, whole) + share**2 * joint.square(whole)
        return Noise(raw - part.share * (1 - share), raw).times(1 / whole.share**2)

    def _noisiest(self) -> float:
        """The value whose own sum score varies most."""
        step = last_step(self.levels)
        gain = (1 - self.moments.eta) * self.moments.gain
        return min(max((1 + step) / (2 * gain), step, 0.0), 1.0)

    def sum_square(self, union: Union, values: Values) -> float:
        """E u'^2 of the union; products of two items' scores are zero but for aligned ones."""
        spread = self.moments.sum_spread(values.rounded, 0.0)
        raw = union.share * (spread.own - spread.other) + union.size * spread.other
        if union.size > 1:
            within, elsewhere = aligned_pairs(self.rows, union)
            # The values of people outside the union are not known, and nothing is worse than the ends.
            together = within * sums_together(self.rows, values.rounded)
            raw += (together + elsewhere * sums_together(self.rows, 1.0)) * self._own_weight
        return raw

    def _cross(self, union: Union, values: Values) -> float:
        """E u' n' of the union."""
        m = self.moments
        slope = (1 - m.base) / m.count_gain + (union.size - 1) * self.beside
        return union.share * values.mean * slope


def linked_factor(away: float) -> float:
    """How many times `linked_mean` it is at most where the group's share is so far from all other groups'.

    Shares are parts of one. Whoever is in another group is noise by the square of how far their outcome is
    from this group's share: p (1 - p) + away^2 on average, and that is 1/4 + away^2 at most.
    """
    return 1 + 4 * away**2


def worst(of: Callable[[float], Noise], low: float = 0.0, high: float = 1.0) -> Noise:
    """The largest variances on [low, high]."""
    population = largest(lambda at: of(at).population, low, high)
    if of(low).people is None:
        return Noise(None, population)
    people = largest(lambda at: of(at).first, low, high)
    return Noise(people, max(population, people))


def _total(raw: float, own: float, expected: float) -> Noise:
    """Of a total: `own` is what each person's own score is expected to be, squared; `expected` its mean."""
    return Noise(raw - own, raw - expected**2)
