"""Theorem 2 and Corollary 1 by enumeration: every value, lie and message of small cases, as rationals."""

from __future__ import annotations

import math
from fractions import Fraction

import pytest

from published.enumerated import (
    contribution,
    faults,
    mean,
    mean_squares,
    together,
    told_without_query,
    worst_group_ratio,
    worst_pair_ratio,
    worst_value_ratio,
)
from tacit.errors import Refused
from tacit.paper import RandomizedGroup, RecordedSource, SystemSource
from tacit.paper.instances import FAMILIES
from tacit.paper.laws import Row

GROUP_LIES = [Fraction(1, 7), Fraction(1, 2), Fraction(9, 10)]
VALUE_LIES = [Fraction(0), Fraction(1, 5), Fraction(2, 5)]
SIZES = [(2, 1), (3, 1), (4, 1), (2, 2)]
KNOWN = [name for name in FAMILIES if name != "nothing known"]
RATIOS = [Fraction(11, 10), Fraction(3, 2), Fraction(2), Fraction(5), Fraction(40)]


def known(name: str, groups: int, m: int) -> tuple[tuple[Row, ...], Row]:
    case = FAMILIES[name](groups, m)
    assert case.laws is not None
    return case.laws, case.shares or (Fraction(1, groups),) * groups


@pytest.mark.parametrize("lie_value", VALUE_LIES, ids=str)
@pytest.mark.parametrize("lie_group", GROUP_LIES, ids=str)
@pytest.mark.parametrize(("groups", "m"), SIZES)
def test_ratio_mean_and_error_are_those_of_enumeration(
    groups: int, m: int, lie_group: Fraction, lie_value: Fraction
) -> None:
    scheme = RandomizedGroup(groups, m, lie_group, lie_value)
    for name in KNOWN:
        assert faults(scheme, *known(name, groups, m)) == set(), name


@pytest.mark.parametrize("lie_value", VALUE_LIES, ids=str)
@pytest.mark.parametrize(
    "people",
    [((3, 1), (0, 2)), ((0, 0), (1, 0)), ((1, 0), (0, 1), (2, 1)), ((1, 0, 1, 0), (0, 1, 0, 1))],
    ids=str,
)
def test_estimates_are_right_on_average_for_every_fixed_population(
    people: tuple[tuple[int, ...], ...], lie_value: Fraction
) -> None:
    """Stronger than Theorem 2: no value and no group needs to be drawn at random."""
    scheme = RandomizedGroup(len(people), len(people[0]) // 2, Fraction(1, 3), lie_value)
    law = {(Fraction(0),) * len(people): Fraction(1)}
    for group, row in enumerate(people, start=1):
        for value, count in zip(scheme.values, row, strict=True):
            for _ in range(count):
                law = together(law, contribution(scheme, group, value))
    truth = tuple(sum(v * n for v, n in zip(scheme.values, row, strict=True)) for row in people)
    assert mean(law) == truth
    assert mean_squares(law, truth) == scheme.group_errors(people)


def test_three_groups_and_four_values_are_as_enumerated() -> None:
    assert faults(RandomizedGroup(3, 2, Fraction(1, 2), Fraction(1, 5)), *known("skew", 3, 2)) == set()


@pytest.mark.parametrize("ratio", RATIOS, ids=str)
@pytest.mark.parametrize(("groups", "m"), [*SIZES, (5, 3), (20, 5)])
def test_corollary_1_keeps_the_promise_exactly(groups: int, m: int, ratio: Fraction) -> None:
    for name, family in FAMILIES.items():
        laws = family(groups, m).laws
        scheme = RandomizedGroup.for_ratio(groups, m, ratio, laws)
        assert scheme.ratio(laws) == ratio, name


@pytest.mark.parametrize(
    ("m", "weights", "ratio", "lies"),
    [
        (1, (4, 1), Fraction(3, 2), (Fraction(12, 25), Fraction(7, 39))),
        (2, (5, 2, 2, 1), Fraction(2), (Fraction(16, 33), Fraction(3, 34))),
    ],
)
def test_corollary_1_by_enumeration(
    m: int, weights: tuple[int, ...], ratio: Fraction, lies: tuple[Fraction, Fraction]
) -> None:
    laws = (tuple(Fraction(weight, sum(weights)) for weight in weights),) * 2
    scheme = RandomizedGroup.for_ratio(2, m, ratio, laws)
    assert (scheme.lie_group, scheme.lie_value) == lies
    assert worst_group_ratio(scheme, laws) == ratio


@pytest.mark.parametrize("ratio", RATIOS[1:4], ids=str)
@pytest.mark.parametrize(("groups", "m"), [(2, 1), (3, 2)])
def test_no_other_lies_keep_the_promise_with_less_error(groups: int, m: int, ratio: Fraction) -> None:
    """Corollary 1's optimum against a grid of all lies."""
    end = 1 - Fraction(1, 2 * m)
    grid = [(Fraction(i, 24), end * Fraction(j, 12)) for i in range(1, 24) for j in range(12)]
    for name, family in FAMILIES.items():
        case = family(groups, m)
        best = RandomizedGroup.for_ratio(groups, m, ratio, case.laws).error(case.laws, case.shares)
        others = (RandomizedGroup(groups, m, *lies) for lies in grid)
        kept = [s.error(case.laws, case.shares) for s in others if s.ratio(case.laws) <= ratio]
        assert all(error >= best for error in kept), name
        assert kept or ratio < 2, name


@pytest.mark.parametrize("ratio", RATIOS[:4], ids=str)
@pytest.mark.parametrize(("groups", "m"), SIZES)
def test_values_are_lied_about_exactly_while_the_laws_are_too_uneven(
    groups: int, m: int, ratio: Fraction
) -> None:
    for name in KNOWN:
        laws, _ = known(name, groups, m)
        uneven = max(map(max, laws)) / min(map(min, laws))
        assert (RandomizedGroup.for_ratio(groups, m, ratio, laws).lie_value > 0) == (ratio**2 < uneven), name


@pytest.mark.parametrize(("groups", "m"), [(2, 1), (3, 1), (3, 2)])
def test_with_nothing_known_groups_are_protected_and_values_half_as_well(groups: int, m: int) -> None:
    scheme = RandomizedGroup.for_ratio(groups, m, Fraction(3, 2))
    assert scheme.ratio() == Fraction(3, 2)
    tables = [told_without_query(scheme, group) for group in range(1, groups + 1)]
    across = max(
        x / y
        for one in range(groups)
        for other in range(groups)
        if one != other
        for a in tables[one].values()
        for b in tables[other].values()
        for x, y in zip(a, b, strict=True)
    )
    assert across == Fraction(3, 2)
    assert worst_value_ratio(scheme) == Fraction(9, 4)
    assert worst_pair_ratio(scheme) == Fraction(9, 4)


def test_a_known_law_leaves_the_value_open_to_those_who_know_the_group() -> None:
    laws = known("uniform", 3, 1)[0]
    scheme = RandomizedGroup.for_ratio(3, 1, 2, laws)
    assert worst_group_ratio(scheme, laws) == 2
    assert worst_value_ratio(scheme) == math.inf


def test_a_group_lie_above_chance_is_right_and_clamping_it_breaks_the_promise() -> None:
    """PAPER, section 7: k = 5, m = 2, nothing known, epsilon 0.5."""
    right = RandomizedGroup.for_epsilon(5, 2, "0.5")
    assert round(float(right.lie_group), 4) == 0.8218
    assert right.lie_group > Fraction(4, 5)
    clamped = RandomizedGroup(5, 2, Fraction(4, 5), right.lie_value)
    assert round(float(clamped.ratio()), 4) == 1.9015
    assert round(float(right.ratio()), 4) == 1.6487


def test_without_lies_about_groups_nothing_is_promised() -> None:
    scheme = RandomizedGroup(3, 1, 0, 0)
    assert scheme.ratio(known("uniform", 3, 1)[0]) == math.inf
    assert RandomizedGroup(3, 1, Fraction(1, 2), 0).ratio() == math.inf
    assert scheme.answer(2, -1, RecordedSource()) == (2, -1)


def test_group_and_value_travel_together() -> None:
    """Five groups and six values: 30 messages, 5 bits; two fields would take 6."""
    scheme = RandomizedGroup(5, 3, Fraction(1, 2), 0)
    assert (scheme.messages, scheme.bits) == (30, 5)
    answers = [(group, value) for group in range(1, 6) for value in scheme.values]
    assert [scheme.pack(answer) for answer in answers] == list(range(30))
    assert [scheme.unpack(packed) for packed in range(30)] == answers


def test_real_answers_come_from_the_operating_system_and_are_messages() -> None:
    scheme, source = RandomizedGroup(3, 2, Fraction(1, 2), Fraction(1, 3)), SystemSource()
    packed = [scheme.pack(scheme.answer(2, -1, source)) for _ in range(50)]
    assert all(0 <= message < scheme.messages for message in packed)
    assert sum(scheme.estimate([scheme.unpack(message) for message in packed])) % scheme.gain == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ((1, 1, 0, 0), "groups must be a whole number of at least 2; got 1"),
        ((2.5, 1, 0, 0), "groups must be a whole number of at least 2; got 2.5"),
        ((2, 1, 1, 0), "lie_group must be at least 0 and below 1; got 1"),
        ((2, 2, 0, "3/4"), "lie_value must be at least 0 and below 1 - 1/2m = 3/4; got 3/4"),
        ((2, 2, math.nan, 0), "lie_group must be a finite number; got nan"),
    ],
)
def test_impossible_schemes_cannot_be_written(arguments: tuple[int, int, float, float], message: str) -> None:
    with pytest.raises(Refused) as refused:
        RandomizedGroup(*arguments)
    assert str(refused.value) == message


def test_messages_of_nobody_are_named() -> None:
    scheme = RandomizedGroup(2, 1, Fraction(1, 2), 0)
    with pytest.raises(Refused, match=r"group must lie in 1..2; got 3"):
        scheme.estimate([(3, 1)])
    with pytest.raises(Refused, match=r"value must be a whole number from -1 to 1 except 0; got 2"):
        scheme.pack((1, 2))
    with pytest.raises(Refused, match=r"packed answer must lie in 0..3; got 4"):
        scheme.unpack(4)
