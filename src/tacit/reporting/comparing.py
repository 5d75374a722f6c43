"""Which groups a report compares, and by which figures."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations

from tacit.estimation.comparison import GroupComparison, all_pairs
from tacit.estimation.result import Estimate
from tacit.estimation.slopes import Figure
from tacit.reporting.asked import Asked, Pair
from tacit.study.study import Study

FEW_GROUPS = 6
MOST_ROWS = 60


@dataclass(frozen=True)
class Wanted:
    """One figure to compare groups by."""

    figure: Figure | None = None
    option: str | None = None
    outcome: str | None = None


def comparisons_of(study: Study, estimate: Estimate, asked: Asked) -> list[GroupComparison]:
    """Every comparison. Unless single pairs were named, all of one figure hold together."""
    pairs = pairs_of(study, estimate, asked)
    is_named = bool(asked.pairs) or (registered_pairs(study) and not asked.has_every_pair)
    is_together = estimate.comparisons > 1 or not is_named
    return [
        found
        for wanted in _wanted(study, estimate, asked)
        if pairs
        for found in estimate.differences(
            pairs,
            wanted.figure,
            option=wanted.option,
            outcome=wanted.outcome,
            margin=margin_of(study, asked),
            simultaneous=is_together,
        )
    ]


def pairs_of(study: Study, estimate: Estimate, asked: Asked) -> list[Pair]:
    """Those that were asked for, or registered; else all, where that makes a table that can be read."""
    if asked.pairs is not None:
        return list(asked.pairs)
    if asked.has_every_pair:
        return all_pairs(study)
    if study.analysis is not None:
        return registered_pairs(study)
    labels = study.groups.labels
    if len(labels) > FEW_GROUPS or not _has_values(estimate):
        return []
    pairs = list(combinations(labels, 2))
    return pairs if len(pairs) * len(list(_wanted(study, estimate, asked))) <= MOST_ROWS else []


def registered_pairs(study: Study) -> list[Pair]:
    """What the study said that it would compare."""
    return list(study.analysis.compare) if study.analysis else []


def margin_of(study: Study, asked: Asked) -> float | None:
    """The margin that was asked for, or registered for the registered pairs."""
    if asked.margin is not None or asked.pairs is not None or asked.has_every_pair:
        return asked.margin
    registered = study.analysis.margin if study.analysis else None
    return None if registered is None else float(registered)


def _has_values(estimate: Estimate) -> bool:
    """Whether there is more to compare than how large the groups are."""
    return bool(estimate.outcomes) or any(group.mean or group.options for group in estimate.groups)


def _wanted(study: Study, estimate: Estimate, asked: Asked) -> Iterator[Wanted]:
    """Means and outcomes; of options the shares, and of two of them the second's; or the figure asked for."""
    options = study.question.options
    for outcome in estimate.outcomes:
        yield Wanted(asked.figure, outcome=outcome.outcome)
    if asked.figure is not None and not estimate.outcomes:
        yield Wanted(asked.figure)
    elif options and estimate.groups[0].options:
        yield from (Wanted(option=option) for option in (options[1:] if len(options) == 2 else options))
    elif not options and (estimate.groups[0].mean or not estimate.outcomes):
        yield Wanted()
