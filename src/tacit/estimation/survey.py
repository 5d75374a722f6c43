"""A whole study from a tally with sums: its groups, strata and outcomes, and how they were weighed."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

from tacit.estimation.evidence import Evidence
from tacit.estimation.figures import GroupFigures, OutcomeFigures, StratumFigures, Weighing
from tacit.estimation.joint import Joint
from tacit.estimation.outcomes import outcome_figures
from tacit.estimation.partition import Partition, axes, groups
from tacit.estimation.student import Confidence
from tacit.estimation.weighted import SurveyFigures
from tacit.tallying.measures import Term
from tacit.tallying.sums import Part

NUMBER = re.compile(r"(\d+(?:\.\d+)?)")


@dataclass(frozen=True)
class SurveyPages:
    """What `survey` finds, named as in `StudyFigures`."""

    groups: tuple[GroupFigures, ...]
    margins: Mapping[str, tuple[GroupFigures, ...]]
    declined: GroupFigures | None
    outcomes: tuple[OutcomeFigures, ...]
    strata: tuple[StratumFigures, ...]
    weighing: Weighing


def survey(evidence: Evidence, confidence: Confidence) -> SurveyPages:
    """Every figure of the study, of its strata, and of the outcomes beside it."""
    asked, tally = evidence.study.groups, evidence.tally
    own, outcomes = groups(asked), [unit.name for unit in tally.measures.outcomes]

    def read(partition: Partition, stratum: Part | None = None) -> tuple[GroupFigures, ...]:
        each = evidence.each(partition.members, stratum=stratum)
        named = zip(each, partition.labels, partition.members, strict=True)
        return tuple(
            SurveyFigures(vectors, confidence).figures(label, members) for vectors, label, members in named
        )

    def read_outcomes(stratum: Part | None = None) -> tuple[OutcomeFigures, ...]:
        return tuple(outcome_figures(evidence, name, confidence, stratum) for name in outcomes)

    strata = [
        StratumFigures(
            dict(zip(tally.measures.by, stratum, strict=True)),
            tally.sums[Term()][tally.rows_of(stratum)].total(),
            read(own, stratum),
            _declined(evidence, confidence, stratum),
            read_outcomes(stratum),
        )
        for stratum in (sorted(tally.strata, key=in_order) if tally.measures.by else [])
    ]
    return SurveyPages(
        groups=read(own),
        margins={partition.name: read(partition) for partition in axes(asked)},
        declined=_declined(evidence, confidence),
        outcomes=read_outcomes(),
        strata=tuple(strata),
        weighing=weighing_of(evidence, evidence.each(own.members)[0].joint),
    )


def in_order(stratum: Part) -> list[tuple[bool, float | str]]:
    """Strata as people put them: numbers in labels by their size, 9 before 10."""
    pieces = [piece for label in stratum for piece in (*NUMBER.split(label), "")]
    return [(False, float(each)) if NUMBER.fullmatch(each) else (True, each.casefold()) for each in pieces]


def _declined(evidence: Evidence, confidence: Confidence, stratum: Part | None = None) -> GroupFigures | None:
    """Those who would rather not say; beside the first group, where there are very many."""
    if not evidence.study.groups.decline:
        return None
    first = groups(evidence.study.groups).members[:1]
    vectors = evidence.each(first, stratum=stratum, with_declined=True)[0]
    return SurveyFigures(vectors, confidence).declined()


def weighing_of(evidence: Evidence, joint: Joint) -> Weighing:
    """How the answers were weighed and drawn."""
    tally, sampling = evidence.tally, evidence.sampling
    measures, total = tally.measures, evidence.everybody
    units = [*([measures.weight] if measures.weight else []), *measures.outcomes]
    return Weighing(
        weights=measures.weight.name if measures.weight else None,
        design_effect=tally.answers * float(joint.every[3]) / total**2,
        by=measures.by,
        cluster=measures.cluster,
        clusters=len(tally.parts) if measures.cluster else None,
        lonely=joint.lonely,
        sampling=sampling.mode,
        people=sampling.people,
        rounded=tuple(unit.name for unit in units if unit.is_rounded),
    )
