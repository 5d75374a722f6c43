"""What was left out while files were read: how much, why, and where to look."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tacit.errors import AnswersInvalid
from tacit.files.whole import shown
from tacit.study.spelling import join

EMPTY = ("file that is empty", "is empty: not even the names of columns are there")
ROWS_SHOWN = 3
LINES_SHOWN = 20
PAIR = "different pair"  # what rows of counts are called where their order means nothing


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
    """Filled while answers are read; nothing that is not counted is left out without an entry here."""

    counts: Counter[str] = field(default_factory=Counter)
    places: dict[tuple[str, str, str], Place] = field(default_factory=dict)
    sentences: list[str] = field(default_factory=list)

    def add_rows(
        self, source: Path | str, unit: str, reason: str, rows: Iterable[int], *, count: int, answers: int = 0
    ) -> None:
        """`count` rows of a file or table, `unit` being what they are called; only the first few are named.

        `answers` is how many those rows stand for, if it is more than one each.
        """
        self.counts[reason] += max(count, answers)
        place = self.places.setdefault((shown(source), unit, reason), Place())
        place.rows += count
        for row in rows:
            if len(place.first) == ROWS_SHOWN:
                break
            place.first.append(int(row))

    def add_file(self, source: Path | str, bad: BadFile) -> None:
        """A whole file, or what is left of it."""
        self.counts[bad.reason] += bad.count
        self.sentences.append(f"{shown(source)} {bad}")

    def add(self, other: Refusals) -> None:
        """What was left out of other files."""
        self.counts.update(other.counts)
        for key, place in other.places.items():
            mine = self.places.setdefault(key, Place())
            mine.rows += place.rows
            mine.first = [*mine.first, *place.first][:ROWS_SHOWN]
        self.sentences += other.sentences

    def to_json(self) -> dict[str, object]:
        """All of it, to be kept; `from_json` takes it back."""
        places = [[*key, place.rows, place.first] for key, place in self.places.items()]
        return {"counts": self.counts, "places": places, "sentences": self.sentences}

    @classmethod
    def from_json(cls, kept: Mapping[str, Any]) -> Refusals:
        """What `to_json` gave."""
        places = {(source, unit, reason): Place(*place) for source, unit, reason, *place in kept["places"]}
        return cls(Counter(kept["counts"]), places, list(kept["sentences"]))

    def __bool__(self) -> bool:
        return bool(self.counts)

    def lines(self) -> list[str]:
        """For people: every file with its reasons, as many as a screen holds."""
        lines = [*self.sentences, *(_line(*key, place) for key, place in self.places.items())]
        hidden = len(lines) - LINES_SHOWN
        return lines if hidden <= 1 else [*lines[:LINES_SHOWN], f"... and {hidden:,} more such lines"]

    def to_error(self, way_out: str) -> AnswersInvalid:
        """What to raise when nothing may be left out; `way_out` is how to say that it may."""
        head = f"not all of this can be counted: {in_words(self.counts)}"
        foot = f"put that right, or count the rest with {way_out}"
        return AnswersInvalid("\n".join([head, *(f"  {line}" for line in self.lines()), foot]))


def in_words(counts: Mapping[str, int]) -> str:
    """How much was left out, by reason."""
    return "; ".join(f"{reason} ({count:,})" for reason, count in counts.items())


def _line(source: str, unit: str, reason: str, place: Place) -> str:
    if unit == PAIR:
        return f"{source}: {reason} ({place.rows:,} {unit if place.rows == 1 else unit + 's'})"
    more = place.rows - len(place.first)
    named = [f"{row:,}" for row in place.first] + ([f"{more:,} more"] if more else [])
    where = f"{unit if place.rows == 1 else unit + 's'} {join(named, 'and')}"
    return f"{source}: {reason} ({where})"
