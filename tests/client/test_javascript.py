"""The JavaScript client's own tests, in node, file by file; and its types."""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest

from collected.javascript import CLIENT, node

FILES = sorted(path.name for path in (CLIENT / "test").glob("*.test.js"))

# At least so many tests: a file that node cannot read must not pass as a file of no tests.
LEAST = {
    "blindrsa.test.js": 4,
    "board.test.js": 27,
    "journey.test.js": 37,
    "notes.test.js": 33,
    "odds.test.js": 38,
    "vectors.test.js": 18,
    "visit.test.js": 35,
    "words.test.js": 12,
}


def test_every_file_of_tests_is_counted() -> None:
    assert set(FILES) == set(LEAST)


@pytest.mark.parametrize("name", FILES)
def test_node_finds_nothing_wrong(name: str, record_property: Callable[[str, object], None]) -> None:
    command = [node(), "--test", "--test-reporter=junit", f"test/{name}"]
    done = subprocess.run(command, cwd=CLIENT, capture_output=True, text=True, encoding="utf-8")
    cases = list(ElementTree.fromstring(done.stdout).iter("testcase"))  # noqa: S314
    failed = {case.get("name"): (case.findtext("failure") or "")[:1000] for case in cases if len(case)}
    record_property("node_tests", len(cases))
    assert not failed, f"{len(failed)} of {len(cases)} tests of {name}: {failed}"
    assert done.returncode == 0, done.stderr
    assert len(cases) >= LEAST[name]


def test_the_types_hold() -> None:
    compiler = CLIENT / "node_modules" / "typescript" / "bin" / "tsc"
    done = subprocess.run([node(), str(compiler), "--project", str(CLIENT)], capture_output=True, text=True)
    assert (done.returncode, done.stdout) == (0, "")


MODULES = sorted([*(CLIENT / "src").glob("*.js"), *(CLIENT / "page").glob("*.js")])
PLACES = {"src": r"\./[a-z]+\.js", "page": r"(\.|\.\./src)/[a-z]+\.js"}


@pytest.mark.parametrize("path", MODULES, ids=lambda path: f"{path.parent.name}/{path.name}")
def test_a_module_needs_nothing_but_its_neighbours_and_draws_from_the_browser_only(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    for place in re.findall(r"""^(?:import|export)\b[^;]*?\bfrom\s+["']([^"']+)["']""", text, re.MULTILINE):
        assert re.fullmatch(PLACES[path.parent.name], place), place
    for word in (
        "Math.random",
        "innerHTML",
        "outerHTML",
        "document.write",
        "eval(",
        "new Function",
        "Function(",
    ):
        assert word not in text
    if path.name != "randomize.js":
        assert "getRandomValues" not in text


def test_modules_import_only_what_is_before_them() -> None:
    """One direction, as in Python: an order exists in which each module comes after what it imports."""
    imports = {
        path.name: set(
            re.findall(r"""^import\b[^;]*?from\s+"\./([a-z]+\.js)";""", path.read_text(), re.MULTILINE)
        )
        for path in (CLIENT / "src").glob("*.js")
    }
    placed: set[str] = set()
    while len(placed) < len(imports):
        ready = {name for name, needed in imports.items() if name not in placed and needed <= placed}
        assert ready, f"these go round in a circle: {sorted(set(imports) - placed)}"
        placed |= ready


def test_the_package_has_no_dependency_and_its_lock_no_address() -> None:
    package = json.loads((CLIENT / "package.json").read_text(encoding="utf-8"))
    assert "dependencies" not in package
    lock = (CLIENT / "package-lock.json").read_text(encoding="utf-8")
    assert "://" not in lock
    pinned = json.loads(lock)["packages"]
    assert all("integrity" in one for name, one in pinned.items() if name)
    assert package["devDependencies"] == {
        name.removeprefix("node_modules/"): one["version"]
        for name, one in pinned.items()
        if name.removeprefix("node_modules/") in package["devDependencies"]
    }
