"""Variances of every figure, per answer: those of SCHEME.md C2 and C3 before there are answers.

Times the answers they are the variance of a total, divided by the answers that of a ratio. `people` is
about the people who answer: privacy noise alone. `population` adds sampling; no figure is surer there.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from tacit.planning.joint import Joint, Union, aligned_pairs, sums_together
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

        def people(value: float) -> float:
            return self.sum(union, constant(value, self.levels), units, is_centred=is_centred).first

        def population(mean: float) -> float:
            return self.sum(union, ends(mean), units, is_centred=is_centred).population

        if is_two_valued:
            worst = max(people(-1.0), people(1.0))
        else:
            # The noisiest values lie between the last two levels.
            step = last_step(self.levels)
            worst = max(largest(people, step, 1.0), largest(people, -1.0, -step))
        return Noise(worst, max(largest(population, -1.0, 1.0), worst))

    def worst_mean(self, union: Union, *, is_two_valued: bool, most: float = 1.0) -> Noise:
        """Whatever the values are, as long as their mean is within `most` of the middle."""
        spread = 1.0 if is_two_valued else self._noisiest()

        def alike(value: float) -> float:
            return self.mean(union, constant(value, self.levels)).first

        # Some at either of the noisiest values, up to all at one of them; or all alike beyond it.
        worst = max(
            self.mean(union, opposed(min(most, spread), spread, self.levels)).first,
            self.mean(union, opposed(0.0, spread, self.levels)).first,
        )
        if most > spread:
            worst = max(worst, largest(alike, spread, most))
        sampled = max(self.mean(union, ends(mean)).population for mean in (0.0, most))
        return Noise(worst, max(sampled, worst))

    def linked_mean(self, union: Union) -> Noise:
        """Of the mean of an outcome that is +1 for half of all people, -1 for the others (SCHEME.md C6)."""
        square = self.counts.square(union)
        return Noise(square - union.share, square).times(1 / union.share**2)

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
            scale = (1 - self.moments.eta) * self.moments.gain
            raw += aligned_pairs(self.rows, union) * sums_together(self.rows) / scale
        return raw

    def _cross(self, union: Union, values: Values) -> float:
        """E u' n' of the union."""
        m = self.moments
        slope = (1 - m.base + (union.size - 1) * (m.match - m.base)) / m.count_gain
        return union.share * values.mean * slope


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
