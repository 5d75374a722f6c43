"""Which figure of an estimate a board draws: the one that the study's plan is judged by."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from tacit.estimation.figures import GroupFigures, StudyFigures
from tacit.estimation.intervals import Interval
from tacit.planning.forecast import measure_of
from tacit.study.study import Study
from tacit.study.units import units_of


@dataclass(frozen=True)
class Drawn:
    """The figure's name in an estimate, and the range that it lies in; None: it has no ends.

    `option` is the one of two whose share it is. Shares lie within 0..1.
    """

    name: str
    is_share: bool
    low: float | None
    high: float | None
    option: str | None = None

    def to_json(self) -> dict[str, object]:
        """The member `figure` of a board's document."""
        return {
            "name": self.name,
            "share": self.is_share,
            "low": self.low,
            "high": self.high,
            "option": self.option,
        }


@dataclass(frozen=True)
class Row:
    """One dot: a group's figure, or that of one of its options; `place` is the group's in the study."""

    place: int
    group: str
    option: str | None
    figure: Interval | None


def drawn_of(study: Study) -> Drawn:
    """The figure of this study."""
    measure = measure_of(study)
    units = units_of(study.question)
    if measure == "option share":
        return Drawn("option share", True, 0.0, 1.0)
    if measure == "mean" and units is not None:
        if study.question.is_two_valued:
            return Drawn("mean", True, 0.0, 1.0, study.question.options[1])
        return Drawn("mean", False, units.low, units.high)
    if measure == "sum per person":
        return Drawn("sum", False, None, None)
    return Drawn("share", True, 0.0, 1.0)


def rows_of(drawn: Drawn, estimate: StudyFigures) -> Iterator[Row]:
    """All dots, in the study's order."""
    for place, group in enumerate(estimate.groups):
        if drawn.name == "option share":
            yield from (Row(place, group.group, one.option, one.share) for one in group.options)
        else:
            yield Row(place, group.group, None, _figure(drawn, group))


def blank_rows(study: Study) -> Iterator[Row]:
    """The same dots before anybody has answered."""
    options = study.question.options if study.is_histogram else (None,)
    for place, group in enumerate(study.groups.labels):
        yield from (Row(place, group, option, None) for option in options)


def halfwidth_of(figure: Interval | None) -> float | None:
    """Half of the interval about these people, or about the population where there is no other."""
    if figure is None or not figure.is_resolved:
        return None
    bounds = figure.people or figure.population
    return None if bounds.low is None or bounds.high is None else (bounds.high - bounds.low) / 2


def _figure(drawn: Drawn, group: GroupFigures) -> Interval | None:
    return {"mean": group.mean, "sum": group.sum, "share": group.share}[drawn.name]
