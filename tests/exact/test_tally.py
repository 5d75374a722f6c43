"""Folding and decoding as whole numbers: chunked and merged, dense and sparse, by transform and by hand."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from functools import reduce
from operator import add

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.errors import AnswersInvalid
from tacit.scheme.odds import Odds
from tacit.scheme.rows import Dealt, Direct, Hashed, Rows
from tacit.scheme.scheme import Scheme
from tacit.tallying import tally as tally_module
from tacit.tallying.columns import columns_of, columns_of_queries, count_columns_of
from tacit.tallying.decode import decode
from tacit.tallying.hashed import (
    hashed_hits_sparse,
    hits_by_blocks,
    hits_by_fourier,
    hits_by_lowest_digit,
    hits_by_shifts,
    largest_block,
)
from tacit.tallying.tally import MOST_DENSE_CELLS, Tally, empty_tally, fold, fold_batches, fold_counts
from tallied import Pairs, Whole, as_sparse, by_hand, check_decoding, check_same, drawn

PLAIN = Odds(7, 2, 2)
THIRD = Fraction(1, 3)
MANY = Scheme(Hashed(100_000, 2, 149), PLAIN)


def rows() -> Iterator[Rows]:
    """Every kind: one digit and more, by shifts and by Fourier, all levels, few columns and many."""
    for columns, items in [
        (2, 2),
        (2, 7),
        (2, 33),
        (3, 9),
        (3, 10),
        (5, 6),
        (7, 5),
        (7, 60),
        (11, 130),
        (31, 40),
    ]:
        for levels in (1, 2, 3):
            if levels <= columns:
                yield Hashed(items, levels, columns)
    for columns, items in [(2, 2), (2, 5), (3, 3), (4, 6), (5, 5), (6, 7), (7, 10), (12, 12)]:
        yield from (Dealt(items, levels, columns) for levels in (1, 2) if columns < items * levels)
    yield from (Direct(items, levels, items * levels) for items in (2, 5) for levels in (1, 2, 4))


def schemes() -> Iterator[Scheme]:
    for each in rows():
        yield Scheme(each, PLAIN)
        if each.name != "direct" and each.levels > 1:
            yield Scheme(each, PLAIN, THIRD)


def name_of(scheme: Scheme) -> str:
    rows = scheme.rows
    return f"{rows.name}-{rows.items}x{rows.levels}-over-{rows.columns}-{scheme.count_share}"


@pytest.mark.parametrize("scheme", list(schemes()), ids=name_of)
def test_every_way_to_decode_gives_the_hits_by_hand(scheme: Scheme) -> None:
    for answers in (0, 1, 40, 600):
        check_decoding(scheme, answers)


@pytest.mark.parametrize("scheme", [each for each in schemes() if each.rows.items < 20], ids=name_of)
def test_columns_of_arrays_are_the_columns_of_the_rows(scheme: Scheme) -> None:
    rows = scheme.rows
    queries = np.arange(min(scheme.queries, 3000))
    for item in range(rows.items):
        for level in range(rows.levels):
            found = columns_of_queries(scheme, queries, np.array(item), level)
            assert np.broadcast_to(found, queries.shape).tolist() == [
                scheme.column(query, item, level) for query in queries.tolist()
            ]


def test_columns_of_rows_that_nobody_knows_are_an_error() -> None:
    class Strange(Direct):
        pass

    strange = Strange(2, 2, 4)
    assert columns_of(strange, np.array([0]), np.array([1]), 1).tolist() == [3]
    with pytest.raises(TypeError, match="no count questions with direct rows"):
        count_columns_of(strange, np.array([0]), np.array([1]))
    with pytest.raises(TypeError, match="no columns for"):
        columns_of(object(), np.array([0]), np.array([1]), 1)  # type: ignore[arg-type]


LARGE = [
    (MANY, 40),
    (Scheme(Hashed(20_000, 1, 1009), PLAIN), 60),
    (Scheme(Hashed(6_000, 2, 5_801), PLAIN), 300),
    (Scheme(Dealt(64, 2, 128), PLAIN), 2_000),
    (Scheme(Hashed(2_000, 2, 331), PLAIN, THIRD), 300),
]


def by_arrays(scheme: Scheme, queries: Whole, columns: Whole) -> tuple[Whole, Whole]:
    """Every card's column under every answer."""
    rows, items = scheme.rows, np.arange(scheme.rows.items)
    value, count = np.zeros((rows.items, rows.levels), dtype=np.int64), np.zeros(rows.items, dtype=np.int64)
    for query, column in zip(queries, columns, strict=True):
        if query >= rows.pool:
            count += count_columns_of(rows, np.array([query - rows.pool]), items) == column
            continue
        for level in range(rows.levels):
            value[:, level] += columns_of(rows, np.array([query]), items, level) == column
    return value, count


@pytest.mark.parametrize(("scheme", "answers"), LARGE, ids=[name_of(scheme) for scheme, _ in LARGE])
def test_pools_too_large_for_a_table_are_decoded_from_the_cells_that_hold_answers(
    scheme: Scheme, answers: int
) -> None:
    queries, columns = drawn(scheme, answers, seed=2)
    queries[:3] = 0, 1, scheme.rows.columns
    tally = fold(scheme, queries, columns)
    assert tally.cells is not None
    found, (value, count) = decode(scheme, tally), by_arrays(scheme, queries, columns)
    assert np.array_equal(found.value, value)
    assert np.array_equal(found.count, count)
    assert found.value_answers + found.count_answers == answers


@pytest.mark.parametrize(
    "rows",
    [Hashed(900, 2, 31), Hashed(40_000, 2, 29), Hashed(30, 3, 7), Hashed(15, 1, 11)],
)
def test_both_ways_through_large_pools_agree(rows: Hashed) -> None:
    """By blocks of low digits, and by solving for the lowest one."""
    rng = np.random.default_rng(7)
    queries, columns = rng.integers(0, rows.pool, 400), rng.integers(0, rows.columns, 400)
    queries[:4] = 0, 1, rows.columns, rows.pool - rows.columns
    counts = rng.integers(1, 1 << 40, 400)
    solved = hits_by_lowest_digit(rows, queries, columns, counts, rows.levels)
    assert np.array_equal(solved, hits_by_blocks(rows, queries, columns, counts, rows.levels))
    assert np.array_equal(solved, hashed_hits_sparse(rows, queries, columns, counts, levels=rows.levels))


def test_blocks_are_as_large_as_a_table_may_be_and_smaller_than_the_whole() -> None:
    for rows in (
        Hashed(900, 2, 31),
        Hashed(100_000, 2, 149),
        Hashed(100_000, 2, 53),
        Hashed(6_000, 2, 5_801),
    ):
        block = largest_block(rows)
        assert block < rows.pool
        assert block * rows.columns <= MOST_DENSE_CELLS
        assert block * rows.columns in (rows.pool,) or block * rows.columns**2 > MOST_DENSE_CELLS


def test_a_table_of_more_than_2_to_the_25_cells_is_never_made() -> None:
    for scheme in (MANY, Scheme(Hashed(100_000, 2, 53), PLAIN), Scheme(Dealt(64, 2, 128), PLAIN)):
        empty = empty_tally(scheme)
        assert empty.counts.size <= MOST_DENSE_CELLS == 1 << 25
        assert (empty.cells is None) == (scheme.queries * scheme.rows.columns <= MOST_DENSE_CELLS)


def test_both_transforms_of_hashed_rows_agree_where_counts_are_huge() -> None:
    rng = np.random.default_rng(3)
    for rows in (Hashed(60, 2, 7), Hashed(40, 2, 31), Hashed(9, 3, 3)):
        table = rng.integers(0, 1 << 30, (rows.pool, rows.columns))
        by_fourier = hits_by_fourier(rows, table, rows.levels)
        assert by_fourier is not None
        assert np.array_equal(by_fourier, hits_by_shifts(rows, table, rows.levels))


def test_a_fourier_transform_that_may_round_wrongly_is_not_used() -> None:
    rows, rng = Hashed(40, 2, 31), np.random.default_rng(8)
    table = rng.integers(0, 1 << 40, (rows.pool, rows.columns))
    assert hits_by_fourier(rows, table, 2) is None
    tally = Tally(rows.pool, rows.columns, table.reshape(-1))
    assert np.array_equal(decode(Scheme(rows, PLAIN), tally).value, hits_by_shifts(rows, table, 2))


SMALL = (Scheme(Hashed(4, 2, 3), PLAIN, THIRD), Scheme(Dealt(3, 2, 4), PLAIN), Scheme(Direct(3, 1, 3), PLAIN))


@st.composite
def answered(draw: st.DrawFn, parts: int) -> tuple[Scheme, list[Pairs]]:
    """A scheme, and its answers in so many parts."""
    scheme = draw(st.sampled_from(SMALL))
    cell = st.tuples(st.integers(0, scheme.queries - 1), st.integers(0, scheme.rows.columns - 1))
    found = [draw(st.lists(cell, max_size=30)) for _ in range(parts)]
    return scheme, [
        (np.array([q for q, _ in part], dtype=np.int64), np.array([c for _, c in part], dtype=np.int64))
        for part in found
    ]


@given(answered(3))
def test_the_fold_of_all_is_the_sum_of_the_folds(case: tuple[Scheme, list[Pairs]]) -> None:
    scheme, parts = case
    together = fold(scheme, *(np.concatenate([part[side] for part in parts]) for side in (0, 1)))
    each = [fold(scheme, *part) for part in parts]
    assert sum(each) == together == fold_batches(scheme, parts)
    assert together.answers == sum(part[0].size for part in parts)
    check_same(decode(scheme, together), by_hand(scheme, *_lists(parts)), "folded")


def _lists(parts: list[Pairs]) -> tuple[list[int], list[int]]:
    return [int(q) for part in parts for q in part[0]], [int(c) for part in parts for c in part[1]]


@given(answered(3), st.integers(0, 7))
def test_adding_is_associative_and_commutative_whether_dense_or_sparse(
    case: tuple[Scheme, list[Pairs]], which: int
) -> None:
    scheme, parts = case
    a, b, c = (
        as_sparse(tally) if which >> at & 1 else tally
        for at, tally in enumerate(fold(scheme, *part) for part in parts)
    )
    assert (a + b) + c == a + (b + c)
    assert a + b == b + a
    assert a + empty_tally(scheme) == a
    assert ((a + b) + c).cells is None or which


@given(answered(1))
def test_counts_fold_to_the_same_as_the_answers_that_they_count(case: tuple[Scheme, list[Pairs]]) -> None:
    scheme, [(queries, columns)] = case
    wanted = fold(scheme, queries, columns)
    once = np.ones(queries.size, dtype=np.int64)
    assert fold_counts(scheme, [(queries, columns, once)]) == wanted
    assert fold_counts(scheme, [(queries, columns, 3 * once), (queries, columns, 0 * once)]) == sum(
        [wanted] * 3
    )


@given(answered(2))
def test_equal_means_the_same_counts(case: tuple[Scheme, list[Pairs]]) -> None:
    scheme, parts = case
    one, two = (fold(scheme, *part) for part in parts)
    assert (one == two) == (_sorted(parts[0]) == _sorted(parts[1]))
    assert one == as_sparse(one)


def _sorted(part: Pairs) -> list[tuple[int, int]]:
    return sorted(zip(part[0].tolist(), part[1].tolist(), strict=True))


def test_chunks_of_any_size_fold_to_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    for scheme in (SMALL[0], MANY):
        queries, columns = drawn(scheme, 1_000, seed=4)
        wanted = fold(scheme, queries, columns)
        for size in (1, 7, 999):
            monkeypatch.setattr(tally_module, "CHUNK", size)
            monkeypatch.setattr(tally_module, "SMALLEST_MERGE", size)
            assert fold(scheme, queries, columns) == wanted
        monkeypatch.undo()


def test_large_pools_are_folded_and_added_by_their_cells() -> None:
    queries, columns = drawn(MANY, 3_000, seed=5)
    queries[1_000:2_000], columns[1_000:2_000] = queries[:1_000], columns[:1_000]
    whole = fold(MANY, queries, columns)
    parts = [fold(MANY, queries[at::3], columns[at::3]) for at in range(3)]
    assert reduce(add, parts) == whole
    assert whole.cells is not None
    assert whole.cells.size <= 2_000
    assert np.all(np.diff(whole.cells) > 0)
    assert (whole.answers, int(whole.counts.min())) == (3_000, 1)
    halves = [(queries[:10], columns[:10], np.full(10, 2)), (queries[:10], columns[:10], np.full(10, 5))]
    assert fold_counts(MANY, halves) == sum([fold(MANY, queries[:10], columns[:10])] * 7)


@pytest.mark.parametrize("dtype", [np.uint8, np.uint16, np.int32, np.uint64])
def test_small_types_do_not_overflow(dtype: type[np.integer]) -> None:
    scheme = Scheme(Hashed(200, 2, 13), PLAIN)
    queries, columns = drawn(scheme, 500, seed=6)
    queries %= 256
    assert fold(scheme, queries.astype(dtype), columns.astype(dtype)) == fold(scheme, queries, columns)


class TestRefusals:
    scheme = SMALL[0]

    @pytest.mark.parametrize(
        ("queries", "columns", "said"),
        [
            ([0, 18], [0, 0], r"query must lie within 0\.\.17; got 18"),
            ([-1], [0], r"query must lie within 0\.\.17; got -1"),
            ([0], [3], r"column must lie within 0\.\.2; got 3"),
            ([0.5], [0], "query must hold whole numbers; got float64"),
            (["0"], [0], "query must hold whole numbers; got <U1"),
            ([0, 1], [0], r"one-dimensional and equally long; got \(2,\) and \(1,\)"),
        ],
    )
    def test_one_answer_that_cannot_be_refuses_them_all(
        self, queries: list[int], columns: list[int], said: str
    ) -> None:
        with pytest.raises(AnswersInvalid, match=said):
            fold(self.scheme, queries, columns)

    @pytest.mark.parametrize("counts", [[-1, 5], [2**53, 1], [2**52, 2**52]])
    def test_counts_that_cannot_be(self, counts: list[int]) -> None:
        cells = np.array([0, 1])
        with pytest.raises(AnswersInvalid, match=r"counts must be at least 0 and add to less than 2\^53"):
            fold_counts(self.scheme, [(cells, cells, np.array(counts))])

    @pytest.mark.parametrize("other", [3, None, "answers.parquet", []])
    def test_only_tallies_are_added(self, other: object) -> None:
        with pytest.raises(TypeError, match="unsupported operand"):
            fold(self.scheme, [1], [0]) + other  # type: ignore[operator]

    def test_tallies_of_different_studies_are_not_added(self) -> None:
        one = fold(self.scheme, [1], [0])
        with pytest.raises(AnswersInvalid, match="18 x 3 and 1 x 3 cells"):
            one + fold(SMALL[2], [0], [0])
        with pytest.raises(AnswersInvalid, match="different studies cannot be added: mine and yours"):
            replace(one, study="mine") + replace(one, study="yours")
        assert (replace(one, study="mine") + one).study == "mine"
        assert (one + replace(one, study="mine")).study == "mine"

    def test_what_was_left_out_adds_up_by_reason(self) -> None:
        one = replace(fold(self.scheme, [1], [0]), refused={"x": 1, "y": 2})
        for two in (one, as_sparse(replace(one, refused={}))):
            assert (one + replace(two, refused={"y": 3})).refused == {"x": 1, "y": 5}

    def test_a_tally_is_no_number(self) -> None:
        one = fold(self.scheme, [1], [0])
        with pytest.raises(TypeError):
            3 + one
        assert one != 3
        with pytest.raises(TypeError, match="unhashable"):
            hash(one)
