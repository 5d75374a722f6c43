"""Which files are meant: names, folders with everything in them, and patterns that no shell has replaced."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from pathlib import Path

from tacit.errors import Problem, Refused
from tacit.files.whole import shown
from tacit.study.spelling import join

READ = (".parquet", ".csv", ".csv.gz", ".ndjson", ".ndjson.gz")

WILD = frozenset("*?[")


def found_files(paths: Iterable[str | Path]) -> list[Path]:
    """The files, each once; refuses at once all that are not there, and those given twice."""
    problems: list[Problem] = []
    found: list[Path] = []
    for path in map(Path, paths):
        meant = list(_meant(path))
        faults = [(each, fault) for each in meant if (fault := _fault(each))]
        if not meant:
            faults = [(path, _nothing_in(path))]
        problems += [Problem(shown(each), fault) for each, fault in faults]
        found += meant
    problems += _twice(found) if not problems else []
    if problems:
        raise Refused(problems)
    return found


def _meant(path: Path) -> Iterator[Path]:
    """A folder's files, those that fit a pattern, or the path itself."""
    if path.is_dir():
        inside = sorted(each for each in path.rglob("*") if each.is_file())
        # Spark and others put files of their own beside: _SUCCESS, .part-0.crc, _temporary/...
        yield from (
            each
            for each in inside
            if each.name.lower().endswith(READ) and not _is_hidden(each.relative_to(path))
        )
    elif WILD & set(str(path)) and not path.exists():
        fitting = sorted(Path(path.anchor).glob(str(path.relative_to(path.anchor))))
        fitting = [each for each in fitting if not each.name.startswith(".")]
        yield from dict.fromkeys(file for each in fitting for file in _meant(each))
    else:
        yield path


def _is_hidden(path: Path) -> bool:
    return any(part.startswith((".", "_")) for part in path.parts)


def _nothing_in(path: Path) -> str:
    if path.is_dir():
        return f"is a folder without answers: nothing in it ends in {join(READ, 'or')}"
    return "fits no file"


def _fault(path: Path) -> str | None:
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


def _twice(paths: list[Path]) -> list[Problem]:
    problems = []
    seen: dict[tuple[int, int], Path] = {}
    for path in paths:
        key = (path.stat().st_dev, path.stat().st_ino)
        if key in seen:
            rule = f"is given twice ({shown(seen[key])}); its answers would count double"
            problems.append(Problem(shown(path), rule))
        seen[key] = path
    return problems
