"""Lines of CSV as answers or counts: comma, semicolon or tab, as spreadsheets write it here and there."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cached_property

import pyarrow as pa
import pyarrow.csv

from tacit.files.piece import NAMES, Piece, check_names, check_public
from tacit.files.refusals import BadFile
from tacit.files.text import BadLine, Line

DELIMITERS = (",", ";", "\t")
# What stands for nothing in a public column.
NOTHING = ("", "NA", "N/A", "n/a", "NaN", "nan", "NULL", "null")


@dataclass(frozen=True)
class Csv:
    """The header's names in order, and what separates cells. `needed` are the columns of numbers to read,
    `public` those to read as text: what a column holds is not guessed from some of its lines.
    """

    names: tuple[str, ...]
    delimiter: str
    study_id: str
    needed: tuple[str, ...] = NAMES
    public: tuple[str, ...] = ()

    @property
    def has_counts(self) -> bool:
        return "count" in self.needed

    @cached_property
    def _places(self) -> tuple[int, ...]:
        return tuple(self.names.index(name) for name in self.needed)

    @cached_property
    def _study_place(self) -> int | None:
        return self.names.index("study") if "study" in self.names else None

    def fast(self, block: bytes, lines: int) -> Piece | None:
        # Arrow takes 0x10 for a number; line by line it is none.
        return None if b"0x" in block or b"0X" in block else self._parsed(block, lines)

    def _parsed(self, block: bytes, lines: int) -> Piece | None:
        types = dict.fromkeys(self.public, pa.string()) | dict.fromkeys(self.needed, pa.int64())
        if "study" in self.names:
            types["study"] = pa.string()
        # Names of other columns may repeat; positions do not.
        names = [name if name in types else str(place) for place, name in enumerate(self.names)]
        try:
            table = pa.csv.read_csv(
                pa.BufferReader(block),
                read_options=pa.csv.ReadOptions(column_names=names, use_threads=False),
                parse_options=pa.csv.ParseOptions(delimiter=self.delimiter, ignore_empty_lines=False),
                convert_options=pa.csv.ConvertOptions(
                    column_types=types,
                    include_columns=list(types),
                    null_values=NOTHING,
                    strings_can_be_null=True,
                ),
            )
        except pa.ArrowInvalid:
            return None
        if table.num_rows != lines or any(table[name].null_count for name in self.needed):
            return None
        if "study" in types and table["study"].unique().to_pylist() != [self.study_id]:
            return None
        query, column, *count = (table[name].to_numpy() for name in self.needed)
        public = {name: table[name].combine_chunks() for name in self.public}
        return Piece(query, column, range(lines), counts=count[0] if count else None, public=public)

    def line(self, line: bytes) -> Line:
        try:
            cells = _cells(line, self.delimiter)
        except csv.Error:
            cells = []
        if len(cells) != len(self.names):
            raise BadLine("line with the wrong number of cells")
        study = None if self._study_place is None else cells[self._study_place].strip()
        query, column, *count = (cells[place] for place in self._places)
        texts = (cells[self.names.index(name)] for name in self.public)
        public = tuple(None if text in NOTHING else text for text in texts)
        return Line(query, column, count[0] if count else None, study, public)


def open_csv(
    block: bytes,
    study_id: str,
    *,
    needed: tuple[str, ...] = NAMES,
    public: tuple[str, ...] = (),
    source: str = "the file",
) -> tuple[Csv, int]:
    """The format, from the header in the first line."""
    if block.lstrip().startswith(b"{"):
        raise BadFile("file of another kind", "holds JSON; let its name end in .ndjson")
    first = block.split(b"\n", 1)[0].rstrip(b"\r")
    names, delimiter = _header(first)
    if all(name.lstrip("+-").replace(".", "", 1).isdigit() for name in names):
        sentence = "has no header: its first line must name the columns, as in query,column"
        raise BadFile("file without a header", sentence)
    check_names(names, needed=needed)
    check_public(names, public, source)
    return Csv(names, delimiter, study_id, needed, public), 1


def _header(line: bytes) -> tuple[tuple[str, ...], str]:
    for delimiter in DELIMITERS:
        try:
            names = tuple(name.strip() for name in _cells(line, delimiter))
        except csv.Error:
            continue
        if len(names) > 1:
            return names, delimiter
    return (line.decode("utf-8", "replace").strip(),), ","


def _cells(line: bytes, delimiter: str) -> list[str]:
    text = line.decode("utf-8", "replace")
    return next(csv.reader([text], delimiter=delimiter, strict=True), [])
