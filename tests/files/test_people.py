"""Files of people: read by the study's own rules, every refused row named; written to be read again."""

from __future__ import annotations

import csv
import gzip
from collections.abc import Sequence
from decimal import Decimal
from pathlib import Path
from typing import Any

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

from asking import asked
from tacit.errors import AnswersInvalid, Refused
from tacit.files.formulas import is_formula
from tacit.files.people import read_people
from tacit.files.people_out import writing_people
from tacit.simulation.imagined import imagined
from tacit.simulation.people import People
from tacit.simulation.truth import truth_of
from tacit.study.study import Study

RANGE = asked(groups=("a", "b", "1"), ends=(-3, 10), decline=True)
OPTIONS = asked("choice", groups=("a", "b"), options=("yes", "no, never", "7"))
GROUP_ONLY = asked("none", groups=("a", "b"))
FORMULAS = asked("choice", groups=("=cmd()", "@b"), options=("+1", "no"))
DECLINED = RANGE.group_names[-1]
GOOD = "group,value\na,1.50\nb,-3\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Messages show paths as they were given: here, short ones."""
    monkeypatch.chdir(tmp_path)
    return tmp_path


def everybody(people: People) -> list[tuple[int, Any]]:
    values = people.values.values
    return [
        (group, values[at]) for group, at in zip(people.groups.tolist(), people.chosen.tolist(), strict=True)
    ]


def written(content: str | bytes, name: str = "people.csv") -> Path:
    path = Path(name)
    path.write_bytes(content if isinstance(content, bytes) else content.encode())
    return path


def table(**columns: Any) -> Path:  # noqa: ANN401 - whatever Arrow makes an array of
    path = Path("people.parquet")
    pa.parquet.write_table(pa.table(columns), path)
    return path


def found(study: Study, path: Path) -> list[tuple[int, Any]]:
    return everybody(read_people(study, path).people)


def error(study: Study, path: Path) -> str:
    with pytest.raises((Refused, AnswersInvalid)) as raised:
        read_people(study, path)
    return str(raised.value)


class TestCsv:
    @pytest.mark.parametrize(
        "content",
        [
            GOOD,
            GOOD.replace("\n", "\r\n"),
            GOOD.replace(",", ";"),
            GOOD.replace(",", "\t"),
            "\ufeff" + GOOD,
            GOOD.rstrip("\n"),
            " group , value \n a , 1.5 \n\n b,-3.0\n,\n",
            'value,id,group\n"1.5",x,"a"\n-3,"y\nz",b\n',
        ],
    )
    def test_however_it_was_saved(self, content: str) -> None:
        assert found(RANGE, written(content)) == [(0, Decimal("1.5")), (1, Decimal(-3))]

    def test_packed(self) -> None:
        path = written(gzip.compress(GOOD.encode()), "people.csv.gz")
        assert found(RANGE, path) == [(0, Decimal("1.5")), (1, Decimal(-3))]

    def test_declining_has_no_value(self) -> None:
        assert found(RANGE, written(f"group,value\n{DECLINED},\na,1\n")) == [(3, None), (0, 1)]

    def test_options_are_text_also_where_they_look_like_numbers(self) -> None:
        path = written('group,value\na,"no, never"\nb,7\na,yes\n')
        assert found(OPTIONS, path) == [(0, "no, never"), (1, "7"), (0, "yes")]

    def test_values_may_be_left_out_where_none_is_asked(self) -> None:
        assert found(GROUP_ONLY, written("group\nb\na\n")) == [(1, None), (0, None)]

    def test_the_bytes_that_were_read_are_told(self) -> None:
        path = written("group,value\n" + "a,1\n" * 60_000)
        told: list[int] = []
        read_people(RANGE, path, advance=told.append)
        assert sum(told) == path.stat().st_size
        assert len(told) > 3


class TestNdjson:
    def test_numbers_keep_their_text(self) -> None:
        lines = [
            '{"group":"a","value":1.50}',
            '{"value":"-3","group":"b","id":[1]}',
            "",
            '{"group":1,"value":2}',
        ]
        path = written("\n".join(lines), "people.ndjson")
        assert found(RANGE, path) == [(0, Decimal("1.5")), (1, Decimal(-3)), (2, Decimal(2))]

    def test_lines_that_are_nobody_are_named(self) -> None:
        lines = [
            '{"group":"a","value":1}',
            "null",
            "[1]",
            '{"group":"a"',
            '{"group":"a","value":NaN}',
            '{"value":1}',
        ]
        path = written("\n".join([*lines, '{"group":"a","value":true}']), "people.ndjson")
        told = error(RANGE, path)
        assert "line that is no JSON object (lines 2, 3 and 4)" in told
        assert "value is missing; it must be a number within -3..10 (line 5)" in told
        assert "group is missing (line 6)" in told
        assert 'got "true" (line 7)' in told


class TestParquet:
    @pytest.mark.parametrize(
        "values",
        [
            pa.array([1.5, -3.0]),
            pa.array([1.5, -3.0], pa.float32()),
            pa.array(["1.5", " -3 "]),
            pa.array(["1.5", "-3"]).dictionary_encode(),
            pa.array([Decimal("1.50"), Decimal("-3.00")]),
            pa.array(["1.5", "-3"], pa.large_string()),
        ],
        ids=lambda values: str(values.type),
    )
    def test_numbers_of_any_type(self, values: pa.Array) -> None:
        path = table(group=["a", "b"], value=values, name=["x", "y"])
        assert found(RANGE, path) == [(0, Decimal("1.5")), (1, Decimal(-3))]

    def test_a_float_is_the_shortest_decimal_that_spells_it(self) -> None:
        path = table(group=["a", "a", "a"], value=[0.1, 0.30000000000000004, 1e-7])
        texts = ["0.1", "0.30000000000000004", "0.0000001"]
        assert found(RANGE, path) == [(0, Decimal(text)) for text in texts]

    def test_labels_that_are_numbers(self) -> None:
        assert found(RANGE, table(group=[1, 1], value=[3, 4])) == [(2, 3), (2, 4)]
        assert found(RANGE, table(group=[1.0, 1.0], value=[3, 4])) == [(2, 3), (2, 4)]

    def test_nothing_and_no_number_are_missing(self) -> None:
        path = table(group=["a", DECLINED, "b"], value=[1.0, None, float("nan")])
        assert "value is missing; it must be a number within -3..10 (row 3)" in error(RANGE, path)
        assert found(RANGE, table(group=["a", DECLINED], value=[1.0, float("nan")])) == [
            (0, 1),
            (3, None),
        ]

    def test_row_groups_are_one_table(self) -> None:
        path, groups = Path("people.parquet"), ["a", "b", "1"] * 100
        columns = pa.table({"group": groups, "value": [at % 11 for at in range(300)]})
        pa.parquet.write_table(columns, path, row_group_size=7)
        assert found(RANGE, path) == [(at % 3, at % 11) for at in range(300)]

    @pytest.mark.parametrize("values", [[[1], [2]], [{"x": 1}, {"x": 2}]])
    def test_tables_in_tables_are_refused(self, values: Sequence[object]) -> None:
        path = table(group=["a", "b"], value=values)
        assert "has a column `value` of the type" in error(RANGE, path)
        assert "it must hold text or numbers" in error(RANGE, path)

    def test_damage_is_named(self) -> None:
        path = table(group=["a"], value=[1])
        path.write_bytes(path.read_bytes()[:-9])
        assert "is no Parquet file, or damaged" in error(RANGE, path)


class TestRefusals:
    ROWS = ("a,11", "x,3", "a,-4", "", "b,abc", "b,5,6", "b,", f"{DECLINED},", f"{DECLINED},3", ",4", "a,2")

    def test_each_rule_is_named_with_its_lines_and_its_first_value(self) -> None:
        told = error(RANGE, written("\n".join(["group,value", *self.ROWS])))
        path = "people.csv"
        assert told.splitlines()[0] == f"{path}: 8 of 10 rows are nobody who can answer this study"
        for words in (
            "line with the wrong number of cells (line 7)",
            f'group must be "a", "b", "1" or "{DECLINED}"; got "x" (line 3)',
            "value must lie within -3..10; got 11 and others (lines 2 and 4)",
            'value must be a number of at most 30 digits before and after the point; got "abc" (line 6)',
            "value is missing; it must be a number within -3..10 (line 8)",
            "value must be left out when declining; got 3 (line 10)",
            "group is missing (line 11)",
        ):
            assert f"  {path}: {words}" in told.splitlines()
        assert told.splitlines()[-1] == "put that right, or leave those rows out with --skip-bad"

    def test_the_rest_is_read_when_asked_to(self) -> None:
        path = written("\n".join(["group,value", *self.ROWS]))
        read = read_people(RANGE, path, skip_bad=True)
        assert everybody(read.people) == [(3, None), (0, 2)]
        assert read.refused.counts.total() == 8
        truth = truth_of(RANGE, [read_people(RANGE, path, skip_bad=True).people])
        assert (truth.people, truth.declined, truth["a"].sum) == (2, 1, 2.0)

    def test_a_row_is_counted_once_whatever_is_wrong_with_it(self) -> None:
        told = error(RANGE, written("group,value\nx,99\na,1\n"))
        assert 'got "x"' in told
        assert "99" not in told

    @pytest.mark.parametrize("content", ["group,value\nx,3\n", "group,value\n", "group,value\n,\n\n"])
    def test_nobody_is_no_truth(self, content: str) -> None:
        path = written(content)
        for skip_bad in (False, True):
            with pytest.raises(AnswersInvalid, match="holds nobody of this study"):
                read_people(RANGE, path, skip_bad=skip_bad)

    @pytest.mark.parametrize(
        ("name", "content", "words"),
        [
            ("people.csv", "", "is empty: not even the names of columns are there"),
            ("people.csv", "\n\n", "is empty: not even the names of columns are there"),
            ("people.parquet", "", "is empty: not even the names of columns are there"),
            ("people.ndjson", "", "is empty"),
            ("people.csv", "name,value\na,1\n", "has no column `group`; it has `name` and `value`"),
            ("people.csv", "groups,value\na,1\n", "; rename `groups`?"),
            ("people.csv", "group\na\n", "has no column `value`, which this study asks for"),
            ("people.ndjson", '{"group":"a"}', "has no column `value`, which this study asks for"),
            ("people.csv", "group,group,value\na,b,1\n", "has more than one column `group`; keep one"),
            ("people.csv", "query,column\n1,2\n", "looks like answers (query, column), not people"),
            ("people.csv", '{"group":"a","value":1}\n', "holds JSON; let its name end in .ndjson"),
            ("people.csv", b"PK\x03\x04", "is a spreadsheet or an archive; save what is in it as CSV"),
            ("people.csv", b"PAR1....", "is a Parquet file; let its name end in .parquet"),
            ("people.csv", GOOD.encode("utf-16"), "is UTF-16 text; save it as UTF-8"),
            ("people.csv", b"group,value\ncaf\xe9,1\n", "is not UTF-8 text; save it as UTF-8"),
            ("people.csv", 'group,value\n"a,1\nb,2\n', "is a quote left open?"),
            ("people.csv.gz", gzip.compress(GOOD.encode(), mtime=0)[:-6], "is cut short or damaged"),
            ("people.parquet", GOOD, "is no Parquet file, or damaged"),
            (
                "people.xlsx",
                GOOD,
                "must end in .csv, .csv.gz, .ndjson, .ndjson.gz or .parquet to hold people",
            ),
        ],
    )
    def test_what_is_no_table_of_people(self, name: str, content: str | bytes, words: str) -> None:
        path = written(content, name)
        told = error(RANGE, path)
        assert told.startswith(str(path))
        assert words in told

    def test_what_is_no_file(self) -> None:
        Path("folder.csv").mkdir()
        Path("folder.parquet").mkdir()
        for name in ("folder.csv", "folder.parquet", "."):
            assert error(RANGE, Path(name)) == f"{name} is a folder; name the file of people in it"
        assert error(RANGE, Path("folder.csv/x.csv")).endswith("does not exist")

    def test_values_are_refused_where_none_is_asked(self) -> None:
        path = written("group,value\na,1\nb,\n")
        assert 'value must be left out: this study asks for the group only; got "1" (line 2)' in error(
            GROUP_ONLY, path
        )


class TestWritten:
    @pytest.mark.parametrize("name", ["people.csv", "people.ndjson", "people.parquet"])
    @pytest.mark.parametrize(
        "study",
        [
            RANGE,
            asked("scale", ends=(1, 5), groups=('say "a", or b', "ü;\\"), decline=True),
            OPTIONS,
            GROUP_ONLY,
            asked(cross={"age": ("<40", "40+"), "region": ("north", "south")}, ends=(0, 1)),
            FORMULAS,
            asked("none", groups=("=1", "'=1", "=2")),
        ],
        ids=["range", "awkward labels", "options", "group only", "crossed", "formulas", "marked before"],
    )
    def test_what_is_written_is_read_again(self, study: Study, name: str) -> None:
        batches = [*imagined(study, 500, np.random.default_rng(5), size=120)]
        path = Path(name)
        with writing_people(path, study) as write:
            for people in batches:
                write(people)
        given = [(group, value) for people in batches for group, value in everybody(people)]
        assert found(study, path) == given
        assert (
            truth_of(study, [read_people(study, path).people]).to_json() == truth_of(study, batches).to_json()
        )

    def test_no_label_or_option_runs_in_a_spreadsheet(self) -> None:
        with writing_people(Path("people.csv"), FORMULAS) as write:
            for people in imagined(FORMULAS, 200, np.random.default_rng(1)):
                write(people)
        lines = Path("people.csv").read_text(encoding="utf-8").splitlines()
        cells = {cell for line in csv.reader(lines) for cell in line}
        assert {"'=cmd()", "'@b", "'+1", "no"} <= cells
        assert not any(map(is_formula, cells))

    def test_numbers_are_plain(self) -> None:
        people = next(imagined(asked(groups=("a, b", "c"), ends=(0, 1)), 1, np.random.default_rng(1)))
        with writing_people(Path("people.csv"), people.values.study) as write:
            write(people)
        lines = Path("people.csv").read_text(encoding="utf-8").splitlines()
        assert lines[0] == "group,value"
        assert lines[1] in {f"{group},0.{tenth}" for group in ('"a, b"', "c") for tenth in range(1, 10)}

    def test_what_fails_leaves_nothing(self) -> None:
        def interrupted() -> None:
            with writing_people(Path("people.csv"), RANGE) as write:
                write(next(imagined(RANGE, 10, np.random.default_rng(1))))
                raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            interrupted()
        assert [*Path().iterdir()] == []

    def test_an_ending_that_holds_no_people_is_refused(self) -> None:
        with pytest.raises(Refused, match=r"must end in \.csv, \.ndjson or \.parquet to hold people"):
            writing_people(Path("people.txt"), RANGE).__enter__()
