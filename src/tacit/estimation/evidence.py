"""What an estimate was made from, kept for the questions that come later: differences, outcomes, strata."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from tacit.estimation.joint import Joint, joint
from tacit.estimation.partition import Indices
from tacit.estimation.passes import Added, Asked, add_strata
from tacit.estimation.sampling import Sampling
from tacit.estimation.vectors import Vectors, unions_for
from tacit.study.study import Study
from tacit.study.units import is_two_valued
from tacit.tallying.sums import Part, SumTally
from tacit.tallying.tally import Tally

MOST_ITEMS = 64  # so many are measured together once and for all; of more, only those that are asked for

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

    def _joint(self, asked: Asked, stratum: Part | None) -> Joint:
        key = (asked.outcome, asked.is_missing, tuple(union.tobytes() for union in asked.unions))
        if key not in self._passes:
            self._passes[key] = add_strata(self.study.scheme, self.tally, asked, self.advance)
        if (key, stratum) not in self._joints:
            added = self._passes[key]
            self._joints[key, stratum] = joint(
                self.study.scheme,
                list(added.values()) if stratum is None else [added[stratum]],
                sampling=self.sampling,
                is_two_valued=is_two_valued(self.study.question),
                is_hidden=asked.outcome is None,
                is_whole=sum(map(len, asked.unions)) == self.study.scheme.rows.items,
                is_clustered=self.tally.measures.cluster is not None,
            )
        return self._joints[key, stratum]
