"""What was left out while files were read: how much, why, and where to look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path

from tacit.study.inspection import join, printable

ROWS_SHOWN = 3
LINES_SHOWN = 20


class BadFile(Exception):
    """A file that cannot be read as answers at all, or not to its end: the reason, and a sentence.

    `count` is how many rows that are, where it is known; else the file counts as one.
    """

    def __init__(self, reason: str, sentence: str, *, count: int = 1) -> None:
        super().__init__(sentence)
        self.reason = reason
        self.count = count


@dataclass
class Place:
    """One reason in one file: how many rows, and the first of them."""

    rows: int = 0
    first: list[int] = field(default_factory=list)


@dataclass
class Refusals:
    """Filled while files are read; nothing that is not counted is left out without an entry here."""

    counts: Counter[str] = field(default_factory=Counter)
    places: dict[tuple[Path, str, str], Place] = field(default_factory=dict)
    sentences: list[str] = field(default_factory=list)

    def add_rows(self, path: Path, unit: str, reason: str, rows: Iterable[int], *, count: int) -> None:
        """Rows of a file, `unit` being row or line; only the first few need be named."""
        self.counts[reason] += count
        place = self.places.setdefault((path, unit, reason), Place())
        place.rows += count
        for row in rows:
            if len(place.first) == ROWS_SHOWN:
                break
            place.first.append(int(row))

    def add_file(self, path: Path, bad: BadFile) -> None:
        """A whole file, or what is left of it."""
        self.counts[bad.reason] += bad.count
        self.sentences.append(f"{printable(str(path))} {bad}")

    def __bool__(self) -> bool:
        return bool(self.counts)

    @property
    def total(self) -> int:
        """How much was left out: rows, and files that hold no rows that can be counted."""
        return self.counts.total()

    def lines(self) -> list[str]:
        """For people: every file with its reasons, as many as a screen holds."""
        lines = [*self.sentences, *(_line(*key, place) for key, place in self.places.items())]
        hidden = len(lines) - LINES_SHOWN
        return lines if hidden <= 1 else [*lines[:LINES_SHOWN], f"... and {hidden:,} more such lines"]


def _line(path: Path, unit: str, reason: str, place: Place) -> str:
    more = place.rows - len(place.first)
    named = [f"{row:,}" for row in place.first] + ([f"{more:,} more"] if more else [])
    where = f"{unit if place.rows == 1 else unit + 's'} {join(named, 'and')}"
    return f"{printable(str(path))}: {reason} ({where})"
