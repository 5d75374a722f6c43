"""What an estimate was made from, kept for the questions that come later: differences, outcomes, strata."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from tacit.errors import refuse
from tacit.estimation.joint import Joint, joint
from tacit.estimation.partition import Indices
from tacit.estimation.passes import Added, Asked, add_strata, add_strata_apart
from tacit.estimation.sampling import Sampling
from tacit.estimation.vectors import Vectors, unions_for
from tacit.scheme.moments import Moments
from tacit.study.study import Study
from tacit.study.units import is_two_valued
from tacit.tallying.measures import Term
from tacit.tallying.sums import Part, SumTally
from tacit.tallying.tally import Tally

MOST_ITEMS = 16  # so many are measured together once and for all; of more, only those that are asked for
AT_ONCE = 4  # labels that are measured together where they cannot be measured apart

Advance = Callable[[int], None]


@dataclass(frozen=True, eq=False)
class Evidence:
    """A study's answers as sums, and how the people were drawn. Passes over the sums are made once each."""

    study: Study
    answers: Tally | SumTally
    sampling: Sampling
    advance: Advance = lambda cells: None
    _passes: dict[object, Mapping[Part, Added]] = field(default_factory=dict, repr=False)
    _joints: dict[object, Joint] = field(default_factory=dict, repr=False)
    _many: dict[object, list[dict[Part, Added]]] = field(default_factory=dict, repr=False)

    @cached_property
    def tally(self) -> SumTally:
        """The answers as sums; counts alone become sums when they are first needed."""
        return self.answers if isinstance(self.answers, SumTally) else SumTally.of(self.answers)

    def vectors(
        self,
        labels: Sequence[Indices],
        *,
        outcome: str | None = None,
        stratum: Part | None = None,
        is_missing: bool = False,
    ) -> Vectors:
        """What figures of these labels are combinations of, over all answers or those of one stratum."""
        items = self.study.scheme.rows.items
        few = [np.array([item]) for item in range(items)]
        unions = few if items <= MOST_ITEMS else unions_for(self.study, labels)
        found = self._joint(Asked(unions, outcome, is_missing), stratum)
        return Vectors(self.study, found, unions)

    def each(
        self,
        labels: Sequence[Indices],
        *,
        outcome: str | None = None,
        stratum: Part | None = None,
        is_missing: bool = False,
        with_declined: bool = False,
    ) -> list[Vectors]:
        """The same for figures of one label each: quick where there are very many."""
        study = self.study
        if study.scheme.rows.items <= MOST_ITEMS:
            every = self.vectors(labels, outcome=outcome, stratum=stratum, is_missing=is_missing)
            return [every] * len(labels)
        needs_declined = study.groups.decline and (with_declined or study.groups.shares is not None)
        if not study.is_histogram and not needs_declined:
            joints = self._apart(Asked(labels, outcome, is_missing), stratum)
            return [Vectors(study, *pair) for pair in zip(joints, ([each] for each in labels), strict=True)]
        found = []
        for start in range(0, len(labels), AT_ONCE):
            some = labels[start : start + AT_ONCE]
            few = self.vectors(some, outcome=outcome, stratum=stratum, is_missing=is_missing)
            found += [few] * len(some)
        return found

    @cached_property
    def everybody(self) -> float:
        """How many answered, or the sum of their weights."""
        term = Term(1 if self.tally.measures.weight else 0)
        return float(self.tally.sums[term].total() / 10 ** self.tally.measures.digits(term))

    def _joint(self, asked: Asked, stratum: Part | None) -> Joint:
        key = _key(asked)
        if key not in self._passes:
            self._passes[key] = add_strata(self.study.scheme, self.tally, asked, self.advance)
        if (key, stratum) not in self._joints:
            is_whole = sum(map(len, asked.unions)) == self.study.scheme.rows.items
            self._joints[key, stratum] = self._joined(asked, self._passes[key], stratum, is_whole=is_whole)
        return self._joints[key, stratum]

    def _apart(self, asked: Asked, stratum: Part | None) -> list[Joint]:
        key = ("apart", _key(asked))
        if key not in self._many:
            self._many[key] = add_strata_apart(self.study.scheme, self.tally, asked, self.advance)
        return [self._joined(asked, added, stratum, is_whole=False) for added in self._many[key]]

    def _joined(
        self, asked: Asked, added: Mapping[Part, Added], stratum: Part | None, *, is_whole: bool
    ) -> Joint:
        return joint(
            self.study.scheme,
            list(added.values()) if stratum is None else [added[stratum]],
            sampling=self.sampling,
            is_two_valued=is_two_valued(self.study.question),
            is_hidden=asked.outcome is None,
            is_whole=is_whole,
            is_clustered=self.tally.measures.cluster is not None,
        )


def check_counted(study: Study) -> None:
    """Refuses to look for outcomes where answers do not tell who is in a group."""
    if not Moments(study.scheme, float).counts_are_identified:
        raise refuse(
            "outcomes",
            "cannot be told per group: this study's scheme only adds values up and counts nobody; for "
            'outcomes it needs ask = "mean" and no known shares, or kind = "none"',
        )


def _key(asked: Asked) -> object:
    return asked.outcome, asked.is_missing, tuple(union.tobytes() for union in asked.unions)
