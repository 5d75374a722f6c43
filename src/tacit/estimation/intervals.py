"""Intervals: for an unbiased estimate with a known variance, and for a ratio of two (Fieller)."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist


@dataclass(frozen=True)
class Bounds:
    """A standard deviation and the ends of an interval; None where there is nothing to say."""

    sd: float | None
    low: float | None
    high: float | None


@dataclass(frozen=True)
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


@dataclass(frozen=True)
class Ratio:
    """Two unbiased totals, numerator and denominator, with the sums of their scores' products."""

    top: float
    bottom: float
    top_square: float
    cross: float
    bottom_square: float


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


def fieller(ratio: Ratio, z: float, low: float, high: float) -> tuple[Bounds, bool]:
    """All R in [low, high] with (top - R bottom)^2 <= z^2 V(R), and whether the range had to cut them off.

    V(R) = top_square - 2 R cross + R^2 bottom_square. The caller made sure that the ratio is resolved.
    """
    point = ratio.top / ratio.bottom
    square = z * z
    a = ratio.bottom**2 - square * ratio.bottom_square
    b = ratio.top * ratio.bottom - square * ratio.cross
    c = ratio.top**2 - square * ratio.top_square
    spread = math.sqrt(max(b * b - a * c, 0.0)) / a
    centre = b / a
    sd = math.sqrt(max(_variance(ratio, point), 0.0)) / ratio.bottom
    ends = (centre - spread, centre + spread)
    return Bounds(sd, _clip(ends[0], low, high), _clip(ends[1], low, high)), ends[0] > high or ends[1] < low


def _variance(ratio: Ratio, at: float) -> float:
    return ratio.top_square - 2 * at * ratio.cross + at * at * ratio.bottom_square


def _clip(value: float, low: float, high: float) -> float:
    return min(max(value, low), high)


def ratio_interval(people: Ratio | None, population: Ratio, z: float, low: float, high: float) -> Interval:
    """A ratio within [low, high]: not resolved means the whole range and no estimate."""
    if not is_resolved(population, z):
        whole = Bounds(None, low, high)
        return Interval(None, whole if people else None, whole, is_resolved=False)
    bounds, is_outside = fieller(population, z, low, high)
    point = population.top / population.bottom
    estimate = _clip(point, low, high)
    inner = fieller(people, z, low, high)[0] if people else None
    return Interval(estimate, inner, bounds, is_clipped=is_outside or estimate != point)
