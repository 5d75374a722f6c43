"""`tacit compare` prints a table, draws a picture and says what is wrong with either."""

from __future__ import annotations

import json
import re
import sys
import xml.etree.ElementTree as ElementTree
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tacit.cli.main import tacit
from tacit.comparison.plot import OUR_LOOKS, THEIR_LOOKS
from tacit.comparison.rivals import COUNTS_ONLY, WITH_VALUES
from tacit.errors import MissingExtra, Refused, StudyInvalid
from tacit.study.template import TEMPLATES, template

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


def run(*arguments: str) -> Result:
    return CliRunner(env={"COLUMNS": "80"}).invoke(tacit, ["compare", *arguments])


def test_the_table_names_the_rivals_and_the_limit(study: Path) -> None:
    done = run(str(study))
    assert done.exit_code == 0
    assert done.output.startswith("Votes: 3 groups, epsilon 1.5\n")
    for name in (
        "Q&A (the paper)",
        "RG (the paper)",
        "RG held to both",
        "local hashing",
        "unary encoding",
        "PCKV-UE",
    ):
        assert name in done.output
    assert "No scheme whatever that hides both needs" in done.output


def test_every_row_and_term_is_explained_below_the_table(study: Path) -> None:
    output = run(str(study)).output
    schemes = [row["scheme"] for row in json.loads(run(str(study), "--json").output)["schemes"]]
    for name in ("hides", "bits each", "people", "bits", *schemes):
        assert any(line.startswith(f"{name}  ") for line in output.splitlines()), name


@pytest.mark.parametrize("name", TEMPLATES)
@pytest.mark.parametrize("epsilon", ["0.05", "1", "12"])
def test_everything_fits_on_80_columns(name: str, epsilon: str, tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    text = template(name, not_after=date(2999, 12, 31)).replace("device =", "# device =")
    path.write_text(re.sub(r"(?m)^epsilon = .*$", f"epsilon = {epsilon}", text), encoding="utf-8")
    done = run(str(path))
    assert done.exit_code == 0, done.output
    title, *lines = done.output.splitlines()
    assert f"epsilon {epsilon}" in title
    assert max(len(line.rstrip()) for line in lines) <= 80
    assert "…" not in done.output


def test_json_is_for_machines(study: Path) -> None:
    done = run(str(study), "--json")
    document = json.loads(done.output)
    assert document["schemes"][0]["scheme"] == "tacit"
    assert document["schemes"][0]["people_for_sums"] == 1


@pytest.mark.parametrize("ending", ["svg", "png", "pdf"])
def test_the_same_study_draws_the_same_bytes(study: Path, tmp_path: Path, ending: str) -> None:
    pictures = []
    for name in ("one", "two"):
        path = tmp_path / f"{name}.{ending}"
        done = run(str(study), "--plot", str(path))
        assert done.exit_code == 0
        assert done.output.endswith(f"{path} written\n")
        pictures.append(path.read_bytes())
    assert pictures[0] == pictures[1]
    assert len(pictures[0]) > 5000
    assert sorted(path.name for path in tmp_path.iterdir()) == [
        f"one.{ending}",
        "study.toml",
        f"two.{ending}",
    ]


def test_the_picture_says_in_words_what_it_shows(study: Path, tmp_path: Path) -> None:
    study.write_text(STUDY.replace('"Votes"', '"Votes in $ and $, 多少钱"'), encoding="utf-8")
    done = run(str(study), "--plot", str(tmp_path / "plot.svg"))
    assert done.exit_code == 0
    root = ElementTree.parse(tmp_path / "plot.svg")  # noqa: S314 - our own file
    words = " ".join("".join(text.itertext()) for text in root.iter("{http://www.w3.org/2000/svg}text"))
    for phrase in (
        "Votes in $ and $, 多少钱",
        "People needed for sums",
        "this study",
        "Q&A (the paper)",
        "smaller is more private",
    ):
        assert phrase in words


def test_curves_can_be_told_apart_without_colour() -> None:
    looks = [*OUR_LOOKS.values(), *THEIR_LOOKS]
    assert len({(look.width, look.dashes, look.marker) for look in looks}) == len(looks)
    most = max(len(WITH_VALUES), len(COUNTS_ONLY))
    assert len(THEIR_LOOKS) >= most


def test_an_ending_that_is_no_picture_is_refused(study: Path, tmp_path: Path) -> None:
    done = run(str(study), "--plot", str(tmp_path / "plot.docx"))
    assert isinstance(done.exception, Refused)
    assert "--plot must end with .svg, .png or .pdf; got plot.docx" in str(done.exception)
    assert done.output == ""


def test_without_matplotlib_it_says_what_to_install(study: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    done = run(str(study), "--plot", str(study.with_suffix(".svg")))
    assert isinstance(done.exception, MissingExtra)
    assert "pip install 'tacit[plot]'" in str(done.exception)


def test_a_picture_in_no_folder_is_refused_and_the_study_stays(study: Path, tmp_path: Path) -> None:
    done = run(str(study), "--plot", str(tmp_path / "none" / "plot.svg"))
    assert isinstance(done.exception, Refused)
    assert "cannot be written: there is no such folder" in str(done.exception)
    assert [path.name for path in tmp_path.iterdir()] == ["study.toml"]


def test_a_study_with_faults_is_refused_before_anything_is_compared(study: Path) -> None:
    study.write_text(STUDY.replace("1.5", "0"), encoding="utf-8")
    done = run(str(study))
    assert isinstance(done.exception, StudyInvalid)
    assert "epsilon" in str(done.exception)
    assert done.output == ""
