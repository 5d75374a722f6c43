"""Sums over the tally's cells of products of hits of unions of items. Integers: the same on every engine."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tacit.scheme.scheme import Scheme
from tacit.tallying.columns import columns_of, count_columns_of
from tacit.tallying.tally import Tally

CHUNK = 1 << 21


@dataclass(frozen=True)
class SquareSums:
    """Over all answers, for one union: its value score squared, times its hits, its hits squared.

    The first three are of value questions; `count_question` are the hits squared in count questions.
    The value score is in half-ranges.
    """

    sum_sum: float
    sum_count: float
    count_count: float
    count_question: float


def square_sums(
    scheme: Scheme,
    tally: Tally,
    unions: Sequence[npt.NDArray[np.int64]],
    advance: Callable[[int], None] = lambda cells: None,
) -> tuple[list[SquareSums], npt.NDArray[np.float64]]:
    """Every union's sums, and per item of a one-level scheme its hits joint with the first union it is in."""
    rows = scheme.rows
    member = np.zeros((rows.items, len(unions)))
    union_of = np.zeros(rows.items, dtype=np.int64)
    for index, items in reversed(list(enumerate(unions))):
        member[items, index] = 1
        union_of[items] = index
    weights = np.arange(rows.levels) * 2 - (rows.levels - 1)
    scale = max(rows.levels - 1, 1)
    totals = np.zeros((4, len(unions)))
    joint = np.zeros(rows.items)
    cells, counts = tally.occupied()
    queries, columns = np.divmod(cells, tally.columns)
    split = int(np.searchsorted(queries, rows.pool))
    items = np.arange(rows.items)
    step = max(1, CHUNK // rows.items)
    for start in range(0, split, step):
        part = slice(start, min(start + step, split))
        query, column, count = queries[part, None], columns[part, None], counts[part].astype(float)
        named = [columns_of(rows, query, items, level) == column for level in range(rows.levels)]
        hit = np.sum(named, axis=0, dtype=float)
        score = np.sum(
            [w * is_named for w, is_named in zip(weights, named, strict=True)], axis=0, dtype=float
        )
        union_hit, union_score = hit @ member, score @ member
        totals[0] += count @ (union_score * union_score)
        totals[1] += count @ (union_score * union_hit)
        totals[2] += count @ (union_hit * union_hit)
        if rows.levels == 1:
            joint += count @ (hit * union_hit[:, union_of])
        advance(count.size)
    for start in range(split, cells.size, step):
        part = slice(start, start + step)
        query, column, count = (
            queries[part, None] - rows.pool,
            columns[part, None],
            counts[part].astype(float),
        )
        union_hit = (count_columns_of(rows, query, items) == column) * float(rows.levels) @ member
        totals[3] += count @ (union_hit * union_hit)
        advance(count.size)
    totals[0] /= scale**2
    totals[1] /= scale
    return [SquareSums(*map(float, column)) for column in totals.T], joint
