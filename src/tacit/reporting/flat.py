"""Figures as CSV, with a codebook in a second file: UTF-8, commas, a line per figure."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from tacit.drawing.markup import writable
from tacit.files.formulas import defused
from tacit.reporting.codebook import NAMES as CODEBOOK
from tacit.reporting.codebook import codebook
from tacit.reporting.columns import NAMES
from tacit.reporting.findings import Findings
from tacit.reporting.records import Cell


def figures_csv(found: Findings) -> bytes:
    """Every figure; numbers in full, as in the JSON."""
    return _csv(NAMES, ([cell_of(record[name]) for name in NAMES] for record in found.records()))


def codebook_csv(found: Findings) -> bytes:
    """What every column means, and where the figures come from."""
    rows = codebook(found, ".csv", is_defused=True)
    return _csv(CODEBOOK, (list(map(cell_of, row)) for row in rows))


def cell_of(value: Cell) -> str:
    """One cell; nothing is an empty one."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "true" if value else "false"
    return defused(writable(value)) if isinstance(value, str) else repr(value)


def _csv(names: Sequence[str], rows: Iterable[Sequence[str]]) -> bytes:
    out = io.StringIO(newline="")
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(names)
    writer.writerows(rows)
    return out.getvalue().encode("utf-8")
