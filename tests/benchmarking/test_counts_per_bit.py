"""Up to which epsilon counts are as exact as local hashing's, in an eighth of its bits: by closed forms."""

from __future__ import annotations

import math
from decimal import Decimal

import pytest

from tacit.benchmarking.accuracy import SEED_BITS
from tacit.benchmarking.inputs import scheme_for
from tacit.comparison.rivals import local_hashing
from tacit.scheme.moments import Moments

PROMISED = 1.15
FAR = 3.0  # the largest epsilon, in quarters, at which it holds for any number of items


def ratio(items: int, epsilon: float, more_bits: int = 0) -> float:
    """Our variance of a count, in the planner's choice of so many bits, to local hashing's in all of its."""
    theirs = local_hashing(items, math.exp(Decimal(str(epsilon))), levels=1)
    most = (SEED_BITS + theirs.bits) // 8 + more_bits
    ours = scheme_for(items, str(epsilon), levels=1, max_bits=most)
    assert ours.bits * 8 <= SEED_BITS + theirs.bits + 8 * more_bits
    assert theirs.counts is not None
    return float(Moments(ours, float).count_spread().total(items) / theirs.counts.total(items))


@pytest.mark.parametrize("items", [3, 10, 32, 64, 65, 100, 1000, 100_000])
def test_it_holds_up_to_epsilon_three(items: int) -> None:
    found = {quarters / 4: ratio(items, quarters / 4) for quarters in range(1, 13)}
    assert max(found) == FAR
    assert max(found.values()) <= 1.07 < PROMISED, found


@pytest.mark.parametrize("items", [3, 10, 32])
def test_with_few_items_it_holds_at_any(items: int) -> None:
    assert all(ratio(items, quarters / 4) <= PROMISED for quarters in range(13, 33))


def test_beyond_it_does_not_and_takes_a_bit_more() -> None:
    """As the page says: at epsilon 4 an eighth is 4 bits."""
    assert ratio(1000, 3.25) <= PROMISED < ratio(100_000, 3.25)
    assert ratio(100, 3.5) > PROMISED
    assert round(ratio(100, 4), 2) == 1.51
    assert round(ratio(1000, 4), 2) == 1.67
    assert round(ratio(100, 4, more_bits=1), 2) == 1.03
    assert round(ratio(1000, 4, more_bits=1), 2) == 1.08
    assert ratio(1000, 4.25, more_bits=1) > PROMISED


def test_no_rows_of_sixteen_columns_would_reach_it() -> None:
    """Pairwise uniform ones, were there any: a card of another item meets mine with one chance in 16."""
    odds, columns = math.exp(4), 16
    keep, other = odds / (odds + columns - 1), 1 / columns
    gain = (keep - other) ** 2
    theirs = local_hashing(100, math.exp(Decimal(4)), levels=1).counts
    assert theirs is not None
    ours = (keep * (1 - keep) + 99 * other * (1 - other)) / gain
    assert round(ours / float(theirs.total(100)), 2) == 1.33
