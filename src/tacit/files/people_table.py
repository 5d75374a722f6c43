"""Tables of people in files: the columns `group` and `value` as text, one row per person, not checked yet."""

from __future__ import annotations

import csv
import gzip
import io
import json
import zlib
from array import array
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.parquet

from tacit.errors import refuse
from tacit.files.csv import DELIMITERS
from tacit.files.parquet import READING
from tacit.files.text import MAGIC
from tacit.files.whole import ending_of
from tacit.study.spelling import join, nearest, printable

ENDINGS = (".csv", ".csv.gz", ".ndjson", ".ndjson.gz", ".parquet")
COLUMNS = ("group", "value")
CELLS_DIFFER = "line with the wrong number of cells"
NO_OBJECT = "line that is no JSON object"
OFTEN = 1 << 14
BATCH = 1 << 17

Codes = npt.NDArray[np.int64]
Advance = Callable[[int], None]


@dataclass
class Column:
    """The different texts of a column, and for each row which one it has; None is nothing."""

    places: dict[str | None, int] = field(default_factory=dict)
    rows: array[int] = field(default_factory=lambda: array("q"))

    def add(self, text: str | None) -> None:
        """One more row."""
        text = (text.strip() or None) if text else None
        self.rows.append(self.places.setdefault(text, len(self.places)))

    @property
    def different(self) -> list[str | None]:
        """Every text once."""
        return list(self.places)

    @property
    def codes(self) -> Codes:
        """For each row the index of its text."""
        return np.frombuffer(self.rows, dtype=np.int64) if self.rows else np.zeros(0, dtype=np.int64)


@dataclass
class Table:
    """The rows of a file. `numbers` says where each stands; `bad` has those that are none, by reason."""

    unit: str
    has_values: bool = True
    group: Column = field(default_factory=Column)
    value: Column = field(default_factory=Column)
    numbers: array[int] = field(default_factory=lambda: array("q"))
    bad: dict[str, list[int]] = field(default_factory=dict)

    def add(self, number: int, group: str | None, value: str | None) -> None:
        """One more row."""
        self.group.add(group)
        self.value.add(value)
        self.numbers.append(number)


def read_table(path: Path, advance: Advance = lambda size: None) -> Table:
    """The table in this file; refuses what is none of people. `advance` is told the bytes that were read."""
    name = printable(str(path))
    if path.is_dir():
        raise refuse(name, "is a folder; name the file of people in it")
    ending = ending_of(path, ENDINGS, "people")
    try:
        if ending == ".parquet":
            return _read_parquet(path, advance)
        with path.open("rb") as raw:
            lines = _lines(raw, advance)
            return _read_csv(lines) if ending.startswith(".csv") else _read_ndjson(lines)
    except _NotPeople as problem:
        raise refuse(name, str(problem)) from None
    except FileNotFoundError:
        raise refuse(name, "does not exist") from None
    except UnicodeDecodeError:
        raise refuse(name, "is not UTF-8 text; save it as UTF-8") from None
    except (EOFError, zlib.error, gzip.BadGzipFile):
        raise refuse(name, "is cut short or damaged: it does not unpack to its end; copy it again") from None
    except OSError as error:
        raise refuse(name, f"cannot be read: {error.strerror or error}") from None


class _NotPeople(Exception):
    """A file that is no table of people; the message is a sentence without its subject."""


def _lines(raw: BinaryIO, advance: Advance) -> Iterator[str]:
    start = raw.read(16)
    raw.seek(0)
    for magic, sentence in MAGIC.items():
        if start.startswith(magic):
            raise _NotPeople(sentence)
    unpacked = gzip.GzipFile(fileobj=raw) if start.startswith(b"\x1f\x8b") else raw
    told = 0
    with io.TextIOWrapper(unpacked, encoding="utf-8-sig", newline="") as text:
        for number, line in enumerate(text):
            if number % OFTEN == 0:
                advance(raw.tell() - told)
                told = raw.tell()
            yield line
        advance(raw.tell() - told)


def _check_names(names: Sequence[str]) -> bool:
    """Refuses columns that are not those of people; returns whether there are values."""
    if {"query", "column"} <= set(names):
        raise _NotPeople("looks like answers (query, column), not people; `tacit estimate` reads answers")
    for name in COLUMNS:
        if names.count(name) > 1:
            raise _NotPeople(f"has more than one column `{name}`; keep one")
    if "group" in names:
        return "value" in names
    found = join([f"`{printable(name)}`" for name in names[:8]], "and") if any(names) else "none"
    near = nearest("group", names)
    meant = f"; rename `{printable(near)}`?" if near else ""
    raise _NotPeople(f"has no column `group`; it has {found}{meant}")


def _read_csv(lines: Iterator[str]) -> Table:
    header = next((line for line in lines if line.strip()), None)
    if header is None:
        raise _NotPeople("is empty: not even the names of columns are there")
    if header.lstrip().startswith("{"):
        raise _NotPeople("holds JSON; let its name end in .ndjson")
    delimiter = max(DELIMITERS, key=header.count)
    reader = csv.reader(chain([header], lines), delimiter=delimiter, strict=True)
    table = Table("line")
    try:
        names = [name.strip() for name in next(reader)]
        table.has_values = _check_names(names)
        group, value = (names.index(name) if name in names else None for name in COLUMNS)
        for cells in reader:
            if not any(map(str.strip, cells)):
                continue
            if len(cells) != len(names):
                table.bad.setdefault(CELLS_DIFFER, []).append(reader.line_num)
                continue
            table.add(reader.line_num, cells[group or 0], None if value is None else cells[value])
    except csv.Error as error:
        raise _NotPeople(f"is not CSV at line {reader.line_num:,}: {error}; is a quote left open?") from None
    return table


def _read_ndjson(lines: Iterator[str]) -> Table:
    """Numbers keep the text that spells them."""
    table, number = Table("line", has_values=False), 0
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            row = json.loads(line, parse_float=str, parse_int=str, parse_constant=lambda _: None)
        except (ValueError, RecursionError):
            row = None
        if not isinstance(row, dict):
            table.bad.setdefault(NO_OBJECT, []).append(number)
            continue
        if not table.numbers:
            _check_names(list(row))
        table.has_values |= "value" in row
        table.add(number, *(_json_text(row.get(name)) for name in COLUMNS))
    if not number:
        raise _NotPeople("is empty")
    return table


def _json_text(value: object) -> str | None:
    return value if isinstance(value, str | None) else json.dumps(value)


def _read_parquet(path: Path, advance: Advance) -> Table:
    try:
        with pa.parquet.ParquetFile(path, **READING) as file:
            names = file.schema_arrow.names
            table = Table("row", has_values=_check_names(names))
            wanted, size = [name for name in COLUMNS if name in names], path.stat().st_size
            for batch in file.iter_batches(BATCH, columns=wanted):
                _add_batch(table, batch)
                advance(size * batch.num_rows // file.metadata.num_rows)
    except (pa.ArrowException, OSError) as error:
        if isinstance(error, OSError) and error.errno is not None:
            raise  # of the file system, not of what is in the file
        if path.stat().st_size == 0:
            raise _NotPeople("is empty: not even the names of columns are there") from None
        raise _NotPeople(
            f"is no Parquet file, or damaged: {printable(str(error).partition(chr(10))[0])}"
        ) from None
    return table


def _add_batch(table: Table, batch: pa.RecordBatch) -> None:
    for name, column in (("group", table.group), ("value", table.value)):
        if name in batch.schema.names:
            _add_array(column, name, batch[name])
        else:
            column.rows.extend([column.places.setdefault(None, len(column.places))] * batch.num_rows)
    table.numbers.extend(range(len(table.numbers) + 1, len(table.numbers) + batch.num_rows + 1))


def _add_array(column: Column, name: str, values: Any) -> None:  # noqa: ANN401 - an Arrow array
    """Not-a-number counts as nothing, as in tables made by pandas."""
    try:
        encoded = values if pa.types.is_dictionary(values.type) else values.dictionary_encode()
        texts = pc.cast(encoded.dictionary, pa.string()).to_pylist()
    except pa.ArrowException:
        rule = f"has a column `{name}` of the type {values.type}; it must hold text or numbers"
        raise _NotPeople(rule) from None
    if pa.types.is_floating(encoded.dictionary.type):
        texts = [None if text == "nan" else text for text in texts]
    texts = [(text.strip() or None) if text else None for text in texts]
    places = [column.places.setdefault(text, len(column.places)) for text in [*texts, None]]
    codes = encoded.indices.fill_null(len(texts)).to_numpy(zero_copy_only=False)
    column.rows.frombytes(np.array(places, dtype=np.int64)[codes].tobytes())
