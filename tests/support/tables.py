"""A small right study as plain tables, and the same with something wrong."""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from datetime import date
from enum import Enum
from typing import Any

from tacit.errors import Refused
from tacit.study.study import Study
from tacit.study.tables import study_from


class Gone(Enum):
    """Stands for a key that is left out; its name is the same in every process that names tests by it."""

    GONE = "gone"


GONE = Gone.GONE
RIGHT: dict[str, Any] = {
    "title": "Reactions",
    "owner": "trial@clinic.org",
    "not_after": date(2030, 1, 31),
    "question": {"text": "How strong?", "kind": "range", "low": 0, "high": 10},
    "groups": {"text": "Which describes you?", "labels": ["a", "b"]},
    "privacy": {"epsilon": 1},
}
# What turns the range into another kind.
CHOICE = {"question.kind": "choice", "question.low": GONE, "question.high": GONE}
NONE = {"question.kind": "none", "question.low": GONE, "question.high": GONE}
TWO = {**CHOICE, "question.options": ["no", "yes"]}
THREE = {**CHOICE, "question.options": ["x", "y", "z"]}
CROSS = {"groups.labels": GONE, "groups.cross": {"age": ["<40", "40+"], "region": ["north", "south"]}}
BOUND = {"privacy.promise": "group", "privacy.mean_within": "0.5"}


def tables(changes: Mapping[str, Any] | None = None) -> dict[str, Any]:
    """The right tables with changes by path: {"groups.labels": ["a"], "title": GONE}."""
    found = copy.deepcopy(RIGHT)
    for path, value in (changes or {}).items():
        *tables, key = path.split(".")
        table = found
        for name in tables:
            table = table.setdefault(name, {})
        if value is GONE:
            table.pop(key, None)
        else:
            table[key] = value
    return found


def study(changes: Mapping[str, Any] | None = None) -> Study:
    """The study of these tables."""
    return study_from(tables(changes))


def problems(changes: Mapping[str, Any]) -> list[str]:
    """All that is said about these tables, in order; none if the study and its scheme can be had."""
    try:
        _ = study(changes).scheme
    except Refused as refused:
        return [str(problem) for problem in refused.problems]
    return []


def starts(cases: Sequence[tuple[Any, ...]]) -> list[str]:
    """Names for tests: how the last of each case, the message, begins."""
    return [f"{number}: {str(case[-1])[:48]}" for number, case in enumerate(cases)]
