"""Answers with weights, outcomes and public labels: what can be used of them, and their tally with sums."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from tacit.errors import AnswersInvalid
from tacit.files.batches import values_of
from tacit.files.piece import NAMES, OTHER_STUDY
from tacit.files.public import Advance, PublicTable, public_table, read_public
from tacit.files.refusals import BadFile, Refusals
from tacit.study.spelling import printable
from tacit.study.study import Study
from tacit.tallying.columns import Counts, Integers
from tacit.tallying.decimals import Floats, in_units, unit_of
from tacit.tallying.measures import Measures
from tacit.tallying.sift import sift
from tacit.tallying.sums import LinkedRows, Part, SumTally, fold_sums

BATCH = 1 << 20
Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Beside:
    """The public columns to use: a weight, outcomes, labels that divide the answers, and covariates."""

    weights: str | None = None
    outcomes: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    cluster: str | None = None
    covariates: tuple[str, ...] = ()

    @property
    def columns(self) -> list[str]:
        """All of them, each once."""
        labels = [*self.by, *([self.cluster] if self.cluster else [])]
        weights = [self.weights] if self.weights else []
        return list(dict.fromkeys([*weights, *self.outcomes, *labels, *self.covariates]))

    @property
    def labels(self) -> tuple[str, ...]:
        """The columns that divide the answers: strata, then the cluster."""
        return (*self.by, *((self.cluster,) if self.cluster else ()))


@dataclass(frozen=True, eq=False)
class LinkedAnswers:
    """Answers that can be counted, column by column; a missing outcome or covariate is NaN."""

    queries: Integers
    columns: Integers
    weights: Floats | None
    numbers: Mapping[str, Floats]
    labels: Mapping[str, npt.NDArray[np.object_]]
    refused: Mapping[str, int] = field(default_factory=dict)


def read_linked(
    study: Study,
    sources: Sequence[Path] | object,
    beside: Beside,
    refusals: Refusals,
    advance: Advance = lambda size: None,
) -> LinkedAnswers:
    """The answers in these files, or in a table in memory; what cannot be counted goes to `refusals`."""
    wanted = [*NAMES, *beside.columns]
    parts = [
        _usable(study, table, source, beside, refusals)
        for source, table in _tables(study, sources, wanted, refusals, advance)
    ]
    whole = _joined(parts, beside)
    if whole.weights is not None and whole.weights.size and not whole.weights.any():
        raise AnswersInvalid(f"{printable(str(beside.weights))} is 0 in every answer: nobody would count")
    return LinkedAnswers(
        *(whole.queries, whole.columns, whole.weights, whole.numbers, whole.labels), dict(refusals.counts)
    )


def tally_linked(study: Study, answers: LinkedAnswers, beside: Beside) -> SumTally:
    """The sums per part, query and column, in units that hold every number."""
    measures = Measures(
        unit_of(beside.weights, answers.weights) if beside.weights and answers.weights is not None else None,
        tuple(unit_of(name, answers.numbers[name]) for name in beside.outcomes),
        beside.by,
        beside.cluster,
    )
    parts, part = _parts(answers, beside)
    found = fold_sums(study.scheme, measures, _batches(answers, measures, parts, part))
    return SumTally(
        *(found.queries, found.columns, found.measures, found.parts, found.part, found.cells, found.sums),
        answers.refused,
        study.id,
    )


def _tables(
    study: Study,
    sources: Sequence[Path] | object,
    wanted: Sequence[str],
    refusals: Refusals,
    advance: Advance,
) -> Iterator[tuple[Path | str, PublicTable]]:
    if not isinstance(sources, list | tuple):
        try:
            yield "the table", public_table(sources, wanted, study.id)
        except BadFile as bad:
            refusals.add_file("the table", bad)
        return
    for path in map(Path, sources):
        try:
            yield path, read_public(path, wanted, study.id, advance)
        except BadFile as bad:
            refusals.add_file(path, bad)


def _usable(
    study: Study, table: PublicTable, source: Path | str, beside: Beside, refusals: Refusals
) -> LinkedAnswers:
    """The rows of a table that can be counted; a row has one reason at most not to be."""
    size = table.numbers.size
    good = np.ones(size, dtype=np.bool_)
    for reason, rows in table.bad.items():
        refusals.add_rows(source, table.unit, reason, rows, count=len(rows))
    found = sift(study.scheme, *(values_of(_numeric(table.columns[name])) for name in NAMES))
    reasons: list[tuple[str, Flags]] = []
    if "study" in table.columns:
        is_other = np.array([each != study.id for each in table.columns["study"].to_pylist()], dtype=np.bool_)
        reasons.append((OTHER_STUDY, is_other))
    reasons += [(reason, _flags(size, places)) for reason, places in found.bad.items()]
    weights, numbers = None, {}
    if beside.weights:
        weights, is_bad = _numbers(table.columns[beside.weights])
        name = printable(beside.weights)
        reasons.append((f"{name} is not a number", is_bad))
        reasons.append((f"{name} is missing", np.isnan(weights) & ~is_bad))
        reasons.append((f"{name} is below 0", weights < 0))
    for name in dict.fromkeys([*beside.outcomes, *beside.covariates]):
        numbers[name], is_bad = _numbers(table.columns[name])
        reasons.append((f"{printable(name)} is not a number", is_bad))
    labels = {name: _labels(table.columns[name]) for name in beside.labels}
    for name, values in labels.items():
        reasons.append((f"{printable(name)} is missing", values == ""))
    for reason, flags in reasons:
        places = np.flatnonzero(flags & good)
        if places.size:
            refusals.add_rows(source, table.unit, reason, table.numbers[places], count=places.size)
        good &= ~flags
    kept = np.flatnonzero(np.delete(good, np.concatenate([*found.bad.values(), np.zeros(0, dtype=np.intp)])))
    return LinkedAnswers(
        found.queries[kept],
        found.columns[kept],
        None if weights is None else weights[good],
        {name: values[good] for name, values in numbers.items()},
        {name: values[good] for name, values in labels.items()},
    )


def _flags(size: int, places: npt.NDArray[np.intp]) -> Flags:
    flags = np.zeros(size, dtype=np.bool_)
    flags[places] = True
    return flags


def _numeric(column: pa.ChunkedArray) -> pa.ChunkedArray:
    """Text that spells whole numbers throughout, as numbers; anything else as it is."""
    if not pa.types.is_string(column.type):
        return column
    try:
        return pc.cast(column, pa.int64())
    except pa.ArrowInvalid:
        return column


def _numbers(column: pa.ChunkedArray) -> tuple[Floats, Flags]:
    """The column as floats, NaN where nothing is, and where something else than a number is."""
    try:
        values = np.asarray(pc.cast(column, pa.float64(), safe=False).to_numpy(), dtype=np.float64)
    except pa.ArrowException:
        values = np.array([_number(value) for value in column.to_pylist()], dtype=np.float64)
    # What is no number is marked by an infinity, which is none either.
    is_bad = np.isinf(values)
    return np.where(is_bad, np.nan, values), is_bad


def _number(value: object) -> float:
    if value is None or (isinstance(value, str) and not value.strip()):
        return np.nan
    try:
        return float(value)  # type: ignore[arg-type]  # what cannot be one is caught
    except (TypeError, ValueError):
        return np.inf


def _labels(column: pa.ChunkedArray) -> npt.NDArray[np.object_]:
    """The column as text; "" is nothing."""
    texts = ["" if value is None or value != value else str(value).strip() for value in column.to_pylist()]
    return np.array(texts, dtype=object)


def _joined(parts: Sequence[LinkedAnswers], beside: Beside) -> LinkedAnswers:
    none = np.zeros(0, dtype=np.int64)
    names = dict.fromkeys([*beside.outcomes, *beside.covariates])
    return LinkedAnswers(
        np.concatenate([none, *(part.queries for part in parts)]),
        np.concatenate([none, *(part.columns for part in parts)]),
        np.concatenate([np.zeros(0), *(part.weights for part in parts if part.weights is not None)])
        if beside.weights
        else None,
        {name: np.concatenate([np.zeros(0), *(part.numbers[name] for part in parts)]) for name in names},
        {
            name: np.concatenate([np.zeros(0, dtype=object), *(part.labels[name] for part in parts)])
            for name in beside.labels
        },
    )


def _parts(answers: LinkedAnswers, beside: Beside) -> tuple[list[Part], Counts]:
    """The different labels, and which of them each answer has."""
    if not beside.labels:
        return [()], np.zeros(answers.queries.size, dtype=np.int64)
    every: dict[Part, int] = {}
    rows: Iterable[Part] = zip(*(answers.labels[name] for name in beside.labels), strict=True)
    part = np.array([every.setdefault(label, len(every)) for label in rows], dtype=np.int64)
    return list(every), part


def _batches(
    answers: LinkedAnswers, measures: Measures, parts: Sequence[Part], part: Counts
) -> Iterator[LinkedRows]:
    for start in range(0, answers.queries.size, BATCH):
        rows = slice(start, start + BATCH)
        weights = None
        if measures.weight is not None and answers.weights is not None:
            weights = in_units(answers.weights[rows], measures.weight)
        outcomes = {
            unit.name: (
                in_units(answers.numbers[unit.name][rows], unit),
                ~np.isnan(answers.numbers[unit.name][rows]),
            )
            for unit in measures.outcomes
        }
        yield LinkedRows(answers.queries[rows], answers.columns[rows], weights, outcomes, parts, part[rows])
