"""Sources of recorded and of all possible bytes, and exact laws of whatever reads them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from functools import partial
from itertools import product
from typing import TypeVar

from proofs import Disproved, claim, written
from tacit.scheme.randomize import Source
from tacit.scheme.scheme import Scheme

Outcome = TypeVar("Outcome")
Below = Callable[[int, Source], int]
Round = Callable[[int, int, int, Source], int]
Place = Callable[[Fraction, Fraction, Fraction, int], tuple[int, int, int]]
Randomize = Callable[[Scheme, int, int, int, Source], int]


class Unfinished(Disproved):
    """More bytes are wanted than the record holds."""


class Recorded:
    """A source that gives recorded numbers, one per read, and notes how many bytes each read wanted."""

    def __init__(self, numbers: Iterable[int]) -> None:
        self.numbers = list(numbers)
        self.sizes: list[int] = []

    def __call__(self, size: int) -> bytes:
        self.sizes.append(size)
        if len(self.sizes) > len(self.numbers):
            raise Unfinished
        return self.numbers[len(self.sizes) - 1].to_bytes(size, "big")


def first_read(draw: Callable[[Source], object]) -> int:
    """How many bytes the first read wants."""
    source = Recorded([])
    try:
        draw(source)
    except Unfinished:
        return source.sizes[0]
    return 0


def law_of(draw: Callable[[Source], Outcome]) -> dict[Outcome, Fraction]:
    """The exact law of what reads once or, rejecting, again: all draws of the first read.

    The law given "not rejected" is the law, provided that after a rejection everything begins anew;
    that is claimed too, for the first and last rejected number and every next one.
    """
    size = first_read(draw)
    if size > 2:
        raise ValueError(f"too many draws to enumerate: {size} bytes")
    outcomes: dict[int, Outcome] = {}
    rejected: list[int] = []
    for number in range(256**size):
        try:
            outcomes[number] = draw(Recorded([number]))
        except Unfinished:
            rejected.append(number)
    for number in {*rejected[:1], *rejected[-1:]}:
        for second, outcome in outcomes.items():
            again = draw(Recorded([number, second]))
            claim(again == outcome, f"after the rejected {number}, {second} gives {again}, not {outcome}")
    return {outcome: Fraction(times, len(outcomes)) for outcome, times in Counter(outcomes.values()).items()}


def law_of_reads(draw: Callable[[Source], Outcome], reads: int) -> dict[Outcome, Fraction]:
    """The exact law of what reads so many single bytes, looks at four bits of each and rejects none."""
    found = Counter(draw(Recorded(numbers)) for numbers in product(range(16), repeat=reads))
    return {outcome: Fraction(times, 16**reads) for outcome, times in found.items()}


def check_below(below: Below, widths: Iterable[int]) -> None:
    """Every width: uniform, with as few bytes as hold it, big end first; whatever is too large repeats."""
    for width in widths:
        law = law_of(partial(below, width))
        uniform = {number: Fraction(1, width) for number in range(width)}
        claim(law == uniform, f"below({width}) has the law {law}")
        size = first_read(partial(below, width))
        bits = len(bin(width - 1)) - 2 if width > 1 else 0
        claim(size == -(-bits // 8), f"below({width}) reads {size} bytes for {bits} bits")
        for number in {0, width // 2, width - 1}:
            found = below(width, Recorded([number]))
            claim(found == number, f"below({width}) turns the draw {number} into {found}")


def check_rounding(round_to_level: Round, denominators: Iterable[int]) -> None:
    """Every a/b: up with probability a/b exactly, so the mean is exact."""
    for b in denominators:
        for a in {0, 1, b // 3, b // 2, b - 1, b} - {-1}:
            if a > b:
                continue
            law = law_of(partial(round_to_level, 1, a, b))
            mean = sum(level * chance for level, chance in law.items())
            claim(mean == 1 + Fraction(a, b), f"level 1 and {a}/{b} more rounds to {mean} on average")
            claim(set(law) <= {1, 2}, f"level 1 and {a}/{b} more rounds to one of {sorted(law)}")


def check_place(place: Place, cases: Iterable[tuple[str, str, str, int]]) -> None:
    """(value, low, high, levels): level and fraction say exactly where the value lies, never past the top."""
    for text, low, high, levels in cases:
        ends = Fraction(low), Fraction(high)
        level, a, b = place(Fraction(text), *ends, levels)
        exact = (Fraction(text) - ends[0]) * (levels - 1) / (ends[1] - ends[0])
        case = f"{text} within {low}..{high} at {levels} levels"
        claim(level + Fraction(a, b) == exact, f"{case} is placed at {level} + {a}/{b}, exactly {exact}")
        claim(0 <= a < b and 0 <= level < levels, f"{case}: {level} + {a}/{b} is not below the top")


def written_weights(scheme: Scheme, query: int, item: int, level: int) -> list[int]:
    """The table of SCHEME.md B for this card, from the scheme's own columns."""
    own = scheme.column(query, item, level)
    opposite = scheme.column(query, item, 1 - level) if scheme.rows.levels == 2 else None
    weights = [0] * scheme.rows.columns
    for start, end, column in written.intervals(scheme.odds, scheme.rows.columns, own, opposite):
        weights[column] += end - start
    return weights


def check_law(scheme: Scheme, randomize: Randomize) -> None:
    """By all draws: every card under every query is sent with the law of the published table."""
    rows = scheme.rows
    for query in range(scheme.queries):
        for item in range(rows.items):
            for level in range(rows.levels):
                card = f"{scheme}: card ({item}, {level}) of query {query}"
                table = scheme.weights(query, item, level)
                wanted = written_weights(scheme, query, item, level)
                claim(table == wanted, f"{card} has the table {table}, written {wanted}")
                claim(sum(table) == scheme.total, f"{card}: weights {table} do not add to {scheme.total}")
                law = law_of(partial(randomize, scheme, query, item, level))
                found = [law.get(column, Fraction(0)) * scheme.total for column in range(rows.columns)]
                claim(found == table, f"{card} is sent as {found}, published {table}")
                claim(set(law) <= set(range(rows.columns)), f"{card} is sent to {sorted(law)}")


def check_edges(scheme: Scheme, randomize: Randomize, queries: Iterable[int]) -> None:
    """At both edges and the middle of every interval of draws the column is the written one.

    Bits above the width are ignored; the first draw past the end is refused and the next one taken.
    """
    rows, total = scheme.rows, scheme.total
    size, room = ((total - 1).bit_length() + 7) // 8, 1 << (total - 1).bit_length()
    for query in queries:
        for item in range(rows.items):
            for level in range(rows.levels):
                own = scheme.column(query, item, level)
                opposite = scheme.column(query, item, 1 - level) if rows.levels == 2 else None
                spans = written.intervals(scheme.odds, rows.columns, own, opposite)
                claim(
                    spans[-1][1] == total, f"{scheme}: the written weights add to {spans[-1][1]}, not {total}"
                )
                for start, end, column in spans:
                    for u in {start, (start + end) // 2, end - 1}:
                        noisy = u + (256**size - room)
                        past = [total, u] if total < room else [u]
                        for numbers in ([u], [noisy], past):
                            source = Recorded(numbers)
                            found = randomize(scheme, query, item, level, source)
                            card = f"{scheme}: card ({item}, {level}) of query {query}, draws {numbers}"
                            claim(found == column, f"{card}: column {found}, written {column}")
                            claim(source.sizes == [size] * len(numbers), f"{card}: read {source.sizes} bytes")


def check_reads(scheme: Scheme, randomize: Randomize) -> None:
    """Whoever watches the source learns nothing: the reads depend on the bytes alone, never on the card."""
    rows = scheme.rows
    cards = [(item, level) for item in range(rows.items) for level in range(rows.levels)]
    size = first_read(partial(randomize, scheme, 0, 0, 0))
    numbers = [0, 1, scheme.odds.keep - 1, scheme.odds.keep, scheme.total - 1, 256**size - 1]
    for number in numbers:
        seen = set()
        for query in range(scheme.queries):
            for card in cards:
                source = Recorded([number, 256**size - 1, 0])
                randomize(scheme, query, *card, source)
                seen.add(tuple(source.sizes))
        claim(len(seen) == 1, f"{scheme}: the draw {number} is followed by {sorted(seen)} reads")


def check_joint_law(scheme: Scheme, randomize: Randomize, round_to_level: Round) -> None:
    """Rounding and column use draws of their own: the law of a value is the mixture of its cards' laws.

    The scheme's levels must be two and its total a power of two up to 16, so that two reads decide all.
    """
    for query in range(scheme.queries):
        for item in range(scheme.rows.items):
            for a in (0, 1, 3, 4):

                def send(read: Source, query: int = query, item: int = item, a: int = a) -> int:
                    return randomize(scheme, query, item, round_to_level(0, a, 4, read), read)

                law = law_of_reads(send, 2)
                low, high = (scheme.weights(query, item, level) for level in (0, 1))
                for column in range(scheme.rows.columns):
                    mixed = Fraction((4 - a) * low[column] + a * high[column], 4 * scheme.total)
                    found = law.get(column, Fraction(0))
                    value = f"{scheme}: item {item} at {a}/4 under query {query}"
                    claim(found == mixed, f"{value}: column {column} with chance {found}, mixture {mixed}")
