"""`tacit check` names every error at once, or says what the study is; freezes it whole or not at all."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from tacit.cli.main import tacit
from tacit.errors import Refused
from tacit.study.file import read_study
from terminal import lines_of, run, run_on_terminal

STUDY = """\
title = "Reactions"
owner = "trial@clinic.org"
not_after = 2999-12-31
[question]
text = "How strong was it?"
kind = "range"
low = 0
high = 10
[groups]
text = "Which describes you?"
labels = ["diabetic", "not diabetic"]
decline = true
[privacy]
epsilon = 1.0
[collect]
people = 5000
"""
SHOWN = """\
study     Reactions
id        {id}  (every change to the file changes it)
asked     How strong was it?  (a number, 0 to 10)
groups    Which describes you?  (2 groups: diabetic · not diabetic; or "I would rather not say")
promise   Whatever someone knows, one answer moves the odds between any two (group, value) pairs \
by at most 2.72 to 1.
scheme    dealt: 6 cards (2 groups and declining, 2 levels each) into 3 columns, 2 bits per answer, \
24 queries, 1/9 of them count only; odds of the own column 45,605,201 : 16,777,216
people    5,000 expected
tickets   blind: by invitation, and nothing stored links an invitation to its answer
until     2999-12-31
"""


@pytest.fixture
def study(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "study.toml"
    path.write_text(STUDY, encoding="utf-8")
    return path


def check(*arguments: str) -> Result:
    return CliRunner().invoke(tacit, ["check", *arguments])


def said(done: Result) -> list[str]:
    assert isinstance(done.exception, Refused)
    return [str(problem) for problem in done.exception.problems]


def test_it_says_what_the_study_is(study: Path) -> None:
    done = check("study.toml")
    assert (done.exit_code, done.output) == (0, SHOWN.format(id=read_study(study).id))


@pytest.mark.parametrize(
    ("right", "other", "line"),
    [
        ('"range"', '"scale"', "asked     How strong was it?  (whole steps, 0 to 10)"),
        (
            'kind = "range"\nlow = 0\nhigh = 10',
            'kind = "choice"\noptions = ["no", "yes"]',
            "asked     How strong was it?  (2 options: no · yes)",
        ),
        (
            'kind = "range"\nlow = 0\nhigh = 10',
            'kind = "none"',
            "asked     How strong was it?  (only the group)",
        ),
        (
            'labels = ["diabetic", "not diabetic"]\ndecline = true',
            'cross = { age = ["<40", "40+"], sex = ["f", "m"] }',
            "groups    Which describes you?  "
            "(4 groups, 2 age x 2 sex: <40 / f · <40 / m · 40+ / f · 40+ / m)",
        ),
        (
            'labels = ["diabetic", "not diabetic"]\ndecline = true',
            f"labels = {json.dumps([f'g{number}' for number in range(20)])}",
            "groups    Which describes you?  (20 groups: g0 · g1 · g2 · g3 · g4 · g5 · g6 · g7 and 12 more)",
        ),
        ("people = 5000", "", "people    not said"),
        ("people = 5000", 'tickets = "open"', "tickets   open: anybody, with no invitation"),
        (
            "decline = true",
            "shares = [0.1, 0.9]",
            "groups    Which describes you?  (2 groups: diabetic · not diabetic; shares known)",
        ),
        (
            "epsilon = 1.0",
            'epsilon = 1.0\npromise = "group"\nmean_within = 0.5',
            "promise   If, to whoever looks, each group's average lies within 0.5 half-ranges of the middle, "
            "one answer moves the odds between groups by at most 2.72 to 1. "
            "Whoever knows the value learns more: 25.40 to 1.",
        ),
    ],
)
def test_every_kind_of_study_is_told(study: Path, right: str, other: str, line: str) -> None:
    study.write_text(STUDY.replace(right, other), encoding="utf-8")
    done = check("study.toml")
    assert done.exit_code == 0
    assert line in done.output.splitlines()


def test_direct_rows_and_three_weights_are_told(study: Path) -> None:
    wishes = '[scheme]\nrows = "direct"\nask = "sum"\n'
    group = STUDY.replace("epsilon = 1.0", 'epsilon = 1.0\npromise = "group"')
    study.write_text(group + wishes, encoding="utf-8")
    line = next(line for line in check("study.toml").output.splitlines() if line.startswith("scheme"))
    assert line.startswith(
        "scheme    direct: a column for each of 6 cards (2 groups and declining, 2 levels each), "
    )
    assert line.endswith("45,605,201 : 6,171,993 (the group's other card) : 16,777,216")


def test_warnings_do_not_change_the_exit_code(study: Path) -> None:
    study.write_text(STUDY.replace("clinic.org", "example.org"), encoding="utf-8")
    done = check("study.toml")
    assert done.exit_code == 0
    assert done.output.splitlines()[-1] == (
        'warning: owner is an example, "trial@example.org": nobody can ask you anything there'
    )


def test_json_says_the_same_to_machines(study: Path) -> None:
    document = json.loads(check("study.toml", "--json").output)
    read = read_study(study)
    assert document == {
        "study": read.id,
        "valid": True,
        "problems": [],
        "warnings": [],
        "title": "Reactions",
        "kind": "range",
        "groups": 2,
        "people": 5000,
        "epsilon": 1.0,
        "promise": "group and value",
        "scheme": {**read.scheme.to_manifest(), "queries": 24, "bits": 2},
    }


def test_every_error_is_named_at_once_and_in_json_too(study: Path) -> None:
    wrong = STUDY.replace("high = 10", "high = 0").replace("epsilon = 1.0", "epsilon = -1\nepsilonn = 2")
    study.write_text(wrong, encoding="utf-8")
    problems = [
        "question.high must be above low; got 0 for both",
        "privacy.epsilonn is not a key of [privacy]; did you mean `epsilon`?",
        "privacy.epsilon must be above 0; got -1 (1 is a usual start, smaller hides more)",
    ]
    assert said(check("study.toml")) == problems
    done = check("study.toml", "--json")
    document = json.loads(done.output)
    assert (done.exit_code, document["valid"]) == (2, False)
    assert [f"{problem['field']} {problem['rule']}" for problem in document["problems"]] == problems


def test_a_scheme_that_cannot_be_had_is_an_error_of_the_study(study: Path) -> None:
    bound = STUDY.replace("epsilon = 1.0", 'epsilon = 1.0\npromise = "group"\nmean_within = 0.5')
    study.write_text(f"{bound}[scheme]\nmax_bits = 1\n", encoding="utf-8")
    (message,) = said(check("study.toml"))
    assert message.startswith("scheme has no rows that fit max_bits = 1 with 3 groups; leave one of them out")


def test_a_wrong_study_is_not_frozen(study: Path) -> None:
    study.write_text(STUDY.replace("epsilon = 1.0", "epsilon = 0"), encoding="utf-8")
    check("study.toml", "--manifest", "study.json")
    assert [path.name for path in study.parent.iterdir()] == ["study.toml"]


def test_a_manifest_holds_the_bytes_that_the_id_names(study: Path) -> None:
    done = check("study.toml", "--manifest", "study.json")
    assert done.output.splitlines()[-1] == "study.json holds the frozen study."
    written = (study.parent / "study.json").read_bytes()
    assert written == read_study(study).manifest
    again = check("study.json")
    assert f"id        {read_study(study).id}  (frozen)" in again.output.splitlines()


def test_freezing_the_same_again_is_done_already(study: Path) -> None:
    check("study.toml", "--manifest", "study.json")
    assert check("study.toml", "--manifest", "study.json").exit_code == 0
    document = json.loads(check("study.toml", "--manifest", "study.json", "--json").output)
    assert document["manifest"] == "study.json"


def test_another_manifest_is_never_overwritten_unless_forced(study: Path) -> None:
    path = study.parent / "study.json"
    path.write_bytes(b"{}")
    assert said(check("study.toml", "--manifest", "study.json")) == [
        "study.json holds something else and was left as it is; give another name, or --force to replace it"
    ]
    assert path.read_bytes() == b"{}"
    assert check("study.toml", "--manifest", "study.json", "--force").exit_code == 0
    assert path.read_bytes() == read_study(study).manifest


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("study.txt", "study.txt must end in .json to hold a manifest"),
        ("none/study.json", "none/study.json cannot be written: there is no such folder"),
    ],
)
def test_a_manifest_needs_a_place(study: Path, name: str, message: str) -> None:
    assert said(check("study.toml", "--manifest", name)) == [message]
    assert [path.name for path in study.parent.iterdir()] == ["study.toml"]


def test_a_tampered_manifest_is_refused(study: Path) -> None:
    manifest = read_study(study).manifest.replace(b'"keep":45605201', b'"keep":45605202')
    (study.parent / "study.json").write_bytes(manifest)
    assert said(check("study.json")) == [
        "scheme.keep breaks the promise: its odds are above e^epsilon, epsilon = 1; "
        "freeze the study file again"
    ]


STUPID: list[tuple[str, bytes | None, str]] = [
    ("none.toml", None, "none.toml does not exist; `tacit init FILE` writes a study to start from"),
    (".", None, ". is a folder; name the study file in it"),
    ("none.json", None, "none.json does not exist; `tacit open STUDY` writes a manifest, and so does"),
    ("empty.toml", b"", "empty.toml holds no study: it is empty, or all notes;"),
    (
        "answers.parquet",
        b"PAR1\0\0\xff",
        "answers.parquet is not text, as a study file is; is it the answers",
    ),
    (
        "big.toml",
        b"a" * (10 << 20),
        "big.toml is larger than 1 MiB, which no study file is; is it the answers?",
    ),
    ("slip.toml", b'title = "T\n', 'slip.toml is not TOML: line 1, column 11, `title = "T`: '),
    (
        "empty.json",
        b"",
        "empty.json is not JSON: expecting value, character 0; `tacit open STUDY` writes a manifest",
    ),
    ("list.json", b"[]", "list.json must be a JSON object"),
    ("other.json", b'{"a":1}', "tacit is missing; it must be 1, the version"),
    ("spaced.json", b'{"a": 1}', "spaced.json is not canonical: its bytes differ from RFC 8785's form"),
]


@pytest.mark.parametrize(("name", "content", "message"), STUPID, ids=[each[0] for each in STUPID])
def test_the_stupidest_inputs_are_one_sentence_and_code_2(
    tmp_path: Path, name: str, content: bytes | None, message: str
) -> None:
    if content is not None:
        (tmp_path / name).write_bytes(content)
    done = run("check", name, folder=tmp_path)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"error: {message}")
    assert done.err.count("\n") == 1


@pytest.mark.parametrize("columns", [50, 80])
def test_on_a_terminal_lines_go_on_below_their_text(study: Path, columns: int) -> None:
    done = run_on_terminal("check", "study.toml", folder=study.parent, columns=columns)
    lines = lines_of(done)
    assert all(len(line) <= max(columns, 53) for line in lines)  # the id is one word
    joined = " ".join(line.strip() for line in lines)
    assert " ".join(SHOWN.format(id=read_study(study).id).split()) == " ".join(joined.split())
    starts = [line for line in lines if not line.startswith(" " * 10)]
    assert len(starts) == len(SHOWN.splitlines())


def names(document: dict[str, Any]) -> list[str]:
    return [problem["field"] for problem in document["warnings"]]


@pytest.mark.parametrize(("people", "is_hopeless"), [(20, True), (5000, False)])
def test_a_study_that_the_plan_calls_hopeless_is_warned_of(
    study: Path, people: int, *, is_hopeless: bool
) -> None:
    study.write_text(STUDY.replace("people = 5000", f"people = {people}"), encoding="utf-8")
    assert f"people = {people}\n" in study.read_text(encoding="utf-8")
    done = check("study.toml")
    warning = (
        f"warning: collect.people makes the plan hopeless: {people} people would tell next to nothing about "
        "a usual group; `tacit plan` says how many it takes\n"
    )
    assert (done.exit_code, done.output.endswith(warning)) == (0, is_hopeless)
    assert ("hopeless" in done.output) == is_hopeless


def test_warnings_are_listed_for_machines(study: Path) -> None:
    study.write_text(
        STUDY.replace("decline = true", "").replace("clinic.org", "example.com"), encoding="utf-8"
    )
    assert names(json.loads(check("study.toml", "--json").output)) == ["owner", "groups.decline"]
