"""Many people at once: the group and the value of each, as indices into what can be chosen.

A value is checked and placed between two levels once, by the very function that a person's device calls,
however many people have it.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

import numpy as np
import numpy.typing as npt

from tacit.answering.card import DECLINE, Card, Value, card_of, exact_value
from tacit.simulation.draw import Cards, Chances, Indices, draw_in_batches
from tacit.simulation.stream import Stream, Whole, smallest_type, streams_of
from tacit.study.spelling import normal
from tacit.study.study import Study

# What is held at a time, whatever the number of people.
BATCH = 1 << 18


@dataclass(frozen=True, eq=False)
class Values:
    """Different values that people of a study have, and the card of the first group that each makes one hold.

    The value None is having none: nothing was asked, or the person declined.
    """

    study: Study
    values: tuple[Value, ...]
    held: tuple[Card, ...]

    @classmethod
    def of(cls, study: Study, values: Sequence[Value]) -> Values:
        """Refuses what the study refuses."""
        first, declines = study.groups.labels[0], study.groups.decline and study.question.kind != "none"
        groups = [DECLINE if value is None and declines else first for value in values]
        held = (card_of(study, group, value) for group, value in zip(groups, values, strict=True))
        return cls(study, tuple(values), tuple(held))

    @cached_property
    def options(self) -> npt.NDArray[np.int64]:
        """Which option each value is; 0 where the question has none."""
        names = {name: at for at, name in enumerate(self.study.question.options)}
        found = [names.get(normal(value), 0) if isinstance(value, str) else 0 for value in self.values]
        return np.array(found, dtype=np.int64)

    @cached_property
    def numbers(self) -> tuple[tuple[int, ...], int]:
        """Every value as a whole number of units, and how many make 1. Of two options the second is 1."""
        if not self.study.question.is_numeric:
            return tuple(int(option) for option in self.options), 1
        exact = [Fraction(0) if value is None else exact_value(value) for value in self.values]
        units = math.lcm(*(number.denominator for number in exact))
        return tuple(number.numerator * (units // number.denominator) for number in exact), units

    @cached_property
    def levels(self) -> Whole:
        """The lower of the two levels that each lies between."""
        roomy = smallest_type(self.study.scheme.rows.levels)
        return np.array([card.level for card in self.held], dtype=roomy)

    @cached_property
    def chances(self) -> Chances:
        """The chance of the upper level; who declines has none here, as their level is drawn evenly."""
        return Chances(tuple(Fraction(card.rise or 0, card.run or 1) for card in self.held))


@dataclass(frozen=True, eq=False)
class People:
    """The group of each person, an index into the study's group names, and the value, one into `values`."""

    groups: Indices
    chosen: Indices
    values: Values

    def __len__(self) -> int:
        return self.groups.size

    def __getitem__(self, which: slice | Indices | Whole) -> People:
        return People(self.groups[which], self.chosen[which], self.values)

    def cards(self, coins: Stream) -> Cards:
        """What each holds. The level of those who decline is drawn; rounding is left to the answer."""
        study, values = self.values.study, self.values
        rows = study.scheme.rows
        items = self.groups.astype(smallest_type(rows.items - 1))
        if study.is_histogram:
            items *= items.dtype.type(len(study.question.options))
            items += values.options.astype(items.dtype)[self.chosen]
        levels = values.levels[self.chosen]
        if rows.levels > 1 and study.declined is not None:
            declining = np.flatnonzero(self.groups == study.declined)
            levels[declining] = coins.below(rows.levels, declining.size)
        chosen = None if values.chances.are_all_zero else self.chosen
        return Cards(items, levels, chosen, values.chances)


def people_of(study: Study, groups: Sequence[int], values: Sequence[Value]) -> People:
    """These people, by the index of their group and by their value."""
    distinct = tuple(dict.fromkeys(values))
    at = {value: index for index, value in enumerate(distinct)}
    chosen = np.array([at[value] for value in values], dtype=np.int64)
    return People(np.array(groups, dtype=np.int64), chosen, Values.of(study, distinct))


def in_batches(people: People, size: int = BATCH) -> Iterator[People]:
    """All of these people, each once."""
    for start in range(0, len(people), size):
        yield people[start : start + size]


def resampled(people: People, count: int, rng: np.random.Generator, size: int = BATCH) -> Iterator[People]:
    """So many people, each one of these, with replacement."""
    (stream,) = streams_of(rng, 1)
    for start in range(0, count, size):
        yield people[stream.below(len(people), min(size, count - start))]


def answers_of(
    study: Study, batches: Iterable[People], rng: np.random.Generator
) -> Iterator[tuple[Whole, Whole]]:
    """The (queries, columns) that these people send; the same ones however they are divided."""
    (coins,) = streams_of(rng, 1)
    cards = (people.cards(coins) for people in batches)
    return draw_in_batches(study.scheme, cards, rng)
