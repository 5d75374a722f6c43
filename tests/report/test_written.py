"""Files of a report: all of them or none, the same bytes for the same answers, nothing of this machine."""

from __future__ import annotations

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import numpy as np
import pytest

from parsed import html_of, sheets_of, xml_of
from reported import STUDIES, answers_to, linked, reported
from tacit.errors import MissingExtra, Refused
from tacit.estimation.estimate import estimate
from tacit.files.tally import tally
from tacit.reporting.report import ENDINGS, Report, check_paths, report

FILES = {"r.html", "r.md", "r.csv", "r.codebook.csv", "r.xlsx", "r.json"}


def write_all(found: Report, folder: Path) -> dict[str, bytes]:
    """Every form, by the name of its file."""
    folder.mkdir(exist_ok=True)
    written = found.write(*(folder / f"r{ending}" for ending in ENDINGS))
    assert {path.name for path in written} == FILES == {path.name for path in folder.iterdir()}
    return {path.name: path.read_bytes() for path in written}


def test_every_form_is_written_at_once_and_each_can_be_read(tmp_path: Path) -> None:
    files = write_all(reported("range"), tmp_path)
    assert files["r.html"].startswith(b"<!doctype html>\n")
    assert html_of(files["r.html"].decode()).first("h1").text == "Asked"
    assert files["r.md"].startswith(b"# Asked\n")
    assert files["r.csv"].startswith(b"table,stratum,margin,group,")
    assert files["r.codebook.csv"].startswith(b"part,name,kind,meaning\n")
    assert list(sheets_of(files["r.xlsx"])) == ["Report", "Figures", "Codebook"]
    assert json.loads(files["r.json"])["title"] == "Asked"
    assert b"\r\n" not in b"".join(files[name] for name in FILES - {"r.xlsx"})


def test_a_workbook_is_well_formed_throughout_and_has_no_date_of_its_own(tmp_path: Path) -> None:
    (tmp_path / "r.xlsx").write_bytes(write_all(reported("hostile"), tmp_path / "all")["r.xlsx"])
    with zipfile.ZipFile(tmp_path / "r.xlsx") as file:
        assert file.testzip() is None
        for each in file.infolist():
            assert each.date_time == (1980, 1, 1, 0, 0, 0)
            xml_of(file.read(each))
        assert b"1980-01-01T00:00:00Z" in file.read("docProps/core.xml")


@pytest.mark.parametrize("name", ["range", "histogram", "crossed"])
def test_the_same_answers_make_the_same_bytes_in_any_order_and_division(name: str, tmp_path: Path) -> None:
    study = STUDIES[name]
    queries, columns = answers_to(study)
    order = np.random.default_rng(2).permutation(queries.size)
    half = queries.size // 2
    whole = tally(study, queries, columns)
    parts = [tally(study, queries[some], columns[some]) for some in (order[:half], order[half:])]
    first = write_all(report(study, estimate(study, whole)), tmp_path / "first")
    second = write_all(report(study, estimate(study, parts[0] + parts[1])), tmp_path / "second")
    assert first == second


def test_other_answers_make_other_bytes_in_every_form(tmp_path: Path) -> None:
    study = STUDIES["range"]
    first, second = (
        write_all(
            report(study, estimate(study, tally(study, *answers_to(study, seed=seed)))), tmp_path / str(seed)
        )
        for seed in (1, 2)
    )
    assert all(first[name] != second[name] for name in FILES)


def test_another_process_in_another_place_and_time_makes_the_same_bytes(tmp_path: Path) -> None:
    here = write_all(linked(), tmp_path / "here")
    there = tmp_path / "there"
    there.mkdir()
    script = (
        "from reported import linked; from tacit.reporting.report import ENDINGS; "
        "linked().write(*(f'r{ending}' for ending in ENDINGS))"
    )
    places = [str(Path(__file__).parents[1] / "support"), str(Path(__file__).parents[2] / "src")]
    environment = {**os.environ, "TZ": "Asia/Tokyo", "LC_ALL": "C", "PYTHONHASHSEED": "7"}
    environment["PYTHONPATH"] = os.pathsep.join(places)
    subprocess.run([sys.executable, "-c", script], cwd=there, env=environment, check=True)
    assert {path.name: path.read_bytes() for path in there.iterdir()} == here


def test_nothing_says_where_it_was_made(tmp_path: Path) -> None:
    files = write_all(linked(), tmp_path)
    sheets = repr(sheets_of(files.pop("r.xlsx"))).encode()
    for content in (*files.values(), sheets):
        assert str(tmp_path).encode() not in content
        assert str(Path.home()).encode() not in content.replace(b"://", b"")
        assert os.uname().nodename.encode() not in content


def test_a_name_that_cannot_be_written_leaves_all_others_as_they_were(tmp_path: Path) -> None:
    (tmp_path / "r.html").write_text("mine")
    with pytest.raises(Refused, match="cannot be written: there is no such folder"):
        reported("none").write(tmp_path / "r.html", tmp_path / "nowhere" / "r.json")
    assert [(path.name, path.read_text()) for path in tmp_path.iterdir()] == [("r.html", "mine")]


def test_a_form_that_fails_leaves_nothing_behind(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "xlsxwriter", None)
    with pytest.raises(
        MissingExtra, match=r"a report as .xlsx needs an optional part: pip install 'tacit\[report\]'"
    ):
        reported("none").write(tmp_path / "r.html", tmp_path / "r.xlsx")
    assert list(tmp_path.iterdir()) == []
    assert reported("none").write(tmp_path / "r.html") == [tmp_path / "r.html"]


@pytest.mark.parametrize("name", ["r.pdf", "r", "r.html.gz", "html"])
def test_another_ending_is_refused_with_those_that_there_are(name: str, tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"must end in .html, .md, .csv, .xlsx or .json to hold a report"):
        reported("none").write(tmp_path / name)
    assert list(tmp_path.iterdir()) == []


def test_a_name_is_taken_once_and_a_codebook_is_no_report(tmp_path: Path) -> None:
    with pytest.raises(Refused, match=r"r.html is named twice; every form of the report needs a file"):
        check_paths([Path("r.html"), Path("./r.html")])
    with pytest.raises(
        Refused, match="is a codebook's name; name the figures, the codebook goes beside them"
    ):
        check_paths([Path("r.codebook.csv")])
    check_paths([Path("r.html"), Path("r.csv"), Path("s.csv")])


def test_an_ending_may_be_in_capitals(tmp_path: Path) -> None:
    written = reported("none").write(tmp_path / "R.HTML", tmp_path / "R.CSV")
    assert [path.name for path in written] == ["R.HTML", "R.CSV", "R.codebook.csv"]
