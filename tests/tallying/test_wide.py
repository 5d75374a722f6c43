"""Wide numbers are Python's numbers: products, sums of runs and changes of unit, exactly."""

from __future__ import annotations

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.tallying.wide import LARGEST, Wide, concatenate, product

factor = st.integers(-LARGEST, LARGEST)


def array(numbers: list[int]) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    return np.array(numbers, dtype=np.int64)


@given(st.lists(st.lists(factor, min_size=4, max_size=4), min_size=1, max_size=20), st.integers(1, 4))
def test_products_are_exact(rows: list[list[int]], factors: int) -> None:
    columns = [array([row[place] for row in rows]) for place in range(factors)]
    assert product(*columns).integers() == [math.prod(row[:factors]) for row in rows]


@given(st.lists(st.tuples(factor, factor, st.booleans()), min_size=1, max_size=30))
def test_sums_of_runs_are_exact(rows: list[tuple[int, int, bool]]) -> None:
    first = [0, *(at for at, row in enumerate(rows) if row[2] and at)]
    wide = product(array([row[0] for row in rows]), array([row[1] for row in rows]))
    ends = [*first[1:], len(rows)]
    wanted = [sum(a * b for a, b, _ in rows[start:end]) for start, end in zip(first, ends, strict=True)]
    added = wide.add_runs(array(first))
    assert added.integers() == wanted
    assert added.total() == wide.total() == sum(wanted)


@given(st.lists(st.tuples(factor, factor), min_size=1, max_size=10), st.integers(0, 10**9))
def test_a_change_of_units_is_exact(rows: list[tuple[int, int]], times: int) -> None:
    wide = product(*(array([row[place] for row in rows]) for place in (0, 1)))
    assert wide.times(times).integers() == [a * b * times for a, b in rows]


def test_numbers_of_unlike_length_stand_in_one_row_and_compare_as_numbers() -> None:
    large, short = product(array([-LARGEST]), array([LARGEST])), product(array([-7, 1 << 30]))
    both = concatenate([large, short])
    assert both.integers() == [-(LARGEST**2), -7, 1 << 30]
    assert both[array([1, 2])] == short
    assert both != concatenate([short, large])


def test_what_was_added_leaves_room_to_add_more() -> None:
    added = Wide(np.full((1, 8), LARGEST)).add_runs(array([0]))
    assert added.integers() == [8 * LARGEST]
    assert np.abs(added.limbs[-1]).max() <= LARGEST


@pytest.mark.parametrize("sign", [1, -1])
def test_a_billion_of_the_largest_products_still_fit(sign: int) -> None:
    """Added a thousand at a time, three times over, each time of the sums before."""
    wide = product(*(array([value]) for value in (sign * LARGEST, LARGEST, LARGEST, LARGEST)))
    for _ in range(3):
        wide = Wide(np.repeat(wide.limbs, 1000, axis=1)).add_runs(array([0]))
    assert wide.integers() == [sign * LARGEST**4 * 10**9]
