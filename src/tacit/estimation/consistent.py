"""Counts that add up to everybody, with nothing below zero: beside the raw estimates, never instead of them.

Raw estimates are unbiased, and that is why they can be negative and miss the total. These are the nearest
numbers that could be true (nearest in standard deviations); they lean, most of all where groups are small.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from tacit.estimation.figures import GroupFigures, Json, StudyFigures
from tacit.estimation.intervals import Interval
from tacit.estimation.squares import Floats
from tacit.study.units import Units


@dataclass(frozen=True)
class ConsistentFigures:
    """One group's figures that fit together; `options` are those of a histogram, with count and share.

    `raw_sd` is the standard deviation of the raw count, which says how many digits to show.
    """

    group: str
    count: float
    share: float
    sum: float | None = None
    mean: float | None = None
    options: tuple[tuple[str, float, float | None], ...] = field(default=())
    raw_sd: float | None = None

    def to_json(self) -> Json:
        """The member of `consistent`."""
        document: Json = {"group": self.group, "count": self.count, "share": self.share}
        document |= {"sum": self.sum, "mean": self.mean}
        if self.options:
            named = [dict(zip(("option", "count", "share"), each, strict=True)) for each in self.options]
            document["options"] = named
        return document


def consistent_figures(
    estimate: StudyFigures, everybody: float, units: Units | None
) -> tuple[ConsistentFigures, ...]:
    """Every group's, and those who declined last; none where the answers do not tell counts.

    `everybody` is how many answered, or the sum of their weights.
    """
    groups = [*estimate.groups, *([estimate.declined] if estimate.declined else [])]
    parts = [_parts(group) for group in groups]
    flat = [figure for part in parts for figure in part]
    if any(figure is None for figure in flat):
        return ()
    known = [figure for figure in flat if figure is not None]
    values = np.array([figure.estimate or 0.0 for figure in known])
    variances = np.array([_variance(figure) for figure in known])
    fitted = iter(fit_total(values, variances, everybody).tolist())
    return tuple(
        _consistent(group, [next(fitted) for _ in part], everybody, units)
        for group, part in zip(groups, parts, strict=True)
    )


def fit_total(values: Floats, variances: Floats, total: float) -> Floats:
    """The nearest values (squared distances over variances) that are not negative and add up to the total.

    What is missing is given to all in proportion to their variances; whoever ends below zero is set to zero,
    and again.
    """
    is_in = np.ones(values.size, dtype=np.bool_)
    while True:
        share = (total - values[is_in].sum()) / variances[is_in].sum()
        fitted = np.where(is_in, values + variances * share, 0.0)
        if (fitted[is_in] >= 0).all():
            return fitted
        is_in &= fitted > 0


def _parts(group: GroupFigures) -> Sequence[Interval | None]:
    """What is counted apart: the options of a histogram, or the group."""
    if len(group.options) > 2:
        return [option.count for option in group.options]
    return [group.count]


def _variance(figure: Interval) -> float:
    bounds = figure.people or figure.population
    return max((bounds.sd or 0.0) ** 2, 1e-12)


def _consistent(
    group: GroupFigures, counts: Sequence[float], everybody: float, units: Units | None
) -> ConsistentFigures:
    count, raw = sum(counts), group.count
    sd = None if raw is None else (raw.people or raw.population).sd
    found = ConsistentFigures(group.group, count, count / everybody, raw_sd=sd)
    if len(counts) > 1:
        names = [option.option for option in group.options]
        shares = [each / count if count else None for each in counts]
        return replace(found, options=tuple(zip(names, counts, shares, strict=True)))
    if units is None or group.sum is None or group.sum.estimate is None or raw is None:
        return found
    # In half-ranges from the middle, so that nobody adds more than 1 or less than -1.
    middle = units.mid - group.about
    spread = (group.sum.estimate - middle * (raw.estimate or 0.0)) / units.half
    kept = min(max(spread, -count), count)
    mean = units.mid + units.half * kept / count if count else None
    return replace(found, sum=units.half * kept + middle * count, mean=mean)
