"""From plain tables, as TOML and JSON hold them, to a Study: every problem of every table at once."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import MISSING, fields
from typing import Any

from tacit.errors import Problem, Refused, StudyInvalid
from tacit.scheme.scheme import Scheme
from tacit.study.spelling import join, nearest, spell
from tacit.study.study import Collect, Groups, Key, Privacy, Question, Registered, Study, Wishes

PARTS: dict[str, Any] = {
    "question": Question,
    "groups": Groups,
    "privacy": Privacy,
    "collect": Collect,
    "scheme": Wishes,
    "analysis": Registered,
}
TOP = ("title", "owner", "not_after")
OPTIONAL = ("collect", "scheme")


def keys_of(table: str) -> tuple[str, ...]:
    """The keys that a table may have; "" is the top of the file."""
    return tuple(part.name for part in fields(PARTS[table])) if table else TOP


def study_from(
    tables: Mapping[str, Any], *, frozen: Scheme | None = None, keys: tuple[Key, ...] = ()
) -> Study:
    """The study that these tables describe, or StudyInvalid with all that is wrong with them."""
    problems = [_unknown_at_top(name, tables[name]) for name in tables if name not in (*TOP, *PARTS)]
    parts: dict[str, Any] = {}
    for name in PARTS:
        try:
            parts[name] = _part(name, tables[name]) if name in tables else _absent(name)
        except StudyInvalid as invalid:
            parts[name] = None
            problems += invalid.problems
    try:
        study = Study(
            title=tables.get("title"),  # type: ignore[arg-type]  # the constructor names what is missing
            owner=tables.get("owner"),  # type: ignore[arg-type]
            not_after=tables.get("not_after"),  # type: ignore[arg-type]
            question=parts["question"],
            groups=parts["groups"],
            privacy=parts["privacy"],
            collect=parts["collect"],
            wishes=parts["scheme"],
            frozen=frozen,
            keys=keys,
            analysis=parts["analysis"],
        )
    except Refused as refused:
        problems += [
            problem for problem in refused.problems if problem.field not in tables or problem.field in TOP
        ]
    if problems:
        raise StudyInvalid(_in_file_order(problems))
    return study


def _absent(name: str) -> object:
    """What a table that is not there stands for."""
    return PARTS[name]() if name in OPTIONAL else None


def _part(name: str, table: object) -> object:
    """One part from its table; unknown keys are named beside what the part itself refuses."""
    if not isinstance(table, Mapping):
        how = ", in single brackets" if isinstance(table, list) else ""
        rule = f"must be a table: put [{name}] on a line{how}, its keys below it"
        raise StudyInvalid(Problem(name, rule))
    known = keys_of(name)
    problems = [_unknown(name, key) for key in table if key not in known]
    arguments = {key: table[key] for key in known if key in table}
    for part in fields(PARTS[name]):
        if part.default is MISSING and part.default_factory is MISSING:
            arguments.setdefault(part.name, None)
    try:
        made: object = PARTS[name](**arguments)
    except StudyInvalid as invalid:
        raise StudyInvalid([*problems, *invalid.problems]) from None
    if problems:
        raise StudyInvalid(problems)
    return made


def _unknown(table: str, key: str) -> Problem:
    home = next((other for other in ("", *PARTS) if key in keys_of(other)), None)
    if home == "":
        hint = "; move it to the top of the file, above the first [table]"
    elif home:
        hint = f"; it belongs in [{home}]"
    else:
        known = keys_of(table)
        hint = _meant(key, known) or f"; its keys are {join(known, 'and')}"
    return Problem(f"{table}.{spell(key)}", f"is not a key of [{table}]{hint}")


def _unknown_at_top(key: str, value: object) -> Problem:
    home = next((table for table in PARTS if key in keys_of(table)), None)
    if home and not isinstance(value, Mapping):
        return Problem(spell(key), f"is not a key at the top of the file; it belongs in [{home}]")
    known = tuple(PARTS) if isinstance(value, Mapping) else (*TOP, *PARTS)
    tables = join([f"[{name}]" for name in PARTS], "and")
    listed = (
        f"; the tables are {tables}" if isinstance(value, Mapping) else f"; at the top are {join(TOP, 'and')}"
    )
    kind = "table" if isinstance(value, Mapping) else "key"
    return Problem(spell(key), f"is not a {kind} of a study file{_meant(key, known) or listed}")


def _meant(key: str, known: Sequence[str]) -> str:
    near = nearest(key, known)
    return f"; did you mean `{near}`?" if near else ""


def _in_file_order(problems: list[Problem]) -> list[Problem]:
    """As somebody reads the file: the top, then table by table."""
    order = {name: place for place, name in enumerate((*TOP, *PARTS))}

    def place(problem: Problem) -> int:
        return order.get(problem.field.partition(".")[0].partition("[")[0], -1)

    return sorted(problems, key=place)
