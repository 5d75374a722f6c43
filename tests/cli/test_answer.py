"""`tacit answer`: one real answer on the terminal; the truth goes in, and nowhere else."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tacit.cli.main import tacit
from tacit.errors import Refused, TacitError
from tacit.study.file import read_study

STUDY = """
title = "Reaction"
owner = "owner@example.org"
not_after = 2999-12-31
[question]
text = "How strong, 0 to 10?"
kind = "range"
low = -3
high = 10
[groups]
text = "Which describes you?"
labels = ["diabetic", "not diabetic"]
decline = true
[privacy]
epsilon = 1
"""
DECLINED = "I would rather not say"


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    Path("study.toml").write_text(STUDY, encoding="utf-8")
    return tmp_path


def run(*arguments: str, typed: str | None = None, study: str = "study.toml") -> Result:
    return CliRunner().invoke(tacit, ["answer", study, *arguments], input=typed)


def refusal(*arguments: str, typed: str | None = None) -> str:
    done = run(*arguments, typed=typed)
    assert isinstance(done.exception, Refused), done.output
    assert done.stdout == ""
    return str(done.exception)


def test_two_numbers_and_the_promise() -> None:
    done = run("--group", "diabetic", "--value", "7", "--query", "23")
    assert (done.exit_code, done.stderr) == (0, "")
    query, column, blank, promise, last = done.stdout.splitlines()
    assert query == "query   23"
    assert column in {f"column  {number}" for number in range(read_study("study.toml").scheme.rows.columns)}
    assert blank == ""
    assert promise.startswith("Whatever someone knows, one answer moves the odds")
    assert "by at most 2.72 to 1" in promise
    assert last == "Send these two numbers and nothing else; then do not answer this study again."


@pytest.mark.parametrize(
    "person",
    [
        ["--group", "diabetic", "--value", "7.25"],
        ["--group", "not diabetic", "--value", "-3"],
        ["--group", DECLINED],
        ["--decline"],
    ],
)
def test_json_holds_the_study_the_query_and_the_column(person: list[str]) -> None:
    done = run(*person, "--json")
    study, sent = read_study("study.toml"), json.loads(done.stdout)
    assert set(sent) == {"study", "query", "column"}
    assert sent["study"] == study.id
    assert 0 <= sent["query"] < study.scheme.queries
    assert 0 <= sent["column"] < study.scheme.rows.columns


def test_the_query_is_drawn_anew_each_time_or_the_one_that_was_given() -> None:
    drawn = {json.loads(run("--decline", "--json").stdout)["query"] for _ in range(40)}
    # Of 24 queries, 40 draws meet fewer than 5 with a chance below 10^-20.
    assert len(drawn) >= 5
    given = {json.loads(run("--decline", "--json", "--query", "3").stdout)["query"] for _ in range(5)}
    assert given == {3}


def test_the_truth_is_written_nowhere(folder: Path) -> None:
    before = {path.name: path.read_bytes() for path in folder.rglob("*")}
    done = run("--group", "not diabetic", "--value", "7.25")
    assert done.exit_code == 0
    assert "diabetic" not in done.output
    assert "7.25" not in done.output
    assert {path.name: path.read_bytes() for path in folder.rglob("*")} == before


def test_there_is_no_seed() -> None:
    done = run("--decline", "--seed", "1")
    assert done.exit_code == 2
    assert "No such option" in done.stderr


class TestAsked:
    def test_group_and_value_are_asked_for(self) -> None:
        done = run("--ask", "--json", typed="diabetic\n7\n")
        assert set(json.loads(done.stdout)) == {"study", "query", "column"}
        labels = "   1  diabetic\n   2  not diabetic\n   3  I would rather not say\n"
        assert f"Which describes you?\n{labels}group: " in done.stderr
        assert "How strong, 0 to 10?\nvalue, -3 to 10: " in done.stderr

    def test_a_group_may_be_chosen_by_its_number(self) -> None:
        done = run("--ask", "--json", typed="3\n")
        assert set(json.loads(done.stdout)) == {"study", "query", "column"}
        assert "How strong" not in done.stderr, "3 is declining, and of whoever declines no value is asked"

    def test_where_labels_are_numbers_there_are_no_others(self) -> None:
        text = STUDY.replace('["diabetic", "not diabetic"]', '["2", "3"]').replace("decline = true", "")
        Path("study.toml").write_text(text, encoding="utf-8")
        done = run("--ask", typed="1\n3\n7\n")
        assert done.exit_code == 0
        assert "Which describes you?\n  2\n  3\ngroup: " in done.stderr
        assert 'got "1"; try again' in done.stderr

    def test_a_number_that_is_not_shown_is_no_choice(self) -> None:
        labels = ", ".join(f'"group {number}"' for number in range(30))
        text = STUDY.replace('"diabetic", "not diabetic"', labels)
        Path("study.toml").write_text(text, encoding="utf-8")
        assert 'got "21"' in run("--ask", typed="21\ngroup 3\n3\n").stderr

    def test_of_whoever_declines_no_value_is_asked(self) -> None:
        done = run("--ask", "--json", typed=f"{DECLINED}\n")
        assert done.exit_code == 0
        assert "How strong" not in done.stderr

    def test_nothing_typed_is_no_answer(self) -> None:
        assert run("--ask", typed="").exit_code == 1
        assert run("--ask", typed="diabetic\n").stdout == ""

    def test_what_is_typed_is_checked_and_asked_again(self) -> None:
        done = run("--ask", "--json", typed="nobody\ndiabetic\n11\nten\n10\n")
        assert set(json.loads(done.stdout)) == {"study", "query", "column"}
        assert 'got "nobody"; try again\ngroup: ' in done.stderr
        assert 'value must lie within -3..10; got "11"; try again\nvalue, -3 to 10: ' in done.stderr
        assert 'got "ten"; try again\n' in done.stderr

    def test_whoever_stops_in_the_middle_answers_nothing(self) -> None:
        done = run("--ask", typed="diabetic\n11\n")
        assert (done.exit_code, done.stdout) == (1, "")
        assert done.stderr.startswith("Which describes you?")
        assert "value, -3 to 10: \nAborted!" in done.stderr

    def test_a_study_of_groups_alone_asks_for_no_value(self) -> None:
        text = STUDY.replace('kind = "range"\nlow = -3\nhigh = 10', 'kind = "none"')
        Path("study.toml").write_text(text, encoding="utf-8")
        assert run("--ask", "--json", typed="diabetic\n").exit_code == 0

    def test_many_labels_are_not_all_shown(self) -> None:
        labels = ", ".join(f'"group {number}"' for number in range(30))
        text = STUDY.replace('"diabetic", "not diabetic"', labels)
        Path("study.toml").write_text(text, encoding="utf-8")
        done = run("--ask", typed="group 29\n3\n")
        assert done.exit_code == 0
        assert "  ... and 11 more, by their labels\n" in done.stderr


class TestRefused:
    @pytest.mark.parametrize(
        ("arguments", "words"),
        [
            ([], "--group is missing; give one of the study's labels, or --decline, or let --ask ask you"),
            (["--value", "7"], "--group is missing"),
            (["--group", "diabetic"], "value is missing; it must be a number within -3..10"),
            (["--group", "diabetik", "--value", "7"], 'got "diabetik"; did you mean "diabetic"?'),
            (["--group", "diabetic", "--value", "11"], "value must lie within -3..10"),
            (["--group", "diabetic", "--value", "seven"], "value must be a number"),
            (["--group", "diabetic", "--value", ""], "value must be a number"),
            (["--decline", "--value", "7"], "--decline stands alone: leave out --group and --value"),
            (["--decline", "--group", "diabetic"], "--decline stands alone"),
            (["--group", DECLINED, "--value", "7"], "value must be left out when declining"),
            (["--ask", "--decline"], "--ask asks for everything: leave out --group, --value and --decline"),
            (["--decline", "--query", "24"], "query must lie within 0..23 for this study; got 24"),
            (["--decline", "--query", "-1"], "query must lie within 0..23 for this study; got -1"),
        ],
    )
    def test_with_the_field_and_the_rule(self, arguments: list[str], words: str) -> None:
        assert words in refusal(*arguments)

    def test_a_query_that_is_no_number(self) -> None:
        done = run("--decline", "--query", "three")
        assert done.exit_code == 2
        assert "Invalid value for '--query'" in done.stderr

    def test_declining_where_it_is_not_offered(self) -> None:
        text = STUDY.replace("decline = true", "")
        Path("study.toml").write_text(text, encoding="utf-8")
        assert refusal("--decline") == "group must be given: this study does not offer to decline"
        assert "or --decline" not in refusal()

    def test_a_study_whose_last_day_is_over(self) -> None:
        Path("study.toml").write_text(STUDY.replace("2999-12-31", "2026-01-31"), encoding="utf-8")
        done = run("--decline")
        assert type(done.exception) is TacitError
        assert str(done.exception) == "this study's last day was 2026-01-31: it takes no more answers"
        assert done.stdout == ""

    def test_a_study_that_is_wrong(self) -> None:
        done = run("--decline", study="nowhere.toml")
        assert "nowhere.toml does not exist" in str(done.exception)
