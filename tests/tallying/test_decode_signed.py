"""Hits of sums: signed and large numbers decode exactly, whichever way is taken."""

from __future__ import annotations

from fractions import Fraction

import numpy as np
import pytest

from tacit.scheme.odds import Odds
from tacit.scheme.rows import Dealt, Direct, Hashed, Rows
from tacit.scheme.scheme import Scheme
from tacit.tallying.columns import columns_of, count_columns_of
from tacit.tallying.decode import decode, decode_answerwise
from tacit.tallying.hashed import hashed_hits, hashed_hits_sparse
from tacit.tallying.tally import Tally

ROWS = [
    Hashed(9, 2, 3),
    Hashed(20, 2, 7),
    Hashed(10, 1, 11),
    Dealt(5, 2, 4),
    Dealt(7, 1, 3),
    Direct(3, 2, 6),
]
SIZES = [10, 2**31, 2**44, 2**52]


def by_hand(rows: Rows, table: list[list[int]], *, is_count: bool) -> list[list[int]]:
    r = np.arange(rows.pool)
    hits = []
    for item in range(rows.items):
        levels = []
        for level in range(1 if is_count else rows.levels):
            found = (
                count_columns_of(rows, r, np.array(item))
                if is_count
                else columns_of(rows, r, np.array(item), level)
            )
            levels.append(sum(table[query][column] for query, column in enumerate(found.tolist())))
        hits.append(levels)
    return hits


@pytest.mark.parametrize("rows", ROWS, ids=lambda rows: f"{rows.name}-{rows.items}-{rows.columns}")
@pytest.mark.parametrize("size", SIZES)
def test_signed_sums_decode_exactly(rows: Rows, size: int) -> None:
    has_counts = rows.name != "direct" and rows.levels > 1
    scheme = Scheme(rows, Odds(5, 2, 2), Fraction(1, 3) if has_counts else Fraction(0))
    rng = np.random.default_rng(size)
    table = rng.integers(-size, size, (scheme.queries, rows.columns))
    tally = Tally(scheme.queries, rows.columns, table.reshape(-1))
    value = by_hand(rows, table[: rows.pool].tolist(), is_count=False)
    for hits in (decode(scheme, tally), decode_answerwise(scheme, tally)):
        assert hits.value.tolist() == value
        if has_counts:
            count = by_hand(rows, table[rows.pool :].tolist(), is_count=True)
            assert hits.count.tolist() == [levels[0] for levels in count]


@pytest.mark.parametrize("size", SIZES)
def test_occupied_cells_of_a_large_pool_decode_exactly(size: int) -> None:
    rows = Hashed(60, 2, 7)
    rng = np.random.default_rng(size)
    queries, columns = rng.integers(0, rows.pool, 80), rng.integers(0, 7, 80)
    counts = rng.integers(-size, size, 80)
    table = np.zeros((rows.pool, 7), dtype=np.int64)
    np.add.at(table, (queries, columns), counts)
    sparse = hashed_hits_sparse(rows, queries, columns, counts, levels=2)
    assert np.array_equal(sparse, hashed_hits(rows, table, 2))
    assert sparse.tolist() == by_hand(rows, table.tolist(), is_count=False)
