"""Every figure of a report as a flat row: nothing is left out, and every row has every column."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tacit.estimation.beside import Truths
from tacit.estimation.comparison import GroupComparison
from tacit.estimation.consistent import ConsistentFigures
from tacit.estimation.figures import GroupFigures, OutcomeFigures, TrueFigures
from tacit.estimation.intervals import Bounds, Interval
from tacit.estimation.model import BETWEEN, Coefficient, LinearModel
from tacit.estimation.result import Estimate
from tacit.estimation.shrinkage import Shrunk
from tacit.reporting.columns import COLUMNS, NAMES, TEXT

Cell = str | float | bool | None
Record = dict[str, Cell]

FIGURES = ("count", "share", "sum", "mean")
EMPTY: Record = {column.name: "" if column.kind == TEXT else None for column in COLUMNS}
NOWHERE = Bounds(None, None, None)


def estimate_records(
    estimate: Estimate, truths: Truths, declined: TrueFigures | None = None
) -> Iterator[Record]:
    """The groups, margins and strata, with their outcomes."""
    for margin, groups in estimate.every_group():
        for each in groups:
            yield from _group(each, {"margin": margin}, truths.get((margin, each.group)))
    if estimate.declined is not None:
        yield from _group(estimate.declined, {}, declined)
    yield from _outcomes(estimate.outcomes, "")
    for stratum in estimate.strata:
        for each in (*stratum.groups, *([stratum.declined] if stratum.declined else [])):
            yield from _group(each, {"stratum": stratum.name}, None)
        yield from _outcomes(stratum.outcomes, stratum.name)


def comparison_records(comparisons: Sequence[GroupComparison]) -> Iterator[Record]:
    """A difference and a ratio for every comparison."""
    for found in comparisons:
        what, people, population = found.what, found.compared.people, found.compared.population
        place: Record = {
            "group": found.first,
            "against": found.second,
            "outcome": what.outcome or "",
            "option": what.option or "",
            "figure": what.figure,
            "comparisons": found.comparisons,
            "about": what.about if what.figure == "sum" and what.outcome is None else None,
        }
        tested: Record = {
            "p": people.p if people else None,
            "population_p": population.p if population else None,
            "p_equivalent": population.p_equivalent if population else None,
        }
        yield _record(found.difference, {"table": "difference", **place, **tested})
        yield _record(found.ratio, {"table": "ratio", **place})


def leaning_records(consistent: Sequence[ConsistentFigures], shrunk: Sequence[Shrunk]) -> Iterator[Record]:
    """Biased figures, which have no intervals."""
    for found in consistent:
        for name in FIGURES:
            if (value := getattr(found, name)) is not None:
                yield _alone("consistent", value, {"group": found.group, "figure": name})
        for option, *values in found.options:
            for name, value in zip(("count", "share"), values, strict=True):
                if value is not None:
                    place: Record = {"group": found.group, "option": option, "figure": name}
                    yield _alone("consistent", value, place)
    for page in shrunk:
        figure, _, what = page.figure.partition(" of ")
        of: Record = {"option": what.strip('"')} if figure == "share" else {"outcome": what}
        for label, value in zip(page.groups, page.estimates, strict=True):
            yield _alone("shrunk", value, {"group": label, "figure": figure, **of})


def model_records(models: Sequence[LinearModel]) -> Iterator[Record]:
    """The coefficients of every model, and their differences between groups."""
    for model in models:
        for each in model.coefficients:
            yield _coefficient(each, {"table": "coefficient", "group": each.group, "outcome": model.outcome})
        for each in model.differences:
            first, _, second = each.group.partition(BETWEEN)
            place: Record = {"group": first, "against": second, "outcome": model.outcome}
            yield _coefficient(each, {"table": "coefficient difference", **place})


def _coefficient(each: Coefficient, place: Record) -> Record:
    return _record(each.figure, {**place, "figure": each.term, "population_p": each.test.p})


def _group(figures: GroupFigures, place: Record, truth: TrueFigures | None) -> Iterator[Record]:
    place = {**place, "group": figures.group}
    for name in FIGURES:
        if (figure := getattr(figures, name)) is not None:
            about = figures.about if name == "sum" else None
            yield _record(
                figure, {**place, "figure": name, "about": about, "truth": getattr(truth, name, None)}
            )
    told = truth.options if truth and truth.options else [(None, None)] * len(figures.options)
    for option, (count, share) in zip(figures.options, told, strict=True):
        yield _record(option.count, {**place, "option": option.option, "figure": "count", "truth": count})
        yield _record(option.share, {**place, "option": option.option, "figure": "share", "truth": share})


def _outcomes(outcomes: Sequence[OutcomeFigures], stratum: str) -> Iterator[Record]:
    for outcome in outcomes:
        for margin, groups in outcome.every_group():
            for each in groups:
                place: Record = {"stratum": stratum, "margin": margin, "group": each.group}
                figures = {"count": each.count, "sum": each.total, "mean": each.mean, "missing": each.missing}
                for name, figure in figures.items():
                    if figure is not None:
                        yield _record(figure, {**place, "outcome": outcome.outcome, "figure": name})


def _alone(table: str, value: float, place: Record) -> Record:
    return _record(Interval(value, None, NOWHERE), {"table": table, **place, "resolved": None})


def _record(figure: Interval, place: Record) -> Record:
    """A row with this figure at this place; it is an estimate unless the place says otherwise."""
    people, population = figure.people or NOWHERE, figure.population
    numbers: Record = {
        "table": "estimate",
        "estimate": figure.estimate,
        "sd": people.sd,
        "low": people.low,
        "high": people.high,
        "population_sd": population.sd,
        "population_low": population.low,
        "population_high": population.high,
        "resolved": bool(figure.is_resolved),
    }
    made = {**EMPTY, **numbers, **place}
    return {name: made[name] for name in NAMES}
