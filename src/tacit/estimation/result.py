"""The estimate: every group's figures, ready for a table, a notebook, JSON or a data frame."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from tacit.drawing.picture import Plot
from tacit.errors import MissingExtra, refuse
from tacit.estimation.beside import TrueStudy, true_declined, truths_of
from tacit.estimation.blocks import Block, blocks_of
from tacit.estimation.figures import GroupFigures, declined_json
from tacit.estimation.flat import NUMBERS, TEXTS, rows_of
from tacit.estimation.notes import notes_of
from tacit.estimation.pages import outcome_blocks
from tacit.estimation.plot import plot_of
from tacit.estimation.questions import Questions
from tacit.estimation.tables import WIDTH, as_html, as_text
from tacit.study.spelling import join, show

if TYPE_CHECKING:
    import pandas  # type: ignore[import-untyped]
    import pyarrow


@dataclass(frozen=True)
class Estimate(Questions):
    """All figures of one tally, and the ways to show them."""

    def __getitem__(self, group: str) -> GroupFigures:
        """A group's figures by its label, or those of a margin's."""
        for _, groups in self.every_group():
            for figures in groups:
                if figures.group == group:
                    return figures
        raise KeyError(group)

    def to_json(self, truth: TrueStudy | None = None) -> dict[str, object]:
        """The document that `estimate --json` prints; with a truth, it stands in every figure."""
        truths = truths_of(self, truth)
        shown = {
            margin: [figures.to_json(truths.get((margin, figures.group))) for figures in groups]
            for margin, groups in self.every_group()
        }
        document: dict[str, object] = {
            "study": self.study,
            "title": self.title,
            "answers": self.answers,
            "level": self.level,
            "simultaneous": self.comparisons > 1,
            "rough": self.is_rough,
            "groups": shown.pop(""),
        }
        if shown:
            document["margins"] = shown
        if self.declined:
            document["declined"] = declined_json(self.declined, true_declined(self, truth))
        for name, members in (("outcomes", self.outcomes), ("strata", self.strata)):
            if members:
                document[name] = [member.to_json() for member in members]
        if self.weighing:
            document["weighing"] = self.weighing.to_json()
        return document | {"refused": dict(self.refused)}

    def to_text(
        self,
        truth: TrueStudy | None = None,
        *,
        width: int = WIDTH,
        beside: Sequence[Block] = (),
        notes: Sequence[str] = (),
    ) -> str:
        """A table per figure, and what a reader must know beside them; the truth in a column of its own.

        `beside` are more blocks to show below, `notes` more sentences.
        """
        blocks = [*self._blocks(truth), *beside]
        return as_text(self.title, blocks, [*notes_of(self, blocks, truth), *notes], width=width)

    def records(self) -> list[dict[str, object]]:
        """One flat row per figure: stable column names for files and data frames."""
        return rows_of(self)

    def to_arrow(self) -> pyarrow.Table:
        """`records` as an Arrow table."""
        import pyarrow as pa

        types = [(name, pa.string()) for name in TEXTS] + [(name, pa.float64()) for name in NUMBERS]
        schema = pa.schema([*types, ("resolved", pa.bool_()), ("about", pa.float64())])
        return pa.Table.from_pylist(self.records(), schema=schema)

    def to_pandas(self) -> pandas.DataFrame:
        """`records` as a data frame."""
        try:
            import pandas
        except ImportError as error:
            raise MissingExtra("pandas", "Estimate.to_pandas()") from error
        return pandas.DataFrame.from_records(self.records())

    def plot(self, figure: str | None = None, truth: TrueStudy | None = None) -> Plot:
        """A dot and its intervals per group: a picture for a notebook, and `str` of it for an .svg file.

        Of every figure, or of one: by the name that stands above its table, or the first word of it.
        """
        blocks = self._blocks(truth)
        chosen = [block for block in blocks if figure in (None, block.title, block.title.partition(" ")[0])]
        if not chosen:
            titles = join([show(block.title) for block in blocks], "or")
            raise refuse("figure", f"must be {titles}; got {show(figure)}")
        return plot_of(self.title, chosen)

    def __str__(self) -> str:
        return self.to_text()

    def _repr_html_(self) -> str:
        blocks = self._blocks(None)
        return f"{plot_of(self.title, blocks)}{as_html(self.title, blocks, notes_of(self, blocks))}"

    def _blocks(self, truth: TrueStudy | None) -> Sequence[Block]:
        blocks = blocks_of(self, truths_of(self, truth), true_declined(self, truth))
        return [*blocks, *outcome_blocks(self)]
