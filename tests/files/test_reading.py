"""Files together: which are taken and how they add up; of any bytes come answers or our own errors."""

from __future__ import annotations

import gzip
import os
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import tacit
from read import STUDY, csv, read, read_bytes
from tacit.errors import AnswersInvalid, Refused
from tacit.files.finding import found_files
from tacit.files.refusals import LINES_SHOWN, BadFile, Refusals

KINDS = ("a.csv", "a.ndjson", "a.parquet", "a.csv.gz", "a.ndjson.gz")
STARTS = (b"", b"query,column\n", b'{"query": 1, "column": 1}\n', b"PAR1", b"\xef\xbb\xbfquery;column\r\n")


class TestPaths:
    def test_good_ones_are_kept_in_order(self, tmp_path: Path) -> None:
        paths = [tmp_path / name for name in ("b.csv", "a.parquet", "c.NDJSON.GZ")]
        for path in paths:
            path.touch()
        assert found_files(map(str, paths)) == paths

    def test_all_that_is_wrong_is_named_at_once(self, tmp_path: Path) -> None:
        (tmp_path / "a.txt").touch()
        (tmp_path / "folder.csv").mkdir()
        names = ["nope.csv", "a.txt", "folder.csv", "study.toml", "study.json"]
        (tmp_path / "study.toml").touch()
        (tmp_path / "study.json").touch()
        with pytest.raises(Refused) as caught:
            found_files(tmp_path / name for name in names)
        rules = [problem.rule for problem in caught.value.problems]
        assert rules[0] == "does not exist"
        assert rules[1].startswith("must end in .parquet, .csv, .csv.gz, .ndjson or .ndjson.gz")
        assert rules[2].startswith("is a folder without answers: nothing in it ends in .parquet")
        assert rules[3] == rules[4] == "looks like a study; the study comes first, then files of answers"

    def test_the_same_file_twice_even_under_two_names(self, tmp_path: Path) -> None:
        (tmp_path / "a.csv").write_text("query,column\n")
        os.link(tmp_path / "a.csv", tmp_path / "b.csv")
        for second in ("a.csv", "b.csv"):
            with pytest.raises(Refused, match="its answers would count double"):
                found_files([tmp_path / "a.csv", tmp_path / second])

    def test_names_are_shown_without_what_a_terminal_obeys(self, tmp_path: Path) -> None:
        with pytest.raises(Refused) as caught:
            found_files([Path("\x1b[31mred.csv")])
        assert "\x1b" not in str(caught.value)


class TestTogether:
    def test_good_files_are_read_beside_bad_ones(self, tmp_path: Path) -> None:
        names = {"a.csv": csv(["1,1"]), "b.csv": "", "c.csv": csv(["99,1", "2,2"]), "d.csv": csv(["x,0"])}
        for name, content in names.items():
            (tmp_path / name).write_text(content)
        found = read(*(tmp_path / name for name in names))
        assert found.answers == [(1, 1), (2, 2)]
        assert found.refused == {
            "file that is empty": 1,
            "query out of range 0..23": 1,
            "query is not a whole number": 1,
        }
        assert [line.rpartition("/")[2] for line in found.lines] == [
            "b.csv is empty: not even the names of columns are there",
            "c.csv: query out of range 0..23 (line 2)",
            "d.csv: query is not a whole number (line 2)",
        ]

    def test_every_line_is_counted_or_refused(self, tmp_path: Path) -> None:
        rows = ["1,1", "", "x,1", "99,1", "1,99", "1", "1,1,1", "2,2", "1,"]
        found = read_bytes(tmp_path, "a.csv", csv(rows))
        assert len(found.answers) + sum(found.refused.values()) == len(list(filter(None, rows)))

    def test_what_is_refused_is_an_error_unless_it_may_be_left_out(self, tmp_path: Path) -> None:
        path = tmp_path / "a.csv"
        path.write_text(csv(["1,1", "99,1"]))
        with pytest.raises(AnswersInvalid, match=r"query out of range 0..23 \(1\)"):
            tacit.tally(STUDY, path)
        assert tacit.tally(STUDY, path, skip_bad=True).answers == 1


class TestRefusals:
    def test_only_as_many_lines_as_a_screen_holds(self) -> None:
        refusals = Refusals()
        for number in range(LINES_SHOWN + 5):
            refusals.add_rows(f"{number}.csv", "line", "query is missing", [7], count=1)
        lines = refusals.lines()
        assert len(lines) == LINES_SHOWN + 1
        assert lines[-1] == "... and 5 more such lines"

    def test_rows_that_stand_for_more_answers_count_for_them(self) -> None:
        refusals = Refusals()
        refusals.add_rows("t.parquet", "row", "column is missing", [3, 4], count=2, answers=900)
        refusals.add_file("b.csv", BadFile("file that is empty", "is empty"))
        assert refusals.counts == {"column is missing": 900, "file that is empty": 1}
        assert str(refusals.to_error("--skip-bad")).splitlines() == [
            "not all of this can be counted: column is missing (900); file that is empty (1)",
            "  b.csv is empty",
            "  t.parquet: column is missing (rows 3 and 4)",
            "put that right, or count the rest with --skip-bad",
        ]

    def test_nothing_refused_is_false(self) -> None:
        assert not Refusals()


@settings(max_examples=300, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    name=st.sampled_from(KINDS),
    start=st.sampled_from(STARTS),
    rest=st.binary(max_size=300),
    is_packed=st.booleans(),
    tail=st.sampled_from((b"", b"PAR1", b"\n")),
)
def test_arbitrary_bytes_are_read_or_refused_and_nothing_else(
    tmp_path: Path, name: str, start: bytes, rest: bytes, is_packed: bool, tail: bytes
) -> None:
    """Each reader, from nothing, from a good beginning and packed: whatever is no answer has its reason."""
    content = start + rest + tail
    found = read_bytes(tmp_path, name, gzip.compress(content) if is_packed else content)
    scheme = STUDY.scheme
    assert all(
        0 <= query < scheme.queries and 0 <= column < scheme.rows.columns for query, column in found.answers
    )
    assert bool(found.lines) == bool(found.refused)
    assert all(line.isprintable() for line in found.lines)


CELLS = st.one_of(
    st.integers(-3, 30).map(str),
    st.floats().map(str),
    st.sampled_from(
        ["", " ", "NA", "null", "0x1", "1e0", "1.0", '"1"', '"', "1 ", "true", "\u0661", "\r", "é"]
    ),
    st.text(max_size=4),
)


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(rows=st.lists(st.tuples(CELLS, CELLS), max_size=8))
def test_a_file_is_read_as_its_lines_are_one_by_one(tmp_path: Path, rows: list[tuple[str, str]]) -> None:
    """The fast way through whole blocks finds what the way through each line by itself finds."""
    lines = [f"{query},{column}".replace("\n", "") for query, column in rows]
    together = read_bytes(tmp_path, "a.csv", csv(lines))
    alone = [read_bytes(tmp_path, "b.csv", csv([line])) for line in lines]
    assert together.answers == [answer for each in alone for answer in each.answers]
    assert sum(together.refused.values()) == sum(sum(each.refused.values()) for each in alone)


@settings(max_examples=200)
@given(
    queries=st.lists(st.one_of(st.integers(), st.floats(), st.text(), st.none(), st.binary(), st.booleans()))
)
def test_arbitrary_values_are_counted_or_refused(queries: list[object]) -> None:
    found = tacit.tally(STUDY, queries, [0] * len(queries), skip_bad=True)
    assert found.answers + sum(found.refused.values()) == len(queries)
