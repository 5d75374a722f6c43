"""Broken versions of both schemes, the printed formulas among them: enumeration must catch every one."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

import pytest

from published.enumerated import faults
from tacit.paper import QueryAndAnswer, RandomizedGroup, Source, printed
from tacit.paper.laws import Bounds, Laws, uniform_mean_square
from tacit.paper.query_and_answer import Query, randomized
from tacit.paper.randomized_group import Answer

UNEVEN = tuple(Fraction(weight, 10) for weight in (5, 2, 2, 1))
LAWS = (UNEVEN, tuple(Fraction(weight, 10) for weight in (2, 2, 3, 3)))
SHARES = (Fraction(1, 3), Fraction(2, 3))
LIE, LIE_GROUP = Fraction(1, 3), Fraction(2, 5)


def extremes(laws: Laws | None) -> tuple[Fraction, Fraction]:
    numbers = [Fraction(p) for row in laws or () for p in row]
    return max(numbers), min(numbers)


class RowsThatAlwaysMove(QueryAndAnswer):
    """Sattolo's shuffle, an easy slip: only cyclic permutations."""

    def draw_query(self, source: Source) -> Query:
        return tuple(self._moved(source) for _ in range(self.groups))

    def _moved(self, source: Source) -> tuple[int, ...]:
        row = list(self.values)
        for last in range(len(row) - 1, 0, -1):
            other = source.below(last)
            row[last], row[other] = row[other], row[last]
        return tuple(row)


class OneRowForAll(QueryAndAnswer):
    def draw_query(self, source: Source) -> Query:
        return (super().draw_query(source)[0],) * self.groups


class NoLie(QueryAndAnswer):
    def answer(self, query: Sequence[Sequence[int]], group: int, value: int, source: Source) -> int:
        return query[group - 1].index(value) + 1


class LiesThatMayBeTrue(QueryAndAnswer):
    """Draws the lie from all values, the true one too."""

    def answer(self, query: Sequence[Sequence[int]], group: int, value: int, source: Source) -> int:
        if source.below(self.lie.denominator) < self.lie.numerator:
            value = self.values[source.below(2 * self.m)]
        return query[group - 1].index(value) + 1


class LiesExchangedForTruth(QueryAndAnswer):
    """Erratum 18."""

    def answer(self, query: Sequence[Sequence[int]], group: int, value: int, source: Source) -> int:
        return query[group - 1].index(randomized(value, self.values, 1 - self.lie, source)) + 1


class FirstGroupsRow(QueryAndAnswer):
    def answer(self, query: Sequence[Sequence[int]], group: int, value: int, source: Source) -> int:
        return super().answer(query, 1, value, source)


class GainForgotten(QueryAndAnswer):
    @property
    def gain(self) -> Fraction:
        return Fraction(1)


class GainOfLiesThatMayBeTrue(QueryAndAnswer):
    @property
    def gain(self) -> Fraction:
        return 1 / (1 - self.lie)


class OthersForgottenInTheError(QueryAndAnswer):
    def _other_error(self) -> Fraction:
        return uniform_mean_square(self.m)


class RatioWithinGroups(QueryAndAnswer):
    """The largest probability over the smallest, though both may be of one group."""

    def ratio(self, laws: Laws | None = None, *, bounds: Bounds | None = None) -> Fraction | float:
        high, low = extremes(laws)
        return self._chance(high) / self._chance(low)


class TruthExchanged(RandomizedGroup):
    """Erratum 6: the true group with probability lie_group."""

    def answer(self, group: int, value: int, source: Source) -> Answer:
        other = RandomizedGroup(self.groups, self.m, 1 - self.lie_group, self.lie_value)
        return other.answer(group, value, source)


class OwnGroupAmongLies(RandomizedGroup):
    def answer(self, group: int, value: int, source: Source) -> Answer:
        if source.below(self.lie_group.denominator) < self.lie_group.numerator:
            return source.below(self.groups) + 1, self.values[source.below(2 * self.m)]
        return RandomizedGroup(self.groups, self.m, 0, self.lie_value).answer(group, value, source)


class ValueKeptWhenTheGroupIsNot(RandomizedGroup):
    def answer(self, group: int, value: int, source: Source) -> Answer:
        named, told = super().answer(group, value, source)
        return (named, told) if named == group else (named, value)


class OneLieForBoth(RandomizedGroup):
    """The group's draw decides about the value too."""

    def answer(self, group: int, value: int, source: Source) -> Answer:
        return RandomizedGroup(self.groups, self.m, self.lie_group, 0).answer(group, value, source)


class GainOfGroupAlone(RandomizedGroup):
    @property
    def gain(self) -> Fraction:
        return 1 / (1 - self.lie_group)


class PrintedRatio(RandomizedGroup):
    """Erratum 7."""

    def ratio(self, laws: Laws | None = None, *, bounds: Bounds | None = None) -> Fraction | float:
        high, low = extremes(laws)
        return printed.ratio_of_appendix(self.groups, self.m, high, low, self.lie_group, self.lie_value)


class OnlyTheLikelyAnswer(RandomizedGroup):
    """The first term of e^epsilon, without the unlikely message of one's own group."""

    def ratio(self, laws: Laws | None = None, *, bounds: Bounds | None = None) -> Fraction | float:
        by_others = self.lie_group / (2 * self.m * (self.groups - 1))
        return self._chance(extremes(laws)[0]) / by_others


def test_the_schemes_themselves_have_no_fault() -> None:
    assert faults(QueryAndAnswer(2, 2, LIE), LAWS, SHARES) == set()
    assert faults(RandomizedGroup(2, 2, LIE_GROUP, LIE), LAWS, SHARES) == set()
    assert faults(RandomizedGroup(2, 2, Fraction(9, 10), LIE), LAWS, SHARES) == set()


@pytest.mark.parametrize(
    ("mutant", "found"),
    [
        (RowsThatAlwaysMove, "error"),
        (OneRowForAll, "mean"),
        (NoLie, "ratio"),
        (LiesThatMayBeTrue, "ratio"),
        (LiesExchangedForTruth, "mean"),
        (FirstGroupsRow, "mean"),
        (GainForgotten, "mean"),
        (GainOfLiesThatMayBeTrue, "mean"),
        (OthersForgottenInTheError, "error"),
        (RatioWithinGroups, "ratio"),
    ],
)
def test_a_broken_q_and_a_is_caught(mutant: type[QueryAndAnswer], found: str) -> None:
    assert found in faults(mutant(2, 2, LIE), LAWS, SHARES)


@pytest.mark.parametrize(
    ("mutant", "found"),
    [
        (TruthExchanged, "ratio"),
        (OwnGroupAmongLies, "ratio"),
        (ValueKeptWhenTheGroupIsNot, "mean"),
        (OneLieForBoth, "mean"),
        (GainOfGroupAlone, "mean"),
        (PrintedRatio, "ratio"),
        (OnlyTheLikelyAnswer, "ratio"),
    ],
)
def test_a_broken_rg_is_caught(mutant: type[RandomizedGroup], found: str) -> None:
    lie_group = Fraction(9, 10) if mutant is OnlyTheLikelyAnswer else LIE_GROUP
    assert found in faults(mutant(2, 2, lie_group, LIE), LAWS, SHARES)
