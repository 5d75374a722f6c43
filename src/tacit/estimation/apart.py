"""Passes for very many groups: each label by itself, or one combination of all of them.

Their joint covariance would take a time that grows with the square of the number of groups.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import combinations_with_replacement

import numpy as np

from tacit.estimation.passes import Added, Asked, scored
from tacit.estimation.squares import Floats
from tacit.scheme.scheme import Scheme
from tacit.tallying.columns import Counts
from tacit.tallying.measures import Term
from tacit.tallying.sums import Part, SumTally

Advance = Callable[[int], None]


@dataclass(frozen=True, eq=False)
class Blend:
    """How much the total and the count of every union count in one combination."""

    values: Floats
    counts: Floats


def add_strata_apart(
    scheme: Scheme,
    tally: SumTally,
    labels: Sequence[Sequence[Counts]],
    beside: Sequence[Counts],
    asked: Asked,
    advance: Advance,
) -> list[dict[Part, Added]]:
    """The sums of every stratum for each label's unions by themselves, as if there were no other labels.

    All labels have as many unions; `beside` are those that each label is measured with. `asked` says what is
    added up, and of which unions is left open.
    """
    every = replace(asked, unions=[*(union for label in labels for union in label), *beside])
    found = {
        stratum: _add_apart(scheme, tally, every, tally.rows_of(stratum), len(labels), advance)
        for stratum in tally.strata
    }
    return [{stratum: added[at] for stratum, added in found.items()} for at in range(len(labels))]


def add_strata_blended(
    scheme: Scheme, tally: SumTally, asked: Asked, blend: Blend, advance: Advance
) -> dict[Part, Added]:
    """The sums of every stratum for one combination of all unions, as if that were the only one.

    The squares of value, count and 1 are those of the combination; what is `own` is still told per union.
    """
    return {
        stratum: _add_blended(scheme, tally, asked, tally.rows_of(stratum), blend, advance)
        for stratum in tally.strata
    }


def _add_apart(
    scheme: Scheme, tally: SumTally, asked: Asked, rows: Counts, labels: int, advance: Advance
) -> list[Added]:
    width, together = divmod(len(asked.unions), labels)
    size = 2 * (width + together) + 1
    totals, squares = np.zeros((labels, size)), np.zeros((labels, size, size))
    own, every = np.zeros((2, len(asked.unions), 3)), np.zeros(4)
    names, unit = np.unique(tally.part[rows], return_inverse=True)
    by_unit = np.zeros((names.size if tally.measures.cluster else 0, labels, size))
    kinds = [kind for kind in (0, 1) for _ in range(width + together)] + [2]
    for chosen, sums, (value, count) in scored(scheme, tally, asked, rows):
        counts = _columns(count, labels)
        values = counts if value is count else _columns(value, labels)
        scores = [*values, *counts, np.ones((chosen.size, 1))]
        once, twice = sums.once(), sums.twice()
        for i, score in enumerate(scores):
            factor = once[kinds[i]]
            totals[:, i] += factor @ score
            if by_unit.size:
                np.add.at(by_unit[:, :, i], unit[chosen], factor[:, None] * score)
        for (i, j), same in _products(scores).items():
            weights = np.stack([twice[kinds[first]][kinds[second]] for first, second in same])
            added = weights @ (scores[i] * scores[j])
            for (first, second), each in zip(same, added, strict=True):
                squares[:, first, second] += each
        own += sums.of_people(value, count)
        every += sums.every()
        advance(chosen.size)
    below = np.tril_indices(size, -1)
    squares[:, below[0], below[1]] = squares[:, below[1], below[0]]
    answers = tally.sums[Term()][rows].total()
    units = names.size if tally.measures.cluster else answers
    drawn = np.einsum("cgi,cgj->gij", by_unit, by_unit) if tally.measures.cluster else squares
    last = list(range(labels * width, labels * width + together))
    return [
        Added(
            *(answers, units, totals[at], squares[at], drawn[at]),
            own[:, [*range(at * width, (at + 1) * width), *last]],
            every,
            np.diagonal(squares[at])[width + together : -1],
        )
        for at in range(labels)
    ]


def _columns(scores: Floats, labels: int) -> list[Floats]:
    """Place by place among a label's unions: the scores of all labels; those beside are the same for each."""
    width, together = divmod(scores.shape[1], labels)
    own = scores[:, : labels * width].reshape(-1, labels, width)
    return [
        *(np.ascontiguousarray(own[:, :, at]) for at in range(width)),
        *(scores[:, -together + at][:, None] for at in range(together)),
    ]


def _products(scores: Sequence[Floats]) -> dict[tuple[int, int], list[tuple[int, int]]]:
    """Every two places, the first not after the second: like ones are multiplied once."""
    first = {id(score): at for at, score in reversed(list(enumerate(scores)))}
    found: dict[tuple[int, int], list[tuple[int, int]]] = {}
    for i, j in combinations_with_replacement(range(len(scores)), 2):
        found.setdefault((first[id(scores[i])], first[id(scores[j])]), []).append((i, j))
    return found


def _add_blended(
    scheme: Scheme, tally: SumTally, asked: Asked, rows: Counts, blend: Blend, advance: Advance
) -> Added:
    totals, squares = np.zeros(3), np.zeros((3, 3))
    own, every = np.zeros((2, len(asked.unions), 3)), np.zeros(4)
    count_squares = np.zeros(len(asked.unions))
    names, unit = np.unique(tally.part[rows], return_inverse=True)
    by_unit = np.zeros((names.size if tally.measures.cluster else 0, 3))
    for chosen, sums, (value, count) in scored(scheme, tally, asked, rows):
        scores = np.stack([value @ blend.values, count @ blend.counts, np.ones(chosen.size)], axis=1)
        moved = scores * np.stack(sums.once(), axis=1)
        totals += moved.sum(axis=0)
        if by_unit.size:
            np.add.at(by_unit, unit[chosen], moved)
        weights = sums.twice()
        squares += [[weights[i][j] @ (scores[:, i] * scores[:, j]) for j in range(3)] for i in range(3)]
        own += sums.of_people(value, count)
        every += sums.every()
        count_squares += weights[1][1] @ count**2
        advance(chosen.size)
    answers = tally.sums[Term()][rows].total()
    if tally.measures.cluster:
        return Added(answers, names.size, totals, squares, by_unit.T @ by_unit, own, every, count_squares)
    return Added(answers, answers, totals, squares, squares, own, every, count_squares)
