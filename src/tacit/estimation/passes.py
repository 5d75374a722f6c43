"""One pass over the cells of a tally with sums: first and second moments of the scores of several groups."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from tacit.estimation.sampling import Drawn
from tacit.estimation.squares import CHUNK, Floats, union_scorer
from tacit.scheme.scheme import Scheme
from tacit.tallying.columns import Counts
from tacit.tallying.measures import Term
from tacit.tallying.sums import Part, SumTally


@dataclass(frozen=True)
class Asked:
    """Disjoint unions of items, and what is added up per union: the hidden value, or a public outcome.

    `is_missing` asks for those who lack the outcome, instead.
    """

    unions: Sequence[Counts]
    outcome: str | None = None
    is_missing: bool = False

    def term(self, weight: int, power: int) -> Term:
        """The sum of weight^`weight` * value^`power`; the hidden value is in the scores, not in the sums."""
        return Term(weight) if self.outcome is None else Term(weight, self.outcome, power)


@dataclass(frozen=True, eq=False)
class Added:
    """Sums over the answers of a stratum; entries as in `Joint`.

    `squares` are the products of scores, weights squared. `own` holds the estimated sums of value^2, value
    and 1 over each group's people, with weights as they are (0) and squared (1); value^2 is 0 where it is
    hidden. `every` adds value^2, value and 1 over all answers (that have the outcome), weights squared, and
    at its end the squared weights of all. `units` are answers, or clusters with squares of their own.
    `count_squares` are those of every union's count scores.
    """

    answers: int
    units: int
    totals: Floats
    squares: Floats
    unit_squares: Floats
    own: Floats
    every: Floats
    count_squares: Floats

    @property
    def drawn(self) -> Drawn:
        """What sampling is measured from."""
        return Drawn(self.units, self.totals, self.unit_squares)

    def __add__(self, other: Added) -> Added:
        """Both strata's answers."""
        return Added(
            self.answers + other.answers,
            self.units + other.units,
            self.totals + other.totals,
            self.squares + other.squares,
            self.unit_squares + other.unit_squares,
            self.own + other.own,
            self.every + other.every,
            self.count_squares + other.count_squares,
        )


def add_strata(
    scheme: Scheme, tally: SumTally, asked: Asked, advance: Callable[[int], None]
) -> dict[Part, Added]:
    """The sums of every public stratum that has answers, by its labels and in their order."""
    return {stratum: _add(scheme, tally, asked, tally.rows_of(stratum), advance) for stratum in tally.strata}


def _add(
    scheme: Scheme, tally: SumTally, asked: Asked, rows: Counts, advance: Callable[[int], None]
) -> Added:
    """The sums of some rows, which are in the order of their parts."""
    groups = len(asked.unions)
    size = 2 * groups + 1
    totals, squares = np.zeros(size), np.zeros((size, size))
    own, every = np.zeros((2, groups, 3)), np.zeros(4)
    labels, unit = np.unique(tally.part[rows], return_inverse=True)
    by_unit = np.zeros((labels.size if tally.measures.cluster else 0, size))
    for chosen, sums, (value, count) in scored(scheme, tally, asked, rows):
        blocks = [value, count, np.ones((chosen.size, 1))]
        moved = np.concatenate([b * f[:, None] for b, f in zip(blocks, sums.once(), strict=True)], axis=1)
        totals += moved.sum(axis=0)
        if by_unit.size:
            np.add.at(by_unit, unit[chosen], moved)
        squares += _products(blocks, sums.twice())
        own += sums.of_people(value, count)
        every += sums.every()
        advance(chosen.size)
    answers = tally.sums[Term()][rows].total()
    count_squares = np.diagonal(squares)[groups:-1]
    if tally.measures.cluster:
        return Added(answers, labels.size, totals, squares, by_unit.T @ by_unit, own, every, count_squares)
    return Added(answers, answers, totals, squares, squares, own, every, count_squares)


def scored(
    scheme: Scheme, tally: SumTally, asked: Asked, rows: Counts
) -> Iterator[tuple[Counts, Sums, tuple[Floats, Floats]]]:
    """Some rows at a time: their places, their sums, and the scores of every union's value and count."""
    score = union_scorer(scheme, asked.unions)
    for is_count, chosen in _chunks(scheme, tally, rows, sum(map(len, asked.unions))):
        queries, columns = np.divmod(tally.cells[rows[chosen]], tally.columns)
        value, count = score(is_count, queries - is_count * scheme.rows.pool, columns)
        sums = Sums(tally, asked, rows[chosen])
        yield chosen, sums, (value if asked.outcome is None else count, count)


class Sums:
    """The tally's sums that a few rows need, as floats in the columns' own units."""

    def __init__(self, tally: SumTally, asked: Asked, rows: Counts) -> None:
        self.tally, self.asked, self.rows = tally, asked, rows
        self.weights = (1, 2) if tally.measures.weight else (0, 0)

    def of(self, term: Term) -> Floats:
        return self.tally.sums[term][self.rows].floats(self.tally.measures.digits(term))

    def value(self, weight: int, power: int) -> Floats:
        found = self.of(self.asked.term(weight, 0 if self.asked.is_missing else power))
        return self.of(Term(weight)) - found if self.asked.is_missing else found

    def once(self) -> list[Floats]:
        """By what the scores of value, count and 1 are multiplied in totals."""
        first = self.weights[0]
        return [self.value(first, 1), self.value(first, 0), self.of(Term(first))]

    def twice(self) -> list[list[Floats]]:
        """By what their products are multiplied in squares."""
        second = self.weights[1]
        both, mixed, one = (self.value(second, power) for power in (2, 1, 0))
        return [[both, mixed, mixed], [mixed, one, one], [mixed, one, self.of(Term(second))]]

    def of_people(self, value: Floats, count: Floats) -> Floats:
        """Value^2, value and 1 over each group's people, estimated; with weights as they are, and squared."""
        powers = [self.value(weight, power) for weight in self.weights for power in (2, 1, 0)]
        found = (np.stack(powers) @ count).reshape(2, 3, -1)
        if self.asked.outcome is None:
            found[:, 0] = 0.0
            found[:, 1] = np.stack(powers[1::3]) @ value
        return np.moveaxis(found, 1, 2)

    def every(self) -> Floats:
        """Value^2, value and 1 over everybody, and 1 over those, too, who lack the outcome."""
        second = self.weights[1]
        found = [self.value(second, power) for power in (2, 1, 0)]
        return np.array([each.sum() for each in [*found, self.of(Term(second))]])


def _products(blocks: Sequence[Floats], weights: Sequence[Sequence[Floats]]) -> Floats:
    """The weighted sums of products of all pairs of scores."""
    parts = [
        [(one * weights[i][j][:, None]).T @ other if j >= i else None for j, other in enumerate(blocks)]
        for i, one in enumerate(blocks)
    ]
    return np.block([[_turned(parts, i, j) for j in range(len(blocks))] for i in range(len(blocks))])


def _turned(parts: Sequence[Sequence[Floats | None]], i: int, j: int) -> Floats:
    """A part above the diagonal, or below it as the one above turned over."""
    above = parts[min(i, j)][max(i, j)]
    assert above is not None  # noqa: S101 - those above are all made
    return above if j >= i else above.T


def _chunks(scheme: Scheme, tally: SumTally, rows: Counts, width: int) -> Iterator[tuple[bool, Counts]]:
    """(is a count question, places among the rows), few at a time."""
    step = max(1, CHUNK // width)
    kind = tally.cells[rows] >= scheme.rows.pool * tally.columns
    for is_count in (False, True):
        places = np.flatnonzero(kind == is_count)
        for start in range(0, places.size, step):
            yield is_count, places[start : start + step]
