"""How far intervals reach: the normal law, and Student's t where variances are measured from few clusters."""

from __future__ import annotations

import math
from dataclasses import dataclass
from statistics import NormalDist

NORMAL = NormalDist()
MOST_FREEDOM = 10_000  # beyond it the normal law differs in no digit that is shown


@dataclass(frozen=True)
class Confidence:
    """The level that intervals hold at, and how many of them must hold together."""

    level: float = 0.95
    comparisons: int = 1

    def z(self, freedom: int | None = None) -> float:
        """How many standard deviations an interval reaches."""
        return quantile(self.level, self.comparisons, freedom)

    def adjusted(self, chance: float) -> float:
        """A p-value for one of several comparisons (Sidak)."""
        return -math.expm1(self.comparisons * math.log1p(-chance)) if chance < 1 else 1.0


def two_sided(z: float, freedom: int | None = None) -> float:
    """The chance of so large a deviation, either way; `freedom` None is the normal law."""
    if freedom is None or freedom > MOST_FREEDOM:
        return math.erfc(abs(z) / math.sqrt(2))
    return max(1 - _inside(abs(z), freedom), 0.0)


def one_sided(z: float, freedom: int | None = None) -> float:
    """The chance of a deviation above z."""
    both = two_sided(z, freedom) / 2
    return both if z >= 0 else 1 - both


def quantile(level: float, comparisons: int = 1, freedom: int | None = None) -> float:
    """For a two-sided interval at this level; Sidak's for several that must hold together."""
    outside = 1 - level ** (1 / comparisons)
    normal = -NORMAL.inv_cdf(outside / 2)
    if freedom is None:
        return normal
    low, high = normal, 2 * normal
    while two_sided(high, freedom) > outside:
        low, high = high, 2 * high
    while high - low > 1e-12 * high:
        middle = (low + high) / 2
        low, high = (middle, high) if two_sided(middle, freedom) > outside else (low, middle)
    return high


def _inside(t: float, freedom: int) -> float:
    """The chance of a deviation below t, either way, by the finite sums for whole degrees of freedom."""
    angle = math.atan2(t, math.sqrt(freedom))
    sine, square = math.sin(angle), math.cos(angle) ** 2
    is_odd = freedom % 2
    term = math.cos(angle) if is_odd else 1.0
    total = 0.0 if freedom == 1 else term
    for power in range(2 + is_odd, freedom - 1, 2):
        term *= square * (power - 1) / power
        total += term
    return 2 / math.pi * (angle + sine * total) if is_odd else sine * total
