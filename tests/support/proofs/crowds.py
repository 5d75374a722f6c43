"""Whole populations, by going through every person, query, level and column: how scores of unions vary."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache

from proofs.scores import Constants, Scored, score
from proofs.tables import Columns
from tacit.planning.values import Values
from tacit.scheme.scheme import Scheme

# A number made of the scores (u', n') of one union after the other.
Combined = Callable[..., Fraction]
NONE = Fraction(0)


@dataclass(frozen=True)
class Person:
    """Some share of all people: their item and their value in half-ranges."""

    share: Fraction
    item: int
    value: Fraction = NONE


def crowd(items: int) -> list[Person]:
    """People of unequal groups with unlike values, half of each group at an end or in the middle."""
    sizes = [Fraction(1 + item % 3) for item in range(items)]
    return [
        Person(size / 2 / sum(sizes), item, value)
        for item, size in enumerate(sizes)
        for value in (Fraction(item % 3 - 1), Fraction(2 * item + 1, 2 * items))
    ]


def values_of(people: Sequence[Person], item: int, levels: int) -> tuple[Fraction, Values]:
    """The item's share of all people, and what these hold."""
    inside = [person for person in people if person.item == item]
    share = sum((person.share for person in inside), NONE)
    parts = [person.share / share for person in inside]
    held = [(x, x * x, rounded_square(x, levels)) for x in (person.value for person in inside)]
    return share, Values(
        *(float(sum(map(Fraction.__mul__, parts, each), NONE)) for each in zip(*held, strict=True))
    )


def rounded_square(value: Fraction, levels: int) -> Fraction:
    """E v^2 of the level that a value is rounded to."""
    squares = [(Fraction(2 * level, levels - 1) - 1) ** 2 for level in range(levels)]
    return sum((chance * squares[level] for level, chance in levels_of(value, levels).items()), NONE)


def levels_of(value: Fraction, levels: int) -> dict[int, Fraction]:
    """The law of the level that a value is rounded to."""
    if levels == 1:
        return {0: Fraction(1)}
    place = (value + 1) * (levels - 1) / 2
    below = min(int(place), levels - 2)
    return {below: below + 1 - place, below + 1: place - below}


class Enumerated:
    """One scheme's answers: the scores of unions of items under every query and column."""

    def __init__(self, scheme: Scheme) -> None:
        rows = scheme.rows
        self.scheme, self.constants = scheme, Constants.of(scheme)
        self.columns = Columns(scheme).every.reshape(scheme.queries, rows.items, rows.levels).tolist()
        self._score = cache(self._scored)

    def variances(
        self, people: Sequence[Person], of: Combined, *unions: Iterable[int]
    ) -> tuple[Fraction, Fraction]:
        """Per answer: privacy noise alone, and with sampling."""
        noise = raw = mean = NONE
        for person in people:
            first, second = self.moments(person, of, *unions)
            noise += person.share * (second - first**2)
            raw += person.share * second
            mean += person.share * first
        return noise, raw - mean**2

    def moments(self, person: Person, of: Combined, *unions: Iterable[int]) -> tuple[Fraction, Fraction]:
        """E z and E z^2 from this person's answer, z made of the scores of these unions."""
        seen = [(chance, of(*scores)) for chance, *scores in self._seen(person, *map(tuple, unions))]
        first = sum((chance * z for chance, z in seen), NONE)
        return first, sum((chance * z * z for chance, z in seen), NONE)

    def product(self, person: Person, part: Iterable[int], whole: Iterable[int]) -> Fraction:
        """E n' n' of a part and of its whole."""
        return self.moments(person, lambda one, two: one[1] * two[1], part, whole)[0]

    def _seen(
        self, person: Person, *unions: tuple[int, ...]
    ) -> Iterator[tuple[Fraction, *tuple[Scored, ...]]]:
        """The chance of every query and column, and the unions' scores there."""
        scheme = self.scheme
        for query in range(scheme.queries):
            is_count = query >= scheme.rows.pool
            share = scheme.count_share if is_count else 1 - scheme.count_share
            weights = [NONE] * scheme.rows.columns
            for level, chance in levels_of(person.value, scheme.rows.levels).items():
                if chance:
                    for column, weight in enumerate(scheme.weights(query, person.item, level)):
                        weights[column] += chance * weight
            for column, mass in enumerate(weights):
                chance = share * mass / (scheme.rows.pool * scheme.total)
                yield chance, *(self._score(union, query, column, is_count) for union in unions)

    def _scored(self, items: tuple[int, ...], query: int, column: int, is_count: bool) -> Scored:
        sums = counts = NONE
        for item in items:
            hits = tuple(card == column for card in self.columns[query][item])
            u, n = score(self.scheme, self.constants, hits, is_count=is_count)
            sums, counts = sums + u, counts + n
        return sums, counts
