"""Where a card lies: `Scheme.column` by short arithmetic, for a device that answers again and again."""

from __future__ import annotations

from collections.abc import Callable

from tacit.scheme.rows import Dealt, Direct, Hashed
from tacit.scheme.scheme import Scheme

# (query, item, level) -> column; nothing is checked.
Place = Callable[[int, int, int], int]

WIDEST_TABLE = 400


def place_of(scheme: Scheme) -> Place:
    """The quickest way for these rows; without one, the scheme's own."""
    rows = scheme.rows
    if isinstance(rows, Direct):
        return _place_direct(rows)
    if isinstance(rows, Dealt):
        return _place_dealt(rows)
    if isinstance(rows, Hashed):
        half = (rows.digits + 1) // 2
        if rows.columns == 2:
            return _place_bits(rows)
        if rows.columns**half <= WIDEST_TABLE:
            return _place_halves(rows, half)
    return scheme.column


def _place_direct(rows: Direct) -> Place:
    levels = rows.levels

    def place(query: int, item: int, level: int) -> int:
        return item * levels + level

    return place


def _place_dealt(rows: Dealt) -> Place:
    pool, prime, columns, turn = rows.pool, rows.prime, rows.columns, rows.prime * rows.sides
    shift, mask = rows.sides.bit_length() - 1, rows.sides - 1
    # One card has no second place: it lies in the first whatever the parity says.
    step = rows.step if rows.levels == 2 else 0

    def place(query: int, item: int, level: int) -> int:
        if query >= pool:
            query -= pool
            return ((query // turn + 1) * item + (query >> shift)) % prime % columns
        # All of query >> shift may stand for the shift b: the prime divides what it has beyond b.
        rank = ((query // turn + 1) * item + (query >> shift)) % prime
        if (((item + 1) & query & mask).bit_count() + level) & 1:
            return rank % columns
        return (rank + step) % columns

    return place


def _place_bits(rows: Hashed) -> Place:
    """Two columns: digits are bits."""
    pool = rows.pool

    def place(query: int, item: int, level: int) -> int:
        if query >= pool:
            # The bit that a count question has above its pool is in no item.
            level = 0
        return ((query & item).bit_count() + level) & 1

    return place


def _place_halves(rows: Hashed, half: int) -> Place:
    """The lower half of the digits and the upper one, each looked up in a table of all its products."""
    pool, base = rows.pool, rows.columns
    block: int = base**half
    products = digit_products(base, half)

    def place(query: int, item: int, level: int) -> int:
        if query >= pool:
            query -= pool
            level = 0
        low, high = products[query % block][item % block], products[query // block][item // block]
        return (low + high + level) % base

    return place


def digit_products(base: int, digits: int) -> list[list[int]]:
    """products[r][j]: the sum of the products of the digits of r and j, for all of so many digits."""
    products = [[0]]
    for _ in range(digits):
        products = [[p + a * b for b in range(base) for p in row] for a in range(base) for row in products]
    return products
