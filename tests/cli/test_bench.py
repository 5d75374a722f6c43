"""`tacit bench` measures what is named, prints it beside what is promised, and keeps it."""

from __future__ import annotations

import importlib.util
import json
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tacit.cli.main import tacit
from tacit.errors import MissingExtra, Refused


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tacit, ["bench", *arguments], standalone_mode=False)


def test_a_part_is_measured_printed_and_kept(tmp_path: Path) -> None:
    path = tmp_path / "results.md"
    done = run("start", "--rounds", "1", "--out", str(path))
    assert done.return_value in (0, 1)  # a machine may be slow; that is no fault of the command
    assert "start: the first word ..." in done.stdout
    assert "import tacit" in done.stdout
    assert "at most 0.3" in done.stdout
    assert done.stderr == f"{path} written\n"
    assert "| import tacit | " in path.read_text(encoding="utf-8")


def test_json_on_the_screen_and_in_the_file_are_the_same(tmp_path: Path) -> None:
    path = tmp_path / "results.json"
    done = run("start", "--rounds", "1", "--out", str(path), "--json")
    found = json.loads(done.stdout)
    assert found == json.loads(path.read_text(encoding="utf-8"))
    assert [each["name"] for each in found["parts"]["start"]["measured"]] == ["import tacit", "tacit --help"]
    is_met = all(each["is_met"] for each in found["parts"]["start"]["measured"])
    assert done.return_value == (0 if is_met else 1)


def test_files_are_read_and_memory_is_told() -> None:
    done = run("files", "--rounds", "1", "--answers", "20000", "--json")
    names = [each["name"] for each in json.loads(done.stdout)["parts"]["files"]["measured"]]
    assert "Parquet to tally : decoding alone, in time" in names
    assert "peak memory, 20,000 answers" in names
    (memory,) = json.loads(done.stdout)["parts"]["files"]["tables"]
    assert [row["answers"] for row in memory["rows"]] == [20, 200, 2000, 20_000]


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["folds"], "PARTS has no folds; did you mean fold?"),
        (["xyz"], "PARTS has no xyz; they are start, fold, weights"),
        (["fold", "--out", "x.txt"], "--out must end in .json or .md; got x.txt"),
    ],
)
def test_what_cannot_be_measured_is_said_first(arguments: list[str], message: str) -> None:
    done = run(*arguments)
    assert isinstance(done.exception, Refused)
    assert str(done.exception).startswith(message)
    assert done.stdout == ""


def test_other_libraries_are_an_optional_part() -> None:
    """Whoever installed them measures them; the tests' own environment has none."""
    assert importlib.util.find_spec("pure_ldp") is None
    done = run("peers")
    assert isinstance(done.exception, MissingExtra)
    assert str(done.exception) == "tacit bench peers needs an optional part: pip install 'tacit[bench]'"
