"""The files of vectors/v1 are what the Python side makes, and hold at least what they must."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from vectors.all_files import MAKERS
from vectors.writing import agreed, written

ROOT = Path(__file__).parents[2]
FOLDER = ROOT / "vectors" / "v1"


@pytest.mark.parametrize("name", MAKERS)
def test_a_file_is_what_the_python_side_makes(name: str) -> None:
    made = written(MAKERS[name]())
    kept = (FOLDER / name).read_text(encoding="utf-8")
    lines = zip(made.splitlines(), kept.splitlines(), strict=False)
    differing = [f"line {at}: {old[:120]}" for at, (new, old) in enumerate(lines, start=1) if new != old]
    assert made == kept, f"a published vector never changes: {differing[:3]}"


def test_every_file_is_made_or_published_elsewhere() -> None:
    assert {path.name for path in FOLDER.iterdir()} == {*MAKERS, "rfc9474.json"}


def test_the_script_finds_nothing_to_change() -> None:
    done = subprocess.run(
        [sys.executable, ROOT / "scripts" / "vectors.py", "--check"], capture_output=True, text=True
    )
    assert (done.returncode, done.stdout) == (0, "vectors: as they should be\n")


def test_a_maker_refuses_to_write_what_a_person_did_not_expect() -> None:
    with pytest.raises(AssertionError, match="x: expected 1, and the code says 2"):
        agreed("x", 1, 2)


def cases(name: str, part: str) -> list[dict[str, object]]:
    found: list[dict[str, object]] = json.loads((FOLDER / name).read_text(encoding="utf-8"))[part]
    return found


def test_the_rows_cover_every_kind_levels_and_count_questions() -> None:
    schemes = [case["scheme"] for case in cases("rows.json", "cases")]
    found = {(one["rows"], min(one["levels"], 3), one["count_share"][0] > 0) for one in schemes}  # type: ignore[index]
    assert found == {
        ("direct", 1, False),
        ("direct", 2, False),
        ("direct", 3, False),
        ("dealt", 1, False),
        ("dealt", 2, False),
        ("dealt", 2, True),
        ("hashed", 1, False),
        ("hashed", 2, False),
        ("hashed", 2, True),
        ("hashed", 3, False),
        ("hashed", 3, True),
    }


def test_forced_draws_reach_every_column() -> None:
    """For each scheme, query and card: the edges of all intervals land in all columns."""
    reached: dict[str, set[object]] = {}
    columns: dict[str, object] = {}
    for case in cases("randomize.json", "columns"):
        key = json.dumps([case[part] for part in ("scheme", "query", "item", "level")])
        reached.setdefault(key, set()).add(case["column"])
        columns[key] = case["scheme"]["columns"]  # type: ignore[index]
    assert len(reached) > 50
    assert [key for key in reached if len(reached[key]) != columns[key]] == []


def test_every_reason_to_refuse_a_manifest_has_a_case() -> None:
    """PROTOCOL.md P1, item by item."""
    fields = {case["refused"] for case in cases("manifests.json", "refused")}
    assert fields >= {
        "id",
        "manifest",
        "tacit",
        "__proto__",
        "keys",
        "keys.n",
        "scheme.keep",
        "scheme.other",
        "scheme.opposite",
        "scheme.columns",
        "scheme.pool",
        "scheme.count_share",
        "privacy.epsilon",
        "privacy.mean_within",
    }
    names = [case["name"] for case in cases("manifests.json", "refused")]
    assert len(set(names)) == len(names) > 140
