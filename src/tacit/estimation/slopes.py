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
    """A figure; `value` is None where it is a mean over nobody. `places` are a mean's total and count."""

    joint: Joint
    value: float | None
    gradient: Floats
    units: Units
    places: tuple[int, int] | None = None

    def side(self, covariance: Floats) -> Side | None:
        """Under one of the joint's covariances; None if there is no figure."""
        if self.value is None:
            return None
        least = math.sqrt(variance_floor(self.joint, self.gradient))
        sd = max(math.sqrt(max(float(self.gradient @ covariance @ self.gradient), 0.0)), least)
        return Side(self.value, sd, least, self.units, self.ratio(covariance))

    def ratio(self, covariance: Floats) -> Ratio | None:
        """A mean's total over its count."""
        if self.places is None:
            return None
        places = np.array(self.places)
        top, bottom = self.joint.totals[places].tolist()
        (top_square, cross), (_, bottom_square) = covariance[np.ix_(places, places)].tolist()
        return Ratio(top, bottom, top_square, cross, bottom_square)


def slope(joint: Joint, group: int, figure: Figure, units: Units = AS_IT_IS) -> Slope:
    """One group's figure, in the units of its value."""
    at, count = group, joint.groups + group
    total, members, weights = (float(joint.totals[place]) for place in (at, count, -1))
    gradient = np.zeros_like(joint.totals)
    if figure == "count":
        gradient[count] = 1
        return Slope(joint, members, gradient, units)
    if figure == "share":
        gradient[count], gradient[-1] = 1 / weights, -members / weights**2
        return Slope(joint, members / weights, gradient, units)
    if figure == "sum":
        gradient[at], gradient[count] = units.half, units.mid
        return Slope(joint, units.half * total + units.mid * members, gradient, units)
    if members <= 0:
        return Slope(joint, None, gradient, units, (at, count))
    gradient[at], gradient[count] = units.half / members, -units.half * total / members**2
    return Slope(joint, units.mid + units.half * total / members, gradient, units, (at, count))


def variance_floor(joint: Joint, gradient: Floats) -> float:
    """What no unbiased estimate of this combination varies less than, by Chapman and Robbins' bound.

    Two cards whose scores the combination tells apart by d cannot be told apart better than that, and
    everybody holds one of such cards.
    """
    groups = joint.groups
    # Whoever belongs to none of the groups asked for has a score, too: none.
    values, counts = (np.append(part, 0.0) if groups == 1 else part for part in np.split(gradient[:-1], 2))
    if joint.is_hidden:
        reach = max(2 * float(np.abs(values).max()), float(np.ptp(counts)))
        return float(joint.least * joint.every[2] * reach**2)
    low, high = np.argmin(counts), np.argmax(counts)
    apart = np.array([values[high] - values[low], counts[high] - counts[low]])
    square, mixed, one = joint.every[:3]
    return float(joint.least * max(apart @ np.array([[square, mixed], [mixed, one]]) @ apart, 0.0))
