"""The truth that a simulation starts from: what an estimate of its answers should find."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from tacit.estimation.partition import Partition, axes, groups
from tacit.simulation.people import People, Values
from tacit.study.study import Study


@dataclass(frozen=True)
class GroupTruth:
    """One group's people: how many, and the sum and mean of their values where the question has numbers.

    `sum` is of the values themselves, about nothing. Of two options the second counts as 1.
    """

    group: str
    count: int
    sum: float | None = None
    mean: float | None = None
    options: tuple[tuple[str, int], ...] = ()

    def to_json(self) -> dict[str, object]:
        """A member of `truth` in `simulate --json`."""
        members: dict[str, object] = {"group": self.group, "count": self.count}
        members |= {"sum": self.sum, "mean": self.mean}
        if self.options:
            members["options"] = [{"option": name, "count": count} for name, count in self.options]
        return members


@dataclass(frozen=True, eq=False)
class Truth:
    """What is true of all people. `declined` is None unless declining was offered."""

    groups: tuple[GroupTruth, ...]
    margins: Mapping[str, tuple[GroupTruth, ...]] = field(default_factory=dict)
    declined: int | None = None

    @property
    def people(self) -> int:
        """How many people there are."""
        return sum(group.count for group in self.groups) + (self.declined or 0)

    def __getitem__(self, group: str) -> GroupTruth:
        """A group's truth by its label, or that of a margin's."""
        for truth in (*self.groups, *(truth for axis in self.margins.values() for truth in axis)):
            if truth.group == group:
                return truth
        raise KeyError(group)

    def to_json(self) -> dict[str, object]:
        """The member `truth` of `simulate --json`."""
        members: dict[str, object] = {"groups": [truth.to_json() for truth in self.groups]}
        if self.margins:
            members["margins"] = {
                axis: [truth.to_json() for truth in margin] for axis, margin in self.margins.items()
            }
        return members if self.declined is None else {**members, "declined": self.declined}


def truth_of(study: Study, batches: Iterable[People]) -> Truth:
    """The truth of these people."""
    totals = Totals(study)
    for people in batches:
        totals.add(people)
    return totals.truth()


class Totals:
    """Adds people up batch by batch, in exact integers."""

    def __init__(self, study: Study) -> None:
        self.study = study
        names, options = len(study.group_names), max(1, len(study.question.options))
        self.counts = np.zeros((names, options), dtype=np.int64)
        self.sums: npt.NDArray[np.object_] = np.zeros(names, dtype=object)
        self.units = 1

    def add(self, people: People) -> None:
        """Count these people too."""
        values, (names, options) = people.values, self.counts.shape
        cells = people.groups.astype(np.int64) * options + values.options[people.chosen]
        self.counts += np.bincount(cells, minlength=names * options).reshape(names, options)
        numbers, units = values.numbers
        largest = max(map(abs, numbers), default=0) * len(people)
        exact = np.array(numbers, dtype=np.int64 if largest < 1 << 63 else object)
        sums = np.zeros(names, dtype=exact.dtype)
        np.add.at(sums, people.groups, exact[people.chosen])
        common = math.lcm(units, self.units)
        self.sums = self.sums * (common // self.units) + sums.astype(object) * (common // units)
        self.units = common

    def add_counts(self, held: npt.NDArray[np.int64], values: Values) -> None:
        """Count people of whom so many have each group (row) and value (column)."""
        for at, option in enumerate(values.options.tolist()):
            self.counts[:, option] += held[:, at]
        numbers, units = values.numbers
        sums = held.astype(object) @ np.array(numbers, dtype=object)
        common = math.lcm(units, self.units)
        self.sums = self.sums * (common // self.units) + sums * (common // units)
        self.units = common

    def truth(self) -> Truth:
        """What has been added up."""
        declined = self.study.declined
        return Truth(
            groups=self._of(groups(self.study.groups)),
            margins={axis.name: self._of(axis) for axis in axes(self.study.groups)},
            declined=None if declined is None else int(self.counts[declined].sum()),
        )

    def _of(self, partition: Partition) -> tuple[GroupTruth, ...]:
        return tuple(map(self._group, partition.labels, partition.members))

    def _group(self, label: str, members: npt.NDArray[np.int64]) -> GroupTruth:
        question = self.study.question
        options = self.counts[members].sum(axis=0).tolist()
        count, total = sum(options), int(self.sums[members].sum())
        shares = tuple(zip(question.options, options, strict=False))
        if not (question.is_numeric or question.is_two_valued):
            return GroupTruth(label, count, options=shares)
        mean = total / (self.units * count) if count else None
        return GroupTruth(label, count, total / self.units, mean, shares)
