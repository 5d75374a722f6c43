"""Scores of unions of items, answer by answer: what margins, histograms and ratios vary by (SCHEME.md C3).

Cells of one union are neither independent nor all alike, so their variances cannot simply be added.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.scheme.moments import Moments
from tacit.scheme.rows import Dealt, Hashed, Rows
from tacit.scheme.scheme import Scheme
from tacit.tallying.columns import Counts, columns_of, count_columns_of
from tacit.tallying.tally import Tally

Floats = npt.NDArray[np.float64]
Whole = npt.NDArray[np.integer[Any]]

CHUNK = 1 << 20
# All cells of a thousand groups up to epsilon 3. Beyond, a part of the cells stands for all. Rare queries,
# under which neighbouring groups share their columns, make up much of a union's variance, so standard
# deviations of margins of ten thousand groups are right within about 5% only.
MOST_LOOKS = 1 << 28
LEAST_CELLS = 1 << 14


@dataclass(frozen=True)
class UnionScores:
    """For some cells (rows) and all unions (columns): the scores u' and n' of SCHEME.md C, and weights."""

    weights: Floats
    sums: Floats
    counts: Floats


def square_sums(
    scheme: Scheme, tally: Tally, unions: Sequence[Counts], advance: Callable[[int], None]
) -> list[tuple[float, float, float]]:
    """For each of disjoint unions: u'u', u'n' and n'n', added over all answers."""
    totals = np.zeros((len(unions), 3))
    for seen in union_scores(scheme, tally, unions, advance):
        sums, counts = seen.sums, seen.counts
        totals += np.stack([seen.weights @ each for each in (sums**2, sums * counts, counts**2)], axis=1)
    return [(sums, crosses, counts) for sums, crosses, counts in totals.tolist()]


def joint_sums(
    scheme: Scheme, tally: Tally, unions: Sequence[Counts], beside: Counts, advance: Callable[[int], None]
) -> list[tuple[float, float]]:
    """For each of disjoint unions: u' and n' times the n' of another union, added over all answers.

    Three groups meet in such a product, and of rows only pairs are alike: no closed form holds for it.
    """
    totals = np.zeros((len(unions), 2))
    for seen in union_scores(scheme, tally, [*unions, beside], advance):
        last = seen.weights * seen.counts[:, -1]
        totals += np.stack([last @ seen.sums[:, :-1], last @ seen.counts[:, :-1]], axis=1)
    return [(sums, counts) for sums, counts in totals.tolist()]


@dataclass(frozen=True)
class PartSquares:
    """For each whole n'n', and for each of its parts n'n' and the product with the whole's n'."""

    wholes: Floats
    parts: Floats
    crosses: Floats


def part_squares(
    scheme: Scheme, tally: Tally, parts: Sequence[Sequence[Counts]], advance: Callable[[int], None]
) -> PartSquares:
    """Added over all answers; `parts` divides each of disjoint wholes into as many unions."""
    shape = (len(parts), len(parts[0]))
    wholes, squares, crosses = np.zeros(shape[0]), np.zeros(shape), np.zeros(shape)
    for seen in union_scores(scheme, tally, [part for whole in parts for part in whole], advance):
        each = seen.counts.reshape(-1, *shape)
        whole = each.sum(axis=2)
        wholes += seen.weights @ whole**2
        squares += np.tensordot(seen.weights, each**2, 1)
        crosses += np.tensordot(seen.weights, each * whole[:, :, None], 1)
    return PartSquares(wholes, squares, crosses)


def union_scores(
    scheme: Scheme,
    tally: Tally,
    unions: Sequence[Counts],
    advance: Callable[[int], None],
) -> Iterator[UnionScores]:
    """The scores of disjoint unions of items, for all occupied cells or a fixed choice that stands for them.

    The weights add to the number of answers.
    """
    width = sum(union.size for union in unions)
    score = union_scorer(scheme, unions)
    for is_count, query, column, weights in _parts(scheme, tally, width):
        yield UnionScores(weights, *score(is_count, query, column))
        advance(query.size)


def union_scorer(
    scheme: Scheme, unions: Sequence[Counts]
) -> Callable[[bool, Counts, Counts], tuple[Floats, Floats]]:
    """What gives u' and n' of disjoint unions for (is a count question, queries of the pool, columns)."""
    rows, moments = scheme.rows, Moments(scheme, float)
    items = np.concatenate(unions)
    widths = np.array([union.size for union in unions])
    starts = np.cumsum(widths) - widths
    sum_scale = 0.0 if rows.levels == 1 else 1 / ((1 - moments.eta) * moments.gain * (rows.levels - 1))
    count_scale = 1 / moments.count_gain if moments.counts_are_identified else 0.0

    def added(named: Whole) -> Floats:
        return np.add.reduceat(named, starts, axis=1, dtype=np.int64).astype(float)

    def score(is_count: bool, query: Counts, column: Counts) -> tuple[Floats, Floats]:
        if is_count:
            hits: Whole = (count_columns_of(rows, query[:, None], items) == column[:, None]) * rows.levels
            sums, base = np.zeros((query.size, len(unions))), rows.levels * moments.count_base
        else:
            hits, values = _named(rows, query, column, items)
            sums, base = added(values) * sum_scale, moments.base
        return sums, (added(hits) - widths * base) * count_scale

    return score


def cells_looked_at(scheme: Scheme, tally: Tally, width: int) -> int:
    """How many cells `union_scores` goes through for unions of so many items."""
    return sum(weights.size for *_, weights in _parts(scheme, tally, width))


def _parts(scheme: Scheme, tally: Tally, width: int) -> Iterator[tuple[bool, Counts, Counts, Floats]]:
    """(is a count question, queries of the pool, columns, weights) of chosen cells, in small parts."""
    cells, counts = tally.occupied()
    queries, columns = np.divmod(cells, tally.columns)
    step = max(1, CHUNK // width)
    for is_count in (False, True):
        chosen = np.flatnonzero((queries >= scheme.rows.pool) == is_count)
        answers = counts[chosen].sum()
        chosen = chosen[_is_chosen(cells[chosen], max(LEAST_CELLS, MOST_LOOKS // width))]
        weights = counts[chosen] * (answers / max(counts[chosen].sum(), 1))
        for start in range(0, chosen.size, step):
            part = slice(start, start + step)
            pooled = queries[chosen[part]] - is_count * scheme.rows.pool
            yield is_count, pooled, columns[chosen[part]], weights[part]


def _is_chosen(cells: Counts, most: int) -> npt.NDArray[np.bool_]:
    """About `most` of the cells, always the same ones, and unlike any pattern of rows and columns."""
    if cells.size <= most:
        return np.ones(cells.size, dtype=bool)
    mixed = cells.astype(np.uint64)
    for factor in (0xBF58476D1CE4E5B9, 0x94D049BB133111EB):
        mixed = (mixed ^ (mixed >> np.uint64(31))) * np.uint64(factor)
    return (mixed >> np.uint64(32)) < np.uint64((most << 32) // cells.size)


def _named(rows: Rows, query: Counts, column: Counts, items: Counts) -> tuple[Whole, Whole]:
    """Whether each column holds a card of each item, and the card's value times (levels - 1)."""
    values = np.arange(rows.levels) * 2 - (rows.levels - 1)
    if isinstance(rows, Hashed):
        return _named_hashed(rows, query, column, items, values)
    if isinstance(rows, Dealt) and rows.levels == 2:
        return _named_dealt(rows, query, column, items)
    shape = (query.size, items.size)
    hits, named = np.zeros(shape, dtype=np.int32), np.zeros(shape, dtype=np.int32)
    for level, value in enumerate(values):
        is_hit = columns_of(rows, query[:, None], items, level) == column[:, None]
        hits += is_hit
        named += is_hit * value.astype(np.int32)
    return hits, named


def _named_hashed(
    rows: Hashed, query: Counts, column: Counts, items: Counts, values: Counts
) -> tuple[Whole, Whole]:
    """Products of the high and of the low digits are made once and added per item."""
    base = rows.columns
    block = base ** (rows.digits // 2)
    high = count_columns_of(rows, query[:, None] // block, np.arange(-(-rows.items // block)))
    low = count_columns_of(rows, query[:, None] % block, np.arange(block))
    ahead = (column[:, None] - high) % base + base
    level = ahead.astype(np.int32).take(items // block, axis=1)
    level -= low.astype(np.int32).take(items % block, axis=1)
    hits, named = np.zeros(base, dtype=np.int32), np.zeros(base, dtype=np.int32)
    hits[: rows.levels], named[: rows.levels] = 1, values
    return np.tile(hits, 2).take(level), np.tile(named, 2).take(level)


def _named_dealt(rows: Dealt, query: Counts, column: Counts, items: Counts) -> tuple[Whole, Whole]:
    """The deal says which two columns hold an item's cards, the mask's parity which of the two is high."""
    deal, mask = np.divmod(query, rows.sides)
    deals = np.arange(rows.pool // rows.sides)[:, None] * rows.sides
    narrow = np.min_scalar_type(rows.columns)
    shown = column[:, None].astype(narrow)
    high, low = (
        columns_of(rows, deals, items, level).astype(narrow).take(deal, axis=0) == shown for level in (1, 0)
    )
    parities = np.bitwise_count((items + 1) & np.arange(rows.sides)[:, None]) & 1
    signs = (1 - 2 * parities.astype(np.int8)).take(mask, axis=0)
    first, second = high.view(np.int8), low.view(np.int8)
    return first + second, (first - second) * signs
