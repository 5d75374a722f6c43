"""An estimate as flat rows, one per figure: stable column names for files and data frames."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tacit.estimation.figures import GroupFigures, OutcomeFigures, StudyFigures
from tacit.estimation.intervals import Bounds, Interval

TEXTS = ("stratum", "margin", "group", "option", "outcome", "figure")
NUMBERS = ("estimate", "sd", "low", "high", "population_sd", "population_low", "population_high")

Row = dict[str, object]


def rows_of(estimate: StudyFigures) -> list[Row]:
    """Every figure of every group, margin and stratum, and of the outcomes beside them."""
    rows: list[Row] = []
    for margin, groups in estimate.every_group():
        rows += _groups(groups, margin=margin)
    if estimate.declined:
        rows += _groups([estimate.declined])
    rows += _outcomes(estimate.outcomes)
    for stratum in estimate.strata:
        rows += _groups(stratum.groups, stratum=stratum.name)
        if stratum.declined:
            rows += _groups([stratum.declined], stratum=stratum.name)
        rows += _outcomes(stratum.outcomes, stratum=stratum.name)
    return rows


def _groups(groups: Sequence[GroupFigures], *, stratum: str = "", margin: str = "") -> Iterator[Row]:
    for each in groups:
        place = {"stratum": stratum, "margin": margin, "group": each.group}
        for name in ("count", "share", "sum", "mean"):
            if (figure := getattr(each, name)) is not None:
                yield _row(figure, {**place, "figure": name}, each.about if name == "sum" else None)
        for option in each.options:
            yield _row(option.count, {**place, "option": option.option, "figure": "count"})
            yield _row(option.share, {**place, "option": option.option, "figure": "share"})


def _outcomes(outcomes: Sequence[OutcomeFigures], *, stratum: str = "") -> Iterator[Row]:
    for outcome in outcomes:
        for margin, groups in outcome.every_group():
            for each in groups:
                place = {
                    "stratum": stratum,
                    "margin": margin,
                    "group": each.group,
                    "outcome": outcome.outcome,
                }
                named = {"count": each.count, "sum": each.total, "mean": each.mean, "missing": each.missing}
                for name, figure in named.items():
                    if figure is not None:
                        yield _row(figure, {**place, "figure": name})


def _row(figure: Interval, place: dict[str, str], about: float | None = None) -> Row:
    people = figure.people or Bounds(None, None, None)
    return {
        **{name: place.get(name, "") for name in TEXTS},
        "estimate": figure.estimate,
        "sd": people.sd,
        "low": people.low,
        "high": people.high,
        "population_sd": figure.population.sd,
        "population_low": figure.population.low,
        "population_high": figure.population.high,
        "resolved": figure.is_resolved,
        "about": about,
    }
