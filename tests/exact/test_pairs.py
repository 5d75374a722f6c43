"""How differences between two groups vary, against every query, card and column of small schemes."""

from __future__ import annotations

from fractions import Fraction

import pytest

from paired import (
    check_every_pair,
    check_known_means,
    check_known_options,
    check_linked,
    check_means,
    check_options,
    check_sums,
)
from planned import PLAIN
from tacit.scheme.rows import Dealt, Direct, Hashed
from tacit.scheme.scheme import Scheme

WITH_VALUES = [
    Scheme(Direct(3, 2, 6), PLAIN),
    Scheme(Dealt(3, 2, 2), PLAIN, Fraction(1, 3)),
    Scheme(Dealt(4, 2, 4), PLAIN),
    Scheme(Hashed(5, 2, 5), PLAIN),
    Scheme(Hashed(3, 2, 3), PLAIN, Fraction(1, 9)),
    Scheme(Direct(3, 3, 9), PLAIN),
    Scheme(Hashed(5, 3, 5), PLAIN),
]
WITHOUT = [
    Scheme(rows, PLAIN) for rows in (Direct(4, 1, 4), Dealt(5, 1, 3), Hashed(9, 1, 3), Hashed(5, 1, 5))
]


def name_of(scheme: Scheme) -> str:
    rows = scheme.rows
    return f"{rows.name}-{rows.items}x{rows.levels}-over-{rows.columns}-{scheme.odds.opposite}"


@pytest.mark.parametrize("scheme", WITH_VALUES, ids=name_of)
def test_of_means(scheme: Scheme) -> None:
    check_means(scheme)


@pytest.mark.parametrize(
    "scheme",
    [
        *WITH_VALUES[:2],
        *(Scheme(Hashed(*shape), PLAIN) for shape in ((4, 2, 2), (5, 2, 5), (5, 3, 5), (4, 4, 5))),
    ],
    ids=name_of,
)
def test_of_sums(scheme: Scheme) -> None:
    check_sums(scheme)


@pytest.mark.parametrize(
    "scheme", [Scheme(Hashed(6, 2, 3), PLAIN, Fraction(1, 9)), Scheme(Hashed(6, 2, 5), PLAIN)], ids=name_of
)
def test_of_each_pair_by_itself(scheme: Scheme) -> None:
    check_every_pair(scheme)


@pytest.mark.parametrize("scheme", WITHOUT, ids=name_of)
def test_of_linked_outcomes_and_of_sizes(scheme: Scheme) -> None:
    check_linked(scheme)


@pytest.mark.parametrize("declining", [None, Fraction(1, 6)])
def test_of_means_of_known_groups(declining: Fraction | None) -> None:
    check_known_means(declining)


def test_of_options() -> None:
    check_options()


@pytest.mark.parametrize("declining", [None, Fraction(1, 6)])
def test_of_options_of_known_groups(declining: Fraction | None) -> None:
    check_known_options(declining)
