"""From a tally to hits: how many answers named the column of each card. Exact integers, whatever the way.

A transform over the query pool when the tally is dense, block by block when the pool is too large for a
table, answer by answer when there are few.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from tacit.scheme.rows import Dealt, Direct, Hashed
from tacit.scheme.scheme import Scheme
from tacit.tallying.columns import Counts, columns_of, count_columns_of
from tacit.tallying.dealt import dealt_count_hits, dealt_value_hits
from tacit.tallying.hashed import hashed_hits, hashed_hits_sparse
from tacit.tallying.tally import Tally

CHUNK = 1 << 20


@dataclass(frozen=True, eq=False)
class Hits:
    """How many answers named each card's column in value questions, and each item's in count questions."""

    value: Counts
    count: Counts
    value_answers: int
    count_answers: int


def decode(scheme: Scheme, tally: Tally) -> Hits:
    """The hits of every card."""
    rows = scheme.rows
    if tally.cells is None:
        table = tally.dense()
        value, count = table[: rows.pool], table[rows.pool :]
        cheap = np.count_nonzero(table) * rows.items * 8 < table.size
        if not cheap and not isinstance(rows, Direct):
            return Hits(
                _value_hits(scheme, value), _count_hits(scheme, count), int(value.sum()), int(count.sum())
            )
    return decode_answerwise(scheme, tally)


def decode_answerwise(scheme: Scheme, tally: Tally) -> Hits:
    """The hits, cell by occupied cell: for small or sparse tallies, and to check the transforms against."""
    rows = scheme.rows
    cells, counts = tally.occupied()
    queries, columns = np.divmod(cells, tally.columns)
    is_value = queries < rows.pool
    value_part = (queries[is_value], columns[is_value], counts[is_value])
    count_part = (queries[~is_value] - rows.pool, columns[~is_value], counts[~is_value])
    if isinstance(rows, Hashed) and tally.cells is not None:
        value = hashed_hits_sparse(rows, *value_part, levels=rows.levels)
        count = hashed_hits_sparse(rows, *count_part, levels=1)[:, 0]
    else:
        value, count = _value_hits_each(scheme, *value_part), _count_hits_each(scheme, *count_part)
    return Hits(value, count, int(value_part[2].sum()), int(count_part[2].sum()))


def _value_hits(scheme: Scheme, table: Counts) -> Counts:
    rows = scheme.rows
    if isinstance(rows, Hashed):
        return hashed_hits(rows, table, rows.levels)
    assert isinstance(rows, Dealt)  # noqa: S101 - direct rows are decoded cell by cell
    return dealt_value_hits(rows, table)


def _count_hits(scheme: Scheme, table: Counts) -> Counts:
    rows = scheme.rows
    if not scheme.count_share:
        return np.zeros(rows.items, dtype=np.int64)
    if isinstance(rows, Hashed):
        return hashed_hits(rows, table, 1)[:, 0]
    assert isinstance(rows, Dealt)  # noqa: S101 - direct rows have no count questions
    return dealt_count_hits(rows, table)


def _value_hits_each(scheme: Scheme, queries: Counts, columns: Counts, counts: Counts) -> Counts:
    rows = scheme.rows
    hits = np.zeros((rows.items, rows.levels), dtype=np.int64)
    if isinstance(rows, Direct):
        np.add.at(hits.reshape(-1), columns, counts)
        return hits
    items = np.arange(rows.items)
    for part in _parts(queries.size, rows.items):
        for level in range(rows.levels):
            is_hit = columns_of(rows, queries[part, None], items, level) == columns[part, None]
            hits[:, level] += counts[part] @ is_hit
    return hits


def _count_hits_each(scheme: Scheme, queries: Counts, columns: Counts, counts: Counts) -> Counts:
    rows = scheme.rows
    hits = np.zeros(rows.items, dtype=np.int64)
    items = np.arange(rows.items)
    for part in _parts(queries.size, rows.items):
        is_hit = count_columns_of(rows, queries[part, None], items) == columns[part, None]
        hits += counts[part] @ is_hit
    return hits


def _parts(size: int, width: int) -> list[slice]:
    """Slices of the answers so that a slice times `width` stays small."""
    step = max(1, CHUNK // width)
    return [slice(start, start + step) for start in range(0, size, step)]
