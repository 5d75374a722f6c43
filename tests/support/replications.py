"""Studies estimated again and again: how often each interval holds what it should.

For `people` everybody stays and only the noise of privacy is drawn anew; for `population` the people are
drawn anew, too. Both are multinomial draws of whole tallies: the law of a cell is known for every person.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Literal

import numpy as np

from proofs.enumerated import Enumerated, Person, at
from tacit.estimation.estimate import estimate
from tacit.estimation.figures import GroupFigures
from tacit.estimation.intervals import Interval
from tacit.estimation.notes import is_within
from tacit.estimation.partition import axes, groups
from tacit.estimation.result import Estimate
from tacit.study.study import Study
from tacit.study.units import units_of
from tacit.tallying.tally import Tally

Kind = Literal["people", "population"]
Key = tuple[str, str]


@dataclass(frozen=True)
class Setting:
    """A study and its people: how many of each sort there are."""

    name: str
    study: Study
    sorts: tuple[tuple[Person, int], ...]

    @cached_property
    def cells(self) -> Enumerated:
        return Enumerated(self.study.scheme)

    @property
    def answers(self) -> int:
        return sum(count for _, count in self.sorts)

    def tallies(self, kind: Kind, replications: int, seed: int) -> Iterator[Tally]:
        """So many independent tallies."""
        rng = np.random.default_rng(seed)
        laws = [self.cells.law(person) for person, _ in self.sorts]
        if kind == "people":
            parts = zip(laws, self.sorts, strict=True)
            drawn = sum(rng.multinomial(count, law, replications) for law, (_, count) in parts)
        else:
            weights = np.array([count for _, count in self.sorts]) / self.answers
            drawn = rng.multinomial(self.answers, weights @ np.array(laws), replications)
        shape = (self.study.scheme.queries, self.study.scheme.rows.columns)
        for counts in np.asarray(drawn):
            yield Tally(*shape, counts)

    @cached_property
    def truths(self) -> dict[Key, float]:
        """By figure and label: what is to be found."""
        return dict(self._truths())

    def _truths(self) -> Iterator[tuple[Key, float]]:
        study = self.study
        options = len(study.question.options) if study.is_histogram else 1
        if study.declined is not None:
            yield ("count", "declined"), self._count({options * study.declined})
        for partition in [groups(study.groups), *axes(study.groups)]:
            for label, members in zip(partition.labels, partition.members, strict=True):
                items = {options * int(group) + option for group in members for option in range(options)}
                yield from self._truths_of(label, items, options)

    def _truths_of(self, label: str, items: set[int], options: int) -> Iterator[tuple[Key, float]]:
        study, units, count = self.study, units_of(self.study.question), self._count(items)
        yield ("count", label), count
        yield ("share", label), count / self.answers
        for option, name in enumerate(study.question.options if study.is_histogram else ()):
            chosen = self._count({item for item in items if item % options == option})
            yield (f"count of {name}", label), chosen
            if count:
                yield (f"share of {name}", label), chosen / count
        if units is None:
            return
        total = units.half * sum(
            float(person.value) * times for person, times in self.sorts if person.item in items
        )
        is_centred = study.needs.ask == "sum" and not study.groups.shares
        yield ("sum", label), total + (0.0 if is_centred else units.mid * count)
        if count:
            yield ("mean", label), units.mid + total / count

    def _count(self, items: set[int]) -> int:
        return sum(times for person, times in self.sorts if person.item in items)


@dataclass
class Coverage:
    """Per figure and label: how many intervals held the truth, and how many were resolved."""

    replications: int = 0
    together: int = 0
    held: dict[Key, int] = field(default_factory=lambda: defaultdict(int))
    resolved: dict[Key, int] = field(default_factory=lambda: defaultdict(int))

    def add(self, found: Estimate, truths: dict[Key, float], kind: Kind) -> None:
        self.replications += 1
        missed = False
        for key, figure in figures_of(found):
            self.resolved[key] += figure.is_resolved
            if key in truths:
                is_held = is_within(truths[key], getattr(figure, kind))
                assert is_held is not None
                self.held[key] += is_held
                missed |= key[0] == "count" and not is_held
        self.together += not missed


def figures_of(found: Estimate) -> Iterator[tuple[Key, Interval]]:
    """Every figure by its name and label."""
    for _, groups_ in found.every_group():
        for group in groups_:
            yield from _figures_of(group)
    if found.declined and found.declined.count:
        yield ("count", "declined"), found.declined.count


def _figures_of(group: GroupFigures) -> Iterator[tuple[Key, Interval]]:
    named = {"count": group.count, "share": group.share, "sum": group.sum, "mean": group.mean}
    for name, figure in named.items():
        if figure is not None:
            yield (name, group.group), figure
    if len(group.options) > 2:
        for option in group.options:
            yield (f"count of {option.option}", group.group), option.count
            yield (f"share of {option.option}", group.group), option.share


def cover(
    setting: Setting, kind: Kind, *, replications: int, seed: int, simultaneous: bool = False
) -> Coverage:
    """Estimate so many tallies and count."""
    found = Coverage()
    for tally in setting.tallies(kind, replications, seed):
        found.add(estimate(setting.study, tally, simultaneous=simultaneous), setting.truths, kind)
    return found


def crowd(shares: Sequence[float], highs: Sequence[float], people: int) -> tuple[tuple[Person, int], ...]:
    """So many people in groups of these shares; of each `highs` have the highest value, others the lowest."""
    found = []
    for item, (share, high) in enumerate(zip(shares, highs, strict=True)):
        size = round(share * people)
        above = round(high * size)
        found += [(at(item, 1), above), (at(item, -1), size - above)]
    return tuple((person, count) for person, count in found if count)


def choosers(counts: Sequence[int]) -> tuple[tuple[Person, int], ...]:
    """So many people for each item of one level."""
    return tuple((at(item, 0, 1), count) for item, count in enumerate(counts) if count)
