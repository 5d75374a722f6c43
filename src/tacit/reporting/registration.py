"""Whether a report is as registered: what was done, in the words of the study's own [analysis]."""

from __future__ import annotations

from collections.abc import Sequence
from decimal import Decimal

from tacit.estimation.comparison import GroupComparison, margin_told
from tacit.estimation.figures import StudyFigures
from tacit.estimation.model import LinearModel
from tacit.study.departures import departures
from tacit.study.registered import Registered
from tacit.study.study import Study
from tacit.writing.parts import Chapter, Points, Text

AS_REGISTERED = "as registered"
HEADING = "What was registered, and what was done"


def departures_of(
    study: Study,
    estimate: StudyFigures,
    comparisons: Sequence[GroupComparison],
    models: Sequence[LinearModel],
) -> list[str] | None:
    """How this report differs from what the study said before anybody answered; None if it said nothing."""
    if study.analysis is None:
        return None
    return departures(study.analysis, _done(estimate, comparisons, models))


def registration_chapter(found: Sequence[str] | None) -> Chapter | None:
    """That everything is as it was registered, or each departure."""
    if found is None:
        return None
    if not found:
        told = "This study said what would be looked at before anybody answered; the report is as registered."
        return Chapter("registered", HEADING, (Text(told),))
    why = "This study said what would be looked at before anybody answered. The report departs from it:"
    points = tuple(f"{departure[0].upper()}{departure[1:]}." for departure in found)
    return Chapter("registered", HEADING, (Text(why), Points(points)))


def _done(
    estimate: StudyFigures, comparisons: Sequence[GroupComparison], models: Sequence[LinearModel]
) -> Registered:
    weighing = estimate.weighing
    margin = margin_told(comparisons)
    return Registered(
        outcomes=tuple(outcome.outcome for outcome in estimate.outcomes),
        compare=tuple(dict.fromkeys((each.first, each.second) for each in comparisons)),
        margin=None if margin is None else Decimal(str(margin)),
        covariates=models[0].covariates if models else (),
        by_group=models[0].by_group if models else (),
        weights=weighing.weights if weighing else None,
        by=weighing.by if weighing else (),
        cluster=weighing.cluster if weighing else None,
        level=Decimal(str(estimate.level)),
    )
