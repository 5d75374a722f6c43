"""The estimate: every group's figures, ready for a table, a notebook, JSON or a data frame."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacit.errors import MissingExtra
from tacit.estimation.figures import GroupFigures, StudyFigures
from tacit.estimation.intervals import Bounds, Interval
from tacit.estimation.tables import as_html, as_text

if TYPE_CHECKING:
    import pandas  # type: ignore[import-untyped]
    import pyarrow


@dataclass(frozen=True)
class Estimate(StudyFigures):
    """All figures of one tally, and the ways to show them."""

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
        return as_text(self)

    def _repr_html_(self) -> str:
        return as_html(self)


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
