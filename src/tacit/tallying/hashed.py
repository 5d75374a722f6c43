"""Hits of hashed rows: shifted additions or a Fourier transform over the digits; large pools by blocks."""

from __future__ import annotations

import numpy as np

from tacit.scheme.rows import Hashed
from tacit.tallying.columns import Counts
from tacit.tallying.tally import MOST_DENSE_CELLS

LARGEST_SHIFTED = 5
MOST_RESIDUE = 0.25
TRANSFORM_COST = 12  # of one cell, in answers solved for
MOST_FOURIER = 1 << 40  # beyond it the residue would not show an error: floats have too few halves left
MOST_FLOAT = 1 << 53


def hashed_hits(rows: Hashed, table: Counts, levels: int) -> Counts:
    """hits[g, l] = sum over r of table[r, <r, g> + l], for a dense table."""
    if rows.columns <= LARGEST_SHIFTED or np.abs(table).sum() >= MOST_FOURIER:
        return hits_by_shifts(rows, table, levels)
    hits = hits_by_fourier(rows, table, levels)
    return hits_by_shifts(rows, table, levels) if hits is None else hits


def hits_by_shifts(rows: Hashed, table: Counts, levels: int) -> Counts:
    """One digit after the other: out[g_i, l] = sum over r_i of in[r_i, l + r_i g_i]."""
    base = rows.columns
    state = table
    for digit in range(rows.digits):
        state = state.reshape(-1, base, base**digit, base)
        result = np.zeros_like(state)
        for r_digit in range(base):
            for g_digit in range(base):
                shift = r_digit * g_digit % base
                source, target = state[:, r_digit], result[:, g_digit]
                if shift:
                    target[..., :-shift] += source[..., shift:]
                    target[..., -shift:] += source[..., :shift]
                else:
                    target += source
        state = result
    return np.ascontiguousarray(state.reshape(rows.pool, base)[: rows.items, :levels])


def hits_by_fourier(rows: Hashed, table: Counts, levels: int) -> Counts | None:
    """The same through characters of the clock; None when rounding could be wrong by one."""
    base, length = rows.columns, rows.digits
    spectrum = np.fft.rfft(table, axis=1)
    frequencies = spectrum.shape[1]
    spectrum = spectrum.reshape((base,) * length + (frequencies,))
    spectrum = np.fft.ifftn(spectrum, axes=range(length), norm="forward")
    spectrum = spectrum.reshape(rows.pool, frequencies)
    place = _multiples(rows, frequencies)
    exact = np.fft.irfft(spectrum[place, np.arange(frequencies)], n=base, axis=1)[:, :levels]
    rounded = np.rint(exact)
    if np.abs(exact - rounded).max(initial=0.0) >= MOST_RESIDUE:
        return None
    return rounded.astype(np.int64)


def hashed_hits_sparse(
    rows: Hashed, queries: Counts, columns: Counts, counts: Counts, *, levels: int
) -> Counts:
    """The same from occupied cells, for a pool too large for a table: whichever of two ways is quicker."""
    block = largest_block(rows)
    transformed = -(-rows.items // block) * block * rows.columns
    looked_at = -(-rows.items // rows.columns) * queries.size * levels
    if block == 1 or looked_at < TRANSFORM_COST * transformed:
        return hits_by_lowest_digit(rows, queries, columns, counts, levels)
    return hits_by_blocks(rows, queries, columns, counts, levels)


def largest_block(rows: Hashed) -> int:
    """How many items the low digits make whose table is not too large; 1 if one digit is too many."""
    low_digits = 0
    while rows.columns ** (low_digits + 2) <= MOST_DENSE_CELLS and low_digits + 1 < rows.digits:
        low_digits += 1
    return int(rows.columns**low_digits)


def hits_by_blocks(rows: Hashed, queries: Counts, columns: Counts, counts: Counts, levels: int) -> Counts:
    """Fix the high digits of g: those of r then only shift the column, the low ones make a table again."""
    block = largest_block(rows)
    block_rows = Hashed(block, rows.levels, rows.columns)
    high, low = np.divmod(queries, block)
    hits = []
    for high_item in range(-(-rows.items // block)):
        shifted = (columns - _products(rows, high, high_item)) % rows.columns
        table = _added(low * rows.columns + shifted, counts, block * rows.columns)
        hits.append(hashed_hits(block_rows, table.reshape(block, rows.columns), levels))
    return np.concatenate(hits)[: rows.items]


def hits_by_lowest_digit(
    rows: Hashed, queries: Counts, columns: Counts, counts: Counts, levels: int
) -> Counts:
    """For each higher part of g, the one lowest digit of g that hits each answer; where r_0 = 0, all do."""
    base = rows.columns
    higher, lowest = np.divmod(queries, base)
    solvable, others = lowest != 0, lowest == 0
    inverse = _inverses(lowest[solvable], base)
    # From one item to the next the second digit grows by 1, and so the solution falls by a fixed step.
    steps = inverse * (higher[solvable] % base) % base
    blocks = -(-rows.items // base)
    hits = np.empty((blocks, base, levels), dtype=np.int64)
    digit = steps
    for block in range(blocks):
        rest = (columns[others] - _products(rows, higher[others], block)) % base
        if block % base == 0:
            gap = columns[solvable] - _products(rows, higher[solvable], block)
            digit = inverse * (gap % base) % base
        else:
            digit = _clock_less(digit, steps, base)
        solution = digit
        for level in range(levels):
            solved = _added(solution, counts[solvable], base)
            hits[block, :, level] = solved + counts[others][rest == level].sum()
            solution = _clock_less(solution, inverse, base)
    return hits.reshape(-1, levels)[: rows.items]


def _inverses(digits: Counts, base: int) -> Counts:
    """1 over each digit, on a clock of prime size."""
    different, places = np.unique(digits, return_inverse=True)
    found: Counts = np.array([pow(int(digit), -1, base) for digit in different], dtype=np.int64)[places]
    return found


def _clock_less(numbers: Counts, steps: Counts, base: int) -> Counts:
    """(numbers - steps) mod base, where both are below it: a comparison is cheaper than a remainder."""
    less = numbers - steps
    less += (less < 0) * base
    return less


def _added(places: Counts, counts: Counts, size: int) -> Counts:
    """The sum of the counts at every place, exact; floats are quicker where they hold every whole number."""
    if np.abs(counts).sum() < MOST_FLOAT:
        return np.bincount(places, weights=counts, minlength=size).astype(np.int64)
    table = np.zeros(size, dtype=np.int64)
    np.add.at(table, places, counts)
    return table


def _multiples(rows: Hashed, frequencies: int) -> Counts:
    """The index of f g, digit by digit, for every item g and frequency f."""
    base = rows.columns
    frequency = np.arange(frequencies)
    item = np.arange(rows.items)
    place = np.zeros((rows.items, frequencies), dtype=np.int64)
    for digit in range(rows.digits):
        item, item_digit = np.divmod(item, base)
        place += item_digit[:, None] * frequency % base * base**digit
    return place


def _products(rows: Hashed, r: Counts, item: int) -> Counts:
    """The sum of digit products of many r and one item, not reduced."""
    total = np.zeros_like(r)
    while item:
        r, r_digit = np.divmod(r, rows.columns)
        item, item_digit = divmod(item, rows.columns)
        total += r_digit * item_digit
    return total
