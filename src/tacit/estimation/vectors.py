"""Which combination of joint totals each figure of a study is: of groups, margins and options alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from tacit.estimation.joint import Joint
from tacit.estimation.partition import Indices
from tacit.estimation.slopes import Figure, Slope, linear, quotient
from tacit.estimation.squares import Floats
from tacit.scheme.moments import Moments
from tacit.study.study import Study
from tacit.study.units import units_of


def unions_for(study: Study, labels: Sequence[Indices]) -> list[Indices]:
    """The items to take together for figures of these labels: per option of each, and declining by itself."""
    options = len(study.question.options) if study.is_histogram else 1
    unions = [members * options + option for members in labels for option in range(options)]
    return unions + ([np.array([study.scheme.rows.items - 1])] if study.groups.decline else [])


def is_counted(study: Study) -> bool:
    """Whether the answers say how many people a group has."""
    return Moments(study.scheme, float).counts_are_identified


def has_sizes(study: Study) -> bool:
    """Whether it can be said how many people a group has: counted, or known by its share."""
    return is_counted(study) or (study.groups.shares is not None and not study.groups.decline)


def is_centred(study: Study) -> bool:
    """Whether a sum can only be had of the value less the middle of the range."""
    return not has_sizes(study) or (study.needs.ask == "sum" and study.groups.shares is None)


def tells_people(study: Study, figure: Figure, option: object = None) -> bool:
    """Whether it can be told of these people: not where a known share says how many they should be."""
    is_counted_itself = figure == "count" if study.is_histogram and option is not None else option is None
    return study.groups.shares is None or (is_counted_itself and figure in ("count", "share"))


@dataclass(frozen=True, eq=False)
class Vectors:
    """Over the joint totals of unions of a study's items, declining last if it is offered.

    What a figure takes together must be whole unions.
    """

    study: Study
    joint: Joint
    unions: Sequence[Indices]

    def slope(self, members: Indices, figure: Figure, option: int | None = None) -> Slope | None:
        """A figure of some groups together; None where the question or the scheme does not give it."""
        if option is not None:
            return self._of_option(members, figure, option)
        counts, units = self.counts(members), units_of(self.study.question)
        if figure in ("count", "share"):
            return self._counted(counts, figure)
        if units is None or (figure == "mean" and not has_sizes(self.study)):
            return None
        total, size = self.sums(members), self._sizes(members)
        if figure == "sum":
            return linear(
                self.joint, units.half * total + (0.0 if is_centred(self.study) else units.mid) * size
            )
        return quotient(self.joint, total, size, units)

    def counts(self, members: Indices) -> Floats:
        """How many people some groups have."""
        return self._ones(self.joint.groups + self._groups(members))

    def sums(self, members: Indices) -> Floats:
        """The total of the value, or of an outcome, of some groups."""
        return self._ones(self._groups(members))

    @property
    def declined(self) -> Floats | None:
        """How many would rather not say; None if nobody can, or if they are not among these unions."""
        if not self.study.groups.decline or self._union_of[-1] < 0:
            return None
        return self._ones(np.array([self.joint.groups + int(self._union_of[-1])]))

    def _counted(self, counts: Floats, figure: Figure) -> Slope | None:
        if not is_counted(self.study):
            return None
        return (
            linear(self.joint, counts) if figure == "count" else quotient(self.joint, counts, self.everybody)
        )

    def _of_option(self, members: Indices, figure: Figure, option: int) -> Slope | None:
        """How many chose it, or which share of the group; of two options the second is the high end."""
        if self.study.is_histogram:
            cells = self._unions(members * len(self.study.question.options) + option)
            chosen, size = self._ones(self.joint.groups + cells), self._sizes(members)
        else:
            size = self._sizes(members)
            chosen = (size + (1 if option else -1) * self.sums(members)) / 2
        if figure == "count":
            return linear(self.joint, chosen)
        return quotient(self.joint, chosen, size) if has_sizes(self.study) else None

    def _sizes(self, members: Indices) -> Floats:
        """How many people some groups have, by their known shares if they have any."""
        shares = self.study.groups.shares
        if shares is None or (self.study.groups.decline and not is_counted(self.study)):
            return self.counts(members)
        share = float(sum(shares[index] for index in members))
        return share * (self.everybody if self.declined is None else self.everybody - self.declined)

    @property
    def everybody(self) -> Floats:
        """The sum of all weights."""
        return self._ones(np.array([2 * self.joint.groups]))

    def _groups(self, members: Indices) -> Indices:
        """Which unions the items of these groups make."""
        options = np.arange(len(self.study.question.options) if self.study.is_histogram else 1)
        return self._unions(members[:, None] * options.size + options)

    def _unions(self, items: Indices) -> Indices:
        """Which unions these items make."""
        return np.unique(self._union_of[items.reshape(-1)])

    @cached_property
    def _union_of(self) -> Indices:
        place = np.full(self.study.scheme.rows.items, -1, dtype=np.int64)
        for at, union in enumerate(self.unions):
            place[union] = at
        return place

    def _ones(self, places: Indices) -> Floats:
        vector = np.zeros(self.joint.totals.size)
        vector[places] = 1.0
        return vector
