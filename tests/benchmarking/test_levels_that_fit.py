"""Wherever values lie, with levels that fit them no rival's sums are more exact; with two levels some are."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from itertools import product

import numpy as np
import pytest

from tacit.benchmarking.accuracy import ENDS, EVEN, MIDDLE, Law, rival_variance, sum_variance
from tacit.benchmarking.group_means import rivals
from tacit.scheme.choose import choose
from tacit.scheme.needs import Needs

INNER: Law = ("in the inner half", tuple(np.linspace(-0.5, 0.5, 101).tolist()))
SKEWED: Law = ("mostly low", tuple((2 * np.linspace(0, 1, 201) ** 3 - 1).tolist()))
LAWS = (ENDS, EVEN, MIDDLE, INNER, SKEWED)
CELLS = list(product((2, 3, 5, 10, 100), ("0.5", "1", "1.5", "2", "3", "4", "6", "8")))
LEVELS = (2, 3, 4, 5, 7, 9, 11, 13, 17)
# Equal where the mechanisms are one: then ours differs by its odds in whole numbers.
EQUAL = 1.0001


def beside_rivals(groups: int, epsilon: str, law: Law, levels: tuple[int, ...]) -> float:
    """Our variance with the best of these levels, in multiples of the best rival's."""
    needs = Needs(groups, 2, Decimal(epsilon), ask="sum", values="even")
    ours = min(sum_variance(choose(replace(needs, levels=each)), law) for each in levels)
    return ours / min(rival_variance(rival, law) for rival in rivals(groups, float(epsilon)))


@pytest.mark.parametrize("law", LAWS, ids=lambda law: law[0])
def test_with_levels_that_fit_the_values_no_rival_is_more_exact(law: Law) -> None:
    assert max(beside_rivals(*cell, law, LEVELS) for cell in CELLS) <= EQUAL


def test_two_levels_fit_the_ends_and_nothing_else_everywhere() -> None:
    worst = {law[0]: max(beside_rivals(*cell, law, (2,)) for cell in CELLS) for law in LAWS}
    assert worst.pop(ENDS[0]) <= EQUAL
    assert all(ratio > EQUAL for ratio in worst.values()), worst
