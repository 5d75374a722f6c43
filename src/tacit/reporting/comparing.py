"""Which groups a report compares, and by which figures."""

from __future__ import annotations

from itertools import combinations

from tacit.estimation.comparison import GroupComparison, all_pairs
from tacit.estimation.result import Estimate
from tacit.estimation.what import what_of
from tacit.reporting.asked import Asked, Pair
from tacit.study.study import Study

FEW_GROUPS = 6
MOST_ROWS = 60


def comparisons_of(study: Study, estimate: Estimate, asked: Asked) -> list[GroupComparison]:
    """Every comparison. Unless single pairs were named, all of one figure hold together."""
    pairs = pairs_of(study, estimate, asked)
    if not pairs:
        return []
    is_named = bool(asked.pairs) or (registered_pairs(study) and not asked.has_every_pair)
    return estimate.every_difference(
        pairs,
        asked.figure,
        margin=margin_of(study, estimate, asked),
        simultaneous=estimate.comparisons > 1 or not is_named,
    )


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
    figures = len(estimate.outcomes) + len(what_of(study, None))
    return pairs if len(pairs) * figures <= MOST_ROWS else []


def registered_pairs(study: Study) -> list[Pair]:
    """What the study said that it would compare."""
    return list(study.analysis.compare) if study.analysis else []


def margin_of(study: Study, estimate: Estimate, asked: Asked) -> float | None:
    """The margin that was asked for, or registered for the registered pairs and what is compared of them."""
    if asked.margin is not None or asked.pairs is not None or asked.has_every_pair:
        return asked.margin
    registered = study.analysis
    if registered is None or registered.margin is None or (registered.outcomes and not estimate.outcomes):
        return None
    return float(registered.margin)


def _has_values(estimate: Estimate) -> bool:
    """Whether there is more to compare than how large the groups are."""
    return bool(estimate.outcomes) or any(group.mean or group.options for group in estimate.groups)
