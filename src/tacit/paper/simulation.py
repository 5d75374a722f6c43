"""Whole rounds of either scheme with many people at once, for the dots of the figures and for checks.

The exact samplers are those of `QueryAndAnswer` and `RandomizedGroup`; these draw the same laws with numpy.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tacit.errors import refuse
from tacit.paper.exact import as_count
from tacit.paper.laws import Laws, Row, Shares, read_laws, read_shares
from tacit.paper.mechanism import Mechanism
from tacit.paper.query_and_answer import QueryAndAnswer
from tacit.paper.randomized_group import RandomizedGroup

Floats = npt.NDArray[np.float64]
Integers = npt.NDArray[np.int64]

CELLS_AT_ONCE = 4_000_000


@dataclass(frozen=True)
class Simulated:
    """The mean relative squared error over the rounds, and the standard deviation of that mean."""

    rounds: int
    mean: float
    sd: float


def simulate(
    mechanism: Mechanism,
    people: int,
    rounds: int,
    generator: np.random.Generator,
    laws: Laws,
    shares: Shares | None = None,
    *,
    advance: Callable[[int], None] = lambda _rounds: None,
) -> Simulated:
    """Draws the people anew in every round, asks them, and compares the estimates with their true sums."""
    as_count(people, "people", 1)
    as_count(rounds, "rounds", 2)
    groups, m = mechanism.groups, mechanism.m
    cells = people * groups * 2 * m
    size = max(1, CELLS_AT_ONCE // cells)
    law = read_laws(groups, m, laws)
    share = np.cumsum(np.array(read_shares(groups, shares), dtype=np.float64))[:-1]
    errors = []
    for start in range(0, rounds, size):
        count = min(size, rounds - start) * people
        group = np.searchsorted(share, generator.random(count), side="right")
        value = _values(mechanism, group, law, generator)
        noise = _estimates(mechanism, group, value, generator) - _in_group(group, value, groups)
        sums = noise.reshape(-1, people, groups).sum(axis=1)
        errors.append((sums**2).sum(axis=1) / people**2)
        advance(count // people)
    squared = np.concatenate(errors)
    return Simulated(rounds, float(squared.mean()), float(squared.std(ddof=1) / np.sqrt(rounds)))


def answered_laws(
    mechanism: QueryAndAnswer, people: int, generator: np.random.Generator, laws: Laws
) -> Floats:
    """Per group, how often the answers of so many people stand for each value: what a server could learn."""
    as_count(people, "people", 1)
    law = read_laws(mechanism.groups, mechanism.m, laws)
    group = np.repeat(np.arange(mechanism.groups), people)
    value = _values(mechanism, group, law, generator)
    columns = _query_columns(mechanism, group, value, generator)
    told = np.searchsorted(np.array(mechanism.values), columns[np.arange(len(group)), group])
    cells = group * 2 * mechanism.m + told
    counts = np.bincount(cells, minlength=mechanism.groups * 2 * mechanism.m)
    return counts.reshape(mechanism.groups, -1) / people


def _values(
    mechanism: Mechanism, group: Integers, laws: Sequence[Row], generator: np.random.Generator
) -> Integers:
    """A value for everybody, by the law of their group."""
    ends = np.cumsum(np.array(laws, dtype=np.float64), axis=1)[:, :-1]
    place = (generator.random(len(group))[:, None] >= ends[group]).sum(axis=1)
    value: Integers = np.array(mechanism.values)[place]
    return value


def _in_group(group: Integers, value: Integers, groups: int) -> Floats:
    """A row per person: their value in their group's place, 0 elsewhere."""
    placed = np.zeros((len(group), groups))
    placed[np.arange(len(group)), group] = value
    return placed


def _estimates(
    mechanism: Mechanism, group: Integers, value: Integers, generator: np.random.Generator
) -> Floats:
    """What each person adds to the estimates."""
    if isinstance(mechanism, QueryAndAnswer):
        return float(mechanism.gain) * _query_columns(mechanism, group, value, generator)
    if isinstance(mechanism, RandomizedGroup):
        return float(mechanism.gain) * _named(mechanism, group, value, generator)
    raise refuse("mechanism", f"must be Q&A or RG; got {type(mechanism).__name__}")


def _query_columns(
    mechanism: QueryAndAnswer, group: Integers, value: Integers, generator: np.random.Generator
) -> Floats:
    people = np.arange(len(group))
    rows = np.tile(np.array(mechanism.values, dtype=np.int16), (len(group), mechanism.groups, 1))
    queries = generator.permuted(rows, axis=-1)
    told = _told(mechanism, value, float(mechanism.lie), generator)
    column = (queries[people, group] == told[:, None]).argmax(axis=1)
    return queries[people, :, column].astype(np.float64)


def _named(
    mechanism: RandomizedGroup, group: Integers, value: Integers, generator: np.random.Generator
) -> Floats:
    lies = generator.random(len(group)) < float(mechanism.lie_group)
    other = (group + generator.integers(1, mechanism.groups, len(group))) % mechanism.groups
    anything = np.array(mechanism.values)[generator.integers(0, 2 * mechanism.m, len(group))]
    told = _told(mechanism, value, float(mechanism.lie_value), generator)
    return _in_group(np.where(lies, other, group), np.where(lies, anything, told), mechanism.groups)


def _told(mechanism: Mechanism, value: Integers, lie: float, generator: np.random.Generator) -> Integers:
    values = np.array(mechanism.values)
    place = np.searchsorted(values, value)
    lies = generator.random(len(value)) < lie
    away = generator.integers(1, 2 * mechanism.m, len(value))
    return np.take(values, (place + lies * away) % (2 * mechanism.m))
