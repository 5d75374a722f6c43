"""The manifest: a frozen study as canonical bytes, read back by whoever must check it (PROTOCOL.md P1).

Members: `tacit` (1), `title`, `owner`, `not_after`, the tables `question`, `groups`, `privacy`, the keys of
[collect] (`tickets`, `people`, `batch`, `embed`, `publish_answers`), `keys`, `wishes` (the [scheme] table of
the study file), `analysis` and `scheme` (the integers that every answer depends on). What does not apply is
left out.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import fields

from tacit.errors import Problem, Refused, StudyInvalid
from tacit.scheme.scheme import Scheme
from tacit.study import canonical
from tacit.study.collect import MOST_KEYS
from tacit.study.spelling import show, spell
from tacit.study.study import VERSION, Collect, Key, Study
from tacit.study.tables import TOP, study_from

TABLES = ("question", "groups", "privacy")
COLLECT = tuple(part.name for part in fields(Collect))
MEMBERS = ("tacit", *TOP, *TABLES, *COLLECT, "keys", "wishes", "scheme", "analysis")
OPTIONAL = ("people", "analysis")


def study_id(manifest: bytes) -> str:
    """The name of the study with these bytes: check it before anything else is read."""
    return canonical.digest(manifest)


def parse_manifest(manifest: bytes) -> Study:
    """The frozen study that the bytes describe; StudyInvalid for anything but a manifest of ours."""
    members = canonical.decode(manifest)
    if not isinstance(members, dict):
        raise StudyInvalid(Problem("manifest", "must be a JSON object"))
    if "tacit" not in members:
        raise StudyInvalid(Problem("tacit", f"is missing; it must be {VERSION}, the version"))
    if type(members["tacit"]) is not int or members["tacit"] != VERSION:
        raise StudyInvalid(Problem("tacit", f"must be {VERSION}, the version; got {show(members['tacit'])}"))
    problems = [
        Problem(spell(name), "is not a member of a manifest") for name in members if name not in MEMBERS
    ]
    problems += [
        Problem(name, "is missing") for name in MEMBERS if name not in members and name not in OPTIONAL
    ]
    if problems:
        raise StudyInvalid(problems)
    tables = {name: members[name] for name in (*TOP, *TABLES)}
    tables["collect"] = {name: members[name] for name in COLLECT if name in members}
    tables["scheme"] = members["wishes"]
    if "analysis" in members:
        tables["analysis"] = members["analysis"]
    study = study_from(tables, frozen=_scheme(members["scheme"]), keys=_keys(members["keys"]))
    if study.manifest != manifest:
        raise StudyInvalid(Problem("manifest", "is not in the one form that this study has"))
    return study


def _scheme(members: object) -> Scheme:
    if not isinstance(members, Mapping) or not isinstance(members.get("rows"), str):
        raise StudyInvalid(Problem("scheme", "must be an object with rows and their integers"))
    try:
        return Scheme.from_manifest(members)
    except Refused as refused:
        raise StudyInvalid(refused.problems) from None


def _keys(members: object) -> tuple[Key, ...]:
    if not isinstance(members, list) or not all(
        isinstance(key, dict) and set(key) == {"n", "stratum"} for key in members
    ):
        raise StudyInvalid(Problem("keys", "must be a list of objects with n and stratum"))
    if len(members) > MOST_KEYS:
        raise StudyInvalid(Problem("keys", f"must be at most {MOST_KEYS}; got {len(members)}"))
    return tuple(Key(n=key["n"], stratum=key["stratum"]) for key in members)
