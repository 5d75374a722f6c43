"""Answers of imagined people, many at a time, with exactly the odds that a real answer has.

The only chance is a generator's bounded integers: no float decides anything.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.scheme.rows import Hashed
from tacit.scheme.scheme import Scheme
from tacit.tallying.columns import columns_of_queries

Whole = npt.NDArray[np.unsignedinteger[Any]]
Flags = npt.NDArray[np.bool_]

# Large enough to hide the cost of a call, small enough for a block's arrays to stay in the cache.
BLOCK = 1 << 15
MOST_TABLE = 1 << 22
CHANCE_BITS = 53
COARSE_BITS = 16
FINE_BITS = CHANCE_BITS - COARSE_BITS


@dataclass(frozen=True, eq=False)
class Cards:
    """What people hold: an item, a level, and the chance of the next level in units of 2^-53, if any."""

    items: Whole
    levels: Whole
    chances: Whole | None = None


def draw_answers(scheme: Scheme, cards: Cards, rng: np.random.Generator) -> tuple[Whole, Whole]:
    """One query and one column for each card, in the smallest types that hold them."""
    people = cards.items.size
    queries = np.empty(people, dtype=np.min_scalar_type(scheme.queries - 1))
    columns = np.empty(people, dtype=np.min_scalar_type(scheme.rows.columns - 1))
    place = _placing(scheme, people)
    for start in range(0, people, BLOCK):
        part = slice(start, start + BLOCK)
        chances = None if cards.chances is None else cards.chances[part]
        held = Cards(cards.items[part], cards.levels[part], chances)
        queries[part], columns[part] = _draw_block(scheme, held, place, rng)
    return queries, columns


def _draw_block(
    scheme: Scheme, cards: Cards, place: Callable[[Whole, Whole, Whole], Whole], rng: np.random.Generator
) -> tuple[Whole, Whole]:
    """The order of the draws is of no matter here: they are independent, so one number can hold them all."""
    share, pool = scheme.count_share, scheme.rows.pool
    bounds = [share.denominator, pool, scheme.total, 1 << COARSE_BITS]
    kind, query, drawn, coarse = uniform(
        rng, bounds if cards.chances is not None else [*bounds[:-1], 1], cards.items.size
    )
    if share:
        query += (kind < share.numerator) * np.uint64(pool)
    levels = cards.levels
    if cards.chances is not None:
        levels = levels + _steps_up(cards.chances, coarse, rng)
    return query, _blur(scheme, query, cards.items, levels, drawn, place)


def uniform(rng: np.random.Generator, bounds: Sequence[int], size: int) -> list[Whole]:
    """Independent uniform integers below each bound; as many as fit are taken out of one draw."""
    drawn: list[Whole] = []
    group: list[int] = []
    for bound in [*bounds, None]:
        if bound is not None and math.prod(group) * bound < 1 << 62:
            group.append(bound)
            continue
        drawn += _split(rng.integers(0, math.prod(group), size=size, dtype=np.uint64), group)
        group = [] if bound is None else [bound]
    return drawn


def _split(mixed: Whole, bounds: Sequence[int]) -> list[Whole]:
    """The digits of a number in mixed bases."""
    parts = []
    for bound in reversed(bounds[1:]):
        if bound == 1:
            parts.append(np.zeros_like(mixed))
            continue
        higher = mixed // np.uint64(bound)
        mixed -= higher * np.uint64(bound)
        parts.append(mixed)
        mixed = higher
    return [mixed, *reversed(parts)]


def _steps_up(chances: Whole, coarse: Whole, rng: np.random.Generator) -> Flags:
    """Whether each goes up: a 53-bit number below its chance, the low bits drawn only where they decide."""
    first = chances >> np.uint64(FINE_BITS)
    is_up: Flags = coarse < first
    ties = np.flatnonzero(coarse == first)
    if ties.size:
        fine = rng.integers(0, 1 << FINE_BITS, size=ties.size, dtype=np.uint64)
        is_up[ties] = fine < (chances[ties] & np.uint64((1 << FINE_BITS) - 1))
    return is_up


def _blur(
    scheme: Scheme,
    query: Whole,
    items: Whole,
    levels: Whole,
    drawn: Whole,
    place: Callable[[Whole, Whole, Whole], Whole],
) -> Whole:
    """The column that is sent, as `tacit.scheme.randomize` says: own, opposite, or the i-th of the others."""
    odds, columns = scheme.odds, scheme.rows.columns
    own = place(query, items, levels)
    if odds.is_plain:
        # 0 while drawn < keep, then 1 for the next `other` numbers, and so on.
        before = np.uint64(odds.keep - odds.other)
        np.maximum(drawn, before, out=drawn)
        drawn -= before
        drawn //= np.uint64(odds.other)
        return _clock(own, drawn.astype(own.dtype), columns)
    opposite = place(query, items, 1 - levels)
    gap = _clock(opposite, columns - own, columns)
    beyond = np.maximum(drawn, np.uint64(odds.keep + odds.opposite)) - np.uint64(odds.keep + odds.opposite)
    steps = (1 + beyond // np.uint64(max(odds.other, 1))).astype(own.dtype)
    steps += steps >= gap
    steps = np.where(drawn < odds.keep + odds.opposite, gap, steps)
    return _clock(own, np.where(drawn < odds.keep, steps.dtype.type(0), steps), columns)


def _clock(own: Whole, steps: Whole, columns: int) -> Whole:
    """(own + steps) mod columns for steps up to columns: a comparison is cheaper than a remainder."""
    moved = own + steps
    moved -= (moved >= columns) * moved.dtype.type(columns)
    return moved


def _placing(scheme: Scheme, people: int) -> Callable[[Whole, Whole, Whole], Whole]:
    """The own column of many cards at once, the quickest way for these rows; room for twice the columns."""
    rows = scheme.rows
    narrow = np.min_scalar_type(2 * rows.columns)
    if isinstance(rows, Hashed) and rows.columns == 2:
        return _parity(rows)

    def look_up(query: Whole, items: Whole, levels: Whole) -> Whole:
        index = query * np.uint64(rows.cards)
        index += items * np.uint64(rows.levels) + levels
        return table.take(index.view(np.int64), mode="clip")

    def compute(query: Whole, items: Whole, levels: Whole) -> Whole:
        signed = [array.astype(np.int64) for array in (query, items, levels)]
        return columns_of_queries(scheme, *signed).astype(narrow)

    size = scheme.queries * rows.cards
    if size > min(MOST_TABLE, max(people, BLOCK)):
        return compute
    every = np.arange(size, dtype=np.int64)
    card = every % rows.cards
    table = columns_of_queries(scheme, every // rows.cards, card // rows.levels, card % rows.levels)
    table = table.astype(narrow)
    return look_up


def _parity(rows: Hashed) -> Callable[[Whole, Whole, Whole], Whole]:
    pool = np.uint64(rows.pool)

    def place(query: Whole, items: Whole, levels: Whole) -> Whole:
        shared = np.bitwise_count((query & (pool - np.uint64(1))) & items)
        own = shared + levels * (query < pool)
        own &= np.uint8(1)
        return own

    return place
