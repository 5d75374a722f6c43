"""`tacit verify`: 0 where the promise holds, 1 where it does not, 2 for wrong use; the same in JSON."""

from __future__ import annotations

import json
from fractions import Fraction
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from mutation import mutant, mutated
from tables import BOUND, NONE, TWO, study
from tacit.cli.main import tacit
from tacit.verification.verify import verify as verification_of
from terminal import lines_of, run, run_on_terminal


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """With the manifest of a small study in it."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "study.json").write_bytes(study({"groups.decline": True}).manifest)
    return tmp_path


def verify(*arguments: str) -> Result:
    return CliRunner().invoke(tacit, ["verify", *arguments], standalone_mode=False)


def test_a_study_that_holds_is_said_to_and_code_0(folder: Path) -> None:
    done = run("verify", "study.json", folder=folder)
    found = verification_of(study({"groups.decline": True}))
    assert (done.code, done.err) == (0, "")
    assert done.out == f"Reactions\n{found}\n"


def test_a_study_file_and_its_manifest_say_the_same(folder: Path) -> None:
    run("init", "--template", "class", "class.toml", folder=folder)
    run("check", "class.toml", "--manifest", "class.json", folder=folder)
    texts = [run("verify", name, folder=folder).out for name in ("class.toml", "class.json")]
    assert texts[0] == texts[1]
    assert "worst ratio    3/1 = 3\n" in texts[0]
    assert "(1 query, 4 cards, 4 columns)" in texts[0]


@pytest.mark.parametrize("changes", [{}, TWO, NONE, BOUND, {"privacy.promise": "group"}], ids=repr)
def test_json_for_machines(folder: Path, changes: dict[str, object]) -> None:
    made = study(changes)
    (folder / "study.json").write_bytes(made.manifest)
    done = verify("study.json", "--json")
    document = json.loads(done.output)
    assert done.return_value == 0
    assert document == json.loads(json.dumps(verification_of(made).to_json()))
    assert {"epsilon", "ratio", "holds", "queries", "draws"} <= set(document)
    top, bottom = document["ratio"].split("/")
    assert Fraction(int(top), int(bottom)) > 1
    assert document["holds"] is True
    assert document["queries"] == made.scheme.queries
    assert document["draws"] > 0


BROKEN = [
    mutant(
        "the last column is not randomised",
        "tacit.answering.sampler:prepare",
        "return (own + 1 + drawn // other) % columns",
        "return (own + (1 + drawn // other) % (columns - 1)) % columns",
        caught_by="verify",
    ),
    mutant(
        "dealt rows thought to collide like hashed ones",
        "tacit.scheme.rows.dealt:Dealt._pairs",
        "return Fraction(sum(load * (load - 1) for load in loads), self.prime * (self.prime - 1))",
        "return Fraction(len(columns) ** 2, self.columns * self.prime**2) + 0 * len(loads)",
        caught_by="verify",
    ),
]


@pytest.mark.parametrize("mistake", BROKEN, ids=str)
def test_what_is_broken_is_code_1_and_named(folder: Path, mistake: object) -> None:
    with mutated(mistake):  # type: ignore[arg-type]
        done, document = verify("study.json"), json.loads(verify("study.json", "--json").output)
    assert done.return_value == 1
    assert not document["holds"] or document["unbiased"] is False
    assert "IT IS NOT PROVED" in done.output or "estimates would be biased" in done.output


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        (b'"keep":45605201', b'"keep":45605202'),
        (b'"other":16777216', b'"other":16777215'),
        (b'"opposite":16777216', b'"opposite":16777215'),
        (b'"pool":12', b'"pool":11'),
        (b'"count_share":[1,9]', b'"count_share":[1,1]'),
        (b'"epsilon":"1"', b'"epsilon":"0.99"'),
    ],
)
def test_a_tampered_manifest_is_code_2(folder: Path, right: bytes, wrong: bytes) -> None:
    manifest = (folder / "study.json").read_bytes()
    assert manifest.count(right) == 1
    (folder / "study.json").write_bytes(manifest.replace(right, wrong))
    done = run("verify", "study.json", "--json", folder=folder)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("error: scheme.")


@pytest.mark.parametrize("columns", [60, 80])
def test_on_a_terminal_every_line_fits_and_goes_on_below_its_text(folder: Path, columns: int) -> None:
    done = run_on_terminal("verify", "study.json", folder=folder, columns=columns)
    lines = lines_of(done)
    assert done.code == 0
    assert all(len(line) <= columns for line in lines)
    at = lines.index("What this does not prove:")
    assert all(line.startswith(("  - ", "    ")) for line in lines[at + 1 :])
