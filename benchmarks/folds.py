"""Folding answers into a tally and decoding it, against streaming the same bytes and against peers."""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from benchmarks.runner import Case, Gate, best_rates, best_seconds
from benchmarks.studies import scheme_for, uniform_answers
from tacit.scheme.scheme import Scheme
from tacit.tallying.columns import columns_of
from tacit.tallying.decode import decode, decode_answerwise
from tacit.tallying.tally import Tally, fold

PEOPLE = 20_000_000
NAIVE = 2_000


def fold_gates(rounds: int) -> list[Gate]:
    """The numpy fold by k, the naive one, and the sum of the same five bytes per answer."""
    cases: dict[str, Case] = {}
    for groups in (10, 1000, 10_000):
        scheme = scheme_for(groups, "0.5", rows="hashed", columns=2, ask="sum")
        queries, columns = uniform_answers(scheme, PEOPLE)
        few = slice(0, NAIVE)
        assert fold(scheme, queries[few], columns[few]) == _one_by_one(scheme, queries[few], columns[few])
        cases[f"fold {groups}"] = (lambda s=scheme, q=queries, c=columns: fold(s, q, c), PEOPLE)  # type: ignore[misc]
        if groups == 1000:
            words = [array.view(np.uint64) for array in (queries, columns)]
            cases["stream"] = (lambda arrays=words: [array.sum() for array in arrays], PEOPLE)  # type: ignore[misc]
            cases["naive"] = (
                lambda s=scheme, q=queries[few], c=columns[few]: _naive(s, q, c),  # type: ignore[misc]
                NAIVE,
            )
    rates = best_rates(cases, rounds)
    return [
        Gate("fold, k = 1000 : streaming its bytes", rates["fold 1000"] / rates["stream"], 0.05),
        Gate("fold, k = 1000 : naive fold", rates["fold 1000"] / rates["naive"], 1500),
        Gate("fold, k = 10,000 : k = 10", rates["fold 10000"] / rates["fold 10"], 0.8),
    ]


def decode_gates(rounds: int) -> list[Gate]:
    """Milliseconds to decode a million answers, each first shown equal to the answer-wise fold."""
    gates = []
    for epsilon in ("1", "2", "3", "4"):
        scheme = scheme_for(1000, epsilon)
        gates.append(_decode_gate(scheme, f"decode k = 1000, epsilon {epsilon}", 50, rounds))
    for epsilon in ("1", "2", "3", "4"):
        scheme = scheme_for(64, epsilon, rows="dealt")
        gates.append(_decode_gate(scheme, f"decode k = 64 dealt, epsilon {epsilon}", 300, rounds))
    for epsilon in ("1", "2", "3", "4", "5"):
        scheme = scheme_for(100_000, epsilon)
        name = f"decode k = 100,000 ({scheme.rows.columns} columns), epsilon {epsilon}"
        gates.append(_decode_gate(scheme, name, 10_000, 1, check=10))
    return gates


def peer_gates(rounds: int) -> list[Gate]:
    """pure-ldp's Hadamard response, its fastest mechanism; needs the environment of `make peers`."""
    from pure_ldp.frequency_oracles.hadamard_response import HadamardResponseClient, HadamardResponseServer

    people = 100_000
    server = HadamardResponseServer(1.0, 1000)
    client = HadamardResponseClient(1.0, 1000, server.get_hash_funcs())
    reports = [client.privatise(number % 1000 + 1) for number in range(people)]
    scheme = scheme_for(1000, "1", levels=1)
    queries, columns = uniform_answers(scheme, PEOPLE)

    def theirs() -> object:
        server.reset()
        server.aggregate_all(reports)
        return server.estimate_all(range(1, 1001), suppress_warnings=True)

    cases: dict[str, Case] = {
        "ours": (lambda: decode(scheme, fold(scheme, queries, columns)), PEOPLE),
        "theirs": (theirs, people),
    }
    rates = best_rates(cases, rounds)
    return [
        Gate("fold and decode : pure-ldp Hadamard response, k = 1000", rates["ours"] / rates["theirs"], 25)
    ]


def _decode_gate(scheme: Scheme, name: str, bound: float, rounds: int, *, check: int = 200) -> Gate:
    few = fold(scheme, *uniform_answers(scheme, check))
    assert np.array_equal(decode(scheme, few).value, decode_answerwise(scheme, few).value)
    tally: Tally = fold(scheme, *uniform_answers(scheme, 1_000_000))
    return Gate(name, 1000 * best_seconds(lambda: decode(scheme, tally), rounds), bound, "ms", at_least=False)


def _one_by_one(scheme: Scheme, queries: npt.NDArray[Any], columns: npt.NDArray[Any]) -> Tally:
    tally = fold(scheme, queries[:0], columns[:0])
    for query, column in zip(queries.tolist(), columns.tolist(), strict=True):
        tally.counts[query * scheme.rows.columns + column] += 1
    return tally


def _naive(scheme: Scheme, queries: npt.NDArray[Any], columns: npt.NDArray[Any]) -> npt.NDArray[np.int64]:
    """What everybody writes first: for each answer, which groups' cards lie in its column."""
    items = np.arange(scheme.rows.items)
    hits = np.zeros((scheme.rows.items, 2), dtype=np.int64)
    for query, column in zip(queries.astype(np.int64), columns, strict=True):
        for level in range(2):
            hits[:, level] += columns_of(scheme.rows, query, items, level) == column
    return hits
