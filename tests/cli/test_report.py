"""`tacit report`: documents out of answers; all of them or none, and what cannot be said comes first."""

from __future__ import annotations

import csv
import io
import json
import shlex
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from parsed import html_of, sheets_of
from tacit.cli.main import tacit
from tacit.errors import AnswersInvalid, Refused
from tacit.simulation.draw import Cards, draw_answers
from tacit.study.file import read_study

STUDY = """
title = "Vaccine"
owner = "owner@example.org"
not_after = 2999-12-31
[question]
kind = "none"
[groups]
text = "Which?"
labels = ["diabetic", "not diabetic"]
shares = [0.3, 0.7]
[privacy]
epsilon = 3
"""
ANALYSIS = """
[analysis]
outcomes = ["reaction"]
compare = [["diabetic", "not diabetic"]]
margin = 0.5
weights = "w"
level = 0.9
"""


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Two studies, with and without an analysis, and answers to each with public columns beside them."""
    monkeypatch.chdir(tmp_path)
    for name, text in (("study", STUDY), ("registered", STUDY + ANALYSIS)):
        Path(f"{name}.toml").write_text(text, encoding="utf-8")
        write_answers(Path(f"{name}.csv"), f"{name}.toml")
    return tmp_path


def write_answers(path: Path, study_path: str) -> None:
    study, rng, size = read_study(study_path), np.random.default_rng(4), 2000
    items = rng.choice(2, size, p=[0.3, 0.7])
    cards = Cards(items.astype(np.uint64), np.zeros(size, dtype=np.uint64))
    queries, columns = draw_answers(study.scheme, cards, rng)
    with path.open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["query", "column", "reaction", "age", "w", "clinic"])
        for at in range(size):
            age = int(rng.integers(18, 90))
            reaction = f"{4 + items[at] + 0.01 * age + rng.normal():.2f}"
            writer.writerow([queries[at], columns[at], reaction, age, 1 + at % 3, f"c{at % 40}"])


def run(*arguments: str, command: str = "report") -> Result:
    return CliRunner().invoke(tacit, [command, *arguments])


def done(*arguments: str) -> Result:
    found = run(*arguments)
    assert found.exit_code == 0, (found.output, found.exception)
    return found


def document(*arguments: str) -> Any:  # noqa: ANN401 - JSON is of any shape
    """The .json form of a report."""
    done(*arguments, "--out", "r.json", "--force")
    return json.loads(Path("r.json").read_text(encoding="utf-8"))


def refusal(*arguments: str) -> str:
    """What stops the command, which then has written nothing."""
    before = {path: path.read_bytes() for path in Path().iterdir()}
    found = run(*arguments)
    assert isinstance(found.exception, AnswersInvalid | Refused), found.output
    assert {path: path.read_bytes() for path in Path().iterdir()} == before
    return str(found.exception)


ALL = [
    "--weights",
    "w",
    "--outcome",
    "reaction",
    "--covariate",
    "age",
    "--cluster",
    "clinic",
    "--level",
    "0.9",
]
ALL += ["--compare", "diabetic", "not diabetic", "--margin", "0.7", "--invited", "4000", "--skipped", "9"]
ALL += ["--known", "diabetic", "0.25", "--known", "not diabetic", "0.75", "--consistent", "--shrink"]


class TestWritten:
    def test_one_page(self) -> None:
        found = done("study.toml", "study.csv", "--out", "r.html")
        assert found.stdout == "r.html holds the report of 2,000 answers.\n"
        assert found.stderr == ""
        assert html_of(Path("r.html").read_text(encoding="utf-8")).first("h1").text == "Vaccine"

    def test_every_form_at_once(self) -> None:
        names = ["r.html", "r.md", "r.csv", "r.xlsx", "r.json"]
        found = done("study.toml", "study.csv", *(word for name in names for word in ("--out", name)))
        assert found.stdout == (
            "r.html, r.md, r.csv, r.codebook.csv, r.xlsx and r.json hold the report of 2,000 answers.\n"
        )
        assert set(sheets_of(Path("r.xlsx").read_bytes())) == {"Report", "Figures", "Codebook"}

    def test_what_it_says_first_is_said_here_too(self) -> None:
        lines = Path("study.csv").read_text(encoding="utf-8").splitlines()
        Path("few.csv").write_text("\n".join(lines[:9]), encoding="utf-8")
        found = done("study.toml", "few.csv", "--out", "r.html")
        first, *others = found.stdout.splitlines()
        assert first == "r.html holds the report of 8 answers."
        assert others[0].startswith("cannot say: 8 answers are too few")
        page = html_of(Path("r.html").read_text(encoding="utf-8"))
        assert [each.text for each in page.first("section", named="unsaid").every("li")] == [
            line.removeprefix("cannot say: ") for line in others
        ]

    def test_simulated_answers_are_said_to_be_that(self) -> None:
        arguments = ["study.toml", "--people", "3000", "--seed", "5", "--out", "made.parquet"]
        assert run(*arguments, command="simulate").exit_code == 0
        told = "Anything about people who answered: nobody did. These answers were simulated."
        assert f"cannot say: {told}\n" in done("study.toml", "made.parquet", "--out", "r.html").stdout
        page = html_of(Path("r.html").read_text(encoding="utf-8"))
        assert page.first("section", named="unsaid").first("li").text == told
        assert "simulated, seed 5" in page.text
        # Those that a person gave stay what they are, also beside simulated ones.
        both = document("study.toml", "made.parquet", "study.csv")
        assert both["simulated"] == [5]
        assert document("study.toml", "study.csv")["simulated"] == []

    def test_simulated_answers_stay_what_they_are_once_they_are_counted(self) -> None:
        made = ["study.toml", "--people", "3000", "--seed", "5", "--out", "made.parquet"]
        counted = ["study.toml", "--people", "3000", "--seed", "8", "--tally", "counted.parquet"]
        for arguments in (made, counted):
            assert run(*arguments, command="simulate").exit_code == 0
        expected = document("study.toml", "made.parquet", "study.csv")
        tally = ["study.toml", "made.parquet", "--tally", "kept.parquet"]
        assert run(*tally, command="tally").exit_code == 0
        assert document("study.toml", "kept.parquet")["simulated"] == [5]
        assert document("study.toml", "study.csv", "--tally", "kept.parquet") == expected
        assert document("study.toml", "--tally", "kept.parquet") == expected
        assert document("study.toml", "counted.parquet")["simulated"] == [8]
        more = ["study.toml", "counted.parquet", "--tally", "kept.parquet"]
        assert run(*more, command="tally").exit_code == 0
        assert document("study.toml", "kept.parquet")["simulated"] == [5, 8]

    def test_for_machines_it_says_what_was_written(self) -> None:
        found = json.loads(done("study.toml", "study.csv", "--out", "r.csv", "--json").stdout)
        assert found["files"] == ["r.csv", "r.codebook.csv"]
        assert found["study"] == read_study("study.toml").id
        assert len(found["answers"]) == 43
        assert found["unsaid"] == []
        assert found["departures"] is None

    def test_a_bad_row_is_left_out_if_that_is_asked_and_named(self) -> None:
        with Path("study.csv").open("a", encoding="utf-8") as file:
            file.write("9999999,0,1,20,1,c1\n")
        assert "study.csv: query out of range 0..0 (line 2,002)" in refusal(
            "study.toml", "study.csv", "--out", "r.html"
        )
        found = done("study.toml", "study.csv", "--skip-bad", "--out", "r.html")
        assert "left out: study.csv: query out of range 0..0 (line 2,002)" in found.stderr
        assert "Left out: query out of range 0..0 (1)." in Path("r.html").read_text(encoding="utf-8")


class TestSameNumbers:
    @pytest.mark.parametrize(
        "options",
        [
            [],
            ["--level", "0.8", "--simultaneous"],
            ALL,
            ["--outcome", "reaction", "--by", "clinic", "--pairs"],
            ["--population", "5000", "--compare", "diabetic", "not diabetic", "--figure", "share"],
            ["--outcome", "reaction", "--by-group", "age", "--weights", "w", "--poisson"],
        ],
        ids=lambda options: " ".join(options[:2]),
    )
    def test_they_are_those_of_estimate(self, options: list[str]) -> None:
        estimated = json.loads(run("study.toml", "study.csv", *options, "--json", command="estimate").stdout)
        reported = document("study.toml", "study.csv", *options)
        beside = {
            "comparisons",
            "models",
            "truth_gap",
            "consistent",
            "shrunk",
            "response",
            "registered",
            "overall",
        }
        assert reported["estimate"] == {key: value for key, value in estimated.items() if key not in beside}
        for key in beside & set(estimated):
            assert reported[key] == estimated[key], key

    @pytest.mark.parametrize("options", [[], ALL, ["--pairs", "--outcome", "age", "--simultaneous"]])
    def test_the_command_that_a_report_names_writes_the_same_bytes_again(self, options: list[str]) -> None:
        for ending in (".html", ".md", ".json"):
            done("study.toml", "study.csv", *options, "--out", f"report{ending}", "--force")
            first = Path(f"report{ending}").read_bytes()
            command = json.loads(run("study.toml", "study.csv", *options, "--out", "x.json", "--json").stdout)
            assert command
            typed = shlex.split(document("study.toml", "study.csv", *options)["command"])
            places = {"STUDY": "study.toml", "ANSWERS": "study.csv", "report.json": f"report{ending}"}
            words = [places.get(word, word) for word in typed]
            assert words[:2] == ["tacit", "report"]
            Path(f"report{ending}").unlink()
            done(*words[2:])
            assert Path(f"report{ending}").read_bytes() == first

    def test_the_truth_stands_in_every_form(self) -> None:
        people = "group,value\n" + "diabetic,\n" * 600 + "not diabetic,\n" * 1400
        Path("people.csv").write_text(people, encoding="utf-8")
        found = document("study.toml", "study.csv", "--truth", "people.csv")
        assert found["estimate"]["groups"][0]["count"]["truth"] == 600
        assert found["command"].endswith("--truth PEOPLE")
        done("study.toml", "study.csv", "--truth", "people.csv", "--out", "r.csv")
        rows = list(csv.DictReader(io.StringIO(Path("r.csv").read_text(encoding="utf-8"))))
        assert [row["truth"] for row in rows[:2]] == ["600", "0.3"]


class TestRegistered:
    def test_what_was_registered_and_done_is_as_registered(self) -> None:
        found = document("registered.toml", "registered.csv", "--registered")
        assert found["registered"] == {"as_registered": True, "departures": []}
        assert found["estimate"]["level"] == 0.9
        assert [each["outcome"] for each in found["comparisons"]] == ["reaction"]
        done("registered.toml", "registered.csv", "--registered", "--out", "r.html")
        page = html_of(Path("r.html").read_text(encoding="utf-8"))
        assert "analysis as registered" in page.first("header").text
        assert "the report is as registered." in page.text

    def test_every_departure_is_named(self) -> None:
        found = done("registered.toml", "registered.csv", "--outcome", "age", "--out", "r.html")
        departures = [line for line in found.stdout.splitlines() if line.startswith("not as registered: ")]
        assert departures == [
            'not as registered: the registered outcome "reaction" is not reported.',
            'not as registered: the outcome "age" was not registered.',
            'not as registered: weights are none, registered "w".',
            "not as registered: the level is 0.95, registered 0.9.",
        ]
        page = html_of(Path("r.html").read_text(encoding="utf-8"))
        assert "analysis not as registered" in page.first("header").text
        assert 'The outcome "age" was not registered.' in page.text

    def test_registered_groups_are_compared_unasked(self) -> None:
        found = document("registered.toml", "registered.csv", "--outcome", "reaction")
        assert [(each["groups"], each["margin"], each["comparisons"]) for each in found["comparisons"]] == [
            (["diabetic", "not diabetic"], 0.5, 1)
        ]

    def test_a_study_that_registered_nothing_says_nothing_of_it(self) -> None:
        found = document("study.toml", "study.csv")
        assert "registered" not in found
        done("study.toml", "study.csv", "--out", "r.md")
        assert "registered" not in Path("r.md").read_text(encoding="utf-8")


class TestRefused:
    @pytest.mark.parametrize(
        ("arguments", "message"),
        [
            (["study.toml", "study.csv"], "--out is missing; name a file, as in --out report.html"),
            (["study.toml", "--out", "r.html"], "ANSWERS must name a file or a folder of answers"),
            (["study.csv", "study.toml", "--out", "r.html"], "looks like answers; the study comes first"),
            (
                ["study.toml", "study.csv", "--out", "r.pdf"],
                "r.pdf must end in .html, .md, .csv, .xlsx or .json",
            ),
            (["study.toml", "study.csv", "--out", "study.csv"], "study.csv is read by this command"),
            (["study.toml", "study.csv", "--out", "r.md", "--out", "r.md"], "r.md is named twice"),
            (["study.toml", "study.csv", "--out", "no/r.md"], "cannot be written: there is no such folder"),
            (["study.toml", "study.csv", "--out", "r.md", "--margin", "1"], "needs --compare or --pairs"),
            (
                ["study.toml", "study.csv", "--out", "r.md", "--outcome", "no"],
                "`no` is no column of study.csv",
            ),
            (["study.toml", "study.csv", "--out", "r.md", "--registered"], "needs a table [analysis]"),
            (["study.toml", "study.csv", "--out", "r.md", "--invited", "7"], "must be at least the 2,000"),
        ],
    )
    def test_it_says_why_and_writes_nothing(self, arguments: list[str], message: str) -> None:
        assert message in refusal(*arguments)

    def test_another_file_is_left_alone_unless_it_is_forced(self) -> None:
        Path("r.html").write_text("mine", encoding="utf-8")
        both = ["study.toml", "study.csv", "--out", "r.md", "--out", "r.html"]
        assert "r.html holds something else and was left as it is" in refusal(*both)
        done(*both, "--force")
        done(*both)  # which hold the same already
        assert Path("r.html").read_text(encoding="utf-8").startswith("<!doctype html>")

    def test_a_codebook_is_not_written_over_either(self) -> None:
        Path("r.codebook.csv").write_text("mine", encoding="utf-8")
        assert "r.codebook.csv holds something else" in refusal("study.toml", "study.csv", "--out", "r.csv")
        Path("r.codebook.csv").write_bytes(Path("study.csv").read_bytes())
        assert "r.codebook.csv is read by this command" in refusal(
            "study.toml", "r.codebook.csv", "--out", "r.csv"
        )
