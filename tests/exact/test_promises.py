"""The promises, as rationals over every query, column and pair of cards: kept, and not a bit wasted."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from proofs.promises import (
    between_any,
    between_groups,
    check_group_promise,
    check_mean_promise,
    check_pair_promise,
    is_kept,
    laws_of_cards,
    laws_of_groups,
    worst,
)
from tacit.errors import Refused
from tacit.scheme.choose import choose
from tacit.scheme.exact import is_at_most_exponential
from tacit.scheme.needs import Needs
from tacit.scheme.odds import (
    UNIT,
    Odds,
    die_odds,
    group_odds,
    group_ratio,
    mean_within_odds,
    pair_odds,
    worst_ratio,
)
from tacit.scheme.rows import Dealt, Direct, Hashed, Rows
from tacit.scheme.scheme import Scheme

EPSILONS = [Decimal(text) for text in ("0.001", "0.1", "0.5", "1", "2", "5", "20")]
TWO_LEVELS: list[Rows] = [
    Hashed(2, 2, 2),
    Hashed(3, 2, 3),
    Hashed(4, 2, 5),
    Dealt(2, 2, 2),
    Dealt(2, 2, 3),
    Dealt(3, 2, 4),
    Dealt(4, 2, 5),
    Dealt(5, 2, 5),
    Direct(2, 2, 4),
    Direct(3, 2, 6),
]
OTHER_LEVELS: list[Rows] = [
    Hashed(3, 1, 2),
    Hashed(4, 3, 3),
    Hashed(3, 4, 5),
    Dealt(5, 1, 4),
    Direct(3, 1, 3),
    Direct(2, 5, 10),
]


@pytest.mark.parametrize("epsilon", EPSILONS, ids=str)
@pytest.mark.parametrize("rows", [*TWO_LEVELS, *OTHER_LEVELS], ids=repr)
def test_group_and_value_is_kept_exactly_by_all_cards(rows: Rows, epsilon: Decimal) -> None:
    check_pair_promise(Scheme(rows, pair_odds(epsilon)), epsilon)
    if rows.name != "direct" and rows.levels > 1:
        check_pair_promise(Scheme(rows, pair_odds(epsilon), Fraction(1, 3)), epsilon)


@pytest.mark.parametrize("epsilon", EPSILONS, ids=str)
@pytest.mark.parametrize("rows", [rows for rows in TWO_LEVELS if rows.items > 2], ids=repr)
def test_who_declines_is_covered_by_the_same_promise(rows: Rows, epsilon: Decimal) -> None:
    """The last item's level is a fair coin, so its law is the average of its cards."""
    check_pair_promise(Scheme(rows, pair_odds(epsilon)), epsilon, declines=True)


@pytest.mark.parametrize("epsilon", ["0.7", "1.1", "1.39", "1.7", "8"])
def test_a_die_keeps_the_promise(epsilon: str) -> None:
    columns, odds = die_odds(Decimal(epsilon))
    for rows in (Dealt(3, 2, columns), Dealt(5, 1, columns)):
        check_pair_promise(Scheme(rows, odds), Decimal(epsilon))


@pytest.mark.parametrize("epsilon", EPSILONS, ids=str)
@pytest.mark.parametrize("items", [2, 3, 5])
def test_group_promise_of_direct_rows_between_and_within_groups(items: int, epsilon: Decimal) -> None:
    check_group_promise(Scheme(Direct(items, 2, 2 * items), group_odds(epsilon)), epsilon)


@pytest.mark.parametrize("items", [3, 5])
def test_group_promise_fails_for_rows_in_which_groups_meet(items: int) -> None:
    """Why the three weights are for direct rows only: elsewhere keep meets opposite across groups."""
    epsilon = Decimal(1)
    scheme = Scheme(Dealt(items, 2, 4), group_odds(epsilon))
    tables = laws_of_groups(scheme, Fraction(1))
    found = worst(tables, between_groups)
    assert found == worst_ratio(group_odds(epsilon), 4)
    assert not is_kept(found, epsilon)


@pytest.mark.parametrize("mean_within", ["0.001", "0.05", "0.2", "0.5", "0.75", "0.9", "0.999", "1"])
@pytest.mark.parametrize("epsilon", ["0.01", "0.3", "1", "2", "4"])
def test_mean_within_is_kept_at_both_extremes_of_every_group(epsilon: str, mean_within: str) -> None:
    for rows in TWO_LEVELS:
        odds = mean_within_odds(Decimal(epsilon), Decimal(mean_within), rows.columns)
        is_direct = rows.name == "direct"
        stated = group_ratio(odds, Decimal(mean_within), rows.columns, is_direct=is_direct)
        check_mean_promise(Scheme(rows, odds), Decimal(epsilon), Decimal(mean_within), stated)


@pytest.mark.parametrize("mean_within", ["0.2", "0.5", "0.9"])
def test_whoever_knows_values_learns_what_is_stated_and_no_more(mean_within: str) -> None:
    """In two columns nothing is ever sent with the weight of others, even where that is 0."""
    for rows in TWO_LEVELS:
        scheme = Scheme(rows, mean_within_odds(Decimal(1), Decimal(mean_within), rows.columns))
        assert worst(laws_of_cards(scheme), between_any) == worst_ratio(scheme.odds, rows.columns), rows


@pytest.mark.parametrize("mean_within", ["0.2", "0.6", "0.95"])
@pytest.mark.parametrize("epsilon", ["0.3", "1", "2"])
def test_mean_within_wastes_nothing(epsilon: str, mean_within: str) -> None:
    """The ratio is e^epsilon to a few parts in ten million, unless the bound alone keeps the promise."""
    for columns in (2, 3, 4, 7):
        odds = mean_within_odds(Decimal(epsilon), Decimal(mean_within), columns)
        ratio = group_ratio(odds, Decimal(mean_within), columns, is_direct=False)
        assert ratio is not None
        stretched = ratio * (1 + Fraction(4, 10**7))
        assert odds == Odds(UNIT, 0, 0) or not is_kept(stretched, Decimal(epsilon)), (columns, odds)


@pytest.mark.parametrize("mean_within", ["0.05", "0.2", "0.5", "0.9"])
@pytest.mark.parametrize("epsilon", ["0.5", "1", "2"])
@pytest.mark.parametrize("ask", ["mean", "sum"])
def test_the_planner_s_choice_keeps_mean_within_for_every_query(
    ask: Literal["mean", "sum"], epsilon: str, mean_within: str
) -> None:
    """A count question would tell the group whatever its mean is: none is asked under such bounds."""
    for items in (2, 3, 5):
        needs = Needs(items, 2, Decimal(epsilon), "group", Decimal(mean_within), ask=ask)
        scheme = choose(needs)
        assert scheme.count_share == 0
        is_direct = scheme.rows.name == "direct"
        stated = group_ratio(scheme.odds, Decimal(mean_within), scheme.rows.columns, is_direct=is_direct)
        check_mean_promise(scheme, Decimal(epsilon), Decimal(mean_within), stated)


def test_schemes_without_noise_refuse_count_questions() -> None:
    with pytest.raises(Refused, match=r"scheme.count_share must be 0 .* or are 0; got 1/3"):
        Scheme(Dealt(3, 2, 2), Odds(UNIT, 0, 0), Fraction(1, 3))


@given(st.decimals("0.001", 20, places=9), st.integers(-50, 50))
def test_comparison_with_e_to_the_epsilon_agrees_with_100_digits(epsilon: Decimal, offset: int) -> None:
    """Ratios a hair around e^epsilon, where floats cannot tell."""
    ratio = Fraction(pair_odds(epsilon).keep * 10**12 + offset * 10**10, UNIT * 10**12)
    assert is_at_most_exponential(ratio, epsilon) == is_kept(ratio, epsilon)
