"""A document as Markdown: the same words and tables, in plain text."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from tacit.drawing.markup import writable
from tacit.writing.parts import Chapter, Command, Contents, Part, Points, Quote, Table, Text

# What Markdown would take for a mark, a tag or a link.
_MARKS = re.compile(r"[\\`*_\[\]<>|~$&#]")
# Where a list or a rule would begin; a backslash before a digit would stay and be read.
_AT_START = re.compile(r"^(\d+(?=[.)](?:\s|$))|(?=[-+=]))")


def text(contents: Contents) -> str:
    """The whole document."""
    lines = [escaped(contents.above), ""] if contents.above else []
    lines += [f"# {escaped(contents.title)}", ""]
    for question in contents.questions:
        choices = " · ".join(map(escaped, question.choices))
        lines += [f"“{escaped(question.text)}” {choices} {escaped(question.more)}".rstrip(), ""]
    lines += [*table(("", ""), contents.facts), f"> {escaped(contents.promise)}", ""]
    if contents.unsaid:
        lines += [f"## {contents.unsaid_heading}", "", *_points(contents.unsaid)]
    for chapter in contents.chapters:
        lines += _chapter(chapter)
    return "\n".join(lines).rstrip("\n") + "\n"


def escaped(given: str) -> str:
    """The text as one line that says itself and nothing else."""
    return _AT_START.sub(r"\1\\", _in_line(given))


def _in_line(given: str) -> str:
    """The same where no line begins, as in a cell."""
    return _MARKS.sub(r"\\\g<0>", " ".join(writable(given).split()))


def _chapter(chapter: Chapter) -> Iterator[str]:
    yield from (f"## {escaped(chapter.heading)}", "")
    for part in chapter.parts:
        yield from _part(part)


def _part(part: Part) -> Iterator[str]:
    match part:
        case Text(words):
            yield from (escaped(words), "")
        case Quote(words):
            yield from (f"> {escaped(words)}", "")
        case Points(points):
            yield from _points(points)
        case Table(caption, columns, rows):
            yield from (f"**{escaped(caption)}**", "", *table(columns, rows))
        case Command(words):
            yield from ("```console", f"$ {writable(words)}", "```", "")
        case _:
            yield from part.to_markdown()


def _points(points: Sequence[str]) -> list[str]:
    return [*(f"- {escaped(point)}" for point in points), ""]


def table(columns: Sequence[str], rows: Sequence[Sequence[str]]) -> list[str]:
    """The first column to the left, numbers to the right."""
    rule = ["---", *["---:"] * (len(columns) - 1)]
    return [_line(columns), "|".join(["", *rule, ""]), *map(_line, rows), ""]


def _line(cells: Sequence[str]) -> str:
    return f"| {' | '.join(map(_in_line, cells))} |"
