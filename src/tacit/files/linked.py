"""Answers with weights, outcomes and public labels: what can be used of them, and their tally with sums."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import pyarrow as pa

from tacit.files.batches import piece_of, wanted_columns
from tacit.files.piece import Piece
from tacit.files.public import Beside, Columns, Labels, columns_of, joined
from tacit.files.reading import Advance, pieces_of, unit_of
from tacit.files.refusals import BadFile, Refusals
from tacit.study.study import Study
from tacit.tallying.columns import Counts, Integers
from tacit.tallying.decimals import Floats, in_units, lots
from tacit.tallying.folding import LinkedRows, fold_lots
from tacit.tallying.measures import Measures, Unit
from tacit.tallying.sift import sift
from tacit.tallying.sums import Part, SumTally, empty_sums

BATCH = 1 << 20
FEW = 1 << 16
# What the weight is called among outcomes, one of which may be the same column.
WEIGHT = ""


@dataclass(frozen=True, eq=False)
class LinkedAnswers:
    """Answers that can be counted, with what is public beside them."""

    queries: Integers
    columns: Integers
    public: Columns
    refused: dict[str, int] = field(default_factory=dict)


def read_linked(
    study: Study,
    sources: Sequence[Path] | object,
    beside: Beside,
    refusals: Refusals,
    advance: Advance = lambda size: None,
) -> LinkedAnswers:
    """All answers in these files, or in a table in memory, at once, as a model needs them."""
    parts = list(batches_of(study, sources, beside, refusals, advance))
    none = np.zeros(0, dtype=np.int64)
    return LinkedAnswers(
        np.concatenate([none, *(part.queries for part in parts)]),
        np.concatenate([none, *(part.columns for part in parts)]),
        joined([part.public for part in parts], beside),
        dict(refusals.counts),
    )


def sum_answers(
    study: Study,
    sources: Sequence[Path] | object,
    beside: Beside,
    refusals: Refusals,
    advance: Advance = lambda size: None,
) -> SumTally:
    """The sums per part, query and column, in the memory of a batch and of the sums."""
    found = add_answers(study, batches_of(study, sources, beside, refusals, advance), beside)
    return replace(found, refused=dict(refusals.counts), study=study.id)


def add_answers(study: Study, batches: Iterable[LinkedAnswers], beside: Beside) -> SumTally:
    """The sums of answers that come in batches."""
    return fold_lots(empty_sums(study.scheme, no_measures(beside)), rows_of(batches, beside))


def tally_linked(study: Study, answers: LinkedAnswers, beside: Beside) -> SumTally:
    """The sums of answers that were read before."""
    return replace(add_answers(study, [answers], beside), refused=answers.refused, study=study.id)


def no_measures(beside: Beside) -> Measures:
    """Of these columns before a number was seen: in whole ones."""
    return _measures({name: Unit(name) for name in beside.counted}, beside)


def batches_of(
    study: Study,
    sources: Sequence[Path] | object,
    beside: Beside,
    refusals: Refusals,
    advance: Advance = lambda size: None,
) -> Iterator[LinkedAnswers]:
    """The answers that can be counted, some at a time; the rest goes to `refusals`."""
    if not isinstance(sources, list | tuple):
        yield from good_answers(
            study, _table_pieces(study, sources, beside), "the table", "position", beside, refusals
        )
        return
    for path in map(Path, sources):
        pieces = pieces_of(path, study, advance, public=beside.columns)
        yield from good_answers(study, pieces, path, unit_of(path), beside, refusals)


def good_answers(
    study: Study,
    pieces: Iterable[Piece],
    source: Path | str,
    unit: str,
    beside: Beside,
    refusals: Refusals,
) -> Iterator[LinkedAnswers]:
    """What can be counted of a file or table; a row has one reason at most not to be."""
    try:
        for piece in pieces:
            yield _usable(study, piece, source, unit, beside, refusals)
    except BadFile as bad:
        refusals.add_file(source, bad)


def _table_pieces(study: Study, table: object, beside: Beside) -> Iterator[Piece]:
    """The rows of a table in memory: Arrow, pandas, polars, or a mapping of arrays."""
    whole = pa.table(table) if isinstance(table, dict) else table
    reader, done = pa.RecordBatchReader.from_stream(whole), 0
    wanted = wanted_columns(reader.schema, study.id, public=beside.columns)
    for batch in reader:
        yield piece_of(batch.select(wanted), done, study.id, beside.columns)
        done += batch.num_rows


def _usable(
    study: Study, piece: Piece, source: Path | str, unit: str, beside: Beside, refusals: Refusals
) -> LinkedAnswers:
    numbers = np.asarray(piece.numbers, dtype=np.int64)
    for reason, rows in piece.bad.items():
        refusals.add_rows(source, unit, reason, rows, count=len(rows))
    found, public = sift(study.scheme, piece.queries, piece.columns), columns_of(piece.public, beside)
    is_answer = np.ones(numbers.size, dtype=np.bool_)
    for reason, places in found.bad.items():
        refusals.add_rows(source, unit, reason, numbers[places], count=places.size)
        is_answer[places] = False
    good = is_answer.copy()
    for reason, flags in public.faults:
        places = np.flatnonzero(flags & good)
        if places.size:
            refusals.add_rows(source, unit, reason, numbers[places], count=places.size)
        good &= ~flags
    kept = good[is_answer]
    return LinkedAnswers(found.queries[kept], found.columns[kept], public[good])


def rows_of(batches: Iterable[LinkedAnswers], beside: Beside) -> Iterator[tuple[Measures, LinkedRows]]:
    """Answers as they are added up: whole numbers in units, and no batch larger than is good for that."""
    for batch in batches:
        for start in range(0, batch.queries.size, BATCH):
            rows = np.arange(start, min(start + BATCH, batch.queries.size))
            public = batch.public[rows]
            parts, part = _parts(public.labels, beside)
            for lot, units in lots(_counted(public, beside)) if beside.counted else [(rows - start, {})]:
                yield (
                    _measures(units, beside),
                    _linked(batch, rows[lot], public[lot], units, parts, None if part is None else part[lot]),
                )


def _linked(
    batch: LinkedAnswers,
    rows: Counts,
    public: Columns,
    units: Mapping[str, Unit],
    parts: Sequence[Part],
    part: Counts | None,
) -> LinkedRows:
    weights = public.weights
    outcomes = {name: values for name, values in public.numbers.items() if name in units}
    return LinkedRows(
        batch.queries[rows],
        batch.columns[rows],
        None if weights is None else in_units(weights, units[WEIGHT]),
        {name: (in_units(values, units[name]), ~np.isnan(values)) for name, values in outcomes.items()},
        parts,
        part,
    )


def _counted(public: Columns, beside: Beside) -> dict[str, Floats]:
    """The numbers that are added up; the weight under a name of its own, for it may be an outcome, too."""
    weights = {} if public.weights is None else {WEIGHT: public.weights}
    return weights | {name: public.numbers[name] for name in beside.outcomes}


def _measures(units: Mapping[str, Unit], beside: Beside) -> Measures:
    weight = replace(units[WEIGHT], name=beside.weights) if beside.weights else None
    return Measures(weight, tuple(units[name] for name in beside.outcomes), beside.by, beside.cluster)


def _parts(labels: Mapping[str, Labels], beside: Beside) -> tuple[list[Part], Counts | None]:
    """The different labels, and which of them each answer has."""
    if not beside.labels:
        return [()], None
    parts: list[Part] = [()]
    part: Counts | None = None
    for each in (labels[name] for name in beside.labels):
        together = each.codes if part is None else part * len(each.names) + each.codes
        held, part = _renumbered(together, len(parts) * len(each.names))
        divided = (divmod(code, len(each.names)) for code in held.tolist())
        parts = [(*parts[before], each.names[own]) for before, own in divided]
    return parts, part


def _renumbered(codes: Counts, most: int) -> tuple[Counts, Counts]:
    """The different codes, in order, and the place of each code among them."""
    if most > max(FEW, codes.size):
        held, places = np.unique(codes, return_inverse=True)
        return held, places.reshape(-1)
    held = np.flatnonzero(np.bincount(codes, minlength=most))
    places = np.zeros(most, dtype=np.int64)
    places[held] = np.arange(held.size)
    return held, places[codes]
