"""All that a report has to say, worked out once, before it has any form."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from tacit.errors import refuse
from tacit.estimation.beside import TrueStudy, true_declined, truths_of
from tacit.estimation.comparison import GroupComparison
from tacit.estimation.consistent import ConsistentFigures
from tacit.estimation.intervals import Interval
from tacit.estimation.model import LinearModel
from tacit.estimation.response import Response, response_of
from tacit.estimation.result import Estimate
from tacit.estimation.shrinkage import Shrunk
from tacit.estimation.truth_gap import Gap
from tacit.reporting.asked import Asked
from tacit.reporting.comparing import comparisons_of
from tacit.reporting.provenance import command_of
from tacit.reporting.records import (
    Record,
    comparison_records,
    estimate_records,
    leaning_records,
    model_records,
)
from tacit.reporting.registration import departures_of
from tacit.study.study import Study
from tacit.study.units import units_of
from tacit.tallying.fingerprint import fingerprint


@dataclass(frozen=True)
class Findings:
    """A study, the estimate from its answers, and what was asked beside it, with every answer to that.

    `collected` are sentences about how the answers came in, `seeds` those of imagined people.
    """

    study: Study
    estimate: Estimate
    asked: Asked
    truth: TrueStudy | None
    comparisons: list[GroupComparison]
    response: Response
    consistent: tuple[ConsistentFigures, ...]
    shrunk: tuple[Shrunk, ...]
    gaps: tuple[Gap, ...]
    overall: Mapping[str, Interval]
    models: tuple[LinearModel, ...]
    collected: tuple[str, ...]
    seeds: tuple[int, ...]
    answers_id: str
    departures: list[str] | None

    @classmethod
    def of(
        cls,
        study: Study,
        estimate: Estimate,
        asked: Asked,
        truth: TrueStudy | None = None,
        models: Sequence[LinearModel] = (),
        collected: Sequence[str] = (),
        seeds: Sequence[int] = (),
    ) -> Findings:
        """Works everything out; refuses an estimate of another study, or one without its answers."""
        if estimate.study != study.id:
            raise refuse("estimate", f"is of another study, {estimate.study}; this one is {study.id}")
        if estimate.evidence is None:
            raise refuse("estimate", "does not hold its answers: give one that was made from a tally here")
        response = response_of(
            estimate, units_of(study.question), invited=asked.invited, skipped=asked.skipped
        )
        comparisons = comparisons_of(study, estimate, asked)
        return cls(
            study,
            estimate,
            asked,
            truth,
            comparisons,
            response,
            estimate.consistent() if asked.has_consistent else (),
            estimate.shrunk() if asked.has_shrunk else (),
            estimate.truth_gap(asked.known) if _knows_shares(study, asked) else (),
            estimate.overalls(asked.known) if _knows_shares(study, asked) else {},
            tuple(models),
            tuple(collected),
            tuple(seeds),
            fingerprint(estimate.evidence.answers),
            departures_of(study, estimate, comparisons, models),
        )

    def command(self, ending: str) -> str:
        """What to type to get the document of this kind again."""
        words = command_of(self.study, self.estimate, self.asked, self.models, ending)
        return f"{words} --truth PEOPLE" if self.truth is not None else words

    def records(self) -> list[Record]:
        """Every figure as a flat row."""
        truths, declined = truths_of(self.estimate, self.truth), true_declined(self.estimate, self.truth)
        return [
            *estimate_records(self.estimate, truths, declined),
            *comparison_records(self.comparisons),
            *leaning_records(self.consistent, self.shrunk),
            *model_records(self.models),
        ]


def _knows_shares(study: Study, asked: Asked) -> bool:
    """Whether somebody said how large the groups are."""
    return study.groups.shares is not None or asked.known is not None
