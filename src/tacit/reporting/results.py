"""The chapters with numbers: every figure, differences, who is missing, known shares, figures that lean."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from tacit.estimation.beside import TrueStudy, true_declined, truths_of
from tacit.estimation.blocks import blocks_of
from tacit.estimation.comparison import GroupComparison
from tacit.estimation.consistent import ConsistentFigures
from tacit.estimation.intervals import Interval
from tacit.estimation.model import LinearModel
from tacit.estimation.notes import notes_of
from tacit.estimation.pages import (
    comparison_blocks,
    comparison_notes,
    consistent_block,
    outcome_blocks,
    overall_blocks,
    shrunk_blocks,
)
from tacit.estimation.response import Response
from tacit.estimation.result import Estimate
from tacit.estimation.shrinkage import Shrunk
from tacit.estimation.truth_gap import Gap
from tacit.estimation.truth_gap import sentences as gaps_in_words
from tacit.reporting.asked import Asked
from tacit.reporting.shown import Figures
from tacit.study.study import Study
from tacit.writing.parts import Chapter, Part, Points, Table, Text

MANY_PAIRS = 3
MOST_OPEN = 40


def figures_chapter(estimate: Estimate, truth: TrueStudy | None) -> Chapter:
    """Every figure of the study itself, with what a reader must know beside it."""
    blocks = blocks_of(estimate, truths_of(estimate, truth), true_declined(estimate, truth))
    notes = tuple(notes_of(estimate, [*blocks, *outcome_blocks(estimate)], truth))
    return Chapter("results", "Results", (*map(Figures, blocks), Points(notes)))


def outcomes_chapter(estimate: Estimate) -> Chapter | None:
    """Public outcomes per hidden group."""
    if not estimate.outcomes:
        return None
    why = (
        "These were known from elsewhere. People were asked for their group alone, and one answer serves any "
        "number of outcomes: adding one costs no further privacy."
    )
    blocks = map(Figures, outcome_blocks(estimate))
    return Chapter("outcomes", "Outcomes per group", (Text(why), *blocks))


def differences_chapter(
    study: Study, estimate: Estimate, comparisons: Sequence[GroupComparison]
) -> Chapter | None:
    """Groups side by side; where nobody said which, and there are too many, how to say it."""
    heading = "Differences between groups"
    if not comparisons:
        pairs = len(study.groups.labels) * (len(study.groups.labels) - 1) // 2
        if pairs < MANY_PAIRS or not any(group.mean or group.options for group in estimate.groups):
            return None
        how = f"{pairs:,} pairs are too many to be compared unasked: name those that matter (--compare A B)."
        return Chapter("differences", heading, (Text(how),))
    notes = Points(tuple(comparison_notes(comparisons, estimate.level)))
    return Chapter("differences", heading, (*map(Figures, comparison_blocks(comparisons)), notes))


def response_chapter(response: Response) -> Chapter:
    """Declined, skipped, never answered: three things, and what they could hide at worst."""
    rows = [("invited", f"{response.invited:,}")] if response.invited is not None else []
    rate = "" if response.rate is None else f" ({100 * response.rate:.1f}% of those invited)"
    rows.append(("answered", f"{response.answered:,}{rate}"))
    if response.declined is not None:
        rows.append(("of these, declined to say (an estimate)", _share(response)))
    if response.skipped is not None:
        rows.append(("passed the question by", f"{response.skipped:,}"))
    if response.never is not None:
        rows.append(("never answered", f"{response.never:,}"))
    parts: list[Part] = [Table("Who answered", ("people", "number"), tuple(rows))]
    if response.invited is None:
        parts.append(Text("How many people were invited was not told (--invited)."))
    if response.skipped is None:
        parts.append(Text("How many passed the question by was not told (--skipped)."))
    return Chapter("response", "Who answered, and who did not", (*parts, *_worst(response)))


def models_chapter(models: Sequence[LinearModel]) -> Chapter | None:
    """Linear models of outcomes on the hidden group and on public columns."""
    parts: list[Part] = []
    for model in models:
        parts += [*map(Figures, model.blocks), Points(tuple(model.notes))]
    return Chapter("models", "Linear models", tuple(parts)) if parts else None


def known_shares_chapter(
    study: Study, gaps: Sequence[Gap], overall: Mapping[str, Interval], known: Sequence[float] | None
) -> Chapter | None:
    """Groups' shares against known ones, and the mean over a population with those shares."""
    if study.groups.shares is None and known is None:
        return None
    parts: list[Part] = [Points(tuple(gaps_in_words(gaps)))]
    parts += map(Figures, overall_blocks(overall))
    return Chapter("shares", "Beside the known shares", tuple(parts))


def leaning_chapter(
    asked: Asked, consistent: Sequence[ConsistentFigures], shrunk: Sequence[Shrunk]
) -> Chapter | None:
    """Figures that are nearer on the whole and biased each, beside the raw ones and never instead."""
    parts: list[Part] = []
    if asked.has_consistent and consistent:
        parts.append(Text("Counts that add up to everybody, with none below 0: the nearest to the raw ones."))
        parts.append(Figures(consistent_block(consistent)))
    elif asked.has_consistent:
        parts.append(Text("There are no counts here that could be made to add up."))
    if asked.has_shrunk and shrunk:
        parts.append(Text("Figures drawn towards their middle: nearer to the truth on the whole, not each."))
        parts += map(Figures, shrunk_blocks(shrunk))
    elif asked.has_shrunk:
        parts.append(Text("Fewer than four groups have a figure that could be drawn towards the middle."))
    return Chapter("leaning", "Figures that lean: biased, without intervals", tuple(parts)) if parts else None


def _share(response: Response) -> str:
    figure = response.declined
    if figure is None or figure.estimate is None:
        return "not told"
    ends = figure.people or figure.population
    interval = (
        "" if ends.low is None or ends.high is None else f" ({100 * ends.low:.1f} to {100 * ends.high:.1f})"
    )
    return f"{100 * figure.estimate:.1f}%{interval}"


def _worst(response: Response) -> Iterator[Part]:
    """What all who did not say it could do to each figure, were they as far off as can be."""
    if response.never is None and response.skipped is None and response.declined is None:
        return
    rows = [
        (each.group, _range(each.share, 100.0, 1), _range(each.mean, 1.0, 2))
        for each in response.worst
        if each.share is not None
    ]
    if not rows:
        return
    yield Text(
        "At worst, were all of these in the group or none of them, and as far off as can be; noise is not "
        "counted here."
    )
    has_mean = any(row[2] for row in rows)
    columns = ("group", "share (%)", *(("mean",) if has_mean else ()))
    shown = tuple(row if has_mean else row[:2] for row in rows)
    yield Table("What those who did not say could hide", columns, shown[:MOST_OPEN])
    if len(shown) > MOST_OPEN:
        yield Text(
            f"The same for {len(shown) - MOST_OPEN:,} more groups is in the .json form of this report."
        )


def _range(ends: tuple[float, float] | None, scale: float, places: int) -> str:
    return "" if ends is None else f"{ends[0] * scale:,.{places}f} to {ends[1] * scale:,.{places}f}"
