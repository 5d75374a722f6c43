"""Answers in Parquet: any types, any row groups; damage and mix-ups are named."""

from __future__ import annotations

from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

from asking import asked
from read import STUDY, read
from tacit.files.answers import write_answers
from tacit.files.parquet import schema_of

GOOD = [(0, 0), (23, 2), (7, 1), (7, 1)]


def written(folder: Path, columns: dict[str, Any], *, note: str | None = None, groups: int = 2) -> Path:
    metadata = None if note is None else {"tacit.study": note}
    path = folder / "a.parquet"
    pa.parquet.write_table(pa.table(columns, metadata=metadata), path, row_group_size=groups)
    return path


def columns(query: Any, column: Any) -> dict[str, Any]:  # noqa: ANN401 - of any type
    return {"query": query, "column": column}


QUERIES, COLUMNS = ([pair[side] for pair in GOOD] for side in (0, 1))


@pytest.mark.parametrize(
    "kind",
    [
        pa.uint8(),
        pa.int16(),
        pa.int64(),
        pa.uint64(),
        pa.float32(),
        pa.float64(),
        pa.string(),
        pa.large_string(),
    ],
    ids=str,
)
def test_whole_numbers_of_any_type_are_read(kind: pa.DataType, tmp_path: Path) -> None:
    texts = kind in (pa.string(), pa.large_string())
    made = [pa.array(list(map(str, each)) if texts else each, kind) for each in (QUERIES, COLUMNS)]
    found = read(written(tmp_path, columns(*made)))
    assert found.answers == GOOD
    assert found.refused == {}


def test_decimals_dictionaries_and_binary_are_read(tmp_path: Path) -> None:
    decimals = pa.array([Decimal(query) for query in QUERIES], pa.decimal128(9, 2))
    found = read(written(tmp_path, columns(decimals, pa.array(COLUMNS).dictionary_encode())))
    assert found.answers == GOOD
    found = read(written(tmp_path, columns([str(query).encode() for query in QUERIES], COLUMNS)))
    assert found.answers == GOOD


def test_other_columns_are_not_read_and_the_order_of_columns_does_not_matter(tmp_path: Path) -> None:
    made = {"region": [{"deep": [1]}] * 4, "column": COLUMNS, "query": QUERIES}
    assert read(written(tmp_path, made, note=STUDY.id)).answers == GOOD


@pytest.mark.parametrize(
    ("query", "column", "refused"),
    [
        ([24, 1], [0, 1], {"query out of range 0..23": 1}),
        ([-1, 1], [0, 1], {"query out of range 0..23": 1}),
        ([1, 1], [2**40, 1], {"column out of range 0..2": 1}),
        ([None, 1], [0, 1], {"query is missing": 1}),
        ([0.5, 1], [0, 1], {"query is not a whole number": 1}),
        ([float("nan"), 1.0], [0, 1], {"query is missing": 1}),
        ([float("inf"), 1.0], [0, 1], {"query is not a whole number": 1}),
        (["", "1"], [0, 1], {"query is missing": 1}),
        ([[1], [2]], [0, 1], {"query is not a whole number": 2}),
        ([True, False], [0, 1], {"query is not a whole number": 2}),
    ],
)
def test_bad_rows_are_counted_by_reason(
    query: list[object], column: list[object], refused: dict[str, int], tmp_path: Path
) -> None:
    found = read(written(tmp_path, columns(query, column)))
    assert found.refused == refused
    assert len(found.answers) == 2 - sum(refused.values())
    assert "(row 1)" in found.lines[0] or "(rows 1 and 2)" in found.lines[0]


def test_rows_are_numbered_through_the_whole_file(tmp_path: Path) -> None:
    query = np.zeros(300_000, dtype=np.int64)
    query[[0, 131_072, 299_999]] = 99
    found = read(written(tmp_path, columns(query, query * 0), groups=50_000))
    assert found.lines[0].endswith("query out of range 0..23 (rows 1, 131,073 and 300,000)")
    assert found.told == found.size


def test_rows_of_another_study_are_set_apart(tmp_path: Path) -> None:
    made = columns(QUERIES, COLUMNS) | {"study": [STUDY.id, "other", None, STUDY.id]}
    found = read(written(tmp_path, made))
    assert found.answers == [GOOD[0], GOOD[3]]
    assert found.refused == {"of another study": 2}
    assert found.lines[0].endswith("of another study (rows 2 and 3)")


def test_a_file_of_another_study_is_refused_as_a_whole_and_counted_by_its_rows(tmp_path: Path) -> None:
    other = asked(title="Another")
    found = read(written(tmp_path, columns(QUERIES, COLUMNS), note=other.id))
    assert found.answers == []
    assert found.refused == {"of another study": 4}
    assert f"is of another study, {other.id}; this one is {STUDY.id}." in found.lines[0]


def test_no_rows_are_no_answers_and_no_fault(tmp_path: Path) -> None:
    found = read(written(tmp_path, columns(pa.array([], pa.int64()), pa.array([], pa.int64()))))
    assert (found.answers, found.refused) == ([], {})


class TestDamage:
    def whole(self, tmp_path: Path) -> bytes:
        rng = np.random.default_rng(1)
        query, column = rng.integers(0, 24, 5000), rng.integers(0, 3, 5000)
        return written(tmp_path, columns(query, column), groups=1000).read_bytes()

    def damaged(self, tmp_path: Path, content: bytes) -> tuple[dict[str, int], str]:
        path = tmp_path / "b.parquet"
        path.write_bytes(content)
        found = read(path)
        return found.refused, found.lines[0]

    def test_a_file_cut_short(self, tmp_path: Path) -> None:
        whole = self.whole(tmp_path)
        for size in (5, 100, len(whole) // 2, len(whole) - 1):
            refused, line = self.damaged(tmp_path, whole[:size])
            assert refused == {"file cut short": 1}
            assert line.endswith("is cut short: the end of the Parquet file is missing; copy it again")

    def test_a_file_that_is_none(self, tmp_path: Path) -> None:
        refused, line = self.damaged(tmp_path, b"query,column\n0,0\n")
        assert refused == {"file of another kind": 1}
        assert line.endswith("is not a Parquet file, whatever its name says")

    def test_bytes_changed_in_the_middle_are_named_or_change_answers_but_never_crash(
        self, tmp_path: Path
    ) -> None:
        whole = self.whole(tmp_path)
        reasons = set()
        for at in range(4, len(whole) - 4, max(1, len(whole) // 150)):
            content = bytearray(whole)
            content[at] ^= 0xFF
            path = tmp_path / "b.parquet"
            path.write_bytes(bytes(content))
            reasons |= set(read(path).refused)
        assert "file that is damaged" in reasons

    def test_a_bit_lost_in_a_file_of_ours_is_never_another_answer(self, tmp_path: Path) -> None:
        rng = np.random.default_rng(1)
        answers = rng.integers(0, 24, 5000), rng.integers(0, 3, 5000)
        write_answers(tmp_path / "ours.parquet", STUDY, [answers])
        ours = (tmp_path / "ours.parquet").read_bytes()
        refused, changed = self.bits_lost(tmp_path, ours)
        assert refused > 100
        assert changed == 0
        # Files of others may have no checksums; this is how often we would not see it.
        assert self.bits_lost(tmp_path, self.whole(tmp_path))[1] > 50

    def bits_lost(self, tmp_path: Path, whole: bytes) -> tuple[int, int]:
        """How many of some 200 single bits, when they are lost, are noticed, and change answers unnoticed."""
        path = tmp_path / "b.parquet"
        path.write_bytes(whole)
        first, footer = read(path), int.from_bytes(whole[-8:-4], "little") + 8
        refused = changed = 0
        for at in range(4, len(whole) - footer, max(1, len(whole) // 200)):
            content = bytearray(whole)
            content[at] ^= 1 << at % 8
            path.write_bytes(bytes(content))
            found = read(path)
            refused += bool(found.refused)
            changed += not found.refused and found.answers != first.answers
        return refused, changed

    def test_what_cannot_be_read_has_no_schema(self, tmp_path: Path) -> None:
        path = tmp_path / "b.parquet"
        path.write_bytes(b"PAR1" + b"\0" * 20 + b"PAR1")
        assert schema_of(path) is None
        assert schema_of(written(tmp_path, columns(QUERIES, COLUMNS))) is not None
