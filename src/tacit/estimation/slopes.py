"""One group's figure as a function of totals: its value, its gradient, and its limits at any z.

Near the truth a figure moves as its gradient says (SCHEME.md C3, C6); a mean's own limits are Fieller's,
which hold where its count is small, too.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Literal

import numpy as np

from tacit.estimation.intervals import Ratio, fieller
from tacit.estimation.joint import Joint
from tacit.estimation.squares import Floats
from tacit.study.units import Units

Figure = Literal["count", "share", "sum", "mean"]
Limits = tuple[float, float]
AS_IT_IS = Units(0.0, 1.0)  # of an outcome, which needs no scaling
EVERYWHERE = (-math.inf, math.inf)


@dataclass(frozen=True)
class Side:
    """A figure as one covariance sees it; a mean comes with its total over its count."""

    value: float
    sd: float
    least: float
    units: Units
    ratio: Ratio | None = None

    def limits(self, z: float) -> Limits:
        """Its interval at z standard deviations; everywhere, while a mean's count may be zero."""
        low, high = self.value - z * self.sd, self.value + z * self.sd
        if self.ratio is None:
            return low, high
        # As `fieller` computes it, so that rounding cannot make it divide by zero.
        if self.ratio.bottom <= 0 or self.ratio.bottom**2 - z * z * self.ratio.bottom_square <= 0:
            return EVERYWHERE
        found = fieller(self.ratio, z, *EVERYWHERE)
        if found.low is None or found.high is None:
            return EVERYWHERE
        low, high = (self.units.mid + self.units.half * end for end in (found.low, found.high))
        return min(low, self.value - z * self.least), max(high, self.value + z * self.least)


@dataclass(frozen=True, eq=False)
class Slope:
    """A figure: one combination of totals, or one over another; `value` is None where the latter is none.

    A mean is mid + half * top / bottom, in the units of its value. `floor` is what its variance cannot be
    below, where the gradient does not show all groups.
    """

    joint: Joint
    value: float | None
    gradient: Floats
    units: Units = AS_IT_IS
    top: Floats | None = None
    bottom: Floats | None = None
    floor: float | None = None

    def side(self, covariance: Floats) -> Side | None:
        """Under one of the joint's covariances; None if there is no figure."""
        if self.value is None:
            return None
        least = math.sqrt(variance_floor(self.joint, self.gradient) if self.floor is None else self.floor)
        sd = max(math.sqrt(max(float(self.gradient @ covariance @ self.gradient), 0.0)), least)
        return Side(self.value, sd, least, self.units, self._ratio(covariance))

    def _ratio(self, covariance: Floats) -> Ratio | None:
        if self.top is None or self.bottom is None:
            return None
        both = np.stack([self.top, self.bottom])
        top, bottom = (both @ self.joint.totals).tolist()
        (top_square, cross), (_, bottom_square) = (both @ covariance @ both.T).tolist()
        return Ratio(top, bottom, top_square, cross, bottom_square)


def linear(joint: Joint, vector: Floats) -> Slope:
    """A combination of totals."""
    return Slope(joint, float(vector @ joint.totals), vector)


def quotient(joint: Joint, top: Floats, bottom: Floats, units: Units = AS_IT_IS) -> Slope:
    """One combination of totals over another, in some units."""
    above, below = float(top @ joint.totals), float(bottom @ joint.totals)
    if below <= 0:
        return Slope(joint, None, np.zeros_like(top), units, top, bottom)
    gradient = units.half * (top - above / below * bottom) / below
    return Slope(joint, units.mid + units.half * above / below, gradient, units, top, bottom)


def slope(joint: Joint, group: int, figure: Figure, units: Units = AS_IT_IS) -> Slope:
    """One group's figure, in the units of its value."""
    total, count, weights = np.eye(joint.totals.size)[[group, joint.groups + group, -1]]
    if figure == "count":
        return linear(joint, count)
    if figure == "share":
        return quotient(joint, count, weights)
    if figure == "sum":
        return linear(joint, units.half * total + units.mid * count)
    return quotient(joint, total, count, units)


def variance_floor(joint: Joint, gradient: Floats) -> float:
    """What no unbiased estimate of this combination varies less than, by Chapman and Robbins' bound.

    Whatever card somebody holds, some other card's score is `reach` away from its own, and no estimate can
    tell the two apart better than that.
    """
    values, counts = gradient[: joint.groups], gradient[joint.groups : -1]
    if not joint.is_whole:
        # Whoever belongs to none of the groups asked for has a score, too: none.
        values, counts = np.append(values, 0.0), np.append(counts, 0.0)
    if joint.is_hidden:
        scores = np.concatenate([counts + values, counts - values])
        reach = np.maximum(scores.max() - scores, scores - scores.min()).min()
        return float(joint.least * joint.every[2] * reach**2)
    low, high = counts.argmin(), counts.argmax()
    slope, step = float(values[high] - values[low]), float(counts[high] - counts[low])
    square, mixed, one, _ = joint.every.tolist()
    apart = slope**2 * square + 2 * slope * step * mixed + step**2 * one
    # Of three scores one may lie half-way between two that are apart.
    cards = len({(values[at], counts[at]) for at in range(counts.size)})
    return float(joint.least * max(apart, 0.0)) / (1 if cards <= 2 else 4)
