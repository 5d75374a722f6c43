"""The odds of an answer as public integers, computed once from the decimal text of epsilon."""

from __future__ import annotations

import math
from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction

from tacit.errors import refuse
from tacit.scheme.exact import exponential_below, is_at_most_exponential, scaled_exponential_floor

UNIT = 1 << 24
DIE_FACES = 6


@dataclass(frozen=True)
class Odds:
    """Weights of the own card's column, of the own item's opposite card's, and of every remaining one."""

    keep: int
    opposite: int
    other: int

    def __post_init__(self) -> None:
        for name, weight in vars(self).items():
            if not isinstance(weight, int) or isinstance(weight, bool):
                raise refuse(f"scheme.{name}", f"must be a whole number; got {weight!r}")
            if weight < 0:
                raise refuse(f"scheme.{name}", f"must be at least 0; got {weight}")
        if self.keep <= max(self.other, self.opposite):
            rule = f"must be above other ({self.other}) and opposite ({self.opposite}); got {self.keep}"
            raise refuse("scheme.keep", rule)

    @property
    def is_plain(self) -> bool:
        """Whether the opposite card is treated like every other one, as the default promise asks."""
        return self.opposite == self.other

    def total(self, levels: int, columns: int) -> int:
        """W, the sum of the weights over all columns."""
        if levels == 2:
            return self.keep + self.opposite + (columns - 2) * self.other
        return self.keep + (columns - 1) * self.other

    def least(self, columns: int) -> int:
        """The smallest weight that a column can have; of two columns both are the item's own."""
        return self.opposite if columns == 2 else min(self.opposite, self.other)


def pair_odds(epsilon: Decimal) -> Odds:
    """For the promise `group and value`: any two cards differ by at most e^epsilon."""
    return Odds(scaled_exponential_floor(UNIT, epsilon), UNIT, UNIT)


def group_odds(epsilon: Decimal) -> Odds:
    """For the promise `group` with direct rows: two values of one group may differ by e^(2 epsilon)."""
    keep = scaled_exponential_floor(UNIT, epsilon)
    opposite = math.ceil(UNIT / exponential_below(epsilon))
    return Odds(keep, opposite, UNIT)


def die_odds(epsilon: Decimal) -> tuple[int, Odds]:
    """Columns and odds that one die gives: as few columns as epsilon allows."""
    for columns in (2, 3, 4, 5):
        keep = DIE_FACES + 1 - columns
        if is_at_most_exponential(Fraction(keep), epsilon):
            return columns, Odds(keep, 1, 1)
    raise refuse("privacy.epsilon", f"must be at least 0.694 (ln 2) for one die; got {epsilon}")


def mean_within_odds(epsilon: Decimal, mean_within: Decimal, columns: int) -> Odds:
    """For the promise `group` when each group's mean is known to lie within so many half-ranges."""
    within = Fraction(mean_within)
    bound = exponential_below(epsilon)
    low, high = (1 - within) / 2, (1 + within) / 2
    if columns == 2:
        gap = (bound - 1) / ((bound + 1) * within)
        return Odds(UNIT, 0 if gap >= 1 else math.ceil(UNIT * (1 - gap) / (1 + gap)), 0)
    if low >= 1 / (bound + 1):
        return Odds(math.floor(bound * UNIT / high), 0, UNIT)
    gain = (bound * high - low) / (high - bound * low)
    opposite = math.ceil(UNIT / (low * gain + high))
    by_other = (bound * UNIT - low * opposite) / high
    by_opposite = (bound * high - low) * opposite / (high - bound * low)
    return Odds(math.floor(min(by_other, by_opposite)), opposite, UNIT)


def worst_ratio(odds: Odds, columns: int) -> Fraction | None:
    """keep : the smallest weight, whatever is known; None when it is unbounded."""
    least = odds.least(columns)
    return Fraction(odds.keep, least) if least else None


def group_ratio(odds: Odds, mean_within: Decimal, columns: int, *, is_direct: bool) -> Fraction | None:
    """The worst ratio between two groups whose means lie within so many half-ranges; None: unbounded."""
    within = Fraction(mean_within)
    high = ((1 + within) * odds.keep + (1 - within) * odds.opposite) / 2
    low = ((1 - within) * odds.keep + (1 + within) * odds.opposite) / 2
    if columns == 2:
        pairs = [(high, low)]
    elif is_direct:
        pairs = [(high, Fraction(odds.other)), (Fraction(odds.other), low)]
    else:
        weights = (high, low, Fraction(odds.other))
        pairs = [(max(weights), min(weights))]
    if any(bottom == 0 for _, bottom in pairs):
        return None
    return max(top / bottom for top, bottom in pairs)
