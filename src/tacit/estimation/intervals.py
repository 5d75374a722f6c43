"""Intervals: for an unbiased estimate with a known variance, and for a ratio of two (Fieller)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist


@dataclass(frozen=True, slots=True)
class Bounds:
    """A standard deviation and the ends of an interval; None where there is nothing to say."""

    sd: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True, slots=True)
class Interval:
    """An estimate with two intervals.

    `people` is about the people who answered: privacy noise is the only error. `population` is about the
    population that they were drawn from: sampling comes on top. `people` is None where it cannot be had.
    """

    estimate: float | None
    people: Bounds | None
    population: Bounds
    is_resolved: bool = True
    is_clipped: bool = False


@dataclass(frozen=True, slots=True)
class Ratio:
    """Two unbiased totals, numerator and denominator, with the sums of their scores' products."""

    top: float
    bottom: float
    top_square: float
    cross: float
    bottom_square: float

    def variance(self, at: float) -> float:
        """Of top - at * bottom."""
        return self.top_square - 2 * at * self.cross + at * at * self.bottom_square

    def less(self, top_square: float, cross: float, bottom_square: float) -> Ratio:
        """The same totals with less noise."""
        return Ratio(
            self.top,
            self.bottom,
            self.top_square - top_square,
            self.cross - cross,
            self.bottom_square - bottom_square,
        )

    def mirrored(self) -> Ratio:
        """With the numerator's other sign."""
        return Ratio(-self.top, self.bottom, self.top_square, -self.cross, self.bottom_square)

    def at_least(self, least: float) -> Ratio:
        """The same totals with no combination of them, at unit length, less noisy than `least`."""
        above, beside = self.top_square - least, self.bottom_square - least
        if above >= 0 and beside >= 0 and above * beside >= self.cross**2:
            return self
        middle, tilt = (self.top_square + self.bottom_square) / 2, (self.top_square - self.bottom_square) / 2
        radius = math.hypot(tilt, self.cross)
        wide, narrow = max(middle + radius, least), max(middle - radius, least)
        lean = (wide - narrow) / (2 * radius) if radius else 0.0
        centre = (wide + narrow) / 2
        return Ratio(self.top, self.bottom, centre + lean * tilt, lean * self.cross, centre - lean * tilt)


def normal_quantile(level: float, comparisons: int = 1) -> float:
    """z for a two-sided interval at this level; Sidak's for several that must hold together."""
    each = level ** (1 / comparisons)
    return NormalDist().inv_cdf((1 + each) / 2)


def around(estimate: float, variance: float, z: float) -> Bounds:
    """estimate +- z sd."""
    sd = math.sqrt(max(variance, 0.0))
    return Bounds(sd, estimate - z * sd, estimate + z * sd)


def is_resolved(ratio: Ratio, z: float) -> bool:
    """Whether the denominator is surely above zero; without that a ratio says nothing."""
    return ratio.bottom > z * math.sqrt(max(ratio.bottom_square, 0.0))


def fieller(ratio: Ratio, z: float, low: float, high: float) -> Bounds:
    """All R in [low, high] with (top - R bottom)^2 <= z^2 variance(R), or else the nearest end.

    The caller made sure that the ratio is resolved: then the solutions are one interval around top / bottom.
    """
    point = ratio.top / ratio.bottom
    square = z * z
    a = ratio.bottom**2 - square * ratio.bottom_square
    b = ratio.top * ratio.bottom - square * ratio.cross
    c = ratio.top**2 - square * ratio.top_square
    spread = math.sqrt(max(b * b - a * c, 0.0)) / a
    # Rounding must not push the point out of its own interval.
    first, last = min(b / a - spread, point), max(b / a + spread, point)
    sd = math.sqrt(max(ratio.variance(point), 0.0)) / ratio.bottom
    return Bounds(sd, _clip(first, low, high), _clip(last, low, high))


def ratio_interval(people: Ratio | None, population: Ratio, z: float, low: float, high: float) -> Interval:
    """A ratio within [low, high]: not resolved means the whole range and no estimate."""
    if not is_resolved(population, z) or (people is not None and not is_resolved(people, z)):
        whole = Bounds(None, low, high)
        return Interval(None, whole if people else None, whole, is_resolved=False)
    point = population.top / population.bottom
    estimate = _clip(point, low, high)
    bounds = fieller(population, z, low, high)
    inner = None if people is None else bounds if people is population else fieller(people, z, low, high)
    return Interval(estimate, inner, bounds, is_clipped=estimate != point)


def _clip(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)
