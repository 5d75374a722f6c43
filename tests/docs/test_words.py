"""Pages are spelled the British way, in plain words."""

from __future__ import annotations

import re
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


def odd(text: str) -> list[str]:
    """Words of a page's prose that are spelled otherwise, or say nothing."""
    plain = SPAN.sub("", prose(text))
    return [match[0] for pattern in (AMERICAN, LOUD) for match in pattern.finditer(plain)]


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_words_are_british_and_plain(page: Path) -> None:
    assert odd(text_of(page)) == []


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
