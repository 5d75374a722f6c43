"""What a scheme's answers estimate, and how exactly: the constants and variances of SCHEME.md C1, C2 and C5.

One answer adds `hit` = [the card is in the reported column]. Per item, n counts hits over its cards (in a
count question all or none), u weighs them by the cards' values v. Scores centred and scaled as here are
unbiased. Everything is exact on Fractions and fast on floats: `Moments(scheme, Fraction)`.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from tacit.scheme.scheme import Scheme

Number = TypeVar("Number", float, Fraction)


def level_values(levels: int) -> list[Fraction]:
    """The values of the levels in half-ranges from the middle: -1 ... 1."""
    return [Fraction(2 * level, levels - 1) - 1 for level in range(levels)]


@dataclass(frozen=True)
class Spread(Generic[Number]):
    """A variance per person: of a person of the group itself, and of any other person."""

    own: Number
    other: Number

    def total(self, items: int) -> Number:
        """Summed over all items, per person."""
        return self.own + (items - 1) * self.other


class Moments(Generic[Number]):
    """The closed forms of one scheme."""

    def __init__(self, scheme: Scheme, number: Callable[[Fraction | int], Number]) -> None:
        rows, odds = scheme.rows, scheme.odds
        one = number(1)
        total = number(scheme.total)
        self.levels = rows.levels
        self.eta: Number = number(scheme.count_share)
        self.keep: Number = number(odds.keep) / total
        self.opposite: Number = number(odds.opposite) / total
        self.other: Number = number(odds.other) / total
        self.stray: Number = self.opposite if rows.levels == 2 else self.other
        self.gain: Number = self.keep - self.stray
        self.match: Number = rows.levels * number(rows.collision)
        self.own_hit: Number = self.keep + (rows.levels - 1) * self.stray
        self.base: Number = self.match * self.own_hit + rows.levels * (one - self.match) * self.other
        self.count_base: Number = self.other + (self.keep - self.other) * number(rows.count_collision)
        value_gain = self.own_hit - self.base
        count_gain = rows.levels * (self.keep - self.count_base)
        self.count_gain: Number = (one - self.eta) * value_gain + self.eta * count_gain
        # The sum of the squares of the levels' values, which lie evenly from -1 to 1.
        squares = Fraction(rows.levels * (rows.levels + 1), 3 * (rows.levels - 1)) if rows.levels > 1 else 0
        self.squares: Number = number(Fraction(squares))

    @property
    def counts_are_identified(self) -> bool:
        """Whether the answers say how many people a group has."""
        return self.count_gain > 1e-12

    def sum_spread(self, square: Number, squared_mean: Number) -> Spread[Number]:
        """Variances of the sum score; `square` = E v^2 after rounding, `squared_mean` = x'^2."""
        scale = (1 - self.eta) * self.gain * self.gain
        own = (self.gain * square + self.stray * self.squares) / scale - squared_mean
        return Spread(own, self.base * self.squares / self.levels / scale)

    def count_spread(self) -> Spread[Number]:
        """Variances of the count score."""
        base, scale = self.base, self.count_gain * self.count_gain
        value_own = self.own_hit * (1 - base) ** 2 + (1 - self.own_hit) * base**2
        count_own = self.keep * (1 - self.count_base) ** 2 + (1 - self.keep) * self.count_base**2
        weight = self.eta * self.levels**2
        own = ((1 - self.eta) * value_own + weight * count_own) / scale - 1
        other = (1 - self.eta) * base * (1 - base) + weight * self.count_base * (1 - self.count_base)
        return Spread(own, other / scale)

    def covariance(self, mean: Number) -> Number:
        """Own covariance of sum and count score at x' = mean; others have none."""
        return mean * (1 - self.base - self.count_gain) / self.count_gain


def total_variance(scheme: Scheme) -> float:
    """Per person, over all groups: of the sums in half-ranges at the worst values, or of one-level counts."""
    moments = Moments(scheme, float)
    spread = moments.count_spread() if scheme.rows.levels == 1 else moments.sum_spread(1.0, 1.0)
    return spread.total(scheme.rows.items)


def largest_influence(scheme: Scheme) -> float:
    """How far one answer can move a sum in half-ranges (one level: a count)."""
    moments = Moments(scheme, float)
    if scheme.rows.levels == 1:
        return (1 - moments.base) / moments.count_gain
    return 1 / ((1 - moments.eta) * moments.gain)
