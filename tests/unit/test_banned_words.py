"""Words that this project does not use: vague names in code, addresses of one machine, promises too large."""

from __future__ import annotations

import ast
import re
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SOURCES = sorted((ROOT / "src").rglob("*.py"))

VAGUE = {"manager", "helper", "util", "utils", "handler", "processor", "info"}
# One verb for adding noise: randomize. These say less than it, or promise more.
PROMISING = {"perturb", "sanitize", "sanitise", "privatize", "privatise", "anonymize", "anonymise"}
AS_CLASS = {"Data"}

# Written in pieces, so that this file may name what it looks for.
ADDRESSES = re.compile(
    "|".join(
        [
            "py" + r"pi\.org",
            "python" + "hosted",
            r"npm" + r"js\.org",
            r"deb\.debian" + r"\.org",
            r"index" + r"-url\s*=",
            r"artifact" + "registry",
        ]
    )
)
MACHINE_PATHS = re.compile(
    r"(^|[^a-zA-Z0-9_.])/(" + "|".join(["work", "farm", "root", "home/[a-z]+"]) + r")/"
)
MAY_SAY_ANONYMOUS = {"SECURITY.md", "docs/limits.md", "tests/unit/test_banned_words.py"}


def tracked_files() -> list[Path]:
    """What git holds; in a tree without git, what a clone would hold."""
    if (ROOT / ".git").exists():
        listing = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True)
        paths = [ROOT / name for name in listing.stdout.decode().split("\0") if name]
    else:
        kept = {"src", "tests", "docs", "scripts", "requirements", "benchmarks", "vectors"}
        paths = [path for folder in kept for path in (ROOT / folder).rglob("*")] + list(ROOT.glob("*.*"))
    return [path for path in paths if path.is_file() and "__pycache__" not in path.parts]


def texts() -> list[tuple[str, str]]:
    found = []
    for path in tracked_files():
        try:
            found.append((path.relative_to(ROOT).as_posix(), path.read_text(encoding="utf-8")))
        except UnicodeDecodeError:
            continue
    assert len(found) > 20
    return found


def names_made_in(path: Path) -> set[str]:
    """The names that a file brings into the world: those it only uses belong to others."""
    names: set[str] = set(path.with_suffix("").relative_to(ROOT).parts)
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            names.add(node.name)
        elif isinstance(node, ast.arg):
            names.add(node.arg)
        elif isinstance(node, ast.alias) and node.asname:
            names.add(node.asname)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Store):
            names.add(node.attr)
    return names


def words_of(name: str) -> set[str]:
    """`FieldHandler`, `field_handler` and `FIELD_HANDLERS` hold the same words."""
    parts = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+", name)
    return {part.lower() for part in parts} | {part.lower().removesuffix("s") for part in parts}


def is_banned(name: str) -> bool:
    words = words_of(name)
    return bool(words & VAGUE) or any(word.startswith(tuple(PROMISING)) for word in words) or name in AS_CLASS


@pytest.mark.parametrize("path", SOURCES, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_names_say_what_a_thing_is(path: Path) -> None:
    banned = sorted(name for name in names_made_in(path) if is_banned(name))
    assert not banned, f"{banned}: name what it is or does instead"


@pytest.mark.parametrize(
    "name", ["FieldHandler", "string_utils", "perturbed", "sanitizer", "Data", "cell_info"]
)
def test_a_banned_name_is_recognised(name: str) -> None:
    assert is_banned(name)


@pytest.mark.parametrize("name", ["handle", "dataset", "DataFrame", "inform", "utility", "randomize"])
def test_a_good_name_is_left_alone(name: str) -> None:
    assert not is_banned(name)


@pytest.mark.parametrize("pattern", [ADDRESSES, MACHINE_PATHS], ids=["registries", "paths"])
def test_no_file_names_a_registry_or_a_place_on_one_machine(pattern: re.Pattern[str]) -> None:
    found = [
        f"{name}:{number}: {line.strip()[:80]}"
        for name, text in texts()
        for number, line in enumerate(text.splitlines(), start=1)
        if pattern.search(line)
    ]
    assert not found, "\n".join(found)


def test_nobody_is_promised_anonymity() -> None:
    """Odds are what protects; who may call an answer anonymous is said only where it is explained."""
    found = [name for name, text in texts() if "anonym" in text.lower() and name not in MAY_SAY_ANONYMOUS]
    assert not found, f"these promise too much: {found}"


def test_the_lock_has_hashes_and_no_address() -> None:
    lock = (ROOT / "requirements" / "lock.txt").read_text(encoding="utf-8")
    assert "://" not in lock
    assert not re.search(r"^-", lock, flags=re.MULTILINE)
    pins = re.split(r"^(?=[a-z0-9])", lock, flags=re.MULTILINE)[1:]
    unchecked = [pin.split("==")[0] for pin in pins if "--hash=sha256:" not in pin]
    assert len(pins) > 20
    assert not unchecked
