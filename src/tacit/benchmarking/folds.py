"""Folding answers into a tally: against streaming the same bytes, one by one, and as n and k grow."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.benchmarking.inputs import SEED, scheme_for, uniform_answers
from tacit.benchmarking.runner import Case, Effort, Measured, best_rates
from tacit.scheme.scheme import Scheme
from tacit.tallying.columns import columns_of
from tacit.tallying.folding import LinkedRows, fold_sums
from tacit.tallying.measures import Measures, Unit
from tacit.tallying.tally import Tally, fold

PEOPLE = 8_000_000
WEIGHTED = 1_000_000
NAIVE = 300
GROUPS = (10, 100, 1000, 10_000, 100_000)
SIZES = (10_000, 100_000, 1_000_000)

Array = npt.NDArray[Any]


def fold_speed(effort: Effort) -> Iterator[Measured]:
    """The fold at many k; at k = 1000 against its bytes, against the naive fold, and at many n."""
    cases: dict[str, Case] = {}
    for groups in GROUPS:
        scheme = scheme_for(groups, "0.5", rows="hashed", columns=2, ask="sum")
        queries, columns = uniform_answers(scheme, PEOPLE)
        few = slice(0, NAIVE)
        assert fold(scheme, queries[few], columns[few]) == one_by_one(scheme, queries[few], columns[few])  # noqa: S101
        cases[f"k = {groups:,}"] = (partial(fold, scheme, queries, columns), PEOPLE)
        if groups == 1000:
            cases["bytes"] = (partial(_stream, queries, columns), PEOPLE)
            cases["naive"] = (partial(naive_fold, scheme, queries[few], columns[few]), NAIVE)
            for size in SIZES:
                cases[f"n = {size:,}"] = (partial(fold, scheme, queries[:size], columns[:size]), size)
    rates = best_rates(cases, effort.rounds)
    ours = rates["k = 1,000"]
    yield Measured("fold, k = 1,000", ours / 1e6, "M answers/s")
    yield Measured("fold, k = 1,000 : streaming its bytes", ours / rates["bytes"], at_least=0.05)
    yield Measured("fold, k = 1,000 : naive fold", ours / rates["naive"], at_least=1500)
    for groups in GROUPS:
        bound = 0.8 if groups == 10_000 else None
        rate = rates[f"k = {groups:,}"] / rates["k = 10"]
        if groups != 10:
            yield Measured(f"fold, k = {groups:,} : k = 10", rate, at_least=bound)
    for size in SIZES:
        yield Measured(f"fold, n = {size:,} : n = {PEOPLE:,}", rates[f"n = {size:,}"] / ours)


def weighted_speed(effort: Effort) -> Iterator[Measured]:
    """Sums of weights, and of weighted outcomes, exact as a database's: against the plain fold."""
    scheme = scheme_for(1000, "1", levels=1)
    queries, columns = uniform_answers(scheme, WEIGHTED)
    rng = np.random.default_rng(SEED)
    weights, ages = rng.integers(1, 100_000, WEIGHTED), rng.integers(0, 100, WEIGHTED)
    everybody = np.ones(WEIGHTED, dtype=np.bool_)
    plain = LinkedRows(queries, columns, weights)
    both = LinkedRows(queries, columns, weights, {"age": (ages, everybody)})
    unit, outcome = Unit("weight", 3), (Unit("age"),)
    cases: dict[str, Case] = {
        "plain": (partial(fold, scheme, queries, columns), WEIGHTED),
        "weights": (partial(fold_sums, scheme, Measures(unit), [plain]), WEIGHTED),
        "weights, outcome": (partial(fold_sums, scheme, Measures(unit, outcome), [both]), WEIGHTED),
    }
    rates = best_rates(cases, effort.rounds)
    yield Measured("fold with weights : plain fold", rates["weights"] / rates["plain"], at_least=0.2)
    yield Measured("fold with weights and an outcome : plain", rates["weights, outcome"] / rates["plain"])


def one_by_one(scheme: Scheme, queries: Array, columns: Array) -> Tally:
    """The fold as Python counts, to check against."""
    tally = fold(scheme, queries[:0], columns[:0])
    for query, column in zip(queries.tolist(), columns.tolist(), strict=True):
        tally.counts[query * scheme.rows.columns + column] += 1
    return tally


def naive_fold(scheme: Scheme, queries: Array, columns: Array) -> npt.NDArray[np.int64]:
    """What everybody writes first: for each answer, which groups' cards lie in its column."""
    items = np.arange(scheme.rows.items)
    hits = np.zeros((scheme.rows.items, scheme.rows.levels), dtype=np.int64)
    for query, column in zip(queries.astype(np.int64), columns, strict=True):
        for level in range(scheme.rows.levels):
            hits[:, level] += columns_of(scheme.rows, query, items, level) == column
    return hits


def _stream(queries: Array, columns: Array) -> None:
    for array in (queries, columns):
        array.view(np.uint64).sum()
