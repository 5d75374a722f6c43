"""The report as a workbook: a sheet to read, a sheet with every figure, and the codebook."""

from __future__ import annotations

import io
import math
from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, Any

from tacit.drawing.markup import writable
from tacit.errors import MissingExtra, refuse
from tacit.reporting.codebook import NAMES as CODEBOOK
from tacit.reporting.codebook import codebook
from tacit.reporting.columns import COLUMNS
from tacit.reporting.contents import contents_of
from tacit.reporting.findings import Findings
from tacit.reporting.records import Cell
from tacit.reporting.sheet import WRAPPED, Sheet, fill

if TYPE_CHECKING:
    import xlsxwriter

# Whatever a label holds, it is text; and the file's own date is no news.
OPTIONS: dict[str, Any] = {
    "in_memory": True,
    "strings_to_formulas": False,
    "strings_to_numbers": False,
    "strings_to_urls": False,
}
NO_DAY = datetime(1980, 1, 1)
MOST_ROWS = 500_000
WIDE, NARROW, MEANING = 28, 13, 110


def workbook(found: Findings) -> bytes:
    """The .xlsx file, the same bytes for the same findings."""
    try:
        import xlsxwriter
    except ImportError:
        raise MissingExtra("report", "a report as .xlsx") from None
    records = found.records()
    if len(records) > MOST_ROWS:
        rule = f"would hold {len(records):,} figures, more than are good for a workbook; write them as .csv"
        raise refuse(".xlsx", rule)
    out = io.BytesIO()
    book = xlsxwriter.Workbook(out, OPTIONS)
    book.set_properties({"title": writable(found.study.title), "created": NO_DAY})
    fill(Sheet(book, "Report"), contents_of(found, ".xlsx"))
    _figures(book, [[record[column.name] for column in COLUMNS] for record in records])
    _codebook(book, found)
    book.close()
    return out.getvalue()


def _figures(book: xlsxwriter.Workbook, rows: Sequence[Sequence[Cell]]) -> None:
    """One row per figure, ready to be filtered."""
    sheet = Sheet(book, "Figures")
    sheet.header([column.name for column in COLUMNS])
    for at, column in enumerate(COLUMNS):
        sheet.width(at, WIDE if column.name in ("group", "against") else max(NARROW, len(column.name) + 3))
    for row in rows:
        sheet.row(row)
    sheet.filter(len(COLUMNS))


def _codebook(book: xlsxwriter.Workbook, found: Findings) -> None:
    """Every column, and where the figures come from."""
    sheet = Sheet(book, "Codebook")
    sheet.header(CODEBOOK)
    for at, width in enumerate((10, 20, 12, MEANING)):
        sheet.width(at, width)
    for row in codebook(found, ".xlsx", is_defused=False):
        sheet.height(max(1, math.ceil(len(row[-1]) / MEANING)))
        sheet.row(row, WRAPPED)
