"""What the tests of the board's modules are worth: each of these mistakes must make one of them fail."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from collected.javascript import CLIENT, ROOT, node


class Mutant(NamedTuple):
    """A text of a module that becomes another; it stands there once."""

    name: str
    file: str
    old: str
    new: str


MUTANTS = [
    Mutant("a share is not in percent", "view.js", "document.figure.share ? 100 : 1", "1"),
    Mutant("wider than planned is called narrow", "view.js", "planned * (1 + 1e-9)", "planned * 3"),
    Mutant("sums have a trail", "view.js", 'document.figure.name === "sum" ? [] : seen', "seen"),
    Mutant(
        "dots lie beside their axis", "marks.js", "cx: place.x(dot.estimate)", "cx: place.x(dot.estimate) + 2"
    ),
    Mutant(
        "the bar is the population's",
        "marks.js",
        "bar(dot.people, thick, 1)",
        "bar(dot.population, thick, 1)",
    ),
    Mutant("what was shown is forgotten", "seen.js", "thinned([...seen, newest])", "[...trail]"),
    Mutant("a trail grows for ever", "seen.js", "points.length <= MOST", "points.length <= 1e9"),
    Mutant("markup is not escaped", "shape.js", '.replace(/</g, "&lt;")', ""),
    Mutant(
        "a key in the address is taken for a code", "server.js", "once_[A-Za-z0-9_-]{22}", "[A-Za-z0-9_-]+"
    ),
    Mutant("it never asks more seldom", "poll.js", "1.4 ** Math.max(0, quiet - 4)", "1"),
    Mutant("Retry-After is not obeyed", "poll.js", "Math.min(retryAfter, 3600) * 1000", "0"),
    Mutant(
        "invitations are alike",
        "invitations.js",
        "toBase64url(read(BYTES))",
        "toBase64url(new Uint8Array(BYTES))",
    ),
    Mutant(
        "the server is told the invitation", "invitations.js", "hash: await hashOf(bytes)", "hash: invitation"
    ),
    Mutant("a day without answers is left out", "people.js", "at += 86_400_000", "at += 2 * 86_400_000"),
    Mutant("replaced is not told apart", "people.js", "document.revoked_after_use", "document.revoked"),
    Mutant("the table has the wrong interval", "table.js", "range(dot.population", "range(dot.people"),
    Mutant("half the words of a search do", "chosen.js", "parts.every", "parts.some"),
]


@pytest.fixture(scope="module")
def copy(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The client, beside the catalogues that it reads."""
    folder = tmp_path_factory.mktemp("mutants")
    (folder / "src").symlink_to(ROOT / "src")
    shutil.copytree(CLIENT, folder / "js", ignore=shutil.ignore_patterns("node_modules", "types"))
    return folder / "js"


def outcome(copy: Path) -> int:
    """How the tests of the board end; tests of its own say nothing of the run that is around them."""
    around = {name: value for name, value in os.environ.items() if name != "NODE_TEST_CONTEXT"}
    command = [node(), "--test", "test/board.test.js"]
    return subprocess.run(command, cwd=copy, env=around, capture_output=True, check=False).returncode


def test_without_a_mistake_nothing_fails(copy: Path) -> None:
    assert outcome(copy) == 0


@pytest.mark.parametrize("mutant", MUTANTS, ids=lambda mutant: mutant.name)
def test_it_is_caught(mutant: Mutant, copy: Path) -> None:
    file = copy / "board" / mutant.file
    right = file.read_text(encoding="utf-8")
    assert right.count(mutant.old) == 1, mutant.old
    file.write_text(right.replace(mutant.old, mutant.new), encoding="utf-8")
    try:
        assert outcome(copy) == 1
    finally:
        file.write_text(right, encoding="utf-8")
