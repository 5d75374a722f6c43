"""What a report is made of, before it has any form: chapters of sentences, figures and tables."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tacit.estimation.blocks import Block


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
class Figures:
    """One figure of everything, as a table and a picture."""

    block: Block


@dataclass(frozen=True)
class Table:
    """A table of words and numbers; the first column says what a row is about."""

    caption: str
    columns: tuple[str, ...]
    rows: tuple[tuple[str, ...], ...]


@dataclass(frozen=True)
class Command:
    """Something to type."""

    text: str


Part = Text | Quote | Points | Figures | Table | Command


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
    """The whole document: a title, what was asked and promised, facts, what it cannot say, and chapters."""

    title: str
    questions: tuple[Question, ...]
    promise: str
    facts: tuple[tuple[str, str], ...]
    unsaid: tuple[str, ...]
    chapters: tuple[Chapter, ...]

    @property
    def blocks(self) -> Sequence[Block]:
        """Every figure in it, in order."""
        parts = (part for chapter in self.chapters for part in chapter.parts)
        return [part.block for part in parts if isinstance(part, Figures)]
