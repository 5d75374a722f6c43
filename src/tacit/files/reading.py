"""Answers out of files of all kinds: every row is handed over or entered as refused, with its reason."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from pathlib import Path

from tacit.errors import Problem, Refused
from tacit.files.csv import open_csv
from tacit.files.ndjson import open_ndjson
from tacit.files.parquet import read_parquet
from tacit.files.piece import Piece
from tacit.files.refusals import BadFile, Refusals
from tacit.files.text import read_text
from tacit.study.inspection import join, printable
from tacit.study.study import Study
from tacit.tallying.columns import Integers
from tacit.tallying.sift import sift

READ = (".parquet", ".csv", ".csv.gz", ".ndjson", ".ndjson.gz")

Advance = Callable[[int], None]


def read_answers(
    paths: Iterable[Path], study: Study, refusals: Refusals, advance: Advance = lambda size: None
) -> Iterator[tuple[Integers, Integers]]:
    """The good answers of the files as (queries, columns), batch by batch; the rest goes to `refusals`.

    `advance` is told the bytes that were read. The paths are those of `checked_paths`.
    """
    for path in paths:
        try:
            for piece in _pieces(path, study, advance):
                yield _good(piece, path, study, refusals)
        except BadFile as bad:
            refusals.add_file(path, bad)


def checked_paths(paths: Iterable[str | Path]) -> list[Path]:
    """The paths of files that are there, each once; refuses all others at once."""
    checked = [Path(path) for path in paths]
    problems = [Problem(printable(str(path)), fault) for path in checked if (fault := _fault(path))]
    seen: dict[tuple[int, int], Path] = {}
    for path in checked if not problems else []:
        key = (path.stat().st_dev, path.stat().st_ino)
        if key in seen:
            rule = f"is given twice ({printable(str(seen[key]))}); its answers would count double"
            problems.append(Problem(printable(str(path)), rule))
        seen[key] = path
    if problems:
        raise Refused(problems)
    return checked


def size_of(paths: Sequence[Path]) -> int:
    """How many bytes there are to read."""
    return sum(path.stat().st_size for path in paths)


def _fault(path: Path) -> str | None:
    if path.is_dir():
        return f"is a folder; name the files in it, as in {printable(str(path / '*.parquet'))}"
    name = path.name.lower()
    if not path.exists():
        return "does not exist"
    if name.endswith((".toml", ".json")):
        return "looks like a study; the study comes first, then files of answers"
    if not name.endswith(READ):
        return f"must end in {join(READ, 'or')} to be read as answers"
    try:
        path.open("rb").close()
    except OSError as error:
        return f"cannot be read: {error.strerror}"
    return None


def _pieces(path: Path, study: Study, advance: Advance) -> Iterator[Piece]:
    if path.stat().st_size == 0:
        raise BadFile("file that is empty", "is empty: not even the names of columns are there")
    name = path.name.lower()
    if name.endswith(".parquet"):
        return read_parquet(path, study.id, advance)
    form = (
        open_ndjson if name.removesuffix(".gz").endswith(".ndjson") else partial(open_csv, study_id=study.id)
    )
    return read_text(path, study.id, form, advance)


def _good(piece: Piece, path: Path, study: Study, refusals: Refusals) -> tuple[Integers, Integers]:
    unit = "row" if path.name.lower().endswith(".parquet") else "line"
    for reason, rows in piece.bad.items():
        refusals.add_rows(path, unit, reason, rows, count=len(rows))
    sifted = sift(study.scheme, piece.queries, piece.columns)
    for reason, places in sifted.bad.items():
        refusals.add_rows(path, unit, reason, (piece.numbers[place] for place in places), count=places.size)
    return sifted.queries, sifted.columns
