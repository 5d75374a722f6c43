"""Which files a tally was made of, and how far each was read: so that no answer counts double."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from pathlib import Path

from tacit.errors import Problem, Refused
from tacit.files.parquet import schema_of
from tacit.files.whole import shown

SOURCES_KEY = b"tacit.sources"
END = 1 << 16  # so much of a file's start, and of its end, is looked at to know it again
SMALL = 1 << 12  # smaller files may well be alike by chance


@dataclass(frozen=True)
class Source:
    """A file of answers: its name as seen from the tally's folder, and what it looked like.

    `rows` is how many of its rows or lines are in the tally; None: it was read to its end.
    """

    name: str
    size: int
    digest: str
    rows: int | None = None

    def is_alike(self, other: Source) -> bool:
        """Whether both look the same."""
        return (self.size, self.digest) == (other.size, other.digest)


def source_of(path: Path, tally: Path) -> Source:
    """What the file looks like now, for a tally that is kept there."""
    with path.open("rb") as file:
        size = file.seek(0, os.SEEK_END)
        file.seek(0)
        looks = hashlib.sha256(file.read(END))
        file.seek(max(0, size - END))
        looks.update(file.read(END))
    return Source(_name(path, tally), size, looks.hexdigest()[:32])


def to_note(sources: Iterable[Source]) -> str:
    """The sources as a note in the tally's file."""
    return json.dumps([[each.name, each.size, each.digest, each.rows] for each in sources])


def sources_in(path: Path, tally: Path) -> list[Source]:
    """What the tally in `path` was made of, named as seen from the folder of `tally`."""
    schema = schema_of(path) if path.exists() else None
    notes = (schema.metadata if schema else None) or {}
    try:
        sources = [Source(*each) for each in json.loads(notes.get(SOURCES_KEY, b"[]"))]
    except (ValueError, TypeError):
        return []
    return [replace(source, name=_name(path.parent / source.name, tally)) for source in sources]


def check_apart(held: Mapping[str, Iterable[Source]]) -> None:
    """Refuses tallies that hold the same file; `held` is by the tally's name."""
    problems: list[Problem] = []
    seen: dict[tuple[int, str], tuple[str, Source]] = {}
    for tally, sources in held.items():
        for source in sources:
            key = (source.size, source.digest)
            first, same = seen.setdefault(key, (tally, source))
            if first != tally and source.size >= SMALL:
                theirs, mine, other = map(shown, (source.name, same.name, first))
                rule = f"holds {theirs}, as {other} does ({mine}); its answers would count double"
                problems.append(Problem(shown(tally), rule))
    if problems:
        raise Refused(problems)


def _name(path: Path, tally: Path) -> str:
    return Path(os.path.relpath(path.resolve(), tally.resolve().parent)).as_posix()
