"""`tacit estimate`: files in, tables or JSON out; what cannot be counted is named, never left out unsaid."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from tacit.cli.main import tacit
from tacit.errors import AnswersInvalid, Refused
from tacit.files.answers import write_answers
from tacit.files.tallies import tally, write_tally
from tacit.study.file import read_study
from written_study import how_strong

CROSSED = '[groups.cross]\nage = ["<40", "40+"]\nregion = ["north", "south"]'
STUDY = how_strong(CROSSED)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A study, and 600 answers in one file of each kind, and as a tally."""
    monkeypatch.chdir(tmp_path)
    Path("study.toml").write_text(STUDY, encoding="utf-8")
    study = read_study("study.toml")
    rng, scheme = np.random.default_rng(3), study.scheme
    batch = rng.integers(0, scheme.queries, 600), rng.integers(0, scheme.rows.columns, 600)
    for ending in ("parquet", "csv", "ndjson"):
        write_answers(Path(f"answers.{ending}"), study, [batch])
    write_tally(Path("tally.parquet"), study, tally(study, *batch))
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tacit, ["estimate", *arguments])


def refusal(*arguments: str) -> str:
    """What stops the command; `main` turns it into messages and the exit code."""
    done = run(*arguments)
    assert isinstance(done.exception, AnswersInvalid | Refused), done.output
    assert done.stdout == ""
    return str(done.exception)


def document(*arguments: str) -> Any:  # noqa: ANN401 - JSON is of any shape
    done = run(*arguments, "--json")
    assert done.exit_code == 0, done.output
    return json.loads(done.stdout)


@pytest.mark.usefixtures("folder")
class TestDone:
    def test_tables_for_people(self) -> None:
        done = run("study.toml", "answers.parquet")
        assert done.exit_code == 0
        assert done.stderr == ""
        heads = [line.split("  ")[0] for line in done.stdout.splitlines()]
        assert [
            head for head in heads if head in ("Reaction", "count", "mean", "sum", "by age", "by region")
        ] == [
            "Reaction",
            *("count", "by age", "by region"),
            *("mean", "by age", "by region"),
            *("sum", "by age", "by region"),
        ]
        assert all(len(line) <= 80 for line in done.stdout.splitlines())

    def test_json_has_the_members_of_the_design(self) -> None:
        found = document("study.toml", "answers.parquet")
        assert list(found) == [
            *("study", "title", "answers", "level", "simultaneous", "rough", "groups", "margins", "refused")
        ]
        assert found["study"] == read_study("study.toml").id
        assert (found["answers"], found["level"], found["simultaneous"]) == (600, 0.95, False)
        assert found["groups"][0]["group"] == "<40 / north"
        group = found["groups"][0]
        assert list(group["count"]) == ["estimate", "sd", "low", "high", "population"]
        assert list(group["count"]["population"]) == ["sd", "low", "high"]
        assert group["sum"]["about"] == 0.0
        assert {"resolved", "clipped"} < set(group["mean"])
        assert [each["group"] for each in found["margins"]["region"]] == ["north", "south"]

    def test_every_kind_of_file_and_the_tally_give_the_same_document(self) -> None:
        wanted = document("study.toml", "answers.parquet")
        for name in ("answers.csv", "answers.ndjson", "tally.parquet"):
            assert document("study.toml", name) == wanted

    def test_files_add_up(self) -> None:
        assert document("study.toml", "answers.csv", "answers.parquet", "tally.parquet")["answers"] == 1800

    def test_a_frozen_study_is_a_study(self) -> None:
        Path("study.json").write_bytes(read_study("study.toml").manifest)
        assert document("study.json", "answers.csv") == document("study.toml", "answers.csv")

    def test_a_higher_level_is_wider_and_simultaneous_is_wider_still(self) -> None:
        widths = []
        for options in ([], ["--simultaneous"], ["--level", "0.99"]):
            count = document("study.toml", "answers.csv", *options)["groups"][0]["count"]
            widths.append(count["high"] - count["low"])
            assert count["sd"] == document("study.toml", "answers.csv")["groups"][0]["count"]["sd"]
        assert widths[0] < widths[1]
        assert widths[0] < widths[2]
        assert "hold all at once" in run("study.toml", "answers.csv", "--simultaneous").stdout
        assert "99% intervals" in run("study.toml", "answers.csv", "--level", "0.99").stdout


@pytest.mark.usefixtures("folder")
class TestBadAnswers:
    bad = "query,column\n0,99\nx,1\n0,0\n1"

    def test_are_counted_by_reason_and_shown_by_line_and_nothing_is_estimated(self) -> None:
        Path("bad.csv").write_text(self.bad)
        lines = refusal("study.toml", "bad.csv", "answers.csv").splitlines()
        assert lines[0] == (
            "not all of this can be counted: query is not a whole number (1); "
            "column out of range 0..11 (1); line cut short (1)"
        )
        assert lines[1:4] == [
            "  bad.csv: query is not a whole number (line 3)",
            "  bad.csv: column out of range 0..11 (line 2)",
            "  bad.csv: line cut short (line 5)",
        ]
        assert lines[4:] == ["put that right, or count the rest with --skip-bad"]

    def test_are_left_out_on_demand_and_still_said(self) -> None:
        Path("bad.csv").write_text(self.bad)
        done = run("study.toml", "bad.csv", "answers.csv", "--skip-bad")
        assert done.exit_code == 0
        assert "601 answers" in done.stdout
        said = " ".join(done.stdout.split())
        assert "Left out: query is not a whole number (1); column out of range 0..11 (1); line cut" in said
        assert "left out: bad.csv: column out of range 0..11 (line 2)" in done.stderr
        found = document("study.toml", "bad.csv", "answers.csv", "--skip-bad")
        assert found["refused"] == {
            "query is not a whole number": 1,
            "column out of range 0..11": 1,
            "line cut short": 1,
        }

    def test_of_another_study_are_refused_with_a_sentence(self) -> None:
        Path("study.toml").write_text(STUDY.replace("How strong?", "How weak?"), encoding="utf-8")
        for name in ("answers.parquet", "tally.parquet"):
            said = refusal("study.toml", name)
            assert f"{name} is of another study, " in said
            assert "Has the study file changed since?" in said

    def test_rows_that_name_another_study_are_refused(self) -> None:
        Path("mixed.csv").write_text(f"query,column,study\n0,0,{read_study('study.toml').id}\n0,0,another\n")
        assert "mixed.csv: of another study (line 3)" in refusal("study.toml", "mixed.csv")

    def test_nothing_left_to_estimate_from(self) -> None:
        Path("none.csv").write_text("query,column\n")
        assert refusal("study.toml", "none.csv") == "there are no answers to estimate from"
        Path("none.csv").write_text("query,column\n0,99\n")
        assert refusal("study.toml", "none.csv", "--skip-bad") == "there are no answers to estimate from"


@pytest.mark.usefixtures("folder")
class TestTruth:
    rows = ("<40 / north,3", "<40 / north,5.5", "40+ / south,0", *["40+ / north,10"] * 597)

    def people(self, *rows: str) -> str:
        Path("people.csv").write_text("\n".join(["group,value", *self.rows, *rows]) + "\n", encoding="utf-8")
        return "people.csv"

    def test_stands_beside_each_estimate(self) -> None:
        done = run("study.toml", "answers.parquet", "--truth", self.people())
        assert done.exit_code == 0
        count, mean, total = (part.splitlines() for part in done.stdout.split("\n\n")[1:4])
        for block, cells in ((count, ("2", "598")), (mean, ("4.25", "10.00")), (total, ("8", "5,970"))):
            assert block[0].split()[1] == "truth"
            assert block[1].split()[3] == cells[0]
            assert any(line.split()[:2] == ["40+", cells[1]] for line in block) or cells[1] == "10.00"
        assert "The truth lies within " in done.stdout

    def test_is_in_every_figure_of_the_json(self) -> None:
        found = document("study.toml", "answers.parquet", "--truth", self.people())
        first = found["groups"][0]
        assert (first["count"]["truth"], first["sum"]["truth"], first["mean"]["truth"]) == (2, 8.5, 4.25)
        assert found["margins"]["age"][1]["count"]["truth"] == 598

    def test_of_other_people_has_no_counts(self) -> None:
        found = document("study.toml", "answers.csv", "tally.parquet", "--truth", self.people())
        first = found["groups"][0]
        assert (first["count"]["truth"], first["sum"]["truth"], first["mean"]["truth"]) == (None, None, 4.25)

    def test_with_rows_that_are_nobody_is_refused_or_says_what_it_leaves_out(self) -> None:
        people = self.people("nowhere,3")
        assert "nobody who can answer this study" in refusal("study.toml", "answers.csv", "--truth", people)
        done = run("study.toml", "answers.csv", "--truth", people, "--skip-bad")
        assert done.exit_code == 0
        assert "left out: people.csv: group must be" in done.stderr

    def test_that_is_not_there(self) -> None:
        assert "does not exist" in refusal("study.toml", "answers.csv", "--truth", "nope.csv")


@pytest.mark.usefixtures("folder")
class TestWrongUse:
    def test_answers_before_the_study(self) -> None:
        assert refusal("answers.csv", "study.toml") == (
            "answers.csv looks like answers; the study comes first, then its answers"
        )

    def test_no_answers_named(self) -> None:
        assert refusal("study.toml") == "ANSWERS must name a file or a folder of answers"

    @pytest.mark.parametrize(
        ("level", "said"),
        [("95", "got 95 (write 0.95)"), ("1", "got 1"), ("0.2", "got 0.2"), ("nan", "got nan")],
    )
    def test_a_level_that_is_none(self, level: str, said: str) -> None:
        assert refusal("study.toml", "answers.csv", "--level", level) == (
            f"level must be at least 0.5 and below 1; {said}"
        )

    def test_everything_that_is_no_file_of_answers_is_named_at_once(self) -> None:
        Path("answers.xlsx").write_bytes(b"PK")
        Path("empty").mkdir()
        said = refusal("study.toml", "nope.csv", "empty", "study.toml", "answers.xlsx", "no*.csv")
        assert said == (
            "nope.csv does not exist; "
            "empty is a folder without answers: "
            "nothing in it ends in .parquet, .csv, .csv.gz, .ndjson or .ndjson.gz; "
            "study.toml looks like a study; the study comes first, then files of answers; "
            "answers.xlsx must end in .parquet, .csv, .csv.gz, .ndjson or .ndjson.gz to be read as answers; "
            "no*.csv fits no file"
        )

    def test_a_file_named_twice(self) -> None:
        Path("again.csv").symlink_to("answers.csv")
        said = refusal("study.toml", "answers.csv", "again.csv")
        assert said == "again.csv is given twice (answers.csv); its answers would count double"
