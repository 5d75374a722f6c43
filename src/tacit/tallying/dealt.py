"""Hits of dealt rows from a dense table: a Walsh-Hadamard transform over the masks, then look-ups."""

from __future__ import annotations

import numpy as np

from tacit.scheme.rows import Dealt
from tacit.tallying.columns import Counts, Integers


def dealt_value_hits(rows: Dealt, table: Counts) -> Counts:
    """Hits by item and level. The parity of (item + 1) & w flips which of two columns is the high card's."""
    ranks = _ranks(rows)
    firsts, seconds = ranks % rows.columns, (ranks + rows.step) % rows.columns
    table = table.reshape(-1, rows.sides, rows.columns)
    if rows.levels == 1:
        return _gather(table[:, 0], firsts)[:, None]
    spectrum = _walsh_hadamard(table)
    hits = np.empty((rows.items, 2), dtype=np.int64)
    deals = np.arange(table.shape[0])
    for item in range(rows.items):
        first, second = firsts[:, item], seconds[:, item]
        both = (spectrum[deals, 0, first] + spectrum[deals, 0, second]).sum(dtype=np.int64)
        gap = (spectrum[deals, item + 1, first] - spectrum[deals, item + 1, second]).sum(dtype=np.int64)
        hits[item] = (both - gap) // 2, (both + gap) // 2
    return hits


def dealt_count_hits(rows: Dealt, table: Counts) -> Counts:
    """Hits by item in count questions, where the mask does not matter."""
    by_deal = table.reshape(-1, rows.sides, rows.columns).sum(axis=1)
    return _gather(by_deal, _ranks(rows) % rows.columns)


def _ranks(rows: Dealt) -> Counts:
    """pi of every item in every deal (a, b), a-major."""
    deals = np.arange(rows.multipliers * rows.prime)[:, None]
    multiplier, shift = np.divmod(deals, rows.prime)
    ranks: Counts = ((multiplier + 1) * np.arange(rows.items) + shift) % rows.prime
    return ranks


def _gather(table: Counts, columns: Counts) -> Counts:
    """For each item, the sum over deals of the table at its column."""
    return np.asarray(np.take_along_axis(table, columns, axis=1).sum(axis=0), dtype=np.int64)


def _walsh_hadamard(table: Counts) -> Integers:
    """Along axis 1, in place on a copy; its length is a power of two."""
    deals, sides, columns = table.shape
    # Half the bytes are half the time: no entry of the transform exceeds the sum of all sizes.
    spectrum: Integers = table.astype(np.int32 if np.abs(table).sum() < 1 << 30 else np.int64)
    span = 1
    while span < sides:
        pairs = spectrum.reshape(deals, sides // (2 * span), 2, span * columns)
        even, odd = pairs[:, :, 0], pairs[:, :, 1]
        even += odd
        odd *= -2
        odd += even
        span *= 2
    return spectrum
