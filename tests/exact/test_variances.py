"""The forecast's variances, against every query, card and column of small schemes: exact fractions."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction

import pytest

from planned import (
    PLAIN,
    check_a_group,
    check_aligned_options,
    check_an_option,
    check_counts_of_unions,
    check_known_histogram,
    check_known_sizes,
    check_linked,
    check_linked_apart,
    check_values_of_unions,
    check_which_options_are_aligned,
)
from tacit.scheme.odds import Odds, group_odds
from tacit.scheme.rows import Dealt, Direct, Hashed, Rows
from tacit.scheme.scheme import Scheme

WITH_VALUES = [
    Scheme(Hashed(3, 2, 3), PLAIN, Fraction(1, 9)),
    Scheme(Hashed(5, 2, 5), PLAIN),
    Scheme(Hashed(3, 3, 5), PLAIN),
    Scheme(Dealt(3, 2, 2), PLAIN, Fraction(1, 3)),
    Scheme(Dealt(4, 2, 4), PLAIN),
    Scheme(Direct(3, 2, 6), PLAIN),
    Scheme(Direct(3, 2, 6), group_odds(Decimal(1))),
    Scheme(Hashed(3, 2, 5), Odds(7, 1, 2)),
]
WITHOUT = [Scheme(rows, PLAIN) for rows in (Hashed(6, 1, 3), Dealt(5, 1, 3), Dealt(6, 1, 4), Direct(4, 1, 4))]
# Averaged over all unions of as many items; most of these rows treat every union alike.
UNIONS: list[Rows] = [
    Hashed(9, 1, 3),
    Hashed(8, 1, 2),
    Hashed(5, 1, 5),
    Hashed(5, 2, 5),
    Hashed(9, 2, 3),
    Hashed(5, 4, 5),
    Dealt(7, 1, 2),
    Dealt(7, 1, 3),
    Dealt(7, 1, 5),
    Dealt(6, 1, 3),
    Dealt(5, 2, 3),
    Dealt(5, 2, 4),
    Direct(5, 1, 5),
    Direct(4, 2, 8),
]


def name_of(scheme: Scheme) -> str:
    rows, odds = scheme.rows, scheme.odds
    return f"{rows.name}-{rows.items}x{rows.levels}-over-{rows.columns}-{odds.opposite}-{scheme.count_share}"


@pytest.mark.parametrize("scheme", WITH_VALUES, ids=name_of)
def test_every_figure_of_a_group_varies_as_enumeration_says(scheme: Scheme) -> None:
    check_a_group(scheme)


@pytest.mark.parametrize("scheme", WITHOUT, ids=name_of)
def test_a_linked_outcome_varies_as_if_it_were_known_of_everybody(scheme: Scheme) -> None:
    check_linked(scheme)


@pytest.mark.parametrize("scheme", WITHOUT, ids=name_of)
def test_where_groups_differ_a_linked_outcome_varies_no_more_than_is_said(scheme: Scheme) -> None:
    check_linked_apart(scheme)


COUNTED = [Scheme(rows, PLAIN, Fraction(1, 3)) for rows in (Hashed(5, 2, 5), Dealt(5, 2, 3))]


@pytest.mark.parametrize("scheme", [*(Scheme(rows, PLAIN) for rows in UNIONS), *COUNTED], ids=name_of)
def test_counts_of_unions_vary_as_enumeration_says(scheme: Scheme) -> None:
    check_counts_of_unions(scheme)


@pytest.mark.parametrize(
    "scheme", [WITH_VALUES[1], WITH_VALUES[3], WITH_VALUES[4], WITH_VALUES[5]], ids=name_of
)
def test_sums_and_means_of_unions_vary_as_enumeration_says(scheme: Scheme) -> None:
    check_values_of_unions(scheme)


@pytest.mark.parametrize("columns", [3, 5, 7])
def test_options_of_one_group_are_alike_but_for_their_last_digit(columns: int) -> None:
    check_which_options_are_aligned(columns)


@pytest.mark.parametrize("size", [3, 4, 5])
def test_options_within_one_digit_vary_as_enumeration_says(size: int) -> None:
    check_aligned_options(size)


@pytest.mark.parametrize(
    "rows", [Hashed(9, 1, 3), Dealt(7, 1, 3), Direct(6, 1, 6)], ids=lambda rows: rows.name
)
@pytest.mark.parametrize("chosen", [Fraction(0), Fraction(1, 4), Fraction(1)])
def test_the_share_of_an_option_varies_as_enumeration_says(rows: Rows, chosen: Fraction) -> None:
    check_an_option(rows, chosen)


@pytest.mark.parametrize(
    "declining", [None, Fraction(0), Fraction(1, 5)], ids=["not-offered", "none", "some"]
)
@pytest.mark.parametrize("scheme", [WITH_VALUES[1], WITH_VALUES[4], WITH_VALUES[5]], ids=name_of)
def test_known_sizes_vary_as_enumeration_says(scheme: Scheme, declining: Fraction | None) -> None:
    check_known_sizes(scheme, declining)


@pytest.mark.parametrize("declining", [None, Fraction(1, 6)], ids=["not-offered", "some"])
def test_known_sizes_of_a_histogram_vary_as_enumeration_says(declining: Fraction | None) -> None:
    check_known_histogram(declining)
