"""What a reader must know beside the numbers of an estimate, in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tacit.estimation.beside import TrueStudy
from tacit.estimation.blocks import COUNT, Block, Row
from tacit.estimation.figures import GroupFigures, StudyFigures
from tacit.estimation.intervals import Bounds, Interval
from tacit.study.spelling import shown_first

THESE_PEOPLE = '"these people" allows for the noise of privacy'
POPULATION = '"population" also for these people being a sample'
ALIKE = (
    "how far apart the values of a group lie cannot be told from rounded ones, so they are taken to be alike"
)
FEW_CLUSTERS = 10
# With 10 people, 95% intervals of sums of skewed outcomes were seen to hold in 92% of cases, with 20 in 94%.
FEW_PEOPLE = 20
MOST_NAMED = 5
POPULATION_ONLY = '"population" allows for the noise of privacy and for these people being a sample'


def notes_of(
    estimate: StudyFigures, blocks: Sequence[Block], truth: TrueStudy | None = None
) -> Iterator[str]:
    """Sentences, the most important first."""
    rows = [row for block in blocks for row in block.rows]
    counts = [row.figure for block in blocks if block.title.partition(" ")[0] == COUNT for row in block.rows]
    figures = [row.figure for row in rows]
    together = " that hold all at once for each figure" if estimate.comparisons > 1 else ""
    has_people = any(figure.people for figure in figures)
    meaning = f"{THESE_PEOPLE}, {POPULATION}" if has_people else POPULATION_ONLY
    answers = f"{estimate.answers:,} answer{'' if estimate.answers == 1 else 's'}"
    yield f"{answers}. {percent(estimate.level)} intervals{together}: {meaning}."
    yield from _weighed(estimate)
    if estimate.is_rough:
        yield "With so few answers intervals are rough: they hold less often than they say."
    if is_wide(estimate):
        yield f'"These people" may be too wide for sums and means: {ALIKE}.'
    shares = [option.share for group in estimate.groups for option in group.options]
    if any(figure and not figure.people for figure in (*(group.mean for group in estimate.groups), *shares)):
        yield "Groups are taken to be as large as their known shares say."
    if any(map(_is_below_zero, counts)):
        yield "Counts can come out below 0, for noise goes both ways: read such a number as few or nobody."
    if not all(figure.is_resolved for figure in figures):
        yield "Not resolved: there may be nobody in the group, so the figure could be anything in its range."
    if any(figure.is_clipped for figure in figures):
        yield "Where noise took an estimate out of its range, the nearest end stands."
    if estimate.refused:
        yield f"Left out: {'; '.join(f'{why} ({count:,})' for why, count in estimate.refused.items())}."
    if truth is not None:
        yield _compared(rows, estimate, truth)


def _weighed(estimate: StudyFigures) -> Iterator[str]:
    """How answers were weighed and drawn, and which outcomes some people lack."""
    weighing = estimate.weighing
    if weighing is None:
        return
    if weighing.weights:
        yield (
            f"Weighted by {weighing.weights}: counts and sums are of weights, and unequal weights cost a "
            f"factor of {weighing.design_effect:.2f} in variance."
        )
    if weighing.by:
        yield f"People were drawn within each {' and '.join(weighing.by)}."
    if weighing.clusters is not None:
        few = "; so few say little about others" if weighing.clusters < FEW_CLUSTERS else ""
        clusters = f"{weighing.clusters:,} cluster{'' if weighing.clusters == 1 else 's'}"
        yield f"Sampling is measured from {clusters} ({weighing.cluster}){few}."
    if weighing.lonely and weighing.by:
        one = "stratum has" if weighing.lonely == 1 else "strata have"
        yield f"{weighing.lonely:,} {one} one answer or cluster only: how much those vary is not known."
    if weighing.sampling == "simple":
        yield f"Drawn from a population of {weighing.people:,}, each as likely as any other."
    if weighing.sampling == "poisson":
        yield "Each was drawn apart, with the chance 1 / weight."
    if weighing.rounded:
        yield f"Rounded to the digits that are kept: {', '.join(weighing.rounded)}."
    for outcome in estimate.outcomes:
        if outcome.missing:
            yield (
                f"{outcome.outcome}: {outcome.missing:,} of {outcome.answers + outcome.missing:,} answers "
                "lack it and are left out of its figures; nothing is put in their place."
            )
    worth = estimate.answers / weighing.design_effect
    small = [group.group for group in estimate.groups if _is_small(group, worth)]
    if estimate.outcomes and small:
        yield (
            f"So few people are in {shown_first(small, MOST_NAMED)} that sums and means of their outcomes "
            "are not yet normal: the population's intervals hold less often than they say."
        )


def _is_small(group: GroupFigures, answers: float) -> bool:
    """Surely there, and of so few of these answers that who was drawn decides: noise does not hide it."""
    share = group.share
    if share is None or share.estimate is None or share.population.low is None:
        return False
    return share.population.low > 0 and share.estimate * answers < FEW_PEOPLE


def is_wide(estimate: StudyFigures) -> bool:
    """Whether intervals for these people hold more often than they say, and are not known better."""
    values = (figure for group in estimate.groups for figure in (group.sum, group.mean))
    return estimate.is_rounded and any(figure and figure.people for figure in values)


def percent(level: float) -> str:
    """A level as people say it: 95%, 99.9%."""
    return f"{100 * level:.10g}%"


def is_within(value: float | None, bounds: Bounds | None) -> bool | None:
    """Whether an interval holds the truth; None where one of them is missing."""
    if value is None or bounds is None or bounds.low is None or bounds.high is None:
        return None
    # Ends at the edge of the range may differ from it by rounding.
    slack = 1e-9 * max(abs(bounds.low), abs(bounds.high), abs(value))
    return bounds.low - slack <= value <= bounds.high + slack


def _is_below_zero(count: Interval) -> bool:
    """Whether a reader is shown a negative number of people."""
    return count.population.low is not None and count.population.low < 0


def _compared(rows: Sequence[Row], estimate: StudyFigures, truth: TrueStudy) -> str:
    """How often the truth lies where it should, which is a question only if it is about the same people."""
    if truth.people != estimate.answers:
        return (
            f"The truth is of {truth.people:,} people, not of the {estimate.answers:,} who answered, "
            "so counts and sums have none beside them."
        )
    found = [is_within(row.truth, row.figure.people or row.figure.population) for row in rows]
    known = [each for each in found if each is not None]
    return f"The truth lies within {sum(known):,} of {len(known):,} intervals."
