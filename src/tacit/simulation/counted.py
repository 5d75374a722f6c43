"""How often imagined people send each answer, without a row for each of them: any number in the same time.

The chances are a device's, rounded to double precision; where answers are drawn one by one, none is rounded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from tacit.errors import refuse
from tacit.scheme.scheme import Scheme
from tacit.simulation.imagined import imagined_parts, imagined_values
from tacit.simulation.people import People, Values
from tacit.study.study import Study
from tacit.tallying.columns import columns_of_queries
from tacit.tallying.tally import MOST_ANSWERS, MOST_DENSE_CELLS, Tally, fold_counts

Counts = npt.NDArray[np.int64]
Advance = Callable[[int], object]

MOST_PEOPLE = MOST_ANSWERS - 1
MOST_DRAWN = 1 << 32  # some minutes


def imagined_counts(
    study: Study,
    count: int,
    rng: np.random.Generator,
    *,
    guesses: Mapping[str, Fraction] = MappingProxyType({}),
) -> tuple[Counts, Values]:
    """How many of so many imagined people have each group (row) and value (column)."""
    parts = imagined_parts(study, guesses)
    drawn = rng.multinomial(count, parts.reshape(-1) / parts.sum())
    return drawn.reshape(parts.shape), Values.of(study, imagined_values(study))


def counts_of(study: Study, batches: Iterable[People]) -> tuple[Counts, Values]:
    """The same of these people, of whom there is at least one, with the same values in every batch."""
    found = np.zeros((1, 1), dtype=np.int64)
    for people in batches:
        values = people.values
        shape = (len(study.group_names), len(values.values))
        cells = people.groups.astype(np.int64) * shape[1] + people.chosen
        found = found + np.bincount(cells, minlength=shape[0] * shape[1]).reshape(shape)
    return found, values


def resampled_counts(held: Counts, count: int, rng: np.random.Generator) -> Counts:
    """So many people, each one of those held, with replacement."""
    return np.asarray(rng.multinomial(count, held.reshape(-1) / held.sum()).reshape(held.shape))


def answers_counted(
    study: Study,
    held: Counts,
    values: Values,
    rng: np.random.Generator,
    advance: Advance = lambda cards: None,
) -> Tally:
    """The tally of what these people send; `advance` is told when a card is done."""
    scheme = study.scheme
    own = np.zeros((scheme.queries, scheme.rows.columns), dtype=np.int64)
    table = np.zeros_like(own)
    queries = np.arange(scheme.queries)
    for item, level, people in _cards(study, held, values, rng):
        asked, items = rng.multinomial(people, _asked(scheme)), np.full_like(queries, item)
        column = columns_of_queries(scheme, queries, items, level)
        if scheme.odds.is_plain:
            own[queries, column] += asked
        else:
            opposite = columns_of_queries(scheme, queries, items, 1 - level)
            table += _blurred(scheme, asked, column, opposite, rng)
        advance(1)
    for at in range(scheme.rows.columns if scheme.odds.is_plain else 0):
        table += _blurred(scheme, own[:, at], np.full_like(queries, at), None, rng)
    counts = table.reshape(-1)
    cells = np.flatnonzero(counts)
    batch = (*np.divmod(cells, scheme.rows.columns), counts[cells])
    return fold_counts(scheme, [batch])


def check(study: Study, people: int | None) -> None:
    """Refuses studies with too many pairs of query and column to go through, and too many people."""
    scheme = study.scheme
    if people is not None and people > MOST_PEOPLE:
        raise refuse("--people", f"must be at most {MOST_PEOPLE:,}, which a count can hold; got {people:,}")
    drawn = scheme.queries * max(scheme.rows.cards, scheme.rows.columns)
    if scheme.queries * scheme.rows.columns > MOST_DENSE_CELLS or drawn > MOST_DRAWN:
        raise refuse(
            "--tally",
            f"would draw {drawn:,} numbers for this study, however few people there are; give --out instead",
        )


def steps(study: Study, held: Counts) -> int:
    """How often `answers_counted` advances, at most."""
    return (
        int(np.count_nonzero(held.sum(axis=1)))
        * study.scheme.rows.levels
        * (len(study.question.options) if study.is_histogram else 1)
    )


def _asked(scheme: Scheme) -> npt.NDArray[np.float64]:
    """The chance of every query."""
    pool, share = scheme.rows.pool, scheme.count_share
    if not share:
        return np.full(pool, 1 / pool)
    return np.repeat([float(1 - share) / pool, float(share) / pool], pool)


def _cards(
    study: Study, held: Counts, values: Values, rng: np.random.Generator
) -> Iterator[tuple[int, int, int]]:
    """Every card that somebody holds once values are rounded: item, level and how many."""
    options = len(study.question.options) if study.is_histogram else 1
    levels = study.scheme.rows.levels
    found = np.zeros((len(study.group_names) * options, levels), dtype=np.int64)
    for group, counts in enumerate(held):
        for at, count in enumerate(counts.tolist()):
            if not count:
                continue
            item = group * options + (int(values.options[at]) if study.is_histogram else 0)
            if group == study.declined and levels > 1:
                found[item] += rng.multinomial(count, np.full(levels, 1 / levels))
                continue
            chance, level = float(values.chances.exact[at]), int(values.levels[at])
            up = int(rng.binomial(count, chance)) if chance else 0
            found[item, level] += count - up
            if up:
                found[item, level + 1] += up
    for item, level in np.argwhere(found).tolist():
        yield item, level, int(found[item, level])


def _blurred(
    scheme: Scheme, people: Counts, own: Counts, opposite: Counts | None, rng: np.random.Generator
) -> Counts:
    """For every query, how many of these people send each column; their own ones are given."""
    odds, columns = scheme.odds, scheme.rows.columns
    weights = [odds.keep] + ([] if opposite is None else [odds.opposite])
    weights += [odds.other] * (columns - len(weights))
    drawn = rng.multinomial(people, np.array(weights) / scheme.total)
    # The own column first, then the opposite card's, then the rest: as the weights stand.
    rank = np.tile(np.arange(2, columns + 2), (own.size, 1))
    np.put_along_axis(rank, own[:, None], 0, axis=1)
    if opposite is not None:
        np.put_along_axis(rank, opposite[:, None], 1, axis=1)
    sent = np.zeros_like(drawn)
    np.put_along_axis(sent, np.argsort(rank, axis=1), drawn, axis=1)
    return np.asarray(sent, dtype=np.int64)
