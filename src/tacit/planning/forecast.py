"""What a study will say of each group, and how noisily: per answer, for any number of people."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property, lru_cache
from statistics import NormalDist
from typing import Literal

from tacit.planning.joint import Union, aligned_within
from tacit.planning.known import KnownSizes
from tacit.planning.values import Values, ends
from tacit.planning.variances import Noise, Variances, worst
from tacit.scheme.moments import Moments
from tacit.study.study import Study
from tacit.study.units import Units, is_two_valued, units_of

LEVEL = 0.95
Z = NormalDist().inv_cdf((1 + LEVEL) / 2)

# What is worst where the sizes of groups are known: values at both ends, evenly or all at one.
KNOWN = (ends(0.0), ends(1.0))

Measure = Literal["mean", "option share", "linked mean", "sum per person"]


@dataclass(frozen=True)
class GroupNoise:
    """One group's figures, at whatever values are worst.

    `share` is its share of all who answer. `judged` is the figure that a study is judged by, on a range of
    `width`, `bottom` what it is divided by, over its size.
    """

    group: str
    share: float
    count: Noise | None
    sum: Noise | None
    option_count: Noise | None
    judged: Noise
    bottom: float

    def times(self, factor: float) -> GroupNoise:
        """The same group, with so many times the variance of everything."""
        count, total, option = (
            None if noise is None else noise.times(factor)
            for noise in (self.count, self.sum, self.option_count)
        )
        judged, bottom = self.judged.times(factor), factor * self.bottom
        return GroupNoise(self.group, self.share, count, total, option, judged, bottom)

    @property
    def least_people(self) -> int:
        """How many people make the denominator surely positive: below, ratios are not resolved."""
        return math.floor(Z**2 * self.bottom) + 1


def measure_of(study: Study) -> Measure:
    """What a study is judged by: the best that it says about a group's values."""
    if study.is_histogram:
        return "option share"
    if study.question.kind == "none":
        return "linked mean"
    has_sizes = study.groups.shares is not None and not study.groups.decline
    is_counted = Moments(study.scheme, float).counts_are_identified
    return "mean" if has_sizes or is_counted else "sum per person"


class Forecast:
    """The noise of every group of a study, when this share of all people declines.

    At whatever values are worst; or as if every group held these `values`, or of every group the share
    `chosen` chose an option, or the groups had these `shares`. `measure` is what to judge by, if not the best
    that there is. `design_effect` is that of weights: by so much they multiply every variance (SCHEME.md C7).
    """

    def __init__(
        self,
        study: Study,
        *,
        declining: float = 0.0,
        values: Values | None = None,
        chosen: float | None = None,
        shares: tuple[float, ...] | None = None,
        measure: Measure | None = None,
        design_effect: float = 1.0,
    ) -> None:
        self.study = study
        self.measure = measure or measure_of(study)
        self.declining, self.design_effect = declining, design_effect
        self.values, self.chosen, self._shares = values, chosen, shares
        self.variances = Variances(study.scheme)
        self.units = units_of(study.question)
        self.is_two_valued = is_two_valued(study.question)
        self._of = lru_cache(maxsize=None)(self._noise)

    @cached_property
    def shares(self) -> tuple[float, ...]:
        """Of those who do not decline: as known, or all alike."""
        if self._shares is not None:
            return self._shares
        known, count = self.study.groups.shares, len(self.study.groups.labels)
        return tuple(map(float, known)) if known else (1 / count,) * count

    @property
    def width(self) -> float:
        """The range of what the study is judged by."""
        return 2 * self.units.half if self.units else 1.0

    @cached_property
    def known(self) -> KnownSizes | None:
        """Known shares, where they make up for counts: beside declining only if those who do are counted."""
        groups = self.study.groups
        if not groups.shares or (groups.decline and self.variances.joint is None):
            return None
        return KnownSizes(self.variances, self.declining if groups.decline else None)

    @property
    def groups(self) -> Iterator[GroupNoise]:
        """Every group, in the study's order."""
        return map(self.group, range(len(self.shares)))

    def group(self, index: int) -> GroupNoise:
        """One group."""
        options = len(self.study.question.options)
        aligned = None
        if self.study.is_histogram:
            aligned = aligned_within(self.study.scheme.rows, index * options, options)
        return self._named(self.study.groups.labels[index], self.shares[index], 1, aligned)

    def of_share(self, group: str, share: float) -> GroupNoise:
        """A group that the study does not have, with this share."""
        return self._named(group, share, 1, None)

    @cached_property
    def margins(self) -> dict[str, list[GroupNoise]]:
        """Crossed groups merged along each of their axes."""
        asked, found = self.study.groups, {}
        inner = len(self.shares)
        for axis, labels in asked.cross:
            outer, inner = inner, inner // len(labels)
            sums = [0.0] * len(labels)
            for index, share in enumerate(self.shares):
                sums[index % outer // inner] += share
            size = len(self.shares) // len(labels)
            found[axis] = [self._named(*pair, size, None) for pair in zip(labels, sums, strict=True)]
        return found

    @cached_property
    def declined(self) -> Noise | None:
        """How many decline, where that is offered and counted."""
        if not self.study.groups.decline or self.variances.joint is None:
            return None
        return self.variances.count(Union(self.declining)).times(self.design_effect)

    @property
    def rarest(self) -> int:
        """The group of which least is learnt."""
        return min(range(len(self.shares)), key=self.shares.__getitem__)

    @property
    def median(self) -> int:
        """The group of median share, of two the rarer: the study is judged by it."""
        order = sorted(range(len(self.shares)), key=self.shares.__getitem__)
        return order[(len(order) - 1) // 2]

    def _named(self, group: str, share: float, size: int, aligned: float | None) -> GroupNoise:
        found = GroupNoise(group, share * (1 - self.declining), *self._of(share, size, aligned))
        return found.times(self.design_effect)

    def _noise(
        self, share: float, size: int, aligned: float | None
    ) -> tuple[Noise | None, Noise | None, Noise | None, Noise, float]:
        """Count, sum, count of an option, what is judged, and the variance of what it is divided by."""
        if self.study.is_histogram:
            union = self._union(share, size * len(self.study.question.options), aligned)
            option, judged = self._option(share, size, union)
            return self.variances.count(union), None, option, judged, self._bottom(share, union)
        union = self._union(share, size, aligned)
        count = self.variances.count(union) if self.variances.joint else None
        if self.units is None:
            judged = self.variances.linked_mean(union).times(1 / 4)
            return count, None, None, judged, self._bottom(share, union)
        total = self._sum(share, union, self.units)
        if self.measure == "mean":
            judged = self._mean(share, union).times(self.units.half**2)
            return count, total, None, judged, self._bottom(share, union)
        return count, total, None, total.times(1 / union.share**2), 0.0

    def _union(self, share: float, size: int, aligned: float | None) -> Union:
        return Union(share * (1 - self.declining), size, aligned)

    def _sum(self, share: float, union: Union, units: Units) -> Noise:
        known, variances, values = self.known, self.variances, self.values
        if known and values:
            return known.sum(share, union.size, values, units)
        if known:
            return worst(lambda mean: known.sum(share, union.size, ends(mean), units), -1.0, 1.0)
        is_centred = self.study.needs.ask == "sum" or variances.joint is None
        if values:
            return variances.sum(union, values, units, is_centred=is_centred)
        return variances.worst_sum(union, units, is_two_valued=self.is_two_valued, is_centred=is_centred)

    def _mean(self, share: float, union: Union) -> Noise:
        known, values = self.known, self.values
        if known:
            means = [known.mean(share, union.size, each) for each in ([values] if values else KNOWN)]
            return max(means, key=lambda noise: noise.population)
        if values:
            return self.variances.mean(union, values)
        return self.variances.worst_mean(union, is_two_valued=self.is_two_valued, most=self.furthest_mean)

    @property
    def furthest_mean(self) -> float:
        """How far from the middle means may lie, in half-ranges."""
        bound = self.study.privacy.mean_within
        return 1.0 if bound is None else float(bound)

    def _option(self, share: float, size: int, whole: Union) -> tuple[Noise, Noise]:
        """How many people chose an option, and which share of the group."""
        known, variances = self.known, self.variances

        def count(chosen: float) -> Noise:
            return variances.count(Union(chosen * whole.share, size, whole.aligned))

        def part(chosen: float) -> Noise:
            if known:
                return known.part(share, chosen, size)
            return variances.part(Union(chosen * whole.share, size, whole.aligned), whole)

        if self.chosen is not None:
            return count(self.chosen), part(self.chosen)
        return worst(count), worst(part)

    def _bottom(self, share: float, union: Union) -> float:
        """The variance of what ratios are divided by, over its square."""
        bottom = self.known.bottom(share) if self.known else self.variances.counts.square(union)
        return bottom / union.share**2
