"""Public outcomes beside the answers, per hidden group (SCHEME.md C6): totals, means, and who lacks them.

People were asked for their group alone; an outcome that is public anyway costs no further privacy.
"""

from __future__ import annotations

from collections.abc import Sequence

from tacit.estimation.evidence import Evidence, check_counted
from tacit.estimation.figures import OutcomeFigures, OutcomeOfGroup
from tacit.estimation.partition import Partition, axes, groups
from tacit.estimation.reading import interval_of
from tacit.estimation.slopes import linear, quotient
from tacit.estimation.student import Confidence
from tacit.estimation.vectors import Vectors
from tacit.tallying.measures import Term
from tacit.tallying.sums import Part


def outcome_figures(
    evidence: Evidence, outcome: str, confidence: Confidence, stratum: Part | None = None
) -> OutcomeFigures:
    """The figures of one outcome for every group and margin; of one stratum, or of all."""
    check_counted(evidence.study)
    rows, sums = evidence.tally.rows_of(stratum), evidence.tally.sums
    every, found = (sums[term][rows].total() for term in (Term(), Term(0, outcome, 0)))

    def of(partition: Partition) -> tuple[OutcomeOfGroup, ...]:
        return _figures(evidence, partition, outcome, confidence, stratum, has_gaps=found < every)

    asked = evidence.study.groups
    margins = {partition.name: of(partition) for partition in axes(asked)}
    return OutcomeFigures(outcome, found, every - found, of(groups(asked)), margins)


def _figures(
    evidence: Evidence,
    partition: Partition,
    outcome: str,
    confidence: Confidence,
    stratum: Part | None,
    *,
    has_gaps: bool,
) -> tuple[OutcomeOfGroup, ...]:
    each = evidence.each(partition.members, outcome=outcome, stratum=stratum)
    lacking: Sequence[Vectors | None] = [None] * len(each)
    if has_gaps:
        lacking = evidence.each(partition.members, outcome=outcome, stratum=stratum, is_missing=True)
    figures = []
    named = zip(partition.labels, partition.members, each, lacking, strict=True)
    for label, members, vectors, without in named:
        total, count = vectors.sums(members), vectors.counts(members)
        gaps = None if without is None else linear(without.joint, without.counts(members))
        figures.append(
            OutcomeOfGroup(
                label,
                count=interval_of(linear(vectors.joint, count), confidence),
                total=interval_of(linear(vectors.joint, total), confidence),
                mean=interval_of(quotient(vectors.joint, total, count), confidence),
                missing=None if gaps is None else interval_of(gaps, confidence),
            )
        )
    return tuple(figures)
