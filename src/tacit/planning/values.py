"""What a group's people may hold, in half-ranges from the middle, and what is worst among it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Values:
    """The mean of a group's values, of their squares, and of the squares of what they are rounded to."""

    mean: float
    square: float
    rounded: float


def constant(value: float, levels: int) -> Values:
    """Everybody holds this value."""
    return Values(value, value * value, _rounded(value, levels))


def opposed(mean: float, value: float, levels: int) -> Values:
    """Some hold this value and the others its negative, with this mean."""
    return Values(mean, value * value, _rounded(value, levels))


def ends(mean: float) -> Values:
    """Everybody is at one end or the other."""
    return Values(mean, 1.0, 1.0)


def last_step(levels: int) -> float:
    """The highest level but one: rounding between it and 1 is the noisiest."""
    return 1.0 - 2.0 / (levels - 1)


def largest(of: Callable[[float], float], low: float, high: float) -> float:
    """The largest value on [low, high] of a polynomial of degree two, from three of its values."""
    middle = (low + high) / 2
    first, centre, last = of(low), of(middle), of(high)
    bend, slope = first - 2 * centre + last, last - first
    best = max(first, last)
    if bend < 0 and abs(slope) < -2 * bend:
        best = max(best, centre - slope * slope / (8 * bend))
    return best


def _rounded(value: float, levels: int) -> float:
    """E v^2 when the value is rounded to a neighbouring level at random, right on average."""
    step = 2.0 / (levels - 1)
    place = min(int((value + 1) / step), levels - 2)
    below = -1.0 + place * step
    above = below + step
    return (below + above) * value - below * above
