"""A tally is the same integers whatever form its answers come in, and comes back from its file unchanged."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa
import pyarrow.parquet
import pytest

import tacit
from asking import asked
from tacit.errors import AnswersInvalid, Refused
from tacit.files.answers import write_answers
from tacit.files.tallies import write_tally
from tacit.study.study import Study
from tacit.tallying.columns import Integers
from tacit.tallying.tally import Tally, fold

STUDY = asked()
HUGE = asked(groups=[f"group {number}" for number in range(3000)], epsilon="6")


def drawn(study: Study, answers: int, seed: int = 1) -> tuple[Integers, Integers]:
    rng = np.random.default_rng(seed)
    scheme = study.scheme
    return rng.integers(0, scheme.queries, answers), rng.integers(0, scheme.rows.columns, answers)


def counted(study: Study, queries: Integers, columns: Integers) -> Tally:
    return fold(study.scheme, queries, columns)


class TestForms:
    """Every way to hand answers over."""

    queries, columns = drawn(STUDY, 500)
    expected = counted(STUDY, queries, columns)

    @pytest.mark.parametrize("dtype", [np.uint8, np.int16, np.uint64, np.float64, object])
    def test_arrays_of_any_type(self, dtype: npt.DTypeLike) -> None:
        assert tacit.tally(STUDY, self.queries.astype(dtype), self.columns.astype(dtype)) == self.expected

    def test_lists(self) -> None:
        assert tacit.tally(STUDY, self.queries.tolist(), self.columns.tolist()) == self.expected

    def test_a_list_of_answers(self) -> None:
        answers = list(map(tacit.Answer, self.queries.tolist(), self.columns.tolist()))
        assert tacit.tally(STUDY, answers) == self.expected

    def test_arrow_arrays_and_chunked_arrays(self) -> None:
        assert tacit.tally(STUDY, pa.array(self.queries), pa.array(self.columns)) == self.expected
        halves = pa.chunked_array([self.queries[:7], self.queries[7:]])
        assert tacit.tally(STUDY, halves, pa.array(self.columns)) == self.expected

    def test_tables_and_batches_with_other_columns(self) -> None:
        members = {"region": ["x"] * 500, "column": self.columns, "query": self.queries}
        assert tacit.tally(STUDY, pa.table(members)) == self.expected
        assert tacit.tally(STUDY, pa.RecordBatch.from_pydict(members)) == self.expected

    def test_a_table_of_counts(self) -> None:
        cells, counts = self.expected.occupied()
        queries, columns = np.divmod(cells, self.expected.columns)
        table = pa.table({"query": queries, "column": columns, "count": counts})
        assert tacit.tally(STUDY, table) == self.expected
        assert tacit.tally(STUDY, pa.concat_tables([table.slice(3), table.slice(0, 3)])) == self.expected

    def test_no_answers(self) -> None:
        assert tacit.tally(STUDY, [], []).answers == 0
        assert tacit.tally(STUDY, []).answers == 0
        assert tacit.tally(STUDY, pa.table({"query": pa.array([], pa.int8()), "column": []})).answers == 0

    @pytest.mark.parametrize("given", [(), (3,), ([1], [1], [1]), ("a.csv", [1]), (pa.array([1, 2]),)])
    def test_any_other_form_is_refused_with_the_forms_there_are(self, given: tuple[Any, ...]) -> None:
        with pytest.raises(Refused, match="answers must be queries and columns"):
            tacit.tally(STUDY, *given)

    @pytest.mark.parametrize("given", [([1], [1, 2]), ([[1]], [[1]])])
    def test_lists_of_unlike_shape_are_refused(self, given: tuple[Any, Any]) -> None:
        with pytest.raises(AnswersInvalid, match="one-dimensional and equally long"):
            tacit.tally(STUDY, *given)

    def test_a_list_of_no_pairs_is_refused(self) -> None:
        with pytest.raises(AnswersInvalid, match="every answer in a list must be a pair"):
            tacit.tally(STUDY, [(1, 0), 3])

    def test_a_table_without_the_columns_is_refused(self) -> None:
        with pytest.raises(AnswersInvalid, match="has no column `query` and `column`; it has `q`"):
            tacit.tally(STUDY, pa.table({"q": [1]}))


class TestBadAnswers:
    bad: tuple[Any, Any] = ([0, 1, "x", None, 10**30, -1, 2.5, True], [0, 99, 0, 0, 0, 0, 0, 0])

    ragged: Any = (1, [2, 3])

    def test_one_refuses_them_all_and_says_which(self) -> None:
        with pytest.raises(AnswersInvalid) as caught:
            tacit.tally(STUDY, *self.bad)
        lines = str(caught.value).splitlines()
        assert lines[0].startswith("not all of this can be counted: query is not a whole number (3); ")
        assert "  answers: query is not a whole number (positions 2, 6 and 7)" in lines
        assert "  answers: column out of range 0..2 (position 1)" in lines
        assert lines[-1] == "put that right, or count the rest with skip_bad=True"

    def test_left_out_on_demand_and_counted_by_reason(self) -> None:
        found = tacit.tally(STUDY, *self.bad, skip_bad=True)
        assert found.answers == 1
        assert found.refused == {
            "query is not a whole number": 3,
            "query is missing": 1,
            "query out of range 0..23": 2,
            "column out of range 0..2": 1,
        }

    def test_every_row_is_counted_or_refused(self) -> None:
        found = tacit.tally(STUDY, *self.bad, skip_bad=True)
        assert found.answers + sum(found.refused.values()) == len(self.bad[0])

    def test_ragged_lists_are_refused_one_by_one(self) -> None:
        assert tacit.tally(STUDY, self.ragged, [0, 0], skip_bad=True).answers == 1

    def test_bad_counts(self) -> None:
        table = pa.table({"query": [0, 1, 2, 99], "column": [0, 0, 0, 0], "count": [5, -1, 2**60, 7]})
        found = tacit.tally(STUDY, table, skip_bad=True)
        assert found.answers == 5
        assert found.refused["query out of range 0..23"] == 7
        assert found.refused["count out of range 0..9007199254740991"] >= 2

    def test_counts_that_together_are_too_many(self) -> None:
        table = pa.table({"query": [0, 1], "column": [0, 0], "count": [2**53 - 1] * 2})
        with pytest.raises(AnswersInvalid, match=r"add to less than 2\^53"):
            tacit.tally(STUDY, table)

    def test_a_table_of_another_study(self) -> None:
        table = pa.table({"query": [0], "column": [0]}, metadata={"tacit.study": "another"})
        with pytest.raises(AnswersInvalid, match="the table is of another study, another; this one is"):
            tacit.tally(STUDY, table)
        rows = pa.table({"query": [0, 1], "column": [0, 0], "study": [STUDY.id, "another"]})
        assert tacit.tally(STUDY, rows, skip_bad=True).refused == {"of another study": 1}


class TestSaved:
    @pytest.mark.parametrize("study", [STUDY, HUGE], ids=["dense", "sparse"])
    def test_comes_back_as_the_same_integers(self, study: Study, tmp_path: Path) -> None:
        found = tacit.tally(study, *drawn(study, 3000))
        write_tally(tmp_path / "tally.parquet", study, found)
        again = tacit.tally(study, tmp_path / "tally.parquet")
        assert again == found
        assert (again.cells is None) == (found.cells is None)
        assert again.study == study.id

    def test_holds_query_column_count_in_order_and_nothing_else(self, tmp_path: Path) -> None:
        path = tmp_path / "tally.parquet"
        write_tally(path, STUDY, tacit.tally(STUDY, [5, 0, 5], [1, 2, 1]))
        table = pa.parquet.read_table(path)
        assert table.to_pydict() == {"query": [0, 5], "column": [2, 1], "count": [1, 2]}
        assert table.schema.metadata[b"tacit.study"] == STUDY.id.encode()

    def test_the_same_tally_makes_the_same_bytes(self, tmp_path: Path) -> None:
        queries, columns = drawn(STUDY, 200)
        for name, order in (("a", slice(None)), ("b", slice(None, None, -1))):
            found = tacit.tally(STUDY, queries[order], columns[order])
            write_tally(tmp_path / f"{name}.parquet", STUDY, found)
        assert (tmp_path / "a.parquet").read_bytes() == (tmp_path / "b.parquet").read_bytes()

    def test_adds_up_with_files_of_answers(self, tmp_path: Path) -> None:
        queries, columns = drawn(STUDY, 900)
        write_tally(tmp_path / "one.parquet", STUDY, tacit.tally(STUDY, queries[:300], columns[:300]))
        for name, part in (("two.csv", slice(300, 600)), ("three.parquet", slice(600, None))):
            write_answers(tmp_path / name, STUDY, [(queries[part], columns[part])])
        files = [tmp_path / name for name in ("one.parquet", "two.csv", "three.parquet")]
        assert tacit.tally(STUDY, *files) == counted(STUDY, queries, columns)
        assert tacit.tally(STUDY, files) == counted(STUDY, queries, columns)

    def test_remembers_what_was_left_out(self, tmp_path: Path) -> None:
        path = tmp_path / "tally.parquet"
        write_tally(path, STUDY, tacit.tally(STUDY, [1, 99], [0, 0], skip_bad=True))
        assert tacit.tally(STUDY, path).refused == {"query out of range 0..23": 1}

    @pytest.mark.parametrize("note", [b"[", b"3", b'{"x": "y", "z": -1}'])
    def test_a_strange_note_is_no_reason_to_fail(self, note: bytes, tmp_path: Path) -> None:
        table = pa.table({"query": [0], "column": [0], "count": [4]}, metadata={"tacit.refused": note})
        pa.parquet.write_table(table, tmp_path / "tally.parquet")
        found = tacit.tally(STUDY, tmp_path / "tally.parquet")
        assert (found.answers, found.refused) == (4, {})

    def test_of_another_study_is_refused(self, tmp_path: Path) -> None:
        path = tmp_path / "tally.parquet"
        write_tally(path, STUDY, tacit.tally(STUDY, [1], [0]))
        with pytest.raises(AnswersInvalid, match="is of another study"):
            tacit.tally(asked(title="Another"), path)

    def test_is_not_written_for_another_study_nor_with_another_ending(self, tmp_path: Path) -> None:
        found = tacit.tally(STUDY, [1], [0])
        with pytest.raises(AnswersInvalid, match="of another study"):
            write_tally(tmp_path / "tally.parquet", asked(title="Another"), found)
        with pytest.raises(Refused, match=r"must end in \.parquet to hold a tally"):
            write_tally(tmp_path / "tally.csv", STUDY, found)
        assert list(tmp_path.iterdir()) == []


def test_a_tally_of_another_study_is_not_estimated_from() -> None:
    found = tacit.tally(STUDY, [1], [0])
    with pytest.raises(AnswersInvalid, match="this tally is of another study"):
        tacit.estimate(asked(title="Another"), found)
