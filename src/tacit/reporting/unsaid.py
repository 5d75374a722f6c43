"""What a report must say before anything else: that there is something which these answers do not tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tacit.estimation.comparison import GroupComparison
from tacit.estimation.intervals import Interval
from tacit.estimation.notes import percent
from tacit.estimation.result import Estimate
from tacit.study.spelling import shown_first
from tacit.study.units import units_of

NAMED = 5
WHY = "for all that is told the group may be empty, and then it could be anything"


def unsaid(
    estimate: Estimate, comparisons: Sequence[GroupComparison], seeds: Sequence[int] = ()
) -> Iterator[str]:
    """Sentences, the gravest first; none where everything is told."""
    if seeds:
        yield "Anything about people who answered: nobody did. These answers were simulated."
    if estimate.is_rough:
        answers = "1 answer is" if estimate.answers == 1 else f"{estimate.answers:,} answers are"
        yield (
            f"{answers} too few for intervals to be relied on: they are rough, and hold the truth less "
            f"often than {percent(estimate.level)} of the time."
        )
    if estimate.groups[0].count is None:
        yield "How many people a group has is not told: this study was planned for sums alone."
        if not any(group.mean for group in estimate.groups):
            yield "So there are no means either."
    yield from _unresolved(estimate)
    if comparisons and not any(map(is_told_apart, comparisons)):
        yield (
            "No two of the groups that were compared can be told apart: every difference could be zero, or "
            "is not resolved. That does not show that they are equal."
        )


def is_told_apart(found: GroupComparison) -> bool:
    """Whether zero lies outside the interval that allows for sampling, too."""
    ends = found.difference.population
    return (
        found.difference.estimate is not None
        and ends.low is not None
        and ends.high is not None
        and (ends.low > 0 or ends.high < 0)
    )


def _unresolved(estimate: Estimate) -> Iterator[str]:
    """Per figure, the groups of which it is not known."""
    labels = [group.group for group in estimate.groups]
    if any(len(group.options) > 2 for group in estimate.groups):
        yield from _about(
            "the share of any option", labels, [group.options[0].share for group in estimate.groups]
        )
    else:
        options = estimate.groups[0].options
        what = f'the share of "{options[1].option}"' if options else "the mean"
        yield from _about(what, labels, [group.mean for group in estimate.groups])
    yield from _anything(estimate, labels)
    for outcome in estimate.outcomes:
        figures = [group.mean for group in outcome.groups]
        yield from _about(f"the mean of {outcome.outcome}", labels, figures)
    if not any(group.mean or group.options for group in estimate.groups) and not estimate.outcomes:
        empty = [group.group for group in estimate.groups if group.count and _may_be_empty(group.count)]
        if empty:
            yield f"Whether anybody is in {_named(empty, len(labels))} is not told."


def _about(what: str, labels: Sequence[str], figures: Sequence[Interval | None]) -> Iterator[str]:
    unknown = [
        label
        for label, figure in zip(labels, figures, strict=True)
        if figure is not None and not figure.is_resolved
    ]
    if not unknown:
        return
    yield f"{what[0].upper()}{what[1:]} of {_named(unknown, len(labels))} is not resolved: {WHY}."


def _anything(estimate: Estimate, labels: Sequence[str]) -> Iterator[str]:
    """Of groups that are surely there, but of which nothing is learnt."""
    assert estimate.evidence is not None  # noqa: S101 - a report holds its answers
    units = units_of(estimate.evidence.study.question)
    if any(len(group.options) > 2 for group in estimate.groups):
        what, ends = "The share of some option", (0.0, 1.0)
        figures = [[option.share for option in group.options] for group in estimate.groups]
    elif units is not None:
        options, ends = estimate.groups[0].options, (units.low, units.high)
        what = f'The share of "{options[1].option}"' if options else "The mean"
        figures = [[group.mean] if group.mean else [] for group in estimate.groups]
    else:
        return
    open_ended = [
        label
        for label, some in zip(labels, figures, strict=True)
        if any(_is_anything(each, ends) for each in some)
    ]
    if open_ended:
        whose = _named(open_ended, len(labels))
        yield f"{what} in {whose} could be anything: its interval is the whole range."


def _is_anything(figure: Interval, ends: tuple[float, float]) -> bool:
    low, high = figure.population.low, figure.population.high
    return figure.is_resolved and low is not None and high is not None and low <= ends[0] and high >= ends[1]


def _may_be_empty(count: Interval) -> bool:
    return count.population.low is not None and count.population.low <= 0


def _named(labels: Sequence[str], every: int) -> str:
    """The first of them, and how many more; or all, or none."""
    return "every group" if len(labels) == every else shown_first(labels, NAMED)
