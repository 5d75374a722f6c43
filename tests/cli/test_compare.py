"""`tacit compare` prints a table, draws a picture and says what is wrong with either."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from click.testing import CliRunner

from tacit.cli.main import tacit
from tacit.errors import Refused

STUDY = """
title = "Votes"
owner = "owner@example.org"
not_after = 2999-12-31
[question]
text = "For whom?"
kind = "choice"
options = ["A", "B"]
[groups]
text = "Which region?"
labels = ["north", "south", "west"]
[privacy]
epsilon = 1.5
"""


@pytest.fixture
def study(tmp_path: Path) -> Path:
    path = tmp_path / "study.toml"
    path.write_text(STUDY, encoding="utf-8")
    return path


def test_the_table_names_the_rivals_and_the_limit(study: Path) -> None:
    done = CliRunner().invoke(tacit, ["compare", str(study)])
    assert done.exit_code == 0
    for name in ("Q&A (the paper)", "RG (the paper)", "local hashing", "unary encoding", "PCKV-UE"):
        assert name in done.output
    assert "No scheme whatever" in done.output


def test_json_is_for_machines(study: Path) -> None:
    done = CliRunner().invoke(tacit, ["compare", str(study), "--json"])
    document = json.loads(done.output)
    assert document["schemes"][0]["scheme"] == "tacit"
    assert document["schemes"][0]["people_for_sums"] == 1


@pytest.mark.parametrize("ending", ["svg", "png"])
def test_the_same_study_draws_the_same_bytes(study: Path, tmp_path: Path, ending: str) -> None:
    pictures = []
    for name in ("one", "two"):
        path = tmp_path / f"{name}.{ending}"
        done = CliRunner().invoke(tacit, ["compare", str(study), "--plot", str(path)])
        assert done.exit_code == 0
        pictures.append(path.read_bytes())
    assert pictures[0] == pictures[1]
    assert len(pictures[0]) > 5000
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"one.{ending}",
        "study.toml",
        f"two.{ending}",
    ]


def test_an_ending_that_is_no_picture_is_refused(study: Path, tmp_path: Path) -> None:
    done = CliRunner().invoke(tacit, ["compare", str(study), "--plot", str(tmp_path / "plot.docx")])
    assert isinstance(done.exception, Refused)
    assert "--plot must end with .svg, .png or .pdf; got plot.docx" in str(done.exception)
