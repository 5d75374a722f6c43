"""The promise in numbers and words: the true odds, rounded against us, and whatever they leave open."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.scheme.odds import Odds, group_odds, mean_within_odds, pair_odds
from tacit.scheme.rows import Dealt, Direct, Hashed, Rows
from tacit.scheme.scheme import Scheme
from tacit.study.privacy import Privacy
from tacit.study.promise import describe_promise, is_kept, promised_odds, promised_ratio

ONE, HALF = Decimal(1), Decimal("0.5")
PAIRS, GROUPS, MEANS = Privacy(ONE), Privacy(ONE, "group"), Privacy(ONE, "group", HALF)
DIRECT, DEALT, HASHED = Direct(3, 2, 6), Dealt(3, 2, 4), Hashed(3, 2, 3)

# With the weights 6:2:3 of own, opposite and other: who meets whom decides which quotient is the worst.
RATIOS: list[tuple[Rows, Odds, Privacy, Fraction | None]] = [
    (DIRECT, Odds(6, 2, 3), PAIRS, Fraction(3)),
    (DIRECT, Odds(6, 2, 3), GROUPS, Fraction(2)),
    (DIRECT, Odds(9, 1, 3), GROUPS, Fraction(3)),
    (DEALT, Odds(6, 2, 3), GROUPS, Fraction(3)),
    (DIRECT, Odds(6, 3, 3), GROUPS, Fraction(2)),
    (Direct(3, 1, 3), Odds(6, 3, 3), GROUPS, Fraction(2)),
    # Means within half of the range's half: a group sends own with 5 to 4 of 6 and 2.
    (DIRECT, Odds(6, 2, 3), MEANS, Fraction(5, 3)),
    (HASHED, Odds(6, 2, 3), MEANS, Fraction(5, 3)),
    (Dealt(3, 2, 2), Odds(6, 2, 0), MEANS, Fraction(5, 3)),
    (Dealt(3, 2, 2), Odds(6, 0, 0), MEANS, Fraction(3)),
    (Dealt(3, 2, 2), Odds(6, 2, 0), PAIRS, Fraction(3)),
    (Dealt(3, 2, 2), Odds(6, 0, 0), PAIRS, None),
    (Dealt(3, 2, 2), Odds(6, 0, 0), GROUPS, None),
    (DEALT, Odds(6, 0, 3), GROUPS, None),
]


@pytest.mark.parametrize(("rows", "odds", "privacy", "ratio"), RATIOS)
def test_the_promised_ratio(rows: Rows, odds: Odds, privacy: Privacy, ratio: Fraction | None) -> None:
    assert promised_ratio(Scheme(rows, odds), privacy) == ratio


def test_count_questions_are_not_covered_by_a_bound_on_means() -> None:
    scheme = Scheme(HASHED, Odds(6, 3, 3), Fraction(1, 9))
    assert promised_ratio(scheme, MEANS) == 2


@pytest.mark.parametrize("epsilon", ["0.001", "0.7", "1", "3.3", "20"])
def test_the_planner_s_odds_are_kept_and_a_hair_more_is_not(epsilon: str) -> None:
    exact = Decimal(epsilon)
    cases: list[tuple[Rows, Odds, Privacy]] = [
        (HASHED, pair_odds(exact), Privacy(exact)),
        (DIRECT, group_odds(exact), Privacy(exact, "group")),
    ]
    if exact < 5:
        cases += [(DIRECT, mean_within_odds(exact, HALF, 6), Privacy(exact, "group", HALF))]
    for rows, odds, privacy in cases:
        assert is_kept(Scheme(rows, odds), privacy)
        more = Odds(odds.keep + 4, odds.opposite, odds.other)
        assert not is_kept(Scheme(rows, more), privacy)


def test_odds_without_bound_keep_no_promise() -> None:
    scheme = Scheme(Dealt(3, 2, 2), Odds(6, 0, 0))
    assert not is_kept(scheme, Privacy(Decimal(20)))
    assert promised_odds(scheme, PAIRS) == "any odds"


@pytest.mark.parametrize(
    ("odds", "said"),
    [
        (pair_odds(Decimal("0.001")), "1.00101 to 1"),
        (pair_odds(Decimal("0.09")), "1.09418 to 1"),
        (pair_odds(ONE), "2.72 to 1"),
        (Odds(3, 1, 1), "3.00 to 1"),
        (Odds(1001, 1000, 1000), "1.00100 to 1"),
        (pair_odds(Decimal(7)), "1,097 to 1"),
        (pair_odds(Decimal(20)), "485,165,196 to 1"),
    ],
)
def test_odds_in_words_are_rounded_up(odds: Odds, said: str) -> None:
    assert promised_odds(Scheme(HASHED, odds), PAIRS) == said


@given(st.integers(1, 10**9), st.integers(1, 10**6))
def test_odds_in_words_are_never_below_the_true_ones(more: int, other: int) -> None:
    ratio = Fraction(other + more, other)
    said = promised_odds(Scheme(HASHED, Odds(other + more, other, other)), PAIRS)
    shown = Fraction(said.removesuffix(" to 1").replace(",", ""))
    assert ratio <= shown <= ratio * Fraction(101, 100) + Fraction(1, 10**5)
    assert shown == math.ceil(shown * 10**5) / Fraction(10**5)


def test_the_sentences_say_what_each_promise_leaves_open() -> None:
    assert describe_promise(Scheme(HASHED, pair_odds(ONE)), PAIRS) == (
        "Whatever someone knows, one answer moves the odds between any two (group, value) pairs "
        "by at most 2.72 to 1."
    )
    assert describe_promise(Scheme(HASHED, pair_odds(ONE)), PAIRS, has_values=False) == (
        "Whatever someone knows, one answer moves the odds between any two groups by at most 2.72 to 1."
    )
    assert describe_promise(Scheme(DIRECT, group_odds(ONE)), GROUPS) == (
        "Whatever someone knows, one answer moves the odds between two people of different groups "
        "by at most 2.72 to 1; between two values in one group by at most 7.39 to 1."
    )
    assert describe_promise(Scheme(HASHED, pair_odds(ONE)), GROUPS) == (
        "Whatever someone knows, one answer moves the odds between any two people by at most 2.72 to 1."
    )
    assert describe_promise(Scheme(HASHED, mean_within_odds(ONE, HALF, 3)), MEANS) == (
        "If, to whoever looks, each group's average lies within 0.5 half-ranges of the middle, "
        "one answer moves the odds between groups by at most 2.72 to 1. "
        "Whoever knows the value learns more: 25.40 to 1."
    )
    two_columns = Scheme(Dealt(3, 2, 2), mean_within_odds(ONE, HALF, 2))
    assert describe_promise(two_columns, MEANS).endswith("Whoever knows the value learns more: 25.40 to 1.")
    assert describe_promise(Scheme(Dealt(3, 2, 2), Odds(6, 0, 0)), MEANS).endswith(
        "Whoever knows the value learns more: any odds."
    )
