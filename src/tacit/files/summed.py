"""Sums per query and column that were made before, by a database, by Spark or by us, as a tally with sums."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc
import pyarrow.csv
import pyarrow.parquet

from tacit.errors import AnswersInvalid
from tacit.files.batches import check_study, values_of
from tacit.files.csv import open_csv
from tacit.files.linked import no_measures
from tacit.files.parquet import WRITING, open_parquet, schema_of
from tacit.files.piece import COUNTED, NAMES_SHOWN, OTHER_STUDY, answers_in, check_names
from tacit.files.public import Beside
from tacit.files.reading import Advance
from tacit.files.refusals import EMPTY, PAIR, BadFile, Refusals
from tacit.files.sources import check_apart, sources_in
from tacit.files.tallies import REFUSED_KEY
from tacit.files.whole import STUDY_KEY, shown, whole_file
from tacit.study.spelling import join, printable
from tacit.study.study import Study
from tacit.tallying.measures import Measures
from tacit.tallying.sift import sift, whole_numbers
from tacit.tallying.statement import FAULT
from tacit.tallying.sums import Part, SumTally, empty_sums, grouped
from tacit.tallying.tally import cells_of
from tacit.tallying.wide import Wide

ROUNDED_KEY = b"tacit.rounded"  # of a tally with sums: the columns whose numbers had to be rounded
HEAD = 1 << 16
SHORT = r"^-?[0-9]{1,18}$"


def read_sums(
    study: Study, paths: Sequence[Path], beside: Beside, refusals: Refusals, advance: Advance
) -> SumTally:
    """The sums in files: what `tacit tally --sql` had a database add up, and tallies that were kept."""
    found = empty_sums(study.scheme, no_measures(beside))
    before = Counter[str]()
    check_apart({str(path): sources_in(path, path) for path in paths})
    for path in paths:
        here = Refusals()
        try:
            table = _table(study, path)
            part = sum_tally(study, table, _measures_in(table, path, beside), here, str(path))
        except BadFile as bad:
            refusals.add_file(path, bad)
            continue
        refusals.add(here)
        before += Counter(_noted(table, REFUSED_KEY, {}))
        found += part
        advance(path.stat().st_size)
    return replace(found, refused=dict(before + refusals.counts), study=study.id)


def save_sums(path: Path, study: Study, tally: SumTally, notes: Mapping[bytes, str]) -> None:
    """The tally as Parquet, whole or not at all: a row for each part, query and column that holds answers."""
    measures = tally.measures
    names = [*measures.by, *([measures.cluster] if measures.cluster else [])]
    query, column = np.divmod(tally.cells, tally.columns)
    labels = {
        name: pa.array([part[at] for part in tally.parts], pa.string()).take(pa.array(tally.part))
        for at, name in enumerate(names)
    }
    sums = {measures.column_of(term): _numbers(tally.sums[term]) for term in measures.terms}
    units = [*([measures.weight] if measures.weight else []), *measures.outcomes]
    metadata = {
        STUDY_KEY: study.id,
        REFUSED_KEY: json.dumps(dict(tally.refused), sort_keys=True),
        ROUNDED_KEY: json.dumps([unit.name for unit in units if unit.is_rounded]),
        **notes,
    }
    table = pa.table({"query": query, "column": column, **labels, **sums}).replace_schema_metadata(metadata)
    with whole_file(path) as file:
        pa.parquet.write_table(table, file, **WRITING)


def holds_sums(path: Path) -> bool:
    """Whether the file is a tally that was kept with sums."""
    schema = schema_of(path)
    return schema is not None and ROUNDED_KEY in (schema.metadata or {})


def _numbers(sums: Wide) -> pa.Array:
    """64 bits where they are enough, else decimals, which have as many digits as they need."""
    if sums.is_int64:
        return pa.array(sums.int64())
    numbers = sums.integers()
    most = max(map(abs, numbers), default=0)
    if most < 1 << 63:
        return pa.array(numbers, pa.int64())
    kind = pa.decimal128(38) if most < 10**38 else pa.decimal256(76)
    return pa.array(list(map(Decimal, numbers)), kind)


def _table(study: Study, path: Path) -> pa.Table:
    """The file as it is: CSV as text, for no column's kind is guessed. A BadFile is none."""
    if path.stat().st_size == 0:
        raise BadFile(*EMPTY)
    name = path.name.lower()
    if name.endswith(".parquet"):
        with open_parquet(path) as file:
            check_study(file.schema_arrow, study.id)
            check_names(file.schema_arrow.names, needed=COUNTED)
            return file.read()
    if not name.removesuffix(".gz").endswith(".csv"):
        raise BadFile("file of another kind", "holds lines of JSON; counts must be CSV or Parquet")
    with pa.input_stream(str(path)) as stream:
        form, _ = open_csv(stream.read(HEAD).removeprefix(b"\xef\xbb\xbf"), study.id, needed=COUNTED)
    types = dict.fromkeys(form.names, pa.string())
    try:
        return pa.csv.read_csv(
            str(path),
            parse_options=pa.csv.ParseOptions(delimiter=form.delimiter),
            convert_options=pa.csv.ConvertOptions(
                column_types=types, strings_can_be_null=True, null_values=[""]
            ),
        )
    except pa.ArrowException as error:
        first = printable(str(error).partition("\n")[0])
        raise BadFile("file that is damaged", f"cannot be read as CSV: {first}") from None


def _measures_in(table: pa.Table, path: Path, beside: Beside) -> Measures:
    """What these columns' sums are measured in; refuses a table that has others."""
    found = Measures.in_columns(
        table.column_names,
        weight=beside.weights,
        outcomes=beside.outcomes,
        by=beside.by,
        cluster=beside.cluster,
    )
    if found is None:
        wanted = join([f"`{printable(name)}`" for name in beside.columns], "and")
        others = [printable(name) for name in table.column_names if name not in COUNTED]
        if len(others) > NAMES_SHOWN:
            others = [*others[:NAMES_SHOWN], f"{len(others) - NAMES_SHOWN} more"]
        raise AnswersInvalid(
            f"{shown(path)} does not hold the sums of {wanted}; beside its counts it has "
            f"{join(others, 'and') if others else 'nothing'}. Name the same columns as when it was made"
        )
    rounded = _noted(table, ROUNDED_KEY, [])
    return found.rounded(rounded)


def _noted(table: pa.Table, key: bytes, nothing: Any) -> Any:  # noqa: ANN401 - JSON
    """A note in a file of ours."""
    return json.loads((table.schema.metadata or {}).get(key, json.dumps(nothing)))


def sum_tally(study: Study, table: pa.Table, measures: Measures, refusals: Refusals, source: str) -> SumTally:
    """The tally in a table with the columns of `counting_statement`; what cannot be counted is refused.

    It may have the columns `study` and `fault`, too.
    """
    counts = values_of(table["count"])
    good = np.ones(table.num_rows, dtype=np.bool_)

    def refuse(reason: str, places: npt.NDArray[np.intp]) -> None:
        if places.size:
            answers = answers_in(counts[places])
            refusals.add_rows(source, PAIR, reason, (), count=places.size, answers=answers)
            good[places] = False

    if "study" in table.column_names:
        ours = np.array([name == study.id for name in table["study"].to_pylist()], dtype=np.bool_)
        refuse(OTHER_STUDY, np.flatnonzero(~ours))
    found = sift(study.scheme, values_of(table["query"]), values_of(table["column"]), counts)
    for reason, places in found.bad.items():
        refuse(reason, places[good[places]])
    if FAULT in table.column_names:
        faults = np.array([fault or "" for fault in table[FAULT].to_pylist()], dtype=object)
        for fault in dict.fromkeys(faults[good & (faults != "")].tolist()):
            refuse(fault, np.flatnonzero(good & (faults == fault)))
    kept = table.filter(pa.array(good))
    return _sorted(study, kept, measures, dict(refusals.counts))


def _sorted(study: Study, table: pa.Table, measures: Measures, refused: dict[str, int]) -> SumTally:
    """Rows that are all good, by part and cell."""
    scheme = study.scheme
    names = [*measures.by, *([measures.cluster] if measures.cluster else [])]
    columns = [table[name].to_pylist() for name in names]
    labels: list[Part] = list(zip(*columns, strict=True)) if names else [()] * table.num_rows
    parts = tuple(sorted(set(labels)))
    index = {label: place for place, label in enumerate(parts)}
    part = np.array([index[label] for label in labels], dtype=np.int64)
    query, column = (whole_numbers(values_of(table[name]))[0] for name in ("query", "column"))
    cells = cells_of(query, column, scheme.rows.columns)
    sums = {term: _sums(table, measures.column_of(term)) for term in measures.terms}
    return SumTally(
        *(scheme.queries, scheme.rows.columns, measures, parts, *grouped(part, cells, sums)),
        refused,
        study.id,
    )


def _sums(table: pa.Table, name: str) -> Wide:
    """Whole numbers of any size, as databases write them; a sum of nothing is 0."""
    column = table[name]
    try:
        if _is_short(column):
            return Wide.of_int64(np.asarray(pc.cast(column, pa.int64()).fill_null(0).to_numpy()))
        return Wide.of([_whole(value) for value in column.to_pylist()])
    except (ValueError, ArithmeticError):
        raise AnswersInvalid(f"{printable(name)} must hold whole numbers, as they were added up") from None


def _is_short(column: pa.ChunkedArray) -> bool:
    """Whether these are whole numbers, or texts of such, that Arrow makes 64 bits of."""
    if pa.types.is_integer(column.type):
        return bool(column.type != pa.uint64())
    if not pa.types.is_string(column.type):
        return False
    every = pc.all(pc.match_substring_regex(column, SHORT)).as_py()
    return every is True


def _whole(value: Any) -> int:  # noqa: ANN401 - of any type
    number = int(value or 0)
    if not isinstance(value, str | None) and number != value:
        raise ValueError(value)
    return number
