"""Answers of imagined people, many at a time, with exactly the odds that a real answer has."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.scheme.scheme import Scheme
from tacit.simulation.placing import Place, clock, placing
from tacit.simulation.stream import RAW, Stream, Whole, divide, smallest_type, streams_of

Indices = npt.NDArray[np.integer[Any]]

# Large enough to hide the cost of a call, small enough for a block's arrays to stay in the cache.
BLOCK = 1 << 15
# One draw decides query and column while the product of their bounds stays below this: few are drawn again.
WIDEST_DRAW = 1 << 62


@dataclass(frozen=True)
class Chances:
    """The chances, of different values, to go up to the next level; each exact and below 1."""

    exact: tuple[Fraction, ...]

    @cached_property
    def are_all_zero(self) -> bool:
        """Whether nothing is left to chance."""
        return not any(self.exact)

    @cached_property
    def thresholds(self) -> Whole:
        """Below it a raw number means up, above it down; at it the rest of the chance decides."""
        whole = [RAW * chance.numerator // chance.denominator for chance in self.exact]
        return np.array(whole, dtype=np.uint64)

    def rest(self, at: int) -> Fraction:
        """The chance that is left for a raw number at the threshold."""
        return self.exact[at] * RAW % 1


@dataclass(frozen=True, eq=False)
class Cards:
    """What people hold: an item and a level; `chosen` says which of the chances to go up each person has."""

    items: Whole
    levels: Whole
    chosen: Indices | None = None
    chances: Chances = Chances(())

    def __len__(self) -> int:
        return self.items.size

    def __getitem__(self, part: slice) -> Cards:
        chosen = None if self.chosen is None else self.chosen[part]
        return Cards(self.items[part], self.levels[part], chosen, self.chances)


def draw_answers(scheme: Scheme, cards: Cards, rng: np.random.Generator) -> tuple[Whole, Whole]:
    """One query and one column for each card, in the smallest types that hold them."""
    return next(draw_in_batches(scheme, [cards], rng))


def draw_in_batches(
    scheme: Scheme, batches: Iterable[Cards], rng: np.random.Generator
) -> Iterator[tuple[Whole, Whole]]:
    """The answers batch by batch, as they are asked for; the same ones however people are divided."""
    place = placing(scheme)
    rounding, ties, *numbers = streams_of(rng, 4)
    for cards in batches:
        queries = np.empty(len(cards), dtype=smallest_type(scheme.queries - 1))
        columns = np.empty(len(cards), dtype=smallest_type(scheme.rows.columns - 1))
        for start in range(0, len(cards), BLOCK):
            part = slice(start, start + BLOCK)
            held = cards[part]
            levels = rounded(held, rounding, ties)
            asked, drawn = _numbers(scheme, len(held), numbers)
            queries[part], columns[part] = answers_to(scheme, place, (held.items, levels), (asked, drawn))
        yield queries, columns


def rounded(cards: Cards, rounding: Stream, ties: Stream) -> Whole:
    """The levels after chance."""
    if cards.chosen is None:
        return cards.levels
    thresholds = cards.chances.thresholds[cards.chosen]
    drawn = rounding.raw(thresholds.size)
    is_up = drawn < thresholds
    for tie in np.flatnonzero(drawn == thresholds):
        rest = cards.chances.rest(int(cards.chosen[tie]))
        is_up[tie] = int(ties.below(rest.denominator, 1)[0]) < rest.numerator
    return cards.levels + is_up


def _numbers(scheme: Scheme, size: int, streams: Sequence[Stream]) -> tuple[Whole, Whole]:
    """Which question, and which of the weights' units: out of one draw if it is wide enough for both."""
    questions = scheme.count_share.denominator * scheme.rows.pool
    if questions * scheme.total < WIDEST_DRAW:
        return divide(streams[0].below(questions * scheme.total, size), scheme.total)
    return streams[0].below(questions, size), streams[1].below(scheme.total, size)


def answers_to(
    scheme: Scheme, place: Place, held: tuple[Whole, Whole], numbers: tuple[Whole, Whole]
) -> tuple[Whole, Whole]:
    """The answers that these numbers make of items and levels.

    The numbers are uniform: a question below pool times the denominator of the share of count questions, and
    a unit below the sum of all columns' weights.
    """
    query, share = numbers[0], scheme.count_share
    if share:
        kind, query = divide(query, scheme.rows.pool)
        query += (kind < share.numerator) * np.uint64(scheme.rows.pool)
    return query, _randomize(scheme, query, held, numbers[1], place)


def _randomize(scheme: Scheme, query: Whole, held: tuple[Whole, Whole], drawn: Whole, place: Place) -> Whole:
    """The column that is sent, as `tacit.scheme.randomize` says: own, opposite, or the i-th of the others."""
    odds, columns = scheme.odds, scheme.rows.columns
    items, levels = held
    own = place(query, items, levels)
    # With two columns nothing may be left for others.
    other = np.uint64(max(odds.other, 1))
    if odds.is_plain:
        # 0 while drawn < keep, then 1 for the next `other` numbers, and so on.
        before = np.uint64(odds.keep - odds.other)
        steps = np.maximum(drawn, before)
        steps -= before
        steps //= other
        return clock(own, steps.astype(own.dtype), columns)
    gap = clock(place(query, items, 1 - levels), columns - own, columns)
    past = np.uint64(odds.keep + odds.opposite)
    steps = (1 + (np.maximum(drawn, past) - past) // other).astype(own.dtype)
    steps += steps >= gap
    steps = np.where(drawn < past, gap, steps)
    return clock(own, np.where(drawn < odds.keep, own.dtype.type(0), steps), columns)
