"""Figures of many groups drawn towards their middle: closer on the whole, and each of them biased.

James and Stein's estimate with unequal variances: each figure keeps the part of its distance from the middle
that is not noise. There are no intervals to it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from tacit.estimation.figures import Json, StudyFigures
from tacit.estimation.intervals import Interval
from tacit.estimation.squares import Floats

FEWEST = 4  # below, nothing is gained for certain
STEPS = 200


@dataclass(frozen=True)
class Shrunk:
    """One figure of every group, drawn towards `middle`; `kept` is how much of each distance is left.

    `raw_sds` are those of the raw figures, which say how many digits to show.
    """

    figure: str
    middle: float
    groups: tuple[str, ...]
    estimates: tuple[float, ...]
    kept: tuple[float, ...]
    raw_sds: tuple[float | None, ...] = ()

    def to_json(self) -> Json:
        """The member of `shrunk`; its label says that it is biased."""
        rows = zip(self.groups, self.estimates, self.kept, strict=True)
        named = [{"group": group, "estimate": estimate, "kept": kept} for group, estimate, kept in rows]
        return {"figure": self.figure, "middle": self.middle, "biased": True, "groups": named}


def shrunk_figures(estimate: StudyFigures) -> tuple[Shrunk, ...]:
    """Shares, and means of the value and of outcomes; none for fewer than four groups."""
    labels = [group.group for group in estimate.groups]
    pages: list[tuple[str, list[Interval | None]]] = [
        ("share", [group.share for group in estimate.groups]),
        (_mean_of(estimate), [group.mean for group in estimate.groups]),
    ]
    for outcome in estimate.outcomes:
        pages.append((f"mean of {outcome.outcome}", [group.mean for group in outcome.groups]))
    found = (shrink(name, labels, figures) for name, figures in pages)
    return tuple(each for each in found if each is not None)


def _mean_of(estimate: StudyFigures) -> str:
    """Of two options the mean is the share of the second."""
    options = estimate.groups[0].options
    return f'share of "{options[1].option}"' if len(options) == 2 else "mean"


def shrink(name: str, labels: Sequence[str], figures: Sequence[Interval | None]) -> Shrunk | None:
    """One figure; a group without an estimate is taken to be in the middle. None if too few have one."""
    known = [(at, figure) for at, figure in enumerate(figures) if figure and figure.estimate is not None]
    if len(known) < FEWEST:
        return None
    values = np.array([figure.estimate for _, figure in known])
    variances = np.array([((figure.people or figure.population).sd or 0.0) ** 2 for _, figure in known])
    between = spread_between(values, variances)
    middle = _middle(values, variances, between)
    kept = between / (between + variances) if between else np.zeros_like(values)
    estimates, parts = np.full(len(figures), middle), np.zeros(len(figures))
    places = [at for at, _ in known]
    estimates[places], parts[places] = middle + kept * (values - middle), kept
    sds = [None if figure is None else (figure.people or figure.population).sd for figure in figures]
    return Shrunk(
        *(name, middle, tuple(labels), tuple(estimates.tolist()), tuple(parts.tolist()), tuple(sds))
    )


def spread_between(values: Floats, variances: Floats) -> float:
    """The variance of the true figures: that which makes their squared distances add to groups - 3.

    With equal variances this is the rule of James and Stein; 0 where noise explains all that is seen.
    """
    aim = values.size - 3

    def excess(between: float) -> float:
        middle = _middle(values, variances, between)
        return float(((values - middle) ** 2 / (variances + between)).sum()) - aim

    if not variances.any() or excess(0.0) <= 0:
        return 0.0
    low, high = 0.0, float(np.ptp(values)) ** 2 * values.size
    for _ in range(STEPS):
        middle = (low + high) / 2
        low, high = (middle, high) if excess(middle) > 0 else (low, middle)
    return high


def _middle(values: Floats, variances: Floats, between: float) -> float:
    weights = 1 / (variances + between)
    return float(weights @ values / weights.sum())
