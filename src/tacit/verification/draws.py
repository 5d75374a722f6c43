"""The sampler on recorded bytes: at both edges of every interval of draws, the column of the published table.

Between two edges nothing can change: the code compares the draw with fixed integers and divides it by one.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from tacit.scheme.scheme import Scheme
from tacit.verification.cells import Advance, spread
from tacit.verification.device import Send

MOST_DRAWS = 50_000
MOST_INTERVALS = 4096  # per card; of more columns, the first and last and so many between


class Unfinished(Exception):
    """More bytes are wanted than were recorded."""


class Recorded:
    """A source that gives recorded numbers, one per read."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self.numbers = list(numbers)
        self.reads = 0

    def __call__(self, size: int) -> bytes:
        if not size:
            return b""
        self.reads += 1
        if self.reads > len(self.numbers):
            raise Unfinished
        return (self.numbers[self.reads - 1] % (1 << 8 * size)).to_bytes(size, "big")


@dataclass(frozen=True)
class Sampled:
    """How many draws of how many cards were tried, and the first that went wrong."""

    draws: int
    cards: int
    failure: str | None


def sample(scheme: Scheme, send: Send, advance: Advance) -> Sampled:
    """Try cards from all over the queries until about MOST_DRAWS draws are tried."""
    draws = cards = 0
    for query, item, level in cards_tried(scheme):
        failure, tried = _wrong_draw(scheme, send, query, item, level)
        draws, cards = draws + tried, cards + 1
        if failure:
            return Sampled(draws, cards, failure)
        advance(tried)
    return Sampled(draws, cards, None)


def most_draws(scheme: Scheme) -> int:
    """How many draws `sample` will try, or a few more."""
    return len(cards_tried(scheme)) * _most_of_a_card(scheme)


def _most_of_a_card(scheme: Scheme) -> int:
    """Two edges for each interval, and three draws that are too large or have bits above."""
    return 2 * min(scheme.rows.columns, MOST_INTERVALS) + 3


def cards_tried(scheme: Scheme) -> list[tuple[int, int, int]]:
    """(query, item, level): first and last cards of the first and last queries, and a stride over all."""
    rows, queries = scheme.rows, scheme.queries
    found = [(query, *card) for query in (0, queries - 1) for card in _corners(scheme)]
    for cell in spread(MOST_DRAWS // _most_of_a_card(scheme), queries * rows.cards).tolist():
        query, card = divmod(cell, rows.cards)
        found.append((query, *divmod(card, rows.levels)))
    return list(dict.fromkeys(found))


def _corners(scheme: Scheme) -> Iterator[tuple[int, int]]:
    for item in (0, scheme.rows.items - 1):
        for level in range(min(2, scheme.rows.levels)):
            yield item, level


def intervals(scheme: Scheme, query: int, item: int, level: int) -> list[tuple[int, int, int]]:
    """(first draw, past the last draw, column), in the order of SCHEME.md B."""
    odds, columns = scheme.odds, scheme.rows.columns
    own = scheme.column(query, item, level)
    upward, start = [*range(own + 1, columns), *range(own)], odds.keep
    spans = [(0, start, own)]
    if not odds.is_plain:
        opposite = scheme.column(query, item, 1 - level)
        upward.remove(opposite)
        spans.append((start, start + odds.opposite, opposite))
        start += odds.opposite
    weight = odds.other
    return spans + [(start + at * weight, start + (at + 1) * weight, up) for at, up in enumerate(upward)]


def _wrong_draw(scheme: Scheme, send: Send, query: int, item: int, level: int) -> tuple[str | None, int]:
    """The first draw that gives a wrong column, and how many were tried."""
    spans = intervals(scheme, query, item, level)
    card = f"card ({item}, {level}) of query {query}"
    weights = [0] * scheme.rows.columns
    for start, end, column in spans:
        weights[column] += end - start
    if spans[-1][1] != scheme.total or weights != scheme.weights(query, item, level):
        return f"{card}: the intervals of draws do not add up to the published table", 0
    tried = 0
    for draws, column in _records(scheme, spans):
        tried += 1
        source = Recorded(draws)
        try:
            found: int | None = send(query, item, level, source)
        except Unfinished:
            found = None
        if found != column or source.reads != len(draws):
            got = f"column {found}" if found is not None else "no answer"
            return (
                f"{card}: the draws {draws} give {got} after {source.reads} reads, published {column}",
                tried,
            )
    return None, tried


def _records(scheme: Scheme, spans: list[tuple[int, int, int]]) -> Iterator[tuple[list[int], int]]:
    """Recorded draws and the column that they must give: edges, then what is too large or has bits above."""
    stride = -(-len(spans) // MOST_INTERVALS)
    for start, end, column in {*spans[::stride], *spans[:2], *spans[-2:]}:
        if start < end:
            yield [start], column
        if start + 1 < end:
            yield [end - 1], column
    bits = (scheme.total - 1).bit_length()
    first = spans[0][2]
    if scheme.total < 1 << bits:
        yield [scheme.total, 0], first
        yield [(1 << bits) - 1, scheme.total, 0], first
    if bits % 8:
        yield [1 << bits], first
