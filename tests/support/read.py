"""Answers read back from files, with whatever was refused."""

from __future__ import annotations

import gzip
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from asking import asked
from tacit.files.finding import found_files
from tacit.files.reading import read_answers, size_of
from tacit.files.refusals import Refusals
from tacit.study.study import Study

STUDY = asked()  # 24 queries, 3 columns


@dataclass(frozen=True)
class Read:
    """The good answers in order, how many were refused by reason, the lines for people, the bytes told."""

    answers: list[tuple[int, int]]
    refused: dict[str, int]
    lines: list[str]
    told: int
    size: int


def read(*paths: Path, study: Study = STUDY) -> Read:
    refusals, told = Refusals(), [0]
    checked = found_files(paths)
    answers: list[tuple[int, int]] = []
    for rows in read_answers(checked, study, refusals, told.append):
        answers += zip(rows.queries.tolist(), rows.columns.tolist(), strict=True)
    return Read(answers, dict(refusals.counts), refusals.lines(), sum(told), size_of(checked))


def read_bytes(folder: Path, name: str, content: bytes | str, *, study: Study = STUDY) -> Read:
    """What a file of this name and content holds."""
    (folder / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    return read(folder / name, study=study)


def packed(content: bytes | str) -> bytes:
    return gzip.compress(content if isinstance(content, bytes) else content.encode(), mtime=0)


def csv(rows: Iterable[object], header: str = "query,column", end: str = "\n") -> str:
    return "".join(f"{row}{end}" for row in (header, *rows))
