"""Laws, shares and bounds: read exactly, refused by name, and reduced to what privacy needs of them."""

from __future__ import annotations

import itertools
import math
from collections.abc import Callable
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.errors import Refused
from tacit.paper import Mechanism, QueryAndAnswer, RandomizedGroup
from tacit.paper.instances import FAMILIES, skew
from tacit.paper.laws import mean_square, read_laws, read_shares, spread_of, uniform_mean_square, values_of


def test_fractions_stay_exact() -> None:
    laws = skew(3, 2).laws
    assert laws is not None
    assert read_laws(3, 2, laws) == laws
    scheme = RandomizedGroup.for_ratio(3, 2, Fraction(3, 2), laws)
    for exact in (scheme.lie_group, scheme.error(laws), scheme.ratio(laws), scheme.gain):
        assert isinstance(exact, Fraction)
    assert scheme.ratio(laws) == Fraction(3, 2)


def test_decimals_and_arrays_mean_what_is_written() -> None:
    rows = ((Fraction(1, 10), Fraction(9, 10)), (Fraction(3, 10), Fraction(7, 10)))
    assert read_laws(2, 1, np.array([[0.1, 0.9], [0.3, 0.7]])) == rows  # type: ignore[arg-type]
    assert read_laws(2, 1, iter([["0.1", "0.9"], ("3/10", "7/10")])) == rows  # type: ignore[arg-type]


def test_rounded_rows_are_made_to_add_up() -> None:
    (row, _) = read_laws(2, 2, [[0.1, 0.2, 0.3, 0.4], [1 / 3, 1 / 3, 1 / 6, 1 / 6]])
    assert row == tuple(Fraction(part, 10) for part in (1, 2, 3, 4))
    assert sum(read_shares(3, [1 / 3, 1 / 3, 1 / 3])) == 1


def test_all_faults_of_laws_are_named_at_once() -> None:
    with pytest.raises(Refused) as refused:
        read_laws(4, 1, [[0.5], [0.7, 0.7], "ab", [-0.5, 1.5]])
    assert str(refused.value).split("; ") == [
        "laws row 1 must hold 2m = 2 probabilities",
        "got 1",
        "laws row 2 must add up to 1 (within 1e-9)",
        "got 1.4",
        "laws row 3 must hold 2m = 2 probabilities",
        "got 'ab'",
        "laws row 4 must lie in 0..1",
        "got -0.5",
    ]


@pytest.mark.parametrize(
    ("call", "message"),
    [
        (lambda: read_laws(2, 1, [[0.5, 0.5]]), "laws must hold one row per group, 2; got 1"),
        (lambda: read_laws(2, 1, 0.5), "laws must hold one row per group, 2; got 0.5"),  # type: ignore[arg-type]
        (lambda: read_shares(2, [0.5, 0.4]), "shares must add up to 1 (within 1e-9); got 0.9"),
        (lambda: read_shares(2, [1]), "shares must hold one share per group, 2; got 1"),
        (
            lambda: spread_of(2, 1, [[0.5, 0.5]] * 2, (0, 1)),
            "bounds must not be given together with laws: the laws already say more",
        ),
        (
            lambda: spread_of(2, 2, None, (Fraction(3, 10), 1)),
            "bounds must satisfy 0 <= low <= 1/4 <= high <= 1, for every value of every group; got (3/10, 1)",
        ),
        (
            lambda: spread_of(2, 1, None, (0, Fraction(2, 5))),
            "bounds must satisfy 0 <= low <= 1/2 <= high <= 1, for every value of every group; got (0, 2/5)",
        ),
        (lambda: spread_of(2, 1, None, (0, 0, 1)), "bounds must hold a pair (low, high); got 3"),  # type: ignore[arg-type]
    ],
)
def test_wrong_laws_shares_and_bounds_are_refused(call: Callable[[], object], message: str) -> None:
    with pytest.raises(Refused) as refused:
        call()
    assert str(refused.value) == message


@pytest.mark.parametrize("scheme", [QueryAndAnswer, RandomizedGroup])
def test_epsilon_0_is_for_uniform_values_alone(scheme: type[QueryAndAnswer | RandomizedGroup]) -> None:
    uniform = FAMILIES["uniform"](3, 2).laws
    assert scheme.for_epsilon(3, 2, 0, uniform).ratio(uniform) == 1
    rule = "must be above 0 unless every value of every group is known to be equally likely; got 0"
    with pytest.raises(Refused, match=f"epsilon {rule}"):
        scheme.for_epsilon(3, 2, 0)
    with pytest.raises(Refused, match=r"ratio must be above 1 unless"):
        scheme.for_ratio(3, 2, 1, skew(3, 2).laws)
    with pytest.raises(Refused, match=r"ratio must be at least 1 \(it is e\^epsilon\); got 1/2"):
        scheme.for_ratio(3, 2, "1/2")


def test_bounds_that_were_rounded_reach_the_uniform_law() -> None:
    """Probabilities of 2m values cannot all be above 1/2m or all below it."""
    low, high = Fraction("0.1666666667"), Fraction("0.1666666666")
    assert spread_of(2, 3, None, (low, 1)).lowest == Fraction(1, 6)
    assert spread_of(2, 3, None, (0, high)).highest == Fraction(1, 6)
    assert QueryAndAnswer.for_epsilon(2, 3, 0, bounds=(low, high)).lie == 0


LAW = st.lists(st.integers(0, 9), min_size=4, max_size=4).filter(any)


@given(st.lists(LAW, min_size=2, max_size=5), st.fractions(min_value=1, max_value=20, max_denominator=7))
def test_four_pairs_of_groups_are_enough_whatever_the_laws(weights: list[list[int]], ratio: Fraction) -> None:
    """Only the two largest maxima and the two smallest minima can matter; here all pairs are tried."""
    laws = [[Fraction(weight, sum(row)) for weight in row] for row in weights]
    pairs = [(max(one), min(other)) for one, other in itertools.permutations(laws, 2)]
    spread = spread_of(len(laws), 2, laws, None)
    assert spread.excess(ratio) == max(high - ratio * low for high, low in pairs)
    assert spread.highest == max(map(max, laws))
    assert spread.lowest == min(map(min, laws))
    assert spread.width_across == max(high - low for high, low in pairs) <= spread.width
    worst = max(math.inf if low == 0 else high / low for high, low in pairs)
    assert QueryAndAnswer(len(laws), 2, 0).ratio(laws) == worst


@pytest.mark.parametrize("m", [1, 2, 5, 100])
def test_the_mean_square_of_a_uniform_value(m: int) -> None:
    squares = [value * value for value in values_of(m)]
    assert len(squares) == 2 * m
    assert uniform_mean_square(m) == Fraction(sum(squares), 2 * m)
    assert mean_square(2, m, FAMILIES["uniform"](2, m).laws, None) == uniform_mean_square(m)
    assert mean_square(2, m, None, None) == m * m


def test_shares_weigh_the_groups() -> None:
    laws = ((0, 0, 0, 1), (0, 1, 0, 0))
    assert mean_square(2, 2, laws, (Fraction(1, 4), Fraction(3, 4))) == Fraction(4 + 3, 4)
    assert mean_square(2, 2, laws, None) == Fraction(5, 2)


@pytest.mark.parametrize(
    "scheme", [QueryAndAnswer(3, 2, Fraction(1, 3)), RandomizedGroup(3, 2, Fraction(1, 2), Fraction(1, 3))]
)
def test_errors_are_split_by_their_cause_as_in_remark_2(scheme: Mechanism) -> None:
    case = skew(3, 2)
    parts = scheme.error_parts(case.laws, case.shares)
    assert parts.total == parts.other_groups + parts.randomized_value == scheme.error(case.laws, case.shares)
    people = [[0] * 4 for _ in range(3)]
    people[0] = [10, 0, 0, 0]
    errors = scheme.group_errors(people)
    alone = scheme.error_parts([[1, 0, 0, 0]] * 3)
    assert errors[0] == 10 * alone.randomized_value
    assert errors[1] + errors[2] == 10 * alone.other_groups
    assert errors[1] == errors[2]


def test_without_lies_all_error_of_q_and_a_comes_from_other_groups() -> None:
    parts = QueryAndAnswer(4, 3, 0).error_parts()
    assert parts.randomized_value == 0
    assert parts.other_groups == 3 * uniform_mean_square(3)
