"""The paper's Randomized Group scheme (RG), corrected as docs/paper.md says."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from tacit.errors import refuse
from tacit.paper.draws import Source
from tacit.paper.exact import Number, as_count, as_fraction
from tacit.paper.laws import Bounds, Laws, Row, Shares, Spread, spread_of, uniform_mean_square
from tacit.paper.mechanism import ErrorParts, Mechanism, check_shape
from tacit.paper.query_and_answer import check_ratio, promised_ratio, randomized

Answer = tuple[int, int]


@dataclass(frozen=True, init=False)
class RandomizedGroup(Mechanism):
    """People name their group and value. With probability `lie_group` they name another group and a value
    drawn from nothing; otherwise, with probability `lie_value`, their own group and another value.

    Groups are numbered from 1, as in the paper. A `lie_group` above (k-1)/k is sometimes the right one.
    """

    groups: int
    m: int
    lie_group: Fraction
    lie_value: Fraction

    def __init__(self, groups: int, m: int, lie_group: Number, lie_value: Number) -> None:
        check_shape(groups, m)
        read_group, read_value = as_fraction(lie_group, "lie_group"), as_fraction(lie_value, "lie_value")
        if not 0 <= read_group < 1:
            raise refuse("lie_group", f"must be at least 0 and below 1; got {lie_group}")
        if not 0 <= read_value < 1 - Fraction(1, 2 * m):
            bound = f"{2 * m - 1}/{2 * m}"
            raise refuse("lie_value", f"must be at least 0 and below 1 - 1/2m = {bound}; got {lie_value}")
        object.__setattr__(self, "groups", int(groups))
        object.__setattr__(self, "m", int(m))
        object.__setattr__(self, "lie_group", read_group)
        object.__setattr__(self, "lie_value", read_value)

    @classmethod
    def for_epsilon(
        cls, groups: int, m: int, epsilon: Number, laws: Laws | None = None, bounds: Bounds | None = None
    ) -> RandomizedGroup:
        """The lies with the smallest error that keep the promise: known laws, bounds, or nothing."""
        check_shape(groups, m)
        spread = spread_of(groups, m, laws, bounds)
        return cls(groups, m, *best_lies(groups, m, promised_ratio(epsilon, spread), spread))

    @classmethod
    def for_ratio(
        cls, groups: int, m: int, ratio: Number, laws: Laws | None = None, bounds: Bounds | None = None
    ) -> RandomizedGroup:
        """The same from e^epsilon itself: rational in, rational out."""
        check_shape(groups, m)
        spread = spread_of(groups, m, laws, bounds)
        return cls(groups, m, *best_lies(groups, m, check_ratio(ratio, spread), spread))

    @property
    def messages(self) -> int:
        return 2 * self.m * self.groups

    @property
    def value_gain(self) -> Fraction:
        """The part of the gain that undoes the lies about values."""
        return Fraction(2 * self.m - 1) / (2 * self.m - 1 - 2 * self.m * self.lie_value)

    @property
    def gain(self) -> Fraction:
        return self.value_gain / (1 - self.lie_group)

    def ratio(self, laws: Laws | None = None, *, bounds: Bounds | None = None) -> Fraction | float:
        spread = spread_of(self.groups, self.m, laws, bounds)
        by_others = self.lie_group / (2 * self.m * (self.groups - 1))
        by_own = self._chance(spread.highest), self._chance(spread.lowest)
        if by_others == 0 or by_own[1] == 0:
            return math.inf
        return max(by_own[0] / by_others, by_others / by_own[1])

    def error_parts(self, laws: Laws | None = None, shares: Shares | None = None) -> ErrorParts:
        own = self._own_error(self._mean_square(laws, shares))
        return ErrorParts((self.groups - 1) * self._other_error(), own)

    def _own_error(self, square: Fraction) -> Fraction:
        spread_of_lies = uniform_mean_square(self.m) * self.gain * (self.value_gain - 1)
        return square * (self.gain - 1) + spread_of_lies

    def _other_error(self) -> Fraction:
        return uniform_mean_square(self.m) * self.gain**2 * self.lie_group / (self.groups - 1)

    def _chance(self, probability: Fraction) -> Fraction:
        """Chance that the own group is named with a value held with this probability."""
        told = (1 - self.lie_value) * probability + self.lie_value / (2 * self.m - 1) * (1 - probability)
        return (1 - self.lie_group) * told

    def answer(self, group: int, value: int, source: Source) -> Answer:
        """The person's part: the group and value to name."""
        self._check_group(group)
        self._check_value(value)
        lies = self.lie_group > 0 and source.below(self.lie_group.denominator) < self.lie_group.numerator
        if not lies:
            return group, randomized(value, self.values, self.lie_value, source)
        other = source.below(self.groups - 1) + 1
        return other + (other >= group), self.values[source.below(2 * self.m)]

    def estimate(self, answers: Sequence[Answer]) -> Row:
        """Unbiased estimates of every group's sum."""
        sums = [0] * self.groups
        for group, value in answers:
            sums[self._check_group(group) - 1] += self._check_value(value)
        return tuple(self.gain * total for total in sums)

    def pack(self, answer: Answer) -> int:
        """Group and value together as one whole number of `bits` bits; apart they may need one more."""
        group, value = answer
        place = self.values.index(self._check_value(value))
        return (self._check_group(group) - 1) * 2 * self.m + place

    def unpack(self, packed: int) -> Answer:
        """The answer again."""
        if as_count(packed, "packed answer", 0) >= self.messages:
            raise refuse("packed answer", f"must lie in 0..{self.messages - 1}; got {packed}")
        group, place = divmod(packed, 2 * self.m)
        return group + 1, self.values[place]


def best_lies(groups: int, m: int, ratio: Fraction, spread: Spread) -> tuple[Fraction, Fraction]:
    """Corollary 1, corrected: (lie_group, lie_value).

    Lies about values are needed while e^(2 epsilon) is below highest/lowest.
    """
    square = ratio * ratio
    need = spread.highest - square * spread.lowest
    if need <= 0:
        weight = 2 * m * (groups - 1) * spread.highest
        return weight / (weight + ratio), Fraction(0)
    rest = 2 * m * spread.highest - 1 + (1 - 2 * m * spread.lowest) * square
    weight = 2 * m * (groups - 1) * spread.width * ratio
    return weight / (weight + rest), (2 * m - 1) * need / rest
