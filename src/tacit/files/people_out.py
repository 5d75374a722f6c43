"""People into files, as `tacit.files.people` reads them: the truth that estimates are compared with."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from decimal import Decimal
from functools import cache
from pathlib import Path
from typing import BinaryIO

import pyarrow as pa
import pyarrow.parquet

from tacit.answering.card import Value
from tacit.files.formulas import defused
from tacit.files.parquet import WRITING
from tacit.files.whole import ending_of, whole_file
from tacit.simulation.people import People, Values
from tacit.study.spelling import plain
from tacit.study.study import Study

Write = Callable[[People], None]
Spell = Callable[[Value], str]

APART = frozenset(',;\t"\r\n')


@contextmanager
def writing_people(path: Path, study: Study) -> Iterator[Write]:
    """A function that appends people; the file appears at the end, whole, or not at all."""
    open_writer = WRITERS[ending_of(path, list(WRITERS), "people")]
    with whole_file(path) as file, open_writer(file, study) as write:
        yield write


@contextmanager
def _csv_writer(file: BinaryIO, study: Study) -> Iterator[Write]:
    file.write(b"group,value\n")
    texts = {*study.group_names, *study.question.options}

    def spell(value: Value) -> str:
        # Two texts that differ by the mark alone stay two.
        is_kept = not isinstance(value, str) or defused(value) in texts
        return _cell(value if is_kept else defused(str(value)))

    yield _line_writer(file, study, spell, "{},{}\n")


@contextmanager
def _ndjson_writer(file: BinaryIO, study: Study) -> Iterator[Write]:
    yield _line_writer(file, study, _json, '{{"group":{},"value":{}}}\n')


@contextmanager
def _parquet_writer(file: BinaryIO, study: Study) -> Iterator[Write]:
    """Numbers as numbers, anything else as text."""
    kind = pa.float64() if study.question.is_numeric else pa.string()
    schema = pa.schema([("group", pa.string()), ("value", kind)])
    labels = pa.array(study.group_names)

    @cache
    def known(values: Values) -> pa.Array:
        return pa.array([None if each is None else _text(each) for each in values.values]).cast(kind)

    with pa.parquet.ParquetWriter(file, schema, **WRITING) as writer:

        def write(people: People) -> None:
            columns = [labels.take(people.groups), known(people.values).take(people.chosen)]
            writer.write_table(pa.Table.from_arrays(columns, schema=schema))

        yield write


WRITERS = {".csv": _csv_writer, ".ndjson": _ndjson_writer, ".parquet": _parquet_writer}


def _line_writer(file: BinaryIO, study: Study, spell: Spell, form: str) -> Write:
    """One line per person; each label and each value is spelled once."""
    labels = [spell(label) for label in study.group_names]

    @cache
    def known(values: Values) -> list[str]:
        return [spell(each) for each in values.values]

    def write(people: People) -> None:
        values = known(people.values)
        pairs = zip(people.groups.tolist(), people.chosen.tolist(), strict=True)
        file.write("".join(form.format(labels[group], values[chosen]) for group, chosen in pairs).encode())

    return write


def _cell(value: Value) -> str:
    text = "" if value is None else _text(value)
    return '"{}"'.format(text.replace('"', '""')) if APART & set(text) else text


def _json(value: Value) -> str:
    return json.dumps(value, ensure_ascii=False) if value is None or isinstance(value, str) else _text(value)


def _text(value: Value) -> str:
    return plain(value) if isinstance(value, Decimal) else str(value)
