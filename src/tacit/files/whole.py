"""Files that are written whole or not at all: under another name, which takes the right one at the end."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import BinaryIO

from tacit.errors import Refused, refuse
from tacit.study.spelling import join, show_path

STUDY_KEY = b"tacit.study"


def shown(path: Path | str) -> str:
    """A file's name for a message."""
    return show_path(path)


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write to; whatever goes wrong, Ctrl-C too, leaves `path` as it was and nothing beside it."""
    name = shown(path)
    if path.is_dir():
        raise refuse(name, "is a folder; give the name of a file in it")
    part = path.with_name(f".{path.name}.{os.getpid()}.part")
    try:
        with part.open("wb") as file:
            yield file
            file.flush()
            # Or else a power cut could leave the right name without its contents.
            os.fsync(file.fileno())
        part.replace(path)
    except BaseException as error:
        part.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise _unwritable(name, error) from None
        raise


def write_whole(made: Mapping[Path, bytes], *, force: bool) -> None:
    """All of these files or none; without `force`, none where one of them holds something else already."""
    for path, content in made.items():
        if not force and path.is_file() and path.read_bytes() != content:
            rule = "holds something else and was left as it is; give another name, or --force to replace it"
            raise refuse(shown(path), rule)
    with ExitStack() as files:
        opened = [(files.enter_context(whole_file(path)), content) for path, content in made.items()]
        for file, content in opened:
            file.write(content)
            # A full disk shows here, while every file still is what it was.
            file.flush()


def ending_of(path: Path, endings: Sequence[str], what: str) -> str:
    """The file's ending, one of these; refuses others."""
    ending = next((ending for ending in endings if path.name.lower().endswith(ending)), None)
    if ending is None:
        raise refuse(shown(path), f"must end in {join(endings, 'or')} to hold {what}")
    return ending


def _unwritable(name: str, error: OSError) -> Refused:
    reason = (
        "there is no such folder" if isinstance(error, FileNotFoundError) else error.strerror or str(error)
    )
    return refuse(name, f"cannot be written: {reason}")
