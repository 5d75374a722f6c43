"""Whether any two cards of different items share a column equally often: what makes estimates unbiased."""

from __future__ import annotations

from fractions import Fraction

import numpy as np

from tacit.verification.cells import Extent, Integers

MOST_COMPARISONS = 1 << 32  # about two seconds


def is_enumerable(extent: Extent) -> bool:
    """Whether every pair of cards can be compared under every query within seconds."""
    return extent.is_full and extent.cards**2 * extent.scheme.queries // 2 <= MOST_COMPARISONS


def uneven_pair(extent: Extent) -> str | None:
    """The first two cards that share a column more or less often than the closed form of the estimators."""
    rows, placed = extent.scheme.rows, extent.placed
    found = _uneven(placed[: rows.pool], rows.collision)
    if found is None and extent.scheme.count_share:
        found = _uneven(placed[rows.pool :, :, :1], rows.count_collision)
    return found


def _uneven(placed: Integers, closed: Fraction) -> str | None:
    queries, items, levels = placed.shape
    by_card = np.ascontiguousarray(placed.reshape(queries, -1).T.astype(np.int32))
    wanted = closed * queries
    for card in range((items - 1) * levels):
        item = card // levels
        later = by_card[(item + 1) * levels :]
        shared = np.count_nonzero(later == by_card[card], axis=1)
        wrong = np.flatnonzero(shared != float(wanted))
        if len(wrong):
            other = divmod(int(wrong[0]) + (item + 1) * levels, levels)
            chance = f"{shared[wrong[0]]}/{queries}, not {wanted}/{queries}"
            return f"cards {divmod(card, levels)} and {other} share a column with chance {chance}"
    return None
