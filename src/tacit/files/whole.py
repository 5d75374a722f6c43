"""Files that are written whole or not at all: under another name, which takes the right one at the end."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from tacit.errors import Refused, refuse
from tacit.study.spelling import join, show_path

STUDY_KEY = b"tacit.study"
SEED_KEY = b"tacit.seed"  # of answers that nobody gave


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
