"""Figures of groups whose answers were weighed, or drawn in some way: from the joint totals of all groups."""

from __future__ import annotations

from dataclasses import dataclass

from tacit.estimation.figures import DECLINED, GroupFigures, OptionFigures
from tacit.estimation.intervals import Interval
from tacit.estimation.partition import Indices, Partition
from tacit.estimation.reading import interval_of
from tacit.estimation.slopes import EVERYWHERE, Figure, Limits, linear, quotient
from tacit.estimation.student import Confidence
from tacit.estimation.vectors import Vectors, is_centred, is_counted, tells_people
from tacit.study.units import units_of

SHARES = (0.0, 1.0)


@dataclass(frozen=True, eq=False)
class SurveyFigures:
    """Reads every figure of a study from the joint totals of all its items."""

    vectors: Vectors
    confidence: Confidence

    def of(self, partition: Partition) -> tuple[GroupFigures, ...]:
        """The figures of every label of the partition."""
        pairs = zip(partition.labels, partition.members, strict=True)
        return tuple(self.figures(label, members) for label, members in pairs)

    def declined(self) -> GroupFigures | None:
        """Those who would rather not say."""
        vectors, counts = self.vectors, self.vectors.declined
        if counts is None:
            return None
        if not is_counted(vectors.study):
            return GroupFigures(DECLINED, None, None)
        share = quotient(vectors.joint, counts, vectors.everybody)
        return GroupFigures(
            DECLINED,
            interval_of(linear(vectors.joint, counts), self.confidence),
            interval_of(share, self.confidence),
        )

    def figures(self, label: str, members: Indices) -> GroupFigures:
        """Those of one label."""
        study = self.vectors.study
        units = units_of(study.question)
        middle = units.mid if units and is_centred(study) else 0.0
        return GroupFigures(
            label,
            count=self._read(members, "count"),
            share=self._read(members, "share"),
            sum=self._read(members, "sum"),
            mean=self._read(members, "mean", within=(units.low, units.high) if units else EVERYWHERE),
            about=middle,
            options=tuple(
                OptionFigures(name, count, share)
                for at, name in enumerate(study.question.options)
                if (count := self._read(members, "count", option=at))
                and (share := self._read(members, "share", option=at, within=SHARES))
            ),
        )

    def _read(
        self, members: Indices, figure: Figure, *, option: int | None = None, within: Limits = EVERYWHERE
    ) -> Interval | None:
        slope = self.vectors.slope(members, figure, option)
        if slope is None:
            return None
        has_people = tells_people(self.vectors.study, figure, option)
        return interval_of(slope, self.confidence, within, has_people=has_people)
