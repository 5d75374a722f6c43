"""The own column of many cards at once: the same integers as `Scheme.column`, in the smallest types."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from tacit.scheme.rows import Dealt, Direct, Hashed
from tacit.scheme.scheme import Scheme
from tacit.simulation.stream import Whole, divide, smallest_type

# (query, items, levels) -> column, in a type with room for twice the columns.
Place = Callable[[Whole, Whole, Whole], Whole]


def placing(scheme: Scheme) -> Place:
    """The arithmetic of these rows."""
    rows = scheme.rows
    if isinstance(rows, Hashed):
        return _parity(rows) if rows.columns == 2 else _hashed(rows, has_counts=bool(scheme.count_share))
    if isinstance(rows, Dealt):
        return _dealt(rows, has_counts=bool(scheme.count_share))
    if isinstance(rows, Direct):
        return _direct(rows)
    raise TypeError(f"no columns for {rows}")


def clock(own: Whole, steps: Whole, columns: int) -> Whole:
    """(own + steps) mod columns, where neither is above `columns`: comparing is cheaper than dividing."""
    moved = own + steps
    moved -= (moved >= columns) * moved.dtype.type(columns)
    return moved


def _direct(rows: Direct) -> Place:
    roomy = smallest_type(2 * rows.columns)

    def place(query: Whole, items: Whole, levels: Whole) -> Whole:
        own = items.astype(roomy)
        own *= roomy.type(rows.levels)
        own += levels.astype(roomy)
        return own

    return place


def _parity(rows: Hashed) -> Place:
    """Two columns: the digits are bits. A count question has one bit that no item has, and moves no level."""
    wide = smallest_type(2 * rows.pool - 1)

    def place(query: Whole, items: Whole, levels: Whole) -> Whole:
        narrow = query.astype(wide, copy=False)
        own: Whole = np.bitwise_count(narrow & items.astype(wide, copy=False))
        own += levels.astype(np.uint8, copy=False) & (narrow < rows.pool)
        own &= np.uint8(1)
        return own

    return place


def _hashed(rows: Hashed, *, has_counts: bool) -> Place:
    base, pool = rows.columns, rows.pool
    roomy = smallest_type(2 * base)
    wide = smallest_type(max(2 * pool, rows.digits * (base - 1) ** 2 + rows.levels))

    def place(query: Whole, items: Whole, levels: Whole) -> Whole:
        left, right = query.astype(wide), items.astype(wide)
        total = levels.astype(wide)
        if has_counts:
            is_value = left < pool
            total *= is_value
            left -= ~is_value * wide.type(pool)
        for _ in range(rows.digits - 1):
            left, left_digit = divide(left, base)
            right, right_digit = divide(right, base)
            left_digit *= right_digit
            total += left_digit
        left *= right
        total += left
        return divide(total, base)[1].astype(roomy)

    return place


def _dealt(rows: Dealt, *, has_counts: bool) -> Place:
    prime, columns, pool = rows.prime, rows.columns, rows.pool
    roomy, wide = smallest_type(2 * columns), smallest_type(2 * pool)
    sides, turn = wide.type(rows.sides), rows.sides.bit_length() - 1
    # Ranks before they are taken modulo the prime: below 64 x 33 + 67 x 33.
    middle = np.dtype(np.uint16)

    def place(query: Whole, items: Whole, levels: Whole) -> Whole:
        r = query.astype(wide)
        if has_counts:
            is_value = r < pool
            r -= ~is_value * wide.type(pool)
        item = items.astype(middle)
        # multiplier * prime + shift: modulo the prime it is the shift.
        dealt = (r >> wide.type(turn)).astype(middle)
        multiplier = dealt // middle.type(prime)
        multiplier += middle.type(1)
        multiplier *= item
        multiplier += dealt
        rank = divide(multiplier, prime)[1]
        if rows.levels == 2:
            side = (r & (sides - wide.type(1))).astype(np.uint8)
            item += middle.type(1)
            is_second = np.bitwise_count(item.astype(np.uint8) & side)
            is_second += levels.astype(np.uint8)
            is_second += np.uint8(1)
            is_second &= np.uint8(1)
            if has_counts:
                is_second &= is_value
            rank += is_second * middle.type(rows.step)
        return divide(rank, columns)[1].astype(roomy)

    return place
