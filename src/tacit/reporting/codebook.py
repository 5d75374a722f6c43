"""The codebook beside figures for machines: every column, every kind of row, and what they are about."""

from __future__ import annotations

from collections.abc import Iterator

from tacit.estimation.notes import percent
from tacit.reporting.columns import COLUMNS
from tacit.reporting.contents import contents_of, methods_of
from tacit.reporting.findings import Findings
from tacit.version import __version__

NAMES = ("part", "name", "kind", "meaning")
TABLES = {
    "estimate": "a figure of a group, a margin or a stratum, or of a public outcome",
    "difference": "the figure of the group less that of the group in the column against",
    "ratio": "the figure of the group over that of the group in the column against",
    "consistent": "the nearest figures that add up, with none below 0; biased, without intervals",
    "shrunk": "figures drawn towards their middle; biased, without intervals",
    "coefficient": "of a linear model of the outcome on the hidden group and on public columns",
    "coefficient difference": "the group's coefficient less that of the group in the column against",
}
FORMULAS = "a text that begins with = + - @ or a tab has ' before it, so that no program runs it as a formula"

Row = tuple[str, str, str, str]


def codebook(found: Findings, ending: str, *, is_defused: bool) -> Iterator[Row]:
    """Rows of text. `is_defused` says that the file marks what could be taken for a formula."""
    for column in COLUMNS:
        yield "column", column.name, column.kind, column.meaning
    for name, meaning in TABLES.items():
        yield "table", name, "", meaning
    if is_defused:
        yield "text", "'", "", FORMULAS
    yield from _about(found, ending)


def _about(found: Findings, ending: str) -> Iterator[Row]:
    """The study, the answers, and what must be known to read the numbers."""
    contents = contents_of(found, ending)
    yield "report", "title", "", contents.title
    for question in contents.questions:
        yield "report", "asked", "", question.text
    yield "report", "study", "", found.study.id
    yield "report", "answers", "", found.answers_id
    yield "report", "number of answers", "", str(found.estimate.answers)
    yield "report", "level", "", percent(found.estimate.level)
    yield "report", "promise", "", contents.promise
    for sentence in contents.unsaid:
        yield "report", "cannot say", "", sentence
    yield "report", "methods", "", methods_of(found)
    yield "report", "tacit", "", __version__
    yield "report", "command", "", found.command(ending)
