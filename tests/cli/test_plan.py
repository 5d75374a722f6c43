"""`tacit plan` says what can be known, first of all when it is next to nothing."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tacit.cli.main import tacit
from tacit.errors import Refused, StudyInvalid
from tacit.planning.plan import plan
from tacit.study.file import read_study

STUDY = """
title = "Reactions"
owner = "owner@example.org"
not_after = 2999-12-31
[question]
text = "How strong?"
kind = "range"
low = 0
high = 10
[groups]
text = "Which describes you?"
labels = ["diabetic", "not diabetic"]
shares = [0.11, 0.89]
[privacy]
epsilon = 1.0
"""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    path = tmp_path / "study.toml"
    path.write_text(STUDY, encoding="utf-8")
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(tacit, ["plan", *map(str, arguments)])


def words(result: Result) -> str:
    return " ".join(result.output.split())


def test_a_useful_study_ends_with_0(study: Path) -> None:
    done = run(study, "--people", 60_000)
    assert done.exit_code == 0
    assert words(done).startswith(
        "Useful: with 60,000 people the mean in the group of median share (diabetic)"
    )


def test_hopeless_is_said_first_and_ends_with_1(study: Path) -> None:
    done = CliRunner().invoke(tacit, ["plan", str(study), "--people", "500"], standalone_mode=False)
    assert done.return_value == 1
    assert done.output.startswith("Hopeless: 500 people are too few")
    assert "It takes 37,167 people, and with these no epsilon is enough, to be useful (±1)." in words(done)


def test_a_weak_study_ends_with_0_and_says_what_would_help(study: Path) -> None:
    done = CliRunner().invoke(tacit, ["plan", str(study), "--people", "8000"], standalone_mode=False)
    assert done.return_value == 0
    assert done.output.startswith("Weak: ")
    assert "to be useful (±1)" in words(done)


def test_the_table_has_the_rarest_group_first_within_80_columns(study: Path) -> None:
    lines = run(study, "--people", 20_000).output.splitlines()
    assert max(map(len, lines)) <= 80
    head = next(at for at, line in enumerate(lines) if line.startswith("group "))
    assert lines[head].split() == ["group", "share", "people", "sum", "±", "mean", "±"]
    assert lines[head + 1].split()[:3] == ["diabetic", "11.0%", "2,200"]
    assert lines[head + 2].split()[:4] == ["not", "diabetic", "89.0%", "17,800"]


def test_what_is_wanted_is_answered_in_people_and_in_epsilon(study: Path) -> None:
    done = words(run(study, "--people", 20_000, "--within", 0.5))
    assert "±0.5 in every group takes 148,665 people, or epsilon" in done
    assert "±0.5 in the group of median share takes" in done


def test_json_is_what_python_gives(study: Path) -> None:
    done = run(study, "--people", 3000, "--epsilon", "3.5", "--within", 0.5, "--json")
    document = json.loads(done.output)
    assert document == json.loads(
        json.dumps(plan(read_study(study), 3000, epsilon="3.5", within=0.5).to_json())
    )
    assert document["epsilon"] == 3.5
    assert document["verdict"] == "useful"


def test_without_people_it_asks_for_them(study: Path) -> None:
    done = CliRunner().invoke(tacit, ["plan", str(study)], standalone_mode=False)
    assert done.return_value == 0
    assert words(done).startswith("How many people will answer? Say so with --people N:")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--people", "0"], "people must lie within 1..10000000000; got 0"),
        (["--people", "-5"], "people must lie within 1..10000000000; got -5"),
        (["--epsilon", "0"], "epsilon must be above 0; got 0"),
        (["--epsilon", "50"], "epsilon must lie within 0.001..20; got 50, which would hide nothing"),
        (["--epsilon", "one"], 'epsilon must be a number; got the text "one"'),
        (["--within", "0"], "within must be above 0 and below 5, half of the range; got 0"),
        (["--within", "5"], "within must be above 0 and below 5, half of the range; got 5"),
        (["--within", "nan"], "within must be above 0 and below 5, half of the range; got nan"),
    ],
)
def test_what_cannot_be_planned_is_refused_by_name(study: Path, options: list[str], message: str) -> None:
    done = run(study, *options)
    assert isinstance(done.exception, Refused)
    assert message in str(done.exception)
    assert done.output == ""


@pytest.mark.parametrize(
    "options", [["--people", "many"], ["--people", "2.5"], ["--within", "half"], ["--x"]]
)
def test_wrong_use_ends_with_2(study: Path, options: list[str]) -> None:
    done = run(study, *options)
    assert done.exit_code == 2
    assert options[0] in done.output


def test_a_study_that_is_not_there_or_a_folder_is_refused(tmp_path: Path) -> None:
    for path, rule in ((tmp_path / "none.toml", "does not exist"), (tmp_path, "is a folder")):
        done = run(path)
        assert isinstance(done.exception, StudyInvalid)
        assert rule in str(done.exception)


def test_help_shows_examples_and_exit_codes() -> None:
    done = run("--help")
    assert done.exit_code == 0
    assert "tacit plan study.toml --people 2400 --epsilon 2" in done.output
    assert "Exit code 1: hopeless" in done.output
