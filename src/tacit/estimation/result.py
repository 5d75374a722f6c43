"""The estimate: every group's figures, ready for a table, a notebook, JSON or a data frame."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from tacit.errors import MissingExtra
from tacit.estimation.intervals import Bounds, Interval

if TYPE_CHECKING:
    import pandas
    import pyarrow


@dataclass(frozen=True)
class OptionFigures:
    """One option of a choice: how many of the group chose it, and which share of the group."""

    option: str
    count: Interval
    share: Interval


@dataclass(frozen=True)
class GroupFigures:
    """One group's figures; None where the question or the scheme does not give them."""

    group: str
    count: Interval | None
    share: Interval | None
    sum: Interval | None = None
    mean: Interval | None = None
    about: float = 0.0
    options: tuple[OptionFigures, ...] = ()

    def to_json(self) -> dict[str, object]:
        """The member of `groups` in `estimate --json`."""
        total = _interval_json(self.sum)
        if total is not None:
            total["about"] = self.about
        mean = _interval_json(self.mean)
        if mean is not None and self.mean is not None:
            mean |= {"resolved": self.mean.is_resolved, "clipped": self.mean.is_clipped}
        figures: dict[str, object] = {
            "group": self.group,
            "count": _interval_json(self.count),
            "share": _interval_json(self.share),
            "sum": total,
            "mean": mean,
        }
        if self.options:
            figures["options"] = [
                {
                    "option": option.option,
                    "count": _interval_json(option.count),
                    "share": {**(_interval_json(option.share) or {}), "resolved": option.share.is_resolved},
                }
                for option in self.options
            ]
        return figures


@dataclass(frozen=True)
class Estimate:
    """All figures of one tally. `comparisons` above 1 says that the intervals hold together (Sidak)."""

    title: str
    study: str
    answers: int
    level: float
    comparisons: int
    groups: tuple[GroupFigures, ...]
    margins: Mapping[str, tuple[GroupFigures, ...]] = field(default_factory=dict)
    declined: GroupFigures | None = None
    refused: Mapping[str, int] = field(default_factory=dict)

    def __getitem__(self, group: str) -> GroupFigures:
        """A group's figures by its label, or those of a margin's."""
        for figures in (*self.groups, *(figures for axis in self.margins.values() for figures in axis)):
            if figures.group == group:
                return figures
        raise KeyError(group)

    def to_json(self) -> dict[str, object]:
        """The document that `estimate --json` prints."""
        document: dict[str, object] = {
            "study": self.study,
            "title": self.title,
            "answers": self.answers,
            "level": self.level,
            "simultaneous": self.comparisons > 1,
            "groups": [figures.to_json() for figures in self.groups],
        }
        if self.margins:
            document["margins"] = {
                axis: [figures.to_json() for figures in margin] for axis, margin in self.margins.items()
            }
        if self.declined:
            shown = self.declined.to_json()
            document["declined"] = {name: shown[name] for name in ("count", "share")}
        document["refused"] = dict(self.refused)
        return document

    def records(self) -> list[dict[str, object]]:
        """One flat row per figure: stable column names for files and data frames."""
        margins = [(axis, figures) for axis, margin in self.margins.items() for figures in margin]
        rows: list[dict[str, object]] = []
        for margin, figures in [("", figures) for figures in self.groups] + margins:
            named = {"count": figures.count, "share": figures.share, "sum": figures.sum, "mean": figures.mean}
            rows += [
                _record(margin, figures.group, "", name, value) for name, value in named.items() if value
            ]
            for option in figures.options:
                for name, value in (("count", option.count), ("share", option.share)):
                    rows.append(_record(margin, figures.group, option.option, name, value))
        return rows

    def to_arrow(self) -> pyarrow.Table:
        """`records` as an Arrow table."""
        import pyarrow

        return pyarrow.Table.from_pylist(self.records())

    def to_pandas(self) -> pandas.DataFrame:
        """`records` as a data frame."""
        try:
            import pandas
        except ImportError as error:
            raise MissingExtra("pandas", "Estimate.to_pandas()") from error
        return pandas.DataFrame.from_records(self.records())

    def __str__(self) -> str:
        from tacit.estimation.tables import as_text

        return as_text(self)

    def _repr_html_(self) -> str:
        from tacit.estimation.tables import as_html

        return as_html(self)


def _interval_json(figure: Interval | None) -> dict[str, Any] | None:
    if figure is None:
        return None
    people = figure.people or Bounds(None, None, None)
    population = figure.population
    return {
        "estimate": figure.estimate,
        "sd": people.sd,
        "low": people.low,
        "high": people.high,
        "population": {"sd": population.sd, "low": population.low, "high": population.high},
    }


def _record(margin: str, group: str, option: str, name: str, figure: Interval) -> dict[str, object]:
    people = figure.people or Bounds(None, None, None)
    return {
        "margin": margin,
        "group": group,
        "option": option,
        "figure": name,
        "estimate": figure.estimate,
        "resolved": figure.is_resolved,
        "sd": people.sd,
        "low": people.low,
        "high": people.high,
        "population_sd": figure.population.sd,
        "population_low": figure.population.low,
        "population_high": figure.population.high,
    }
