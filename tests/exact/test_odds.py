"""The integers: exact floors and ceilings of powers of e, taken from the text of epsilon."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.promises import check_keep_is_the_floor, exponential_at_100_digits
from tacit.errors import Refused
from tacit.scheme.odds import UNIT, Odds, die_odds, group_odds, mean_within_odds, pair_odds, worst_ratio

EDGES = [
    "0.001",
    "0.0010000000000000000000001",
    "0.1",
    "0.30",
    "1",
    "1.0",
    "2",
    "19.999999999999999999999999",
    "20",
]


def epsilons() -> list[Decimal]:
    """Edges, every other hundredth up to 5, and 150 of 25 digits spread over the whole range."""
    stride, span = 3141592653589793238462643, 20 * 10**23
    long = [str(Decimal(number * stride % span) / 10**23) for number in range(1, 151)]
    steps = [str(Decimal(step) / 100) for step in range(1, 500, 2)]
    return [Decimal(text) for text in (*EDGES, *steps, *long) if Decimal(text) >= Decimal("0.001")]


def wrong_in_floats() -> list[Decimal]:
    """Epsilons at which floats say another floor than the exact one."""
    found = []
    for step in range(12_000, 20_001):
        epsilon = Decimal(step) / 1000
        if math.floor(UNIT * math.exp(float(epsilon))) != pair_odds(epsilon).keep:
            found.append(epsilon)
    return found


def test_keep_is_the_exact_floor() -> None:
    assert len(epsilons()) > 400
    check_keep_is_the_floor(pair_odds, epsilons())


def test_keep_is_the_exact_floor_where_floats_say_another() -> None:
    found = wrong_in_floats()
    assert len(found) > 20
    check_keep_is_the_floor(pair_odds, found)


def test_group_odds_are_the_exact_floor_and_ceiling() -> None:
    check_keep_is_the_floor(group_odds, epsilons())
    for epsilon in epsilons():
        low, high = exponential_at_100_digits(epsilon)
        assert math.ceil(UNIT / high) == math.ceil(UNIT / low) == group_odds(epsilon).opposite


@pytest.mark.parametrize(
    ("epsilon", "columns", "keep"),
    [
        ("0.694", 5, 2),
        ("1.098", 5, 2),
        ("1.099", 4, 3),
        ("1.386", 4, 3),
        ("1.387", 3, 4),
        ("1.609", 3, 4),
        ("1.61", 2, 5),
        ("20", 2, 5),
    ],
)
def test_die_takes_the_fewest_columns_that_epsilon_allows(epsilon: str, columns: int, keep: int) -> None:
    assert die_odds(Decimal(epsilon)) == (columns, Odds(keep, 1, 1))
    assert Odds(keep, 1, 1).total(2, columns) == 6
    assert keep < exponential_at_100_digits(Decimal(epsilon))[0]
    if columns > 2:
        assert keep + 1 > exponential_at_100_digits(Decimal(epsilon))[1]


def test_die_refuses_an_epsilon_below_ln_2() -> None:
    with pytest.raises(
        Refused, match=r"privacy.epsilon must be at least 0.694 \(ln 2\) for one die; got 0.693$"
    ):
        die_odds(Decimal("0.693"))


def test_mean_within_the_whole_spanis_the_default_promise() -> None:
    for epsilon in map(Decimal, ("0.1", "1", "3.5")):
        plain = pair_odds(epsilon)
        assert mean_within_odds(epsilon, Decimal(1), 5) == plain
        # At two columns the scale is the other way round: keep is 2^24 and the opposite rounds up.
        two = mean_within_odds(epsilon, Decimal(1), 2)
        assert two.keep == UNIT
        assert two.opposite == math.ceil(UNIT / exponential_at_100_digits(epsilon)[0])


def test_two_columns_need_no_noise_where_the_means_are_close() -> None:
    """|mean| <= tanh(epsilon / 2): the paper's intrinsic privacy. tanh(.5) = .46211..."""
    assert mean_within_odds(Decimal(1), Decimal("0.4621"), 2) == Odds(UNIT, 0, 0)
    assert mean_within_odds(Decimal(1), Decimal("0.4622"), 2).opposite > 0


@pytest.mark.parametrize(
    ("weights", "message"),
    [
        ((1, 1, 1), r"scheme.keep must be above other \(1\) and opposite \(1\); got 1"),
        ((2, 3, 1), r"scheme.keep must be above other \(1\) and opposite \(3\); got 2"),
        ((5, -1, 1), "scheme.opposite must be at least 0; got -1"),
        ((5, 1, -2), "scheme.other must be at least 0; got -2"),
        ((5.0, 1, 1), r"scheme.keep must be a whole number; got 5\.0"),
        ((5, True, 1), "scheme.opposite must be a whole number; got True"),
        ((5, 1, "1"), "scheme.other must be a whole number; got '1'"),
    ],
)
def test_impossible_odds_are_refused(weights: tuple[Any, Any, Any], message: str) -> None:
    with pytest.raises(Refused, match=message):
        Odds(*weights)


@given(st.integers(2, 10**6), st.integers(0, 10**3), st.integers(0, 10**3))
def test_worst_ratio_is_keep_to_the_smallest_weight_or_none(keep: int, opposite: int, other: int) -> None:
    if keep <= max(opposite, other):
        return
    for columns, smallest in ((2, opposite), (3, min(opposite, other))):
        found = worst_ratio(Odds(keep, opposite, other), columns)
        assert found == (Fraction(keep, smallest) if smallest else None)


@given(st.decimals("0.001", 20, places=12), st.decimals("0.001", 20, places=12))
def test_more_epsilon_never_gives_smaller_odds(one: Decimal, two: Decimal) -> None:
    low, high = sorted((one, two))
    assert pair_odds(low).keep <= pair_odds(high).keep
    assert group_odds(low).opposite >= group_odds(high).opposite
