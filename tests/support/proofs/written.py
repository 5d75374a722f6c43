"""SCHEME.md A and B transcribed from the text, apart from the code that it rules."""

from __future__ import annotations

from fractions import Fraction
from itertools import count

from tacit.scheme.odds import Odds
from tacit.scheme.rows.base import Rows


def prime_from(number: int) -> int:
    return next(p for p in count(max(2, number)) if all(p % d for d in range(2, p)))


def length_of(base: int, size: int) -> int:
    return next(t for t in count(1) if base**t >= size)


def digits_of(number: int, base: int, length: int) -> list[int]:
    return [number // base**place % base for place in range(length)]


def step_of(prime: int, columns: int) -> int:
    return prime + (1 if prime % columns == 0 else 0)


def pool(rows: Rows) -> int:
    k, s = rows.items, rows.columns
    if rows.name == "direct":
        return 1
    if rows.name == "hashed":
        return int(s ** length_of(s, k))
    prime = prime_from(k)
    masks = 1 if rows.levels == 1 else next(2**t for t in count() if 2**t > k)
    return max(1, (prime - 1) // 2) * prime * masks


def value_column(rows: Rows, r: int, item: int, level: int) -> int:
    k, s = rows.items, rows.columns
    if rows.name == "direct":
        return item * rows.levels + level
    if rows.name == "hashed":
        return (_product(s, k, r, item) + level) % s
    prime = prime_from(k)
    if rows.levels == 1:
        return _rank(prime, r, item) % s
    masks = next(2**t for t in count() if 2**t > k)
    rank, mask = _rank(prime, r // masks, item), r % masks
    first, second = rank % s, (rank + step_of(prime, s)) % s
    is_high_first = bin((item + 1) & mask).count("1") % 2 == 0
    high, low = (first, second) if is_high_first else (second, first)
    return high if level == 1 else low


def count_column(rows: Rows, r: int, item: int) -> int:
    if rows.name == "hashed":
        return value_column(rows, r, item, 0)
    prime = prime_from(rows.items)
    masks = 1 if rows.levels == 1 else next(2**t for t in count() if 2**t > rows.items)
    return _rank(prime, r // masks, item) % rows.columns


def _product(base: int, items: int, r: int, item: int) -> int:
    length = length_of(base, items)
    pairs = zip(digits_of(r, base, length), digits_of(item, base, length), strict=True)
    return sum(left * right for left, right in pairs)


def _rank(prime: int, affine: int, item: int) -> int:
    a, b = affine // prime + 1, affine % prime
    return (a * item + b) % prime


def collisions(rows: Rows) -> tuple[Fraction, Fraction]:
    """M and M1 of SCHEME.md C1."""
    s = rows.columns
    if rows.name == "direct":
        return Fraction(0), Fraction(0)
    if rows.name == "hashed":
        return Fraction(1, s), Fraction(1, s)
    prime = prime_from(rows.items)
    n = [sum(x % s == y for x in range(prime)) for y in range(s)]
    step = step_of(prime, s)
    load = [n[y] + sum((x + step) % s == y for x in range(prime)) for y in range(s)]
    once = Fraction(sum(c * (c - 1) for c in n), prime * (prime - 1))
    if rows.levels == 1:
        return once, once
    return Fraction(sum(c * (c - 1) for c in load), 2 * prime * (prime - 1)) / 2, once


def intervals(odds: Odds, columns: int, own: int, opposite: int | None) -> list[tuple[int, int, int]]:
    """(first u, past the last u, column) in the order in which SCHEME.md B lays the draws out."""
    order = [(own, odds.keep)]
    if opposite is not None and odds.opposite != odds.other:
        order.append((opposite, odds.opposite))
    placed = {column for column, _ in order}
    upward = [(own + steps) % columns for steps in range(1, columns)]
    order += [(column, odds.other) for column in upward if column not in placed]
    found, start = [], 0
    for column, weight in order:
        if weight:
            found.append((start, start + weight, column))
        start += weight
    return found
