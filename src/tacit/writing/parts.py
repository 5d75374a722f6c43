"""What a document is made of, before it has any form: chapters of sentences, tables and pictures."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Protocol

from tacit.drawing.markup import Markup


@dataclass(frozen=True)
class Text:
    """A paragraph."""

    text: str


@dataclass(frozen=True)
class Quote:
    """A paragraph that is to be taken as it stands: a promise, or one that is ready to paste."""

    text: str


@dataclass(frozen=True)
class Points:
    """Sentences that stand for themselves."""

    points: tuple[str, ...]


@dataclass(frozen=True)
class Table:
    """A table of words and numbers; the first column says what a row is about.

    `has_numbers` says that all the others are numbers, to be compared from above to below.
    """

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]
    has_numbers: bool = False


@dataclass(frozen=True)
class Command:
    """Something to type."""

    text: str


class Shown(Protocol):
    """What knows by itself how it looks: figures with pictures, which need more than words."""

    def to_html(self, name: str) -> Markup:
        """In a page, where `name` is free to be its address."""

    def to_markdown(self) -> Iterable[str]:
        """Lines of Markdown, the last of them empty."""


UNSAID = "What these answers cannot say"

Part = Text | Quote | Points | Table | Command | Shown


@dataclass(frozen=True)
class Chapter:
    """A heading and what stands below it; `name` is its address within the document."""

    name: str
    heading: str
    parts: tuple[Part, ...]


@dataclass(frozen=True)
class Question:
    """What people were asked, and what they could say: the choices one by one, and what to add to them."""

    text: str
    choices: tuple[str, ...]
    more: str = ""


@dataclass(frozen=True)
class Contents:
    """The whole document: a title, what was asked and promised, facts, what it cannot say, and chapters.

    `above` stands over the title and says what kind of document it is; `look` names a style of its own.
    """

    title: str
    questions: tuple[Question, ...]
    promise: str
    facts: tuple[tuple[str, str], ...]
    unsaid: tuple[str, ...]
    chapters: tuple[Chapter, ...]
    above: str = ""
    look: str | None = None
    unsaid_heading: str = UNSAID
