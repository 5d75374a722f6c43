"""The public columns beside answers: which are used, and which rows they make unusable."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.compute as pc

from tacit.study.spelling import printable
from tacit.tallying.columns import Counts
from tacit.tallying.decimals import Floats
from tacit.tallying.wide import LARGEST

Flags = npt.NDArray[np.bool_]


@dataclass(frozen=True)
class Beside:
    """The public columns to use: a weight, outcomes, labels that divide the answers, and covariates.

    No weight may be below `least_weight`.
    """

    weights: str | None = None
    outcomes: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    cluster: str | None = None
    covariates: tuple[str, ...] = ()
    least_weight: int = 0

    @property
    def columns(self) -> tuple[str, ...]:
        """All of them, each once."""
        weights = [self.weights] if self.weights else []
        return tuple(dict.fromkeys([*weights, *self.outcomes, *self.labels, *self.covariates]))

    @property
    def counted(self) -> tuple[str, ...]:
        """What is added up: the weight, by this name, and the outcomes by theirs."""
        return (*(("",) if self.weights else ()), *self.outcomes)

    @property
    def labels(self) -> tuple[str, ...]:
        """The columns that divide the answers: strata, then the cluster."""
        return (*self.by, *((self.cluster,) if self.cluster else ()))

    @property
    def numbers(self) -> tuple[str, ...]:
        """The columns of numbers, but for the weights."""
        return tuple(dict.fromkeys([*self.outcomes, *self.covariates]))


@dataclass(frozen=True, eq=False)
class Labels:
    """A column of few different texts: `codes` say which of the names each row has."""

    names: tuple[str, ...]
    codes: Counts

    def __getitem__(self, rows: Counts | Flags) -> Labels:
        return Labels(self.names, self.codes[rows])


@dataclass(frozen=True, eq=False)
class Columns:
    """Public columns as they are used; NaN is a number that is missing, "" a label that is."""

    weights: Floats | None
    numbers: Mapping[str, Floats]
    labels: Mapping[str, Labels]
    faults: tuple[tuple[str, Flags], ...] = ()

    def __getitem__(self, rows: Counts | Flags) -> Columns:
        """Some rows, in which nothing is wrong any more."""
        return Columns(
            None if self.weights is None else self.weights[rows],
            {name: values[rows] for name, values in self.numbers.items()},
            {name: labels[rows] for name, labels in self.labels.items()},
        )


def columns_of(public: Mapping[str, pa.Array], beside: Beside) -> Columns:
    """The columns of some rows; `faults` say which rows cannot be used, reason by reason."""
    weights = None
    faults: list[tuple[str, Flags]] = []
    if beside.weights:
        weights, is_bad = _numbers(public[beside.weights])
        name = printable(beside.weights)
        faults.append((f"{name} is not a number", is_bad))
        faults.append((f"{name} is missing", np.isnan(weights) & ~is_bad))
        faults.append((f"{name} is below {beside.least_weight}", weights < beside.least_weight))
        faults.append(_too_large(name, weights))
    numbers = {}
    for name in beside.numbers:
        numbers[name], is_bad = _numbers(public[name])
        faults.append((f"{printable(name)} is not a number", is_bad))
        if name in beside.outcomes:
            faults.append(_too_large(printable(name), numbers[name]))
    labels = {name: _labels(public[name]) for name in beside.labels}
    faults += [(f"{printable(name)} is missing", _is_nothing(each)) for name, each in labels.items()]
    return Columns(weights, numbers, labels, tuple(faults))


def beyond(name: str) -> str:
    """What is said of a number whose square could not be added up exactly."""
    return f"{name} is beyond -{LARGEST:,} to {LARGEST:,}"


def _too_large(name: str, values: Floats) -> tuple[str, Flags]:
    return beyond(name), np.abs(values) > LARGEST


def joined(parts: list[Columns], beside: Beside) -> Columns:
    """The rows of all parts, one after the other."""
    return Columns(
        _concatenated(part.weights for part in parts) if beside.weights else None,
        {name: _concatenated(part.numbers[name] for part in parts) for name in beside.numbers},
        {name: _joined([part.labels[name] for part in parts]) for name in beside.labels},
    )


def _concatenated(parts: Iterator[Floats | None]) -> Floats:
    return np.concatenate([np.zeros(0), *(part for part in parts if part is not None)])


def _joined(parts: list[Labels]) -> Labels:
    index: dict[str, int] = {}
    codes = [np.zeros(0, dtype=np.int64)]
    for part in parts:
        places = [index.setdefault(name, len(index)) for name in part.names]
        codes.append(np.array(places, dtype=np.int64)[part.codes])
    return Labels(tuple(index), np.concatenate(codes))


def _numbers(column: pa.Array) -> tuple[Floats, Flags]:
    """The column as floats, NaN where nothing is, and where something else than a number is."""
    try:
        floats = pc.cast(column, pa.float64(), safe=False)
        values = np.asarray(floats.to_numpy(zero_copy_only=False), dtype=np.float64)
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


def _labels(column: pa.Array) -> Labels:
    """The column as text without spaces around; each different value is spelt once."""
    coded = column if pa.types.is_dictionary(column.type) else pc.dictionary_encode(column)
    values = coded.dictionary.to_pylist()
    texts = ["" if value is None or value != value else str(value).strip() for value in values]
    index: dict[str, int] = {}
    # The last place is that of rows where nothing is.
    places = [index.setdefault(text, len(index)) for text in [*texts, ""]]
    codes = np.asarray(coded.indices.fill_null(len(texts)).to_numpy(zero_copy_only=False), dtype=np.int64)
    return Labels(tuple(index), np.array(places, dtype=np.int64)[codes])


def _is_nothing(labels: Labels) -> Flags:
    nothing = labels.names.index("") if "" in labels.names else -1
    return np.asarray(labels.codes == nothing)
