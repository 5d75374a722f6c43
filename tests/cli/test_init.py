"""`tacit init` writes a study that is right as it stands, and never over one that is there."""

from __future__ import annotations

import re
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tacit.cli.main import tacit
from tacit.errors import Refused
from tacit.study.file import read_study
from tacit.study.template import TEMPLATES


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def init(*arguments: str) -> Result:
    return CliRunner().invoke(tacit, ["init", *arguments])


def said(done: Result) -> str:
    assert isinstance(done.exception, Refused)
    return str(done.exception)


def test_it_writes_study_toml_and_says_what_comes_next(folder: Path) -> None:
    done = init()
    assert done.exit_code == 0
    assert done.output.splitlines() == [
        "study.toml is written: change what you need, every line says what it does. Then:",
        "  tacit check study.toml",
        "  tacit plan study.toml --people 5000",
    ]
    assert [path.name for path in folder.iterdir()] == ["study.toml"]
    assert read_study("study.toml").title == "Vaccine reaction and diabetes"


@pytest.mark.parametrize("name", TEMPLATES)
def test_what_it_writes_passes_check_as_it_stands(folder: Path, name: str) -> None:
    assert init("--template", name, "mine.toml").exit_code == 0
    checked = CliRunner().invoke(tacit, ["check", "mine.toml"])
    assert checked.exit_code == 0
    assert "until" in checked.output


def test_people_have_three_months_to_answer(folder: Path) -> None:
    init()
    days = read_study("study.toml").not_after - datetime.now(UTC).date()
    assert timedelta(days=89) <= days <= timedelta(days=90)


def test_the_commands_that_come_next_can_be_pasted(folder: Path) -> None:
    name = "my study's file.toml"
    lines = init(name).output.splitlines()
    assert lines[1] == "  tacit check 'my study'\"'\"'s file.toml'"
    assert (folder / name).exists()


def test_the_list_names_every_template_and_writes_nothing(folder: Path) -> None:
    done = init("--list")
    assert [line.split()[0] for line in done.output.splitlines()] == list(TEMPLATES)
    assert list(folder.iterdir()) == []


def test_a_file_that_is_there_is_left_as_it_was(folder: Path) -> None:
    (folder / "study.toml").write_text("mine", encoding="utf-8")
    assert said(init()) == (
        "study.toml exists already and was left as it is; give another name, or --force to replace it"
    )
    assert (folder / "study.toml").read_text(encoding="utf-8") == "mine"
    assert init("--force").exit_code == 0
    assert read_study("study.toml").groups.decline


REFUSED = [
    (
        ["--template", "trail"],
        r'^template must be "basic", .* or "scale"; got "trail"; did you mean "trial"\?$',
    ),
    (["a.json"], "^a.json must not end in .json, which is for frozen manifests; name it study.toml$"),
    (["none/study.toml"], "^none/study.toml cannot be written: there is no such folder$"),
    (["."], "^. is a folder; give the name of a file in it$"),
]


@pytest.mark.parametrize(("arguments", "message"), REFUSED, ids=[each[0][-1] for each in REFUSED])
def test_what_cannot_be_written_is_refused_and_nothing_is(
    folder: Path, arguments: list[str], message: str
) -> None:
    assert re.match(message, said(init(*arguments)))
    assert list(folder.iterdir()) == []


def test_a_long_path_is_shown_by_its_end(folder: Path) -> None:
    deep = folder / ("d" * 80)
    deep.mkdir()
    (deep / "study.toml").write_text("mine", encoding="utf-8")
    assert re.match("^…d+/study.toml exists already", said(init(str(deep / "study.toml"))))
