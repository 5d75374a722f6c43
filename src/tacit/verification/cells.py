"""Which queries are met, and where the very code of the device puts the cards under them."""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tacit.scheme.scheme import Scheme
from tacit.tallying.columns import columns_of_queries
from tacit.verification.device import Send

Integers = npt.NDArray[np.int64]
Advance = Callable[[int], None]

MOST_CELLS = 10**6  # cards times queries that are all met one by one (SCHEME.md B)
MOST_WEIGHTS = 1 << 27  # ... if all their weights in all columns can be looked at within seconds
MOST_SCANNED = 1 << 22
MOST_COMPARED = 200_000
STEP = 10_000


def spread(count: int, size: int) -> Integers:
    """So many different numbers in range(size), 0 first: a deterministic stride that favours no digits."""
    step = max(1, size * 610 // 987)
    while math.gcd(step, size) > 1:
        step += 1
    return np.array([at * step % size for at in range(min(count, size))], dtype=np.int64)


@dataclass(frozen=True)
class Extent:
    """How much of a scheme is met: every query, or of large pools so many that seconds suffice."""

    scheme: Scheme

    @property
    def cards(self) -> int:
        return self.scheme.rows.cards

    @cached_property
    def is_full(self) -> bool:
        """Whether every card is met under every query."""
        cells = self.cards * self.scheme.queries
        return cells <= MOST_CELLS and cells * self.scheme.rows.columns <= MOST_WEIGHTS

    @cached_property
    def queries(self) -> Integers:
        """The queries that are met, value questions and count questions."""
        every = self.scheme.queries
        if self.is_full:
            return np.arange(every, dtype=np.int64)
        return np.sort(spread(max(4, MOST_SCANNED // self.cards), every))

    @cached_property
    def compared(self) -> Integers:
        """The cells, query by query and card by card, at which the device's code is asked."""
        cells = len(self.queries) * self.cards
        return np.arange(cells) if self.is_full else spread(MOST_COMPARED, cells)

    @cached_property
    def placed(self) -> Integers:
        """[query, item, level]: the column, from the rows as arrays know them."""
        rows = self.scheme.rows
        item, level = np.divmod(np.arange(self.cards), rows.levels)
        found = columns_of_queries(self.scheme, self.queries[:, None], item, level)
        shape = (len(self.queries), rows.items, rows.levels)
        return np.broadcast_to(found, (shape[0], self.cards)).reshape(shape)


def disagreement(extent: Extent, send: Send, advance: Advance) -> str | None:
    """The first cell at which the device's code puts a card elsewhere than the tally looks for it.

    Whoever draws 0 sends the own column: so the device is asked, and with it the scheme.
    """
    scheme, levels = extent.scheme, extent.scheme.rows.levels
    flat = extent.placed.reshape(-1)
    for start in range(0, len(extent.compared), STEP):
        cells = extent.compared[start : start + STEP]
        at, cards = np.divmod(cells, extent.cards)
        items, card_levels = np.divmod(cards, levels)
        asked = zip(extent.queries[at].tolist(), items.tolist(), card_levels.tolist(), strict=True)
        device = [(scheme.column(*card), send(*card, bytes)) for card in asked]
        wrong = np.flatnonzero((flat[cells, None] != device).any(axis=1))
        if len(wrong):
            first = wrong[0]
            card = f"({items[first]}, {card_levels[first]}) of query {extent.queries[at[first]]}"
            scheme_says, device_says = device[first]
            columns = f"the scheme {scheme_says}, the device {device_says}, the tally {flat[cells[first]]}"
            return f"the column of card {card} is to {columns}"
        advance(len(cells))
    return None


def malformed(extent: Extent) -> str | None:
    """The first query met in which a column is out of range, or an item's cards lie as they must not."""
    rows, placed = extent.scheme.rows, extent.placed
    is_count = extent.queries >= rows.pool
    out = ((placed < 0) | (placed >= rows.columns)).any(axis=(1, 2))
    ordered = np.sort(placed, axis=2)
    meet = (np.diff(ordered, axis=2) == 0).any(axis=(1, 2))
    part = (placed != placed[:, :, :1]).any(axis=(1, 2))
    for wrong, what in (
        (out, f"has a column outside 0..{rows.columns - 1}"),
        (meet & ~is_count, "puts two cards of one group into one column"),
        (part & is_count, "asks for a count and yet parts a group's cards"),
    ):
        if wrong.any():
            return f"query {extent.queries[wrong.argmax()]} {what}"
    return None
