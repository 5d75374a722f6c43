"""Theorem 1 by enumeration: every query, value, lie and answer of small cases, as rationals."""

from __future__ import annotations

import math
from collections.abc import Callable
from fractions import Fraction

import pytest

from published.enumerated import (
    contribution,
    contribution_to_shifts,
    faults,
    mean,
    mean_squares,
    together,
    told_to,
    worst_group_ratio,
    worst_pair_ratio,
)
from tacit.errors import Refused
from tacit.paper import QueryAndAnswer, RecordedSource, SystemSource, law_of
from tacit.paper.instances import FAMILIES, Instance, binary_laws
from tacit.paper.laws import Row

LIES = [Fraction(0), Fraction(1, 5), Fraction(2, 5)]
SIZES = [(2, 1), (3, 1), (4, 1), (2, 2)]
KNOWN = [name for name in FAMILIES if name != "nothing known"]
EXAMPLE = ((-2, -1, 1, 2), (-2, 1, -1, 2), (2, -1, -2, 1)), ((-2, -1, 1, 2), (1, -2, 2, -1), (1, -2, 2, -1))


def known(name: str, groups: int, m: int) -> tuple[tuple[Row, ...], Row]:
    case: Instance = FAMILIES[name](groups, m)
    assert case.laws is not None
    return case.laws, case.shares or (Fraction(1, groups),) * groups


@pytest.mark.parametrize("lie", LIES, ids=str)
@pytest.mark.parametrize(("groups", "m"), SIZES)
def test_the_ratio_is_the_worst_over_every_query_and_answer(groups: int, m: int, lie: Fraction) -> None:
    scheme = QueryAndAnswer(groups, m, lie)
    for name in KNOWN:
        laws, _ = known(name, groups, m)
        assert scheme.ratio(laws) == worst_group_ratio(scheme, laws), name


@pytest.mark.parametrize("lie", LIES, ids=str)
@pytest.mark.parametrize(("groups", "m"), SIZES[:3])
def test_ratio_mean_and_error_are_those_of_enumeration(groups: int, m: int, lie: Fraction) -> None:
    for name in KNOWN:
        assert faults(QueryAndAnswer(groups, m, lie), *known(name, groups, m)) == set(), name


@pytest.mark.parametrize("name", KNOWN)
def test_ratio_mean_and_error_are_those_of_enumeration_for_four_values(name: str) -> None:
    assert faults(QueryAndAnswer(2, 2, Fraction(1, 5)), *known(name, 2, 2)) == set()


@pytest.mark.parametrize("lie", LIES, ids=str)
@pytest.mark.parametrize(
    "people",
    [((3, 1), (0, 2)), ((0, 0), (1, 0)), ((0, 4), (0, 0)), ((1, 0), (0, 1), (2, 1))],
    ids=str,
)
def test_estimates_are_right_on_average_for_every_fixed_population(
    people: tuple[tuple[int, ...], ...], lie: Fraction
) -> None:
    """Stronger than Theorem 1: no value and no group needs to be drawn at random."""
    scheme = QueryAndAnswer(len(people), 1, lie)
    law = {(Fraction(0),) * len(people): Fraction(1)}
    for group, row in enumerate(people, start=1):
        for value, count in zip(scheme.values, row, strict=True):
            for _ in range(count):
                law = together(law, contribution(scheme, group, value))
    truth = tuple(sum(v * n for v, n in zip(scheme.values, row, strict=True)) for row in people)
    assert mean(law) == truth
    assert mean_squares(law, truth) == scheme.group_errors(people)


@pytest.mark.parametrize("lie", LIES, ids=str)
def test_cyclic_shifts_tell_the_server_the_same_as_permutations(lie: Fraction) -> None:
    for groups, m in ((2, 1), (3, 1), (2, 2)):
        scheme = QueryAndAnswer(groups, m, lie)
        for value in scheme.values:
            assert contribution(scheme, 1, value) == contribution_to_shifts(scheme, 1, value)


def test_the_papers_example_is_answered_as_printed() -> None:
    scheme = QueryAndAnswer(3, 2, 0)
    for query, answer, column in zip(EXAMPLE, (3, 4), ((1, -1, -2), (2, -1, -1)), strict=True):
        assert scheme.answer(query, 2, -1, RecordedSource()) == answer
        assert scheme.column(query, answer) == column
        assert scheme.estimate([query], [answer]) == tuple(map(Fraction, column))


@pytest.mark.parametrize("ratio", [Fraction(11, 10), Fraction(2), Fraction(5), Fraction(40)], ids=str)
@pytest.mark.parametrize(("groups", "m"), [*SIZES, (5, 3), (20, 5)])
def test_the_lie_for_a_promise_is_the_smallest_that_keeps_it(groups: int, m: int, ratio: Fraction) -> None:
    for name, family in FAMILIES.items():
        laws = family(groups, m).laws
        scheme = QueryAndAnswer.for_ratio(groups, m, ratio, laws)
        if scheme.lie == 0:
            assert scheme.ratio(laws) <= ratio, name
        else:
            assert scheme.ratio(laws) == ratio, name
            less = QueryAndAnswer(groups, m, scheme.lie * Fraction(999999, 1000000))
            assert less.ratio(laws) > ratio, name
            assert less.error(laws) < scheme.error(laws), name


@pytest.mark.parametrize("m", [1, 2, 5])
def test_with_nothing_known_the_lie_is_equation_qa_rho(m: int) -> None:
    for ratio in (Fraction(3, 2), Fraction(7)):
        scheme = QueryAndAnswer.for_ratio(3, m, ratio)
        assert scheme.lie == Fraction(2 * m - 1) / (2 * m + ratio - 1)
        assert scheme.ratio() == ratio
        assert scheme.lie == QueryAndAnswer.for_ratio(3, m, ratio, bounds=(0, 1)).lie


@pytest.mark.parametrize(("groups", "m"), [(2, 1), (3, 1), (2, 2)])
def test_with_nothing_known_every_pair_is_protected(groups: int, m: int) -> None:
    """Randomised response on the value protects (group, value) whole, not the group alone."""
    scheme = QueryAndAnswer.for_ratio(groups, m, Fraction(3, 2))
    assert worst_pair_ratio(scheme) == Fraction(3, 2)


def test_a_known_law_protects_the_group_only_from_those_who_do_not_know_the_value() -> None:
    laws = binary_laws(Fraction(1, 2), Fraction(1, 2))
    scheme = QueryAndAnswer.for_ratio(2, 1, 1, laws)
    assert scheme.lie == 0
    assert worst_group_ratio(scheme, laws) == 1
    assert worst_pair_ratio(scheme) == math.inf


def test_two_answers_about_one_value_may_give_the_group_away() -> None:
    """PAPER, section 7: promises that lean on the values' own randomness do not add up over rounds."""
    scheme = QueryAndAnswer(2, 1, 0)
    rounds = ((-1, 1), (-1, 1)), ((-1, 1), (1, -1))
    chances = [
        sum(
            Fraction(1, 2)
            for value in scheme.values
            if all(told_to(scheme, query, group)[value][0] == 1 for query in rounds)
        )
        for group in (1, 2)
    ]
    assert chances == [Fraction(1, 2), 0]


def test_laws_within_bounds_are_protected_by_the_lie_for_the_bounds() -> None:
    low, high, ratio = Fraction(1, 10), Fraction(2, 5), Fraction(2)
    scheme = QueryAndAnswer.for_ratio(2, 2, ratio, bounds=(low, high))
    assert scheme.ratio(bounds=(low, high)) == ratio
    extreme = ((high, high, low, low), (low, low, high, high))
    mild = ((high, Fraction(1, 4), Fraction(1, 4), low), (Fraction(1, 4),) * 4)
    assert scheme.ratio(extreme) == ratio
    assert scheme.ratio(mild) < ratio
    assert scheme.lie > QueryAndAnswer.for_ratio(2, 2, ratio, mild).lie
    assert scheme.lie < QueryAndAnswer.for_ratio(2, 2, ratio).lie


def test_a_query_that_repeats_a_value_would_give_groups_away_and_is_refused() -> None:
    scheme, hostile = QueryAndAnswer(2, 1, 0), ((-1, -1), (-1, 1))
    with pytest.raises(Refused, match=r"query row 1 must hold every value exactly once; got \(-1, -1\)"):
        scheme.answer(hostile, 1, -1, SystemSource())
    with pytest.raises(Refused, match=r"query must have one row per group, 2; got 1"):
        scheme.answer(hostile[:1], 1, -1, SystemSource())


def test_every_query_is_drawn_equally_often() -> None:
    for groups, m in ((2, 1), (3, 1), (2, 2)):
        scheme = QueryAndAnswer(groups, m, 0)
        law = law_of(scheme.draw_query)
        assert set(law) == set(scheme.queries())
        assert set(law.values()) == {Fraction(1, math.factorial(2 * m) ** groups)}


def test_answers_travel_as_whole_bits() -> None:
    scheme = QueryAndAnswer(4, 3, 0)
    assert (scheme.messages, scheme.bits) == (6, 3)
    assert [scheme.unpack(scheme.pack(answer)) for answer in range(1, 7)] == list(range(1, 7))
    assert max(map(scheme.pack, range(1, 7))) < 2**scheme.bits


def test_real_answers_come_from_the_operating_system_and_add_up() -> None:
    scheme, source = QueryAndAnswer(3, 2, 0), SystemSource()
    queries = [scheme.draw_query(source) for _ in range(40)]
    answers = [scheme.answer(query, 2, -1, source) for query in queries]
    assert scheme.estimate(queries, answers)[1] == -40


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((1, 1, 0), "groups must be a whole number of at least 2; got 1"),
        ((2, 0, 0), "m must be a whole number of at least 1; got 0"),
        ((2, 1, "1/2"), "lie must be at least 0 and below 1 - 1/2m = 1/2; got 1/2"),
        ((2, 2, 0.75), "lie must be at least 0 and below 1 - 1/2m = 3/4; got 0.75"),
        ((2, 1, -0.1), "lie must be at least 0 and below 1 - 1/2m = 1/2; got -0.1"),
        ((2, 1, "much"), "lie must be a finite number; got much"),
    ],
)
def test_impossible_schemes_cannot_be_written(arguments: tuple[int, int, float], message: str) -> None:
    with pytest.raises(Refused) as refused:
        QueryAndAnswer(*arguments)
    assert str(refused.value) == message


def test_wrong_people_answers_and_budgets_are_named() -> None:
    scheme, query = QueryAndAnswer(2, 1, 0), ((-1, 1), (-1, 1))
    source = SystemSource()
    wrong: dict[str, Callable[[], object]] = {
        "group must lie in 1..2; got 3": lambda: scheme.answer(query, 3, 1, source),
        "value must be a whole number from -1 to 1 except 0; got 0": lambda: scheme.answer(
            query, 1, 0, source
        ),
        "answer must lie in 1..2; got 3": lambda: scheme.column(query, 3),
        "answers must be as many as queries, 1; got 2": lambda: scheme.estimate([query], [1, 2]),
        "packed answer must lie in 0..1; got 2": lambda: scheme.unpack(2),
        "people must hold 2 rows of 2m = 2 head counts": lambda: scheme.group_errors([[1, 2]]),
        "budget must pay for at least one answer; got 1/2": lambda: scheme.people_for("1/2"),
    }
    for message, call in wrong.items():
        with pytest.raises(Refused) as refused:
            call()
        assert str(refused.value) == message
