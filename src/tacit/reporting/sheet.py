"""A sheet of a workbook, filled from the top; and the document's contents laid out on one."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from tacit.drawing.markup import writable
from tacit.estimation.blocks import Block, Row
from tacit.estimation.intervals import Bounds
from tacit.estimation.tables import NOT_RESOLVED, columns_of, places_of
from tacit.files.formulas import is_formula
from tacit.reporting.forest import title_of
from tacit.reporting.records import Cell
from tacit.reporting.shown import Figures
from tacit.writing.parts import Chapter, Command, Contents, Part, Points, Quote, Table, Text

if TYPE_CHECKING:
    import xlsxwriter

Looks = dict[str, Any]

TITLE: Looks = {"bold": True, "font_size": 18}
HEADING: Looks = {"bold": True, "font_size": 14}
CAPTION: Looks = {"bold": True}
HEAD: Looks = {"bold": True, "bottom": 1, "text_wrap": True, "valign": "bottom"}
NUMBERS: Looks = {**HEAD, "align": "right"}
WRAPPED: Looks = {"text_wrap": True, "valign": "top"}
NOTE: Looks = {**WRAPPED, "italic": True}
WARNING: Looks = {**WRAPPED, "bg_color": "#FDF4E3"}
CHANCE = "0.0000"
LABELS, COLUMN, LAST = 36.0, 13.0, 7  # widths in characters; sentences run over all columns
LINE = 15.0
ENDS = {"these people": "people", "population": "population"}


class Sheet:
    """Rows from the top down. Text stays text: a spreadsheet never runs it, even when it is typed over."""

    def __init__(self, book: xlsxwriter.Workbook, name: str) -> None:
        self._book, self._sheet, self._next = book, book.add_worksheet(name), 0
        self._formats: dict[tuple[tuple[str, Any], ...], Any] = {}
        self._sheet.set_paper(9)
        self._sheet.set_landscape()
        self._sheet.fit_to_pages(1, 0)

    def row(self, cells: Sequence[Cell], *looks: Looks) -> None:
        """Cells side by side, each with its looks, the last of which holds for all further cells."""
        for at, cell in enumerate(cells):
            self._write(at, cell, looks[min(at, len(looks) - 1)] if looks else {})
        self._next += 1

    def sentence(self, text: str, looks: Looks = WRAPPED) -> None:
        """Over all columns, as many lines high as it needs."""
        room = (LABELS + LAST * COLUMN) * 0.95
        self._sheet.merge_range(self._next, 0, self._next, LAST, "", self._format(looks))
        self._sheet.set_row(self._next, LINE * max(1, math.ceil(len(text) / room)))
        self.row([text], looks)

    def header(self, names: Sequence[str]) -> None:
        """Names of columns, which stay in sight."""
        self.row(names, HEAD)
        self._sheet.freeze_panes(self._next, 0)

    def gap(self) -> None:
        """An empty row."""
        self._next += 1

    def width(self, column: int, width: float) -> None:
        """So many characters."""
        self._sheet.set_column(column, column, width)

    def height(self, lines: int) -> None:
        """Of the row that comes next."""
        self._sheet.set_row(self._next, LINE * lines)

    def filter(self, columns: int) -> None:
        """Over all rows so far."""
        self._sheet.autofilter(0, 0, max(self._next - 1, 1), columns - 1)

    def hide_grid(self) -> None:
        """As on paper."""
        self._sheet.hide_gridlines(2)

    def _write(self, column: int, cell: Cell, looks: Looks) -> None:
        if cell is None or cell == "":
            return
        if isinstance(cell, str):
            text = writable(cell)
            marked = {**looks, "quote_prefix": True} if is_formula(text) else looks
            self._sheet.write_string(self._next, column, text, self._format(marked))
        elif isinstance(cell, bool):
            self._sheet.write_boolean(self._next, column, cell, self._format(looks))
        else:
            self._sheet.write_number(self._next, column, cell, self._format(looks))

    def _format(self, looks: Looks) -> Any:  # noqa: ANN401 - a class of xlsxwriter's
        key = tuple(sorted(looks.items()))
        if key not in self._formats:
            self._formats[key] = self._book.add_format(looks)
        return self._formats[key]


def fill(sheet: Sheet, contents: Contents) -> None:
    """The document, as the other forms have it, numbers as numbers."""
    sheet.hide_grid()
    sheet.width(0, LABELS)
    for column in range(1, LAST + 1):
        sheet.width(column, COLUMN)
    if contents.above:
        sheet.row([contents.above], HEADING)
    sheet.row([contents.title], TITLE)
    for question in contents.questions:
        sheet.sentence(f"{' · '.join([question.text, *question.choices])} {question.more}".rstrip(), NOTE)
    sheet.sentence(" · ".join(f"{name}: {value}" for name, value in contents.facts))
    sheet.sentence(contents.promise, NOTE)
    if contents.unsaid:
        sheet.gap()
        sheet.row([contents.unsaid_heading], HEADING)
        for sentence in contents.unsaid:
            sheet.sentence(sentence, WARNING)
    for chapter in contents.chapters:
        _chapter(sheet, chapter)


def _chapter(sheet: Sheet, chapter: Chapter) -> None:
    sheet.gap()
    sheet.row([chapter.heading], HEADING)
    for part in chapter.parts:
        _part(sheet, part)


def _part(sheet: Sheet, part: Part) -> None:
    match part:
        case Text(words) | Quote(words) | Command(words):
            sheet.sentence(words)
        case Points(points):
            for point in points:
                sheet.sentence(point)
        case Figures(block):
            _block(sheet, block)
        case Table(caption, columns, rows):
            sheet.gap()
            sheet.row([caption], CAPTION)
            if any(columns):
                sheet.row(columns, HEAD)
            for row in rows:
                sheet.row(row, WRAPPED, {"valign": "top"})


def _block(sheet: Sheet, block: Block) -> None:
    """A table of numbers: an interval takes two columns."""
    columns, places = columns_of(block), places_of(block)
    sheet.gap()
    sheet.height(2)
    sheet.row([title_of(block), *(name for column in columns for name in _names(column))], HEAD, NUMBERS)
    number_format = "#,##0" + ("." + "0" * places if places else "")
    looks: list[Looks] = [
        {"num_format": CHANCE if name == "p" else number_format, "align": "right", "valign": "top"}
        for column in columns
        for name in _names(column)
    ]
    for section in block.sections:
        if section.heading:
            sheet.row([section.heading], CAPTION)
        for row in section.rows:
            scale = 100.0 if block.is_share else 1.0
            cells = [cell for column in columns for cell in _cells(row, column, scale)]
            sheet.height(max(1, math.ceil(len(row.label) / LABELS)))
            sheet.row([row.label, *cells], WRAPPED, *looks)


def _names(column: str) -> list[str]:
    """Headings of a column of the tables."""
    return [f"{column}, low", f"{column}, high"] if column in ENDS else [column]


def _cells(row: Row, column: str, scale: float) -> list[Cell]:
    if column in ENDS:
        bounds = getattr(row.figure, ENDS[column]) or Bounds(None, None, None)
        return [_scaled(bounds.low, scale), _scaled(bounds.high, scale)]
    if column == "estimate":
        return [NOT_RESOLVED if row.figure.estimate is None else row.figure.estimate * scale]
    if column == "verdict":
        return [row.verdict]
    return [_scaled(row.truth, scale) if column == "truth" else row.p]


def _scaled(value: float | None, scale: float) -> float | None:
    return None if value is None else value * scale
