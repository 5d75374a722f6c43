"""What a reader of any kind of file hands over, and what it may find instead of answers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

import numpy as np
import numpy.typing as npt
import pyarrow as pa

from tacit.errors import Problem, Refused
from tacit.files.refusals import BadFile
from tacit.study.spelling import join, nearest, printable
from tacit.tallying.sift import whole_numbers

NAMES = ("query", "column")
COUNTED = (*NAMES, "count")
OTHER_STUDY = "of another study"
NAMES_SHOWN = 8

Numbers = Sequence[int] | npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Piece:
    """Some rows of a file: values as they came, each row's number, and the rows that failed, by reason.

    `last` is the number of the last row that was read for it, good or bad.
    `public` are the values of the public columns that were asked for, as Arrow arrays.
    `counts` says how many answers each row stands for, where it is not one each; `stray` says it of rows in
    `bad`, all of a reason together.
    """

    queries: npt.NDArray[Any]
    columns: npt.NDArray[Any]
    numbers: Numbers
    bad: Mapping[str, Numbers] = field(default_factory=dict)
    counts: npt.NDArray[Any] | None = None
    stray: Mapping[str, int] = field(default_factory=dict)
    last: int = 0
    public: Mapping[str, pa.Array] = field(default_factory=dict)

    def after(self, row: int) -> Piece:
        """Its rows beyond this one."""
        numbers = np.asarray(self.numbers)
        kept = numbers > row
        beyond = {reason: [number for number in rows if number > row] for reason, rows in self.bad.items()}
        return replace(
            self,
            queries=self.queries[kept],
            columns=self.columns[kept],
            numbers=numbers[kept],
            bad={reason: rows for reason, rows in beyond.items() if rows},
            counts=None if self.counts is None else self.counts[kept],
            public={name: values.filter(pa.array(kept)) for name, values in self.public.items()},
        )


def objects(values: Sequence[object]) -> npt.NDArray[np.object_]:
    """An array of the values as they are; numpy would make a table of lists."""
    array = np.empty(len(values), dtype=object)
    array[:] = values
    return array


def answers_in(counts: npt.NDArray[Any]) -> int:
    """How many answers these rows of a tally stand for, as far as their counts can be read."""
    numbers, _ = whole_numbers(counts)
    return sum(max(0, int(number)) for number in numbers)


def check_names(names: Sequence[str], *, needed: Sequence[str] = NAMES, may_count: bool = False) -> None:
    """Refuses a file without the columns of answers, or of counts, saying what it looks like."""
    if {"group", "value"} <= set(names):
        raise BadFile(
            "file of people",
            "looks like people (group, value), not answers; `tacit simulate` draws answers of such people",
        )
    missing = [name for name in needed if name not in names]
    if missing:
        raise BadFile("file without query and column", _missing(missing, names))
    twice = [name for name, times in Counter(names).items() if times > 1 and name in (*COUNTED, "study")]
    if twice:
        raise BadFile("file with a column twice", f"has more than one column `{twice[0]}`; keep one")
    if "count" in names and not (may_count or "count" in needed):
        sentence = "has a column `count`, as answers have not; give counts of answers with --counts"
        raise BadFile("file of counts", sentence)


def check_public(names: Sequence[str], wanted: Sequence[str], source: str) -> None:
    """Refuses at once all public columns that a file or table has not, or has twice."""
    shown = [f"`{printable(name)}`" for name in names[:NAMES_SHOWN]]
    more = [f"{len(names) - NAMES_SHOWN} more"] if len(names) > NAMES_SHOWN else []
    problems = []
    for name in wanted:
        if name not in names:
            near = nearest(name, names)
            meant = f"; did you mean `{printable(near)}`?" if near else ""
            rule = f"is no column of {source}, which has {join([*shown, *more], 'and')}{meant}"
            problems.append(Problem(f"`{printable(name)}`", rule))
        elif list(names).count(name) > 1:
            rule = f"is the name of more than one column of {source}"
            problems.append(Problem(f"`{printable(name)}`", rule))
    if problems:
        raise Refused(problems)


def _missing(missing: Sequence[str], names: Sequence[str]) -> str:
    found = [f"`{printable(name)}`" for name in names[:NAMES_SHOWN]]
    if len(names) > NAMES_SHOWN:
        found.append(f"{len(names) - NAMES_SHOWN} more")
    near = nearest(missing[0], [name for name in names if name not in COUNTED])
    meant = f"; rename `{printable(near)}`?" if near else ""
    wanted = join([f"`{name}`" for name in missing], "and")
    return f"has no column {wanted}; it has {join(found, 'and') or 'none'}{meant}"
