"""What a tally must be: counts of answers, however folded; hits decoded from it are those counted by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from proofs import claim
from tacit.scheme.scheme import Scheme
from tacit.tallying.decode import Hits, decode, decode_answerwise
from tacit.tallying.tally import Tally, fold

Whole = NDArray[np.int64]
Pairs = tuple[Whole, Whole]


def drawn(scheme: Scheme, answers: int, seed: int) -> Pairs:
    """Uniform answers: every cell is as good as any other for a fold."""
    rng = np.random.default_rng(seed)
    return rng.integers(0, scheme.queries, answers), rng.integers(0, scheme.rows.columns, answers)


def as_sparse(tally: Tally) -> Tally:
    """The same tally, held by its occupied cells."""
    return Tally(tally.queries, tally.columns, tally.occupied()[1], tally.occupied()[0])


def by_hand(scheme: Scheme, queries: Sequence[int], columns: Sequence[int]) -> Hits:
    """One answer after the other, card by card, by the rows' own definition."""
    rows = scheme.rows
    value = np.zeros((rows.items, rows.levels), dtype=np.int64)
    count = np.zeros(rows.items, dtype=np.int64)
    kinds = [0, 0]
    for (query, column), times in Counter(zip(queries, columns, strict=True)).items():
        is_count = query >= rows.pool
        kinds[is_count] += times
        for item in range(rows.items):
            if is_count:
                count[item] += times * (rows.count_column(query - rows.pool, item) == column)
                continue
            for level in range(rows.levels):
                value[item, level] += times * (rows.column(query, item, level) == column)
    return Hits(value, count, *kinds)


def check_same(found: Hits, wanted: Hits, case: str) -> None:
    for name in ("value", "count"):
        ours, theirs = getattr(found, name), getattr(wanted, name)
        claim(ours.dtype == np.int64, f"{case}: {name} hits are {ours.dtype}, not whole numbers")
        claim(np.array_equal(ours, theirs), f"{case}: {name} hits {ours.tolist()}, by hand {theirs.tolist()}")
    kinds = (found.value_answers, found.count_answers), (wanted.value_answers, wanted.count_answers)
    claim(kinds[0] == kinds[1], f"{case}: value and count answers {kinds[0]}, by hand {kinds[1]}")


def check_decoding(scheme: Scheme, answers: int, seed: int = 1) -> None:
    """By transform, answer by answer, and from occupied cells: the same integers as by hand."""
    queries, columns = drawn(scheme, answers, seed)
    tally = fold(scheme, queries, columns)
    wanted = by_hand(scheme, queries.tolist(), columns.tolist())
    case = f"{scheme.rows}, {answers} answers"
    check_same(decode(scheme, tally), wanted, f"{case}, decoded")
    check_same(decode_answerwise(scheme, tally), wanted, f"{case}, answer by answer")
    check_same(decode(scheme, as_sparse(tally)), wanted, f"{case}, from occupied cells")
