"""What an estimate was made from, kept for the questions that come later: differences, outcomes, strata."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from tacit.errors import refuse
from tacit.estimation.apart import Blend, add_strata_apart, add_strata_blended
from tacit.estimation.joint import Joint, joint
from tacit.estimation.partition import Indices
from tacit.estimation.passes import Added, Asked, add_strata
from tacit.estimation.sampling import Sampling
from tacit.estimation.vectors import Vectors, unions_for
from tacit.scheme.moments import Moments
from tacit.study.study import Study
from tacit.study.units import is_two_valued
from tacit.tallying.measures import Term
from tacit.tallying.sums import Part, SumTally
from tacit.tallying.tally import Tally

MOST_ITEMS = 16  # so many are measured together once and for all; of more, only those that are asked for

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
        options = len(study.question.options) if study.is_histogram else 1
        needs_declined = study.groups.decline and (with_declined or study.groups.shares is not None)
        beside = [np.array([study.scheme.rows.items - 1])] if needs_declined else []
        apart = [[members * options + option for option in range(options)] for members in labels]
        joints = self._apart(apart, beside, Asked((), outcome, is_missing), stratum)
        return [Vectors(study, found, [*own, *beside]) for found, own in zip(joints, apart, strict=True)]

    def blended(
        self, unions: Sequence[Indices], blend: Blend, outcome: str | None, stratum: Part | None
    ) -> Joint:
        """One combination of all unions, as if it were the only group."""
        asked = Asked(unions, outcome)
        added = add_strata_blended(self.study.scheme, self.tally, asked, blend, self.advance)
        is_whole = sum(map(len, unions)) == self.study.scheme.rows.items
        return self._joined(asked, added, stratum, is_whole=is_whole, blend=blend)

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

    def _apart(
        self,
        labels: Sequence[Sequence[Indices]],
        beside: Sequence[Indices],
        asked: Asked,
        stratum: Part | None,
    ) -> list[Joint]:
        unions = [union for label in labels for union in label]
        key = (len(beside), _key(replace(asked, unions=unions)))
        if key not in self._many:
            scheme, tally = self.study.scheme, self.tally
            self._many[key] = add_strata_apart(scheme, tally, labels, beside, asked, self.advance)
        return [self._joined(asked, added, stratum, is_whole=False) for added in self._many[key]]

    def _joined(
        self,
        asked: Asked,
        added: Mapping[Part, Added],
        stratum: Part | None,
        *,
        is_whole: bool,
        blend: Blend | None = None,
    ) -> Joint:
        return joint(
            self.study.scheme,
            list(added.values()) if stratum is None else [added[stratum]],
            sampling=self.sampling,
            is_two_valued=is_two_valued(self.study.question),
            is_hidden=asked.outcome is None,
            is_whole=is_whole,
            is_clustered=self.tally.measures.cluster is not None,
            blend=blend,
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
