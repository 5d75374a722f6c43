"""Sums per query and column that somebody else made, a database or Spark, as a tally with sums."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from tacit.files.batches import values_of
from tacit.files.piece import OTHER_STUDY, answers_in
from tacit.files.refusals import PAIR, Refusals
from tacit.study.study import Study
from tacit.tallying.measures import Measures, Term
from tacit.tallying.sift import sift
from tacit.tallying.sums import Part, SumTally
from tacit.tallying.wide import Wide

FAULT = "fault"  # a column that says why a row's answers cannot be counted


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
    found = sift(study.scheme, values_of(table["query"]), values_of(table["column"]))
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
    query, column = (values_of(table[name]).astype(np.int64) for name in ("query", "column"))
    cells = query * scheme.rows.columns + column
    order = np.lexsort((cells, part))
    sums = {
        term: Wide.of(_integers(table[str(term)]), max(1, _factors(term)))[order] for term in measures.terms
    }
    return SumTally(
        *(scheme.queries, scheme.rows.columns, measures, parts, part[order], cells[order], sums),
        refused,
        study.id,
    )


def _factors(term: Term) -> int:
    """How many numbers are multiplied for each answer; as many limbs hold their sum."""
    return term.weight + (max(term.power, 1) if term.outcome else 0)


def _integers(column: pa.ChunkedArray) -> Sequence[int]:
    """Whole numbers of any size, as databases write them."""
    return [int(value or 0) for value in column.to_pylist()]
