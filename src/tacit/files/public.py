"""Answers with what is public beside them: whole columns out of files and tables, checked by the caller."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.csv
import pyarrow.parquet

from tacit.errors import Problem, Refused
from tacit.files.batches import check_study
from tacit.files.csv import open_csv
from tacit.files.ndjson import open_ndjson
from tacit.files.parquet import open_parquet
from tacit.files.piece import check_names
from tacit.files.refusals import EMPTY, BadFile
from tacit.study.spelling import join, nearest, printable

NAMES_SHOWN = 8
HEAD = 1 << 16
CELLS_DIFFER = "line with the wrong number of cells"
NO_OBJECT = "line that is no JSON object"

Advance = Callable[[int], None]


@dataclass(frozen=True, eq=False)
class PublicTable:
    """Columns as Arrow arrays, the number of each row, and the rows that are none, by reason."""

    columns: dict[str, pa.ChunkedArray]
    numbers: npt.NDArray[np.int64]
    unit: str
    bad: dict[str, list[int]] = field(default_factory=dict)


def read_public(path: Path, wanted: Sequence[str], study_id: str, advance: Advance) -> PublicTable:
    """The wanted columns of a file of answers; a BadFile is none, Refused names the columns it lacks."""
    name = path.name.lower()
    if path.stat().st_size == 0:
        raise BadFile(*EMPTY)
    if name.endswith(".parquet"):
        found = _read_parquet(path, wanted, study_id)
    elif name.removesuffix(".gz").endswith(".csv"):
        found = _read_csv(path, wanted, study_id)
    else:
        found = _read_ndjson(path, wanted)
    advance(path.stat().st_size)
    return found


def public_table(table: object, wanted: Sequence[str], study_id: str) -> PublicTable:
    """The wanted columns of a table in memory: Arrow, pandas, polars, or a mapping of arrays."""
    read = pa.table(table) if isinstance(table, dict) else pa.RecordBatchReader.from_stream(table).read_all()
    return _from_arrow(read, _present(read.schema.names, wanted, "the table"), study_id, "position", first=0)


def _from_arrow(
    table: pa.Table, names: Sequence[str], study_id: str, unit: str, *, first: int
) -> PublicTable:
    check_study(table.schema, study_id)
    columns = {name: table[name] for name in names}
    return PublicTable(columns, np.arange(first, first + table.num_rows), unit)


def _present(names: Sequence[str], wanted: Sequence[str], source: str) -> list[str]:
    """The wanted columns, and `study` where it is there; refuses at once all that are missing."""
    check_names(names)
    shown = [f"`{printable(name)}`" for name in names[:NAMES_SHOWN]]
    more = [f"{len(names) - NAMES_SHOWN} more"] if len(names) > NAMES_SHOWN else []
    problems = []
    for name in wanted:
        if name not in names:
            near = nearest(name, names)
            meant = f"; did you mean `{printable(near)}`?" if near else ""
            rule = f"is no column of {source}, which has {join([*shown, *more], 'and')}{meant}"
            problems.append(Problem(f"`{printable(name)}`", rule))
        elif list(names).count(name) > 1:
            problems.append(
                Problem(f"`{printable(name)}`", f"is the name of more than one column of {source}")
            )
    if problems:
        raise Refused(problems)
    return [*wanted, *(["study"] if "study" in names and "study" not in wanted else [])]


def _read_parquet(path: Path, wanted: Sequence[str], study_id: str) -> PublicTable:
    with open_parquet(path) as file:
        names = _present(file.schema_arrow.names, wanted, printable(str(path)))
        return _from_arrow(file.read(columns=names), names, study_id, "row", first=1)


def _read_csv(path: Path, wanted: Sequence[str], study_id: str) -> PublicTable:
    """Everything as text: what a column holds is not guessed from its first lines."""
    with pa.input_stream(str(path)) as stream:
        head = stream.read(HEAD).removeprefix(b"\xef\xbb\xbf")
    form, _ = open_csv(head, study_id)
    names = _present(form.names, wanted, printable(str(path)))
    bad: dict[str, list[int]] = {}

    def is_left_out(row: Any) -> str:  # noqa: ANN401 - Arrow's InvalidRow
        bad.setdefault(CELLS_DIFFER, []).append(row.number or 0)
        return "skip"

    try:
        table = pa.csv.read_csv(
            str(path),
            read_options=pa.csv.ReadOptions(column_names=form.names, skip_rows=1, use_threads=False),
            parse_options=pa.csv.ParseOptions(delimiter=form.delimiter, invalid_row_handler=is_left_out),
            convert_options=pa.csv.ConvertOptions(
                column_types=dict.fromkeys(names, pa.string()),
                include_columns=names,
                strings_can_be_null=True,
            ),
        )
    except pa.ArrowException as error:
        first = printable(str(error).partition("\n")[0])
        raise BadFile("file that is damaged", f"cannot be read as CSV: {first}") from None
    lost = bad.get(CELLS_DIFFER, [])
    numbers = np.setdiff1d(np.arange(2, 2 + table.num_rows + len(lost)), lost)[: table.num_rows]
    return PublicTable({name: table[name] for name in names}, numbers, "line", bad)


def _read_ndjson(path: Path, wanted: Sequence[str]) -> PublicTable:
    """Members that a line lacks are missing there; numbers keep the text that spells them."""
    rows: list[dict[str, object]] = []
    numbers: list[int] = []
    bad: dict[str, list[int]] = {}
    for number, line in _lines(path):
        try:
            row = json.loads(line, parse_float=str, parse_int=str)
        except (ValueError, RecursionError):
            row = None
        if isinstance(row, dict):
            rows.append(row)
            numbers.append(number)
        else:
            bad.setdefault(NO_OBJECT, []).append(number)
    names = list(dict.fromkeys(name for row in rows for name in row))
    present = _present(names, wanted, printable(str(path)))
    columns = {
        name: pa.chunked_array([pa.array([_text(row.get(name)) for row in rows], pa.string())])
        for name in present
    }
    return PublicTable(columns, np.array(numbers, dtype=np.int64), "line", bad)


def _lines(path: Path) -> Iterator[tuple[int, bytes]]:
    with pa.input_stream(str(path)) as stream:
        content = stream.read()
    open_ndjson(content[:HEAD])
    for number, line in enumerate(content.split(b"\n"), 1):
        if line.strip():
            yield number, line


def _text(value: object) -> str | None:
    if value is None or isinstance(value, str):
        return value
    return json.dumps(value)
