"""Pages are spelled the British way, in plain words; percentages have no space, also in what is printed."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from pages import PAGES, SPAN, name_of, prose, text_of

# The one verb for noise is spelled as in code, and the paper's scheme as in the paper.
AMERICAN = re.compile(
    r"\b(?:randomiz(?!e\b|ed Group)|analyz|(?:summar|recogn|organ|minim|maxim|optim|normal|general)iz"
    r"|color|behavior|center|favor|neighbor|labor\b|gray\b|(?:model|label|cancel)(?:ed|ing)\b|judgment)\w*",
    re.IGNORECASE,
)
LOUD = re.compile(
    r"\b(?:simply|obviously|easily|seamless|leverag|powerful|cutting-edge|robust|blazing)\w*", re.I
)


# `5 %` and `{share} %`, not a remainder.
SPACED_PERCENT = re.compile(r"[0-9}][ \u00a0]+%(?!\s*[0-9({])")
SOURCES = sorted((Path(__file__).parents[2] / "src").rglob("*.py"))


def texts_in(source: Path) -> Iterator[str]:
    """Every text in a module, the holes of those that have some as {}."""
    for node in ast.walk(ast.parse(source.read_text(encoding="utf-8"))):
        if isinstance(node, ast.JoinedStr):
            yield "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def odd(text: str) -> list[str]:
    """Words of a page's prose that are spelled otherwise, or say nothing."""
    plain = SPAN.sub("", prose(text))
    return [match[0] for pattern in (AMERICAN, LOUD) for match in pattern.finditer(plain)]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_words_are_british_and_plain(page: Path) -> None:
    assert odd(text_of(page)) == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_a_percentage_has_no_space_in_a_page(page: Path) -> None:
    assert SPACED_PERCENT.findall(text_of(page)) == []


def test_a_percentage_has_no_space_in_what_is_printed() -> None:
    spaced = {
        source.name: [text for text in texts_in(source) if SPACED_PERCENT.search(text)] for source in SOURCES
    }
    assert {name: texts for name, texts in spaced.items() if texts} == {}


@pytest.mark.parametrize(
    ("text", "is_spaced"), [("95 % of all", True), ("95 %.", True), ("{} %", True), ("7 % 3", False)]
)
def test_a_spaced_percentage_is_found(text: str, *, is_spaced: bool) -> None:
    assert bool(SPACED_PERCENT.search(text)) == is_spaced


@pytest.mark.parametrize(
    "word", ["randomized", "color", "Behavior", "analyzed", "modeling", "simply", "seamlessly"]
)
def test_an_odd_word_is_found(word: str) -> None:
    assert odd(f"Some {word} here.") == [word]


@pytest.mark.parametrize(
    "text", ["randomize", "Randomized Group", "randomised", "`color`", "modelling", "labelled"]
)
def test_a_good_word_is_left_alone(text: str) -> None:
    assert odd(text) == []
