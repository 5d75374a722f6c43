"""Every answer to every query of a small study, with its scores and the chance of it whatever is held.

The perfect tally of some people holds every answer exactly as often as it is expected. Estimates are linear
in the tally, so there they must equal the truth, and their variances those of the enumeration.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import lcm

import numpy as np
from numpy.typing import NDArray

from proofs.scores import Constants
from proofs.tables import Columns
from tacit.scheme.scheme import Scheme
from tacit.tallying.tally import Tally

Floats = NDArray[np.float64]


@dataclass(frozen=True)
class Person:
    """The item that a person holds, and the chances of its levels after rounding."""

    item: int
    chances: tuple[Fraction, ...]

    @property
    def value(self) -> Fraction:
        """In half-ranges from the middle."""
        top = len(self.chances) - 1
        return sum(
            (chance * (Fraction(2 * level, top) - 1) for level, chance in enumerate(self.chances)),
            Fraction(0),
        )


def at(item: int, value: Fraction | float, levels: int = 2) -> Person:
    """Somebody whose value, in half-ranges from the middle, is rounded to the levels around it."""
    if levels == 1:
        return Person(item, (Fraction(1),))
    place = (Fraction(value) + 1) * (levels - 1) / 2
    low = min(int(place), levels - 2)
    chances = [Fraction(0)] * levels
    chances[low], chances[low + 1] = 1 - (place - low), place - low
    return Person(item, tuple(chances))


class Enumerated:
    """All cells (query, column) of a scheme; `sums` and `counts` are their scores u' and n' by item."""

    def __init__(self, scheme: Scheme) -> None:
        self.scheme = scheme
        rows, constants = scheme.rows, Constants.of(scheme)
        table = Columns(scheme).every.reshape(scheme.queries, rows.items, rows.levels)
        hits = table[:, None] == np.arange(rows.columns)[:, None, None]
        hits = hits.reshape(-1, rows.items, rows.levels)
        is_count = np.repeat(np.arange(scheme.queries) >= rows.pool, rows.columns)
        values = np.linspace(-1, 1, rows.levels) if rows.levels > 1 else np.zeros(1)
        scale = float((1 - constants.eta) * constants.gain)
        self.sums: Floats = np.where(is_count[:, None], 0.0, hits @ values / scale)
        bases = np.where(is_count, float(rows.levels * constants.count_base), float(constants.base))
        kappa = float(constants.kappa) or np.inf
        self.counts: Floats = (hits.sum(axis=2) - bases[:, None]) / kappa
        share = constants.eta
        self.kinds = np.where(is_count, share.numerator, share.denominator - share.numerator)
        self.known: dict[Person, NDArray[np.int64]] = {}

    def weights(self, person: Person) -> NDArray[np.int64]:
        """How often each cell is expected, in whole numbers; they add to `unit`."""
        if person not in self.known:
            self.known[person] = self._weights(person)
        return self.known[person]

    def _weights(self, person: Person) -> NDArray[np.int64]:
        rows = self.scheme.rows
        common = lcm(*(chance.denominator for chance in person.chances))
        total = np.zeros(self.scheme.queries * rows.columns, dtype=np.int64)
        for level, chance in enumerate(person.chances):
            each = [self.scheme.weights(query, person.item, level) for query in range(self.scheme.queries)]
            total += int(chance * common) * np.array(each, dtype=np.int64).reshape(-1)
        return total * self.kinds * (self.unit // (total @ self.kinds))

    @property
    def unit(self) -> int:
        """A number that all chances of cells divide; 840 is for those of rounding."""
        return self.scheme.rows.pool * self.scheme.count_share.denominator * self.scheme.total * 840

    def law(self, person: Person) -> Floats:
        """The chance of each cell."""
        weights = self.weights(person)
        return np.asarray(weights / weights.sum())

    def perfect(self, people: Sequence[Person]) -> tuple[Tally, int]:
        """The perfect tally, and how often it counts each person."""
        counts = sum(self.weights(person) for person in people)
        return Tally(self.scheme.queries, self.scheme.rows.columns, np.asarray(counts)), self.unit

    def expected(self, people: Sequence[Person], score: Floats) -> float:
        """What a score adds up to over these people, in expectation."""
        return float(sum(self.law(person) @ score for person in people))

    def noise(self, people: Sequence[Person], score: Floats) -> float:
        """The variance of that sum: every person answers alone."""
        return float(sum(self.law(p) @ score**2 - (self.law(p) @ score) ** 2 for p in people))

    def sampled(self, people: Sequence[Person], score: Floats) -> float:
        """The variance if every one of them were drawn from all of them, with replacement."""
        return self.expected(people, score**2) - self.expected(people, score) ** 2 / len(people)
