"""`tacit simulate`: answers of imagined people or of those in a file; repeatable, never over other files."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pyarrow.csv
import pyarrow.parquet
import pytest
from click.testing import CliRunner, Result

import tacit as package
from tacit.cli.main import tacit
from tacit.errors import AnswersInvalid, Refused
from tacit.files.people import read_people
from tacit.simulation.truth import truth_of
from tacit.study.file import read_study
from written_study import how_strong

STUDY = how_strong('labels = ["diabetic", "not diabetic"]\ndecline = true', more="[collect]\npeople = 700\n")
CHOICE = 'kind = "choice"\noptions = ["yes", "no"]'
PEOPLE = "group,value\ndiabetic,3\ndiabetic,4.5\nnot diabetic,10\nI would rather not say,\n"
BAD = PEOPLE + "diabetic,11\nnobody,3\n"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("study.toml").write_text(STUDY, encoding="utf-8")
    Path("people.csv").write_text(PEOPLE, encoding="utf-8")
    Path("bad.csv").write_text(BAD, encoding="utf-8")
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tacit, ["simulate", "study.toml", *arguments])


def document(*arguments: str) -> Any:  # noqa: ANN401 - JSON is of any shape
    done = run(*arguments, "--json")
    assert done.exit_code == 0, (done.output, done.exception)
    return json.loads(done.stdout)


def refusal(*arguments: str) -> str:
    """What stops the command; nothing is written."""
    before = {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()}
    done = run(*arguments)
    assert isinstance(done.exception, AnswersInvalid | Refused), done.output
    assert done.stdout == ""
    assert {path.name: path.read_bytes() for path in Path().iterdir() if path.is_file()} == before
    return str(done.exception)


def rows(path: str) -> list[tuple[int, int]]:
    """The answers in a file of any kind."""
    if path.endswith(".ndjson"):
        lines = map(json.loads, Path(path).read_text(encoding="utf-8").splitlines())
        return [(line["query"], line["column"]) for line in lines]
    table = pyarrow.csv.read_csv(path) if path.endswith(".csv") else pyarrow.parquet.read_table(path)
    return [*zip(table["query"].to_pylist(), table["column"].to_pylist(), strict=True)]


class TestDone:
    def test_one_answer_is_one(self) -> None:
        done = run("--people", "1", "--out", "answers.csv")
        assert done.stdout.startswith("answers.csv holds 1 answer of imagined people.\n")

    def test_what_was_done_and_what_is_true(self) -> None:
        done = run("--people", "5000", "--seed", "1", "--out", "answers.parquet", "--people-out", "all.csv")
        assert (done.exit_code, done.stderr) == (0, "")
        lines = [line.rstrip() for line in done.stdout.splitlines() if line.strip()]
        assert lines[:4] == [
            "answers.parquet holds 5,000 answers of imagined people.",
            "all.csv holds those people, group and value.",
            "Seed 1: it gives the same answers again, and whoever knows it can see through them.",
            "What is true of these people",
        ]
        assert lines[4].split() == ["group", "people", "mean", "sum"]
        study = read_study("study.toml")
        truth = truth_of(study, [read_people(study, Path("all.csv")).people])
        diabetic = truth["diabetic"]
        assert lines[5].split() == [
            "diabetic",
            f"{diabetic.count:,}",
            f"{diabetic.mean:.2f}",
            f"{diabetic.sum:,.0f}",
        ]
        assert " ".join(lines[7].split()) == f"I would rather not say {truth.declined}"
        assert max(map(len, lines)) <= 90

    def test_the_answers_can_be_estimated_from(self) -> None:
        truth = document("--people", "20000", "--seed", "5", "--out", "answers.parquet")["truth"]
        study = read_study("study.toml")
        found = package.estimate(study, package.tally(study, "answers.parquet"))
        for group in truth["groups"]:
            count = found[group["group"]].count
            assert count is not None
            assert count.people is not None
            assert count.estimate is not None
            assert count.people.sd is not None
            # One seed, looked at once: beyond 5 sd one in 1.7 million fails.
            assert abs(count.estimate - group["count"]) < 5 * count.people.sd

    @pytest.mark.parametrize("name", ["answers.parquet", "answers.csv", "answers.ndjson"])
    def test_the_same_answers_in_a_file_of_each_kind(self, name: str) -> None:
        document("--people", "300", "--seed", "4", "--out", name)
        document("--people", "300", "--seed", "4", "--out", "again.csv")
        assert rows(name) == rows("again.csv")
        assert len(rows(name)) == 300
        study = read_study("study.toml")
        assert package.tally(study, name).answers == 300

    def test_a_seed_gives_the_same_again_and_another_seed_does_not(self) -> None:
        for name, seed in (("one", "1"), ("two", "1"), ("three", "2")):
            document(
                "--people", "200", "--seed", seed, "--out", f"{name}.csv", "--people-out", f"{name}-p.csv"
            )
        assert rows("one.csv") == rows("two.csv") != rows("three.csv")
        people = [Path(f"{name}-p.csv").read_text(encoding="utf-8") for name in ("one", "two", "three")]
        assert people[0] == people[1] != people[2]

    def test_without_a_seed_one_is_drawn_and_told(self) -> None:
        told = [document("--people", "200", "--out", f"{name}.csv")["seed"] for name in ("one", "two")]
        assert told[0] != told[1]
        document("--people", "200", "--seed", str(told[0]), "--out", "three.csv")
        assert rows("three.csv") == rows("one.csv")

    def test_as_many_people_as_the_study_expects(self) -> None:
        assert document("--out", "answers.csv")["people"] == 700

    def test_files_are_replaced_when_forced(self) -> None:
        document("--people", "9", "--out", "answers.csv", "--people-out", "all.csv")
        document("--people", "8", "--out", "answers.csv", "--people-out", "all.csv", "--force")
        assert len(rows("answers.csv")) == 8
        assert sorted(path.name for path in Path().iterdir()) == [
            "all.csv",
            "answers.csv",
            "bad.csv",
            "people.csv",
            "study.toml",
        ]

    def test_options_are_counted(self) -> None:
        Path("study.toml").write_text(
            STUDY.replace('kind = "range"\nlow = 0\nhigh = 10', CHOICE), encoding="utf-8"
        )
        done = run("--people", "600", "--seed", "1", "--out", "answers.csv")
        lines = [line.split() for line in done.stdout.splitlines() if line.strip()]
        assert ["group", "people", "yes", "no"] in lines
        _, people, yes, no = next(line for line in lines if line[0] == "diabetic")
        assert int(yes) + int(no) == int(people)

    def test_many_groups_and_options_are_not_all_shown(self) -> None:
        labels = ", ".join(f'"g{number}"' for number in range(30))
        options = ", ".join(f'"o{number}"' for number in range(6))
        text = STUDY.replace('kind = "range"\nlow = 0\nhigh = 10', f'kind = "choice"\noptions = [{options}]')
        Path("study.toml").write_text(text.replace('"diabetic", "not diabetic"', labels), encoding="utf-8")
        done = run("--people", "600", "--out", "answers.csv")
        assert "... and 10 more groups" in done.stdout
        assert "How many chose each of the 6 options: see --json." in done.stdout
        truth = document("--people", "600", "--out", "more.csv")["truth"]
        assert len(truth["groups"]) == 30
        assert len(truth["groups"][0]["options"]) == 6


class TestTruth:
    def test_each_row_once(self) -> None:
        told = document("--truth", "people.csv", "--seed", "3", "--out", "answers.csv")
        study = read_study("study.toml")
        assert told == {
            "study": study.id,
            "out": "answers.csv",
            "tally": None,
            "people_in": "people.csv",
            "people_out": None,
            "people": 4,
            "drawn": "each once",
            "rows": 4,
            "refused": {},
            "seed": 3,
            "truth": {
                "groups": [
                    {"group": "diabetic", "count": 2, "sum": 7.5, "mean": 3.75},
                    {"group": "not diabetic", "count": 1, "sum": 10.0, "mean": 10.0},
                ],
                "declined": 1,
            },
        }
        assert len(rows("answers.csv")) == 4

    def test_people_drawn_with_replacement(self) -> None:
        told = document(
            "--truth", "people.csv", "--people", "400", "--out", "answers.csv", "--people-out", "all.csv"
        )
        assert (told["people"], told["rows"], told["drawn"]) == (400, 4, "with replacement")
        drawn = Counter(Path("all.csv").read_text(encoding="utf-8").splitlines()[1:])
        assert set(drawn) == set(PEOPLE.splitlines()[1:])
        # 100 of each are expected, sd 8.7; beyond 6 sd one run in 10^8 fails.
        assert all(48 < count < 152 for count in drawn.values()), drawn
        assert told["truth"]["declined"] == drawn["I would rather not say,"]

    def test_it_is_said_how_they_were_drawn(self) -> None:
        once = run("--truth", "people.csv", "--out", "one.csv").stdout
        assert "one.csv holds 4 answers of the people of people.csv, each once." in once
        again = run("--truth", "people.csv", "--people", "4", "--out", "two.csv").stdout
        assert "two.csv holds 4 answers of people drawn with replacement from the 4 of people.csv." in again
        assert [line.split() for line in once.splitlines() if "diabetic" in line] == [
            ["diabetic", "2", "3.75", "7.5"],
            ["not", "diabetic", "1", "10.00", "10"],
        ]

    def test_bad_rows_stop_it(self) -> None:
        told = refusal("--truth", "bad.csv", "--out", "answers.csv")
        assert "bad.csv: 2 of 6 rows are nobody who can answer this study" in told
        assert "value must lie within 0..10; got 11 (line 6)" in told
        assert 'got "nobody" (line 7)' in told

    def test_bad_rows_are_left_out_and_said(self) -> None:
        done = run("--truth", "bad.csv", "--skip-bad", "--out", "answers.csv")
        assert done.exit_code == 0
        assert done.stderr.splitlines()[0].startswith("left out: bad.csv: ")
        assert len(rows("answers.csv")) == 4
        told = document("--truth", "bad.csv", "--skip-bad", "--out", "more.csv")
        assert sorted(told["refused"].values()) == [1, 1]

    def test_a_file_without_values_is_named(self) -> None:
        Path("people.csv").write_text("group\ndiabetic\n", encoding="utf-8")
        told = refusal("--truth", "people.csv", "--out", "answers.csv")
        assert told == "people.csv has no column `value`, which this study asks for"


class TestCounted:
    """With --tally only counts are drawn and written, so that any number of people takes the same time."""

    def test_a_million_million_people(self) -> None:
        told = document("--people", str(10**12), "--seed", "1", "--tally", "tally.parquet")
        assert told["people"] == 10**12
        assert told["tally"] == "tally.parquet"
        truth = {group["group"]: group["count"] for group in told["truth"]["groups"]}
        estimate = CliRunner().invoke(tacit, ["estimate", "study.toml", "tally.parquet", "--json"])
        for group in json.loads(estimate.stdout)["groups"]:
            off = abs(group["count"]["estimate"] - truth[group["group"]])
            assert off < 6 * group["count"]["sd"] < 10**8

    def test_the_people_of_a_file(self) -> None:
        told = document("--truth", "people.csv", "--seed", "1", "--tally", "tally.parquet")
        assert told["people"] == 4
        assert told["truth"] == document("--truth", "people.csv", "--out", "a.csv")["truth"]
        more = document("--truth", "people.csv", "--people", "999", "--tally", "more.parquet")
        assert (more["people"], more["rows"], more["drawn"]) == (999, 4, "with replacement")

    def test_what_it_says(self) -> None:
        done = run("--people", "600", "--seed", "1", "--tally", "tally.parquet")
        assert done.stdout.splitlines()[:2] == [
            "tally.parquet holds 600 answers, counted, of imagined people.",
            "Seed 1: it gives the same counts again, with this version of numpy, "
            "and whoever knows it can see through them.",
        ]

    def test_a_tally_that_is_there_is_not_written_over(self) -> None:
        run("--people", "600", "--tally", "tally.parquet")
        assert "tally.parquet exists already" in refusal("--people", "600", "--tally", "tally.parquet")
        assert run("--people", "600", "--tally", "tally.parquet", "--force").exit_code == 0


class TestRefused:
    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            (["--out", "people.csv"], "people.csv exists already and was left as it is; give another name"),
            (["--out", "a.csv", "--people-out", "people.csv"], "people.csv exists already"),
            (["--out", "a.txt"], "a.txt must end in .parquet, .csv or .ndjson to hold answers"),
            (["--out", "a"], "a must end in .parquet, .csv or .ndjson"),
            (["--out", "a.csv", "--people-out", "b.xlsx"], "b.xlsx must end in .csv, .ndjson or .parquet"),
            (["--out", "a.csv", "--people-out", "./a.csv"], "a.csv is named twice"),
            (["--truth", "people.csv", "--out", "people.csv", "--force"], "people.csv is named twice"),
            (
                ["--truth", "people.csv", "--out", "a.csv", "--people-out", "people.csv", "--force"],
                "is named twice",
            ),
            (["--truth", "nowhere.csv", "--out", "a.csv"], "nowhere.csv does not exist"),
            (["--truth", "study.toml", "--out", "a.csv"], "study.toml must end in .csv"),
            (["--out", "nowhere/a.csv"], "nowhere/a.csv cannot be written: there is no such folder"),
            (["--out", "a.csv", "--people-out", "nowhere/b.csv"], "nowhere/b.csv cannot be written"),
            ([], "--out is for answers, --tally for counts of them; give one of the two"),
            (["--out", "a.csv", "--tally", "b.parquet"], "give one of the two"),
            (["--tally", "b.csv"], "b.csv must end in .parquet to hold a tally"),
            (["--tally", "b.parquet", "--people-out", "c.csv"], "--people-out goes with --out"),
            (["--tally", "b.parquet", "--people", str(2**53)], "--people must be at most"),
            (["--tally", "nowhere/b.parquet"], "nowhere/b.parquet cannot be written"),
        ],
    )
    def test_before_anything_is_written(self, arguments: list[str], words: str) -> None:
        assert words in refusal(*arguments)

    def test_a_folder(self) -> None:
        Path("folder.csv").mkdir()
        assert "folder.csv is a folder; give the name of a file in it" in refusal("--out", "folder.csv")
        assert "folder.csv is a folder" in refusal("--truth", "folder.csv", "--out", "a.csv")

    def test_people_of_whom_nobody_knows_how_many(self) -> None:
        Path("study.toml").write_text(STUDY.replace("people = 700", ""), encoding="utf-8")
        told = refusal("--out", "a.csv")
        assert told == "--people is missing, and the study does not say how many are expected"

    @pytest.mark.parametrize("wrong", [["--people", "0"], ["--people", "many"], ["--seed", "-1"]])
    def test_wrong_use(self, wrong: list[str]) -> None:
        done = run(*wrong, "--out", "a.csv")
        assert done.exit_code == 2
        assert not Path("a.csv").exists()
