"""Counts of several items together: what their scores' products are on average, per answer.

A margin of crossed groups adds cells, a group of a histogram its options. Their counts are neither
independent nor all alike: at direct rows one person's answer cannot name two of them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from tacit.scheme.moments import Moments
from tacit.scheme.rows import Dealt, Hashed, Rows
from tacit.scheme.scheme import Scheme


@dataclass(frozen=True)
class Union:
    """Some items, and the share of all people whose cards are theirs.

    `aligned` is how many of the triples of these items lie on a line of the digits of hashed rows, where
    three columns depend on one number; None: as many as of all triples.
    """

    share: float
    size: int = 1
    aligned: float | None = None


class Joint:
    """Products of count scores n' (SCHEME.md C1) of a part and of a whole that it belongs to."""

    def __init__(self, scheme: Scheme, moments: Moments[float]) -> None:
        self._scheme, self._moments = scheme, moments
        self._spread = moments.count_spread()
        self._own_pair = self._of_pair_with_own()
        self._anywhere = aligned_anywhere(scheme.rows)

    def square(self, union: Union) -> float:
        """E n'^2 of the union."""
        return self.product(union, union)

    def product(self, part: Union, whole: Union) -> float:
        """E n' n' of a part and its whole."""
        inside = self._anywhere if whole.aligned is None else whole.aligned
        return (
            part.share * self._seen(part.size, whole.size, in_part=1, in_whole=1, aligned=inside)
            + (whole.share - part.share)
            * self._seen(part.size, whole.size, in_part=0, in_whole=1, aligned=inside)
            + (1 - whole.share)
            * self._seen(part.size, whole.size, in_part=0, in_whole=0, aligned=self._anywhere)
        )

    def apart(self, first: Union, second: Union, aligned: float | None = None) -> float:
        """E n' n' of two unions that have nothing in common.

        Of two items, `aligned` is the share of all people whose item is on a line with both; None: as many as
        on average.
        """
        with_own = first.share * second.size + second.share * first.size
        without = first.size * second.size - with_own
        part = self._anywhere if aligned is None or not without else aligned / without
        return with_own * self._own_pair + without * self._of_pair_of_others(part)

    def _seen(self, part: int, whole: int, *, in_part: int, in_whole: int, aligned: float) -> float:
        """From the answer of somebody who is in the part, in the whole only, or in neither."""
        with_own = in_part * (whole - 1) + in_whole * (part - in_part)
        without = part * (whole - 1) - with_own
        return (
            in_part * (self._spread.own + 1)
            + (part - in_part) * self._spread.other
            + with_own * self._own_pair
            + (without * self._of_pair_of_others(aligned) if without else 0.0)
        )

    def _of_pair_with_own(self) -> float:
        """E n'_j n'_g from the answer of somebody in j."""
        m = self._moments
        value = m.own_hit * (m.match - m.base)
        count = m.levels**2 * m.keep * (self._count_match() - m.count_base)
        return ((1 - m.eta) * value + m.eta * count) / m.count_gain**2

    def _of_pair_of_others(self, aligned: float) -> float:
        """E n'_j n'_g from the answer of somebody in neither."""
        m, levels = self._moments, self._moments.levels
        value = m.other * levels * m.match - m.base**2
        value += (m.own_hit - levels * m.other) * together(self._scheme.rows, aligned)
        count = m.other * self._count_match() - m.count_base**2
        if m.eta:
            count += (m.keep - m.other) * counted_together(self._scheme.rows, aligned)
        return ((1 - m.eta) * value + m.eta * levels**2 * count) / m.count_gain**2

    def _count_match(self) -> float:
        return float(self._scheme.rows.count_collision)


def together(rows: Rows, aligned: float) -> float:
    """How many pairs of cards of two other items lie in the column of a card, on average over triples."""
    levels = rows.levels
    if isinstance(rows, Dealt):
        firsts = [rank % rows.columns for rank in range(rows.prime)]
        if levels == 1:
            return _of_triples(firsts, rows.prime)
        return (
            _of_triples(
                firsts + [(rank + rows.step) % rows.columns for rank in range(rows.prime)], rows.prime
            )
            / 2
        )
    if isinstance(rows, Hashed):
        on_a_line = (1 + (levels - 1) * (levels - 2) / max(rows.columns - 2, 1)) / rows.columns
        return aligned * on_a_line + (1 - aligned) * (levels / rows.columns) ** 2
    return 0.0


def counted_together(rows: Rows, aligned: float) -> float:
    """The chance that two other items share the column of an item in a count question."""
    if isinstance(rows, Dealt):
        return _of_triples([rank % rows.columns for rank in range(rows.prime)], rows.prime)
    return aligned / rows.columns + (1 - aligned) / rows.columns**2


def sums_together(rows: Rows, rounded: float) -> float:
    """The product of two other items' values in the column of a card, when the three are aligned.

    On average over lines' slopes; `rounded` is the square of the card's own value, on average.
    """
    if not isinstance(rows, Hashed):
        return 0.0
    levels = rows.levels
    squares = levels * (levels + 1) / (3 * (levels - 1))
    # Both in the card's own place; or in two other ones, of which each pair is hit by one slope.
    return (rounded + (2 * rounded - squares) / max(rows.columns - 2, 1)) / rows.columns


def least_square(levels: int) -> float:
    """The smallest square of a level: what the values of people who are somewhere else are at least."""
    return 0.0 if levels % 2 else 1 / (levels - 1) ** 2


def aligned_pairs(rows: Rows, union: Union) -> tuple[float, float]:
    """How many pairs of the union's items are aligned with a person's item: of people within, and others."""
    anywhere, size = aligned_anywhere(rows), union.size
    inside = anywhere if union.aligned is None else union.aligned
    return union.share * (size - 1) * (size - 2) * inside, (1 - union.share) * size * (size - 1) * anywhere


def on_the_line(rows: Rows, first: int, second: int) -> Iterator[int]:
    """The other items on the line of the digits of hashed rows through these two, if there are any."""
    if not isinstance(rows, Hashed):
        return
    base = rows.columns
    for times in range(2, base):
        item, place, one, two = 0, 1, first, second
        while one or two:
            item += (one + times * (two - one)) % base * place
            one, two, place = one // base, two // base, place * base
        if item < rows.items:
            yield item


def aligned_anywhere(rows: Rows) -> float:
    """How many triples of items are on one line: every line of two has `columns - 2` more points."""
    if not isinstance(rows, Hashed) or rows.pool <= 2:
        return 0.0
    return (rows.columns - 2) / (rows.pool - 2)


def aligned_within(rows: Rows, first: int, size: int) -> float | None:
    """The same of `size` items that follow one another: those alike but for the last digit are on a line."""
    if not isinstance(rows, Hashed) or size < 3:
        return None
    base = rows.columns
    cuts = [first, *range(first - first % base + base, first + size, base), first + size]
    pieces = [after - before for before, after in pairwise(cuts)]
    return sum(map(_triples, pieces)) / _triples(size)


def _triples(size: int) -> int:
    return size * (size - 1) * (size - 2)


def _of_triples(columns: list[int], prime: int) -> float:
    """Ordered triples in one column, per ordered triple of ranks (of which a deal makes any)."""
    if prime < 3:
        return 0.0
    return sum(map(_triples, Counter(columns).values())) / _triples(prime)
