"""Answers in text files, CSV or lines of JSON: fast where lines are plain, line by line elsewhere."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import BinaryIO, Protocol

import pyarrow as pa

from tacit.files.piece import OTHER_STUDY, Piece, answers_in, objects
from tacit.files.refusals import BadFile

BLOCK = 1 << 20
LONGEST_LINE = 1 << 20

MAGIC = {
    b"PAR1": "is a Parquet file; let its name end in .parquet",
    b"PK\x03\x04": "is a spreadsheet or an archive; save what is in it as CSV",
    b"\xff\xfe": "is UTF-16 text; save it as UTF-8",
    b"\xfe\xff": "is UTF-16 text; save it as UTF-8",
    b"SQLite format 3": "is a database; export its answers",
}


class BadLine(ValueError):
    """A line that is no answer; the message is the reason."""


@dataclass(frozen=True)
class Line:
    """What one line says; `count` is None in files of answers, `study` when it names no study.

    `public` has a text, or None, for each of the public columns that were asked for.
    """

    query: object
    column: object
    count: object = None
    study: object = None
    public: tuple[str | None, ...] = ()


class Format(Protocol):
    """How the lines of a file are read. `has_counts`: a line says how many answers it stands for.

    `public` are the columns to read beside query and column.
    """

    @property
    def public(self) -> tuple[str, ...]: ...

    @property
    def has_counts(self) -> bool: ...

    def fast(self, block: bytes, lines: int) -> Piece | None:
        """All lines of the block at once, numbered from 0; None when one of them is out of the ordinary."""

    def line(self, line: bytes) -> Line:
        """One line, without its end. Raises BadLine."""


Open = Callable[[bytes], tuple["Format", int]]


def read_text(
    path: Path, study_id: str, open_format: Open, advance: Callable[[int], None]
) -> Iterator[Piece]:
    """The file's lines, piece by piece. `open_format` takes the first block; returns lines to skip, too."""
    with path.open("rb") as raw:
        lines_read, place = 0, 0
        form: Format | None = None
        for block in _blocks(raw):
            if form is None:
                block = _checked_start(block)
                form, skipped = open_format(block)
                block = block.split(b"\n", skipped)[-1] if skipped <= block.count(b"\n") else b""
                lines_read = skipped
            lines = block.count(b"\n") + (not block.endswith(b"\n") and bool(block))
            yield replace(_piece(form, block, lines_read, lines, study_id), last=lines_read + lines)
            lines_read += lines
            advance(raw.tell() - place)
            place = raw.tell()


def _piece(form: Format, block: bytes, before: int, lines: int, study_id: str) -> Piece:
    fast = form.fast(block, lines)
    if fast is not None:
        return replace(fast, numbers=range(before + 1, before + lines + 1))
    queries, columns, counts, numbers = [], [], [], []
    bad: dict[str, list[int]] = {}
    stray: list[object] = []
    beside: list[tuple[str | None, ...]] = []
    *whole, last = block.split(b"\n")
    for number, line in enumerate([*whole, last], before + 1):
        if not line.strip():
            continue
        try:
            read = form.line(line.rstrip(b"\r"))
        except BadLine as reason:
            # Only the very last line of a file can lack its end.
            is_cut = number == before + lines and bool(last)
            bad.setdefault("line cut short" if is_cut else str(reason), []).append(number)
            continue
        if read.study is not None and read.study != study_id:
            bad.setdefault(OTHER_STUDY, []).append(number)
            stray.append(read.count)
            continue
        queries.append(read.query)
        columns.append(read.column)
        counts.append(read.count)
        numbers.append(number)
        beside.append(read.public)
    if not form.has_counts:
        public = {name: _texts(beside, at) for at, name in enumerate(form.public)}
        return Piece(objects(queries), objects(columns), numbers, bad, public=public)
    answers = {OTHER_STUDY: answers_in(objects(stray))}
    return Piece(objects(queries), objects(columns), numbers, bad, objects(counts), answers)


def _texts(rows: Sequence[tuple[str | None, ...]], place: int) -> pa.Array:
    return pa.array([row[place] for row in rows], pa.string())


def _blocks(raw: BinaryIO) -> Iterator[bytes]:
    """Whole lines, about a megabyte at a time; gzip is recognised by its first bytes."""
    is_packed = raw.read(2) == b"\x1f\x8b"
    raw.seek(0)
    file = gzip.GzipFile(fileobj=raw) if is_packed else raw
    rest = b""
    while True:
        try:
            chunk = file.read(BLOCK)
        except (EOFError, zlib.error, gzip.BadGzipFile):
            sentence = "is cut short or damaged: it does not unpack to its end; copy it again"
            raise BadFile("file cut short", sentence) from None
        cut = chunk.rfind(b"\n") + 1
        if cut or not chunk:
            if rest or cut:
                yield rest + chunk[:cut]
            rest = b""
        rest += chunk[cut:]
        if not chunk:
            return
        if len(rest) > LONGEST_LINE:
            raise BadFile("file that is not text", "has a line of more than a megabyte; is it text?")


def _checked_start(block: bytes) -> bytes:
    """The first block without a byte order mark; refuses what is plainly something else."""
    for magic, sentence in MAGIC.items():
        if block.startswith(magic):
            raise BadFile("file of another kind", sentence)
    if b"\0" in block[:4096]:
        raise BadFile("file that is not text", "is not text")
    return block.removeprefix(b"\xef\xbb\xbf")
