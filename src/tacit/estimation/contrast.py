"""Differences and ratios of two groups' figures, with tests; the formulas, apart from any study.

Each figure has an interval of its own, by Fieller where it is a mean; the interval of a difference is made of
both (Zou and Donner's recovery of variances), with their correlation from the joint covariance. Where figures
are linear in the totals that is the usual z interval; where a group is small it is as wide as it must be.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

from tacit.estimation.intervals import Bounds, Interval
from tacit.estimation.slopes import EVERYWHERE, Limits, Side, Slope, variance_floor
from tacit.estimation.squares import Floats
from tacit.estimation.student import Confidence, one_sided, quantile, two_sided

FURTHEST = 40.0  # standard deviations: the chance of a larger one is nothing
STEPS = 45
MOST_RATIO = 1e12
NOTHING = Interval(None, Bounds(None, None, None), Bounds(None, None, None), is_resolved=False)


@dataclass(frozen=True)
class Test:
    """Whether a difference is zero, and whether it lies within a margin of zero.

    `p` is the chance of so large a difference if there is none, `p_equivalent` of so small a one if it is at
    the margin or beyond (the larger of two one-sided chances).
    """

    z: float
    p: float
    p_equivalent: float | None = None

    __test__ = False


@dataclass(frozen=True)
class Compared:
    """One figure of two groups: the first less the second, the first over the second, and tests.

    Both pairs are None where one of the figures may be anything. `has_people` is false where only the
    population has an interval. A ratio of figures that are never below zero is kept there.
    """

    pairs: tuple[Pair, Pair] | None
    confidence: Confidence
    freedom: int | None
    margin: float | None
    has_people: bool = True
    is_never_below_zero: bool = False

    @cached_property
    def difference(self) -> Interval:
        """The first less the second."""
        if self.pairs is None:
            return NOTHING
        people, population = self.pairs
        inner, outer = people.limits(self.confidence.z()), population.limits(self._t)
        return self._told(people.gap, Bounds(people.sd, *inner), Bounds(population.sd, *outer))

    @cached_property
    def ratio(self) -> Interval:
        """The first over the second; not resolved while the second may be zero."""
        if self.pairs is None:
            return NOTHING
        people, population = self.pairs
        inner, outer = _ratio_limits(people, self.confidence.z()), _ratio_limits(population, self._t)
        if inner is None or outer is None:
            return NOTHING
        estimate = people.first.value / people.second.value
        least = 0.0 if self.is_never_below_zero else -math.inf
        bounds = [
            Bounds(pair.ratio_sd, max(low, least), max(high, least))
            for pair, (low, high) in zip(self.pairs, (inner, outer), strict=True)
        ]
        return self._told(max(estimate, least), *bounds)

    @cached_property
    def people(self) -> Test | None:
        """Whether these people's groups differ."""
        if self.pairs is None or not self.has_people:
            return None
        return self.pairs[0].test(self.confidence, None, self.margin)

    @cached_property
    def population(self) -> Test | None:
        """Whether the population's groups differ."""
        if self.pairs is None:
            return None
        return self.pairs[1].test(self.confidence, self.freedom, self.margin)

    def deciding(self, alone: float) -> Interval:
        """The difference of the population as two one-sided tests see it, which `alone` are of this level."""
        if self.pairs is None:
            return NOTHING
        each = 1 - 2 * (1 - ((1 + alone) / 2) ** (1 / self.confidence.comparisons))
        pair = self.pairs[1]
        return Interval(pair.gap, None, Bounds(pair.sd, *pair.limits(quantile(each, 1, self.freedom))))

    def _told(self, estimate: float, people: Bounds, population: Bounds) -> Interval:
        return Interval(estimate, people if self.has_people else None, population)

    @property
    def _t(self) -> float:
        return self.confidence.z(self.freedom)


def compare(
    first: Slope,
    second: Slope,
    confidence: Confidence,
    *,
    margin: float | None = None,
    has_people: bool = True,
    is_never_below_zero: bool = False,
) -> Compared:
    """The first figure against the second, of one joint."""
    joint = first.joint
    people, population = (_pair(first, second, each) for each in (joint.people, joint.population))
    found = None
    if people is not None and population is not None:
        if population.sd < people.sd:
            population = people  # nobody can be surer of the population than of these people
        ends = people.limits(confidence.z())[1], population.limits(confidence.z(joint.freedom))[1]
        found = None if math.inf in ends else (people, population)
    return Compared(found, confidence, joint.freedom, margin, has_people, is_never_below_zero)


@dataclass(frozen=True)
class Pair:
    """Two figures, their correlation, and the least and the usual standard deviation of their difference."""

    first: Side
    second: Side
    correlation: float
    sd: float
    least: float

    @property
    def gap(self) -> float:
        """The first less the second."""
        return self.first.value - self.second.value

    @property
    def ratio_sd(self) -> float:
        """Of the first over the second, near the truth."""
        a, b = self.first.sd, self.first.value / self.second.value * self.second.sd
        return _length(a, b, -2 * self.correlation) / abs(self.second.value)

    def limits(self, z: float) -> Limits:
        """Of the first less the second."""
        return self.within(self.first.limits(z), self.second.limits(z), 1.0, z * self.least)

    def within(self, first: Limits, second: Limits, times: float, least: float) -> Limits:
        """The same from the limits of both."""
        if math.inf in (first[1], second[1]):
            return EVERYWHERE
        a, b = self.first.value, self.second.value
        middle, lean = a - times * b, -2 * self.correlation * math.copysign(1.0, times)
        below, above = abs(times) * (second[1] - b), abs(times) * (b - second[0])
        if times < 0:
            below, above = above, below
        down, up = a - first[0], first[1] - a
        return (
            middle - max(_length(down, below, lean), least),
            middle + max(_length(up, above, lean), least),
        )

    def test(self, confidence: Confidence, freedom: int | None, margin: float | None) -> Test:
        """Against no difference, and against one of the margin or beyond."""
        if self.sd == 0:
            return Test(0.0, 1.0)
        away = math.copysign(self._furthest(0.0), self.gap)
        equivalent = None
        if margin is not None:
            sides = (self._signed(-margin, above=True), self._signed(margin, above=False))
            equivalent = confidence.adjusted(max(one_sided(z, freedom) for z in sides))
        return Test(away, confidence.adjusted(two_sided(away, freedom)), equivalent)

    def _signed(self, null: float, *, above: bool) -> float:
        """How far the difference is beyond a value, in standard deviations; negative on the wrong side."""
        away = self._furthest(null)
        return away if (self.gap > null) == above else -away

    def _furthest(self, null: float) -> float:
        """The largest z whose interval leaves the value out."""
        if self.first.ratio is None and self.second.ratio is None:
            return abs(self.gap - null) / self.sd
        low, high = 0.0, FURTHEST
        for _ in range(STEPS):
            middle = (low + high) / 2
            first, last = self.limits(middle)
            low, high = (low, middle) if first <= null <= last else (middle, high)
        return low


def _pair(first: Slope, second: Slope, covariance: Floats) -> Pair | None:
    """None if one of them has no value."""
    sides = first.side(covariance), second.side(covariance)
    if sides[0] is None or sides[1] is None:
        return None
    gradient = first.gradient - second.gradient
    least = math.sqrt(variance_floor(first.joint, gradient))
    sd = max(math.sqrt(max(float(gradient @ covariance @ gradient), 0.0)), least)
    cross = float(first.gradient @ covariance @ second.gradient)
    sds = sides[0].sd * sides[1].sd
    correlation = min(max(cross / sds, -1.0), 1.0) if sds else 0.0
    return Pair(sides[0], sides[1], correlation, sd, least)


def _ratio_limits(pair: Pair, z: float) -> Limits | None:
    """None while the second figure may be zero: then any ratio is possible."""
    first, second = pair.first.limits(z), pair.second.limits(z)
    if second[0] <= 0 <= second[1] or math.inf in (first[1], second[1]):
        return None
    point = pair.first.value / pair.second.value
    reach = max(abs(end) for end in first) / min(abs(end) for end in second) + abs(point)

    def is_possible(times: float) -> bool:
        low, high = pair.within(first, second, times, 0.0)
        return low <= 0 <= high

    return _edge(point, -reach, is_possible), _edge(point, reach, is_possible)


def _edge(inside: float, outside: float, is_possible: Callable[[float], bool]) -> float:
    """Where what is possible ends."""
    while is_possible(outside):
        inside, outside = outside, 2 * outside
        if abs(outside) > MOST_RATIO:
            return math.copysign(math.inf, outside)
    for _ in range(STEPS):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if is_possible(middle) else (inside, middle)
    return inside


def _length(first: float, second: float, lean: float) -> float:
    return math.sqrt(max(first**2 + lean * first * second + second**2, 0.0))
