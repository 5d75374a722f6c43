"""Answers out of files of all kinds: every row is handed over or entered as refused, with its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from tacit.files.csv import open_csv
from tacit.files.ndjson import Ndjson, open_ndjson
from tacit.files.parquet import read_parquet
from tacit.files.piece import NAMES, Piece, answers_in
from tacit.files.refusals import EMPTY, BadFile, Refusals
from tacit.files.text import read_text
from tacit.study.spelling import printable
from tacit.study.study import Study
from tacit.tallying.sift import Sifted, sift

Advance = Callable[[int], None]


def read_answers(
    paths: Iterable[Path],
    study: Study,
    refusals: Refusals,
    advance: Advance = lambda size: None,
    *,
    needed: tuple[str, ...] = NAMES,
) -> Iterator[Sifted]:
    """The good rows of the files, batch by batch; the rest goes to `refusals`.

    `advance` is told the bytes that were read. The paths are those of `found_files`. Of `needed` columns a
    file must have all.
    """
    for path in paths:
        yield from good_rows(pieces_of(path, study, advance, needed), path, unit_of(path), study, refusals)


def good_rows(
    pieces: Iterable[Piece], source: Path | str, unit: str, study: Study, refusals: Refusals
) -> Iterator[Sifted]:
    """What can be counted of a file or table, `unit` being what its rows are called."""
    try:
        for piece in pieces:
            for reason, rows in piece.bad.items():
                answers = piece.stray.get(reason, 0)
                refusals.add_rows(source, unit, reason, rows, count=len(rows), answers=answers)
            sifted = sift(study.scheme, piece.queries, piece.columns, piece.counts)
            for reason, places in sifted.bad.items():
                numbers = (int(piece.numbers[place]) for place in places)
                answers = 0 if piece.counts is None else answers_in(piece.counts[places])
                refusals.add_rows(source, unit, reason, numbers, count=places.size, answers=answers)
            yield sifted
    except BadFile as bad:
        refusals.add_file(source, bad)


def unit_of(path: Path) -> str:
    """What the file's rows are called."""
    return "row" if path.name.lower().endswith(".parquet") else "line"


def size_of(paths: Sequence[Path]) -> int:
    """How many bytes there are to read."""
    return sum(path.stat().st_size for path in paths)


def pieces_of(
    path: Path,
    study: Study,
    advance: Advance,
    needed: tuple[str, ...] = NAMES,
    public: tuple[str, ...] = (),
) -> Iterator[Piece]:
    """The file's rows as they come, whatever kind of file it is, with these public columns."""
    if path.stat().st_size == 0:
        raise BadFile(*EMPTY)
    name = path.name.lower()
    if name.endswith(".parquet"):
        yield from read_parquet(path, study.id, advance, needed, public)
        return
    source = printable(str(path))
    if name.removesuffix(".gz").endswith(".csv"):
        form = partial(open_csv, study_id=study.id, needed=needed, public=public, source=source)
        yield from read_text(path, study.id, form, advance)
        return
    if "count" in needed:
        raise BadFile("file of another kind", "holds lines of JSON; counts must be CSV or Parquet")
    lines = Ndjson(public)
    yield from read_text(path, study.id, partial(open_ndjson, form=lines), advance)
    lines.check_seen(source)
