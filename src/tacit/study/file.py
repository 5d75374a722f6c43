"""Reading a study from a file: study.toml as people write it, or a manifest .json."""

from __future__ import annotations

import re
import tomllib
from decimal import Decimal, DecimalException
from pathlib import Path

from tacit.errors import Problem, StudyInvalid
from tacit.study.inspection import printable
from tacit.study.manifest import parse_manifest
from tacit.study.study import Study
from tacit.study.tables import study_from

LARGEST = 1 << 20
HINTS = {
    "Invalid value": "; text needs quotes",
    "Illegal character '\\n'": "; is a quote left open?",
    "Expected '=' after a key in a key/value pair": "; every line is a key, = and a value, or a [table]",
}

_PLACE = re.compile(
    r"(?P<what>.*) \(at (line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.DOTALL
)


def read_study(path: str | Path) -> Study:
    """The study in this file; StudyInvalid names everything that is wrong with it."""
    path = Path(path)
    content = _read(path)
    return parse_manifest(content) if path.suffix == ".json" else parse_toml(content, name=path.name)


def parse_toml(content: bytes, *, name: str = "study.toml") -> Study:
    """The study that a TOML file with this content describes."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        rule = f"must be UTF-8 text, and line {line} is not; save it as UTF-8 in your editor"
        raise StudyInvalid(Problem(name, rule)) from None
    try:
        tables = tomllib.loads(text, parse_float=_exact)
    except tomllib.TOMLDecodeError as error:
        raise StudyInvalid(Problem(name, _explain(str(error), text))) from None
    except (ValueError, RecursionError):
        raise StudyInvalid(Problem(name, "holds a huge number or nests too deeply")) from None
    return study_from(tables)


def _read(path: Path) -> bytes:
    name = printable(str(path))
    try:
        with path.open("rb") as file:
            content = file.read(LARGEST + 1)
    except FileNotFoundError:
        raise StudyInvalid(
            Problem(name, "does not exist; `tacit init FILE` writes a study to start from")
        ) from None
    except IsADirectoryError:
        raise StudyInvalid(Problem(name, "is a folder; name the study file in it")) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise StudyInvalid(Problem(name, f"cannot be read: {reason}")) from None
    if len(content) > LARGEST:
        raise StudyInvalid(Problem(name, "is larger than 1 MiB, which no study file is; is it the answers?"))
    return content


def _exact(text: str) -> Decimal | str:
    """A TOML float as the decimal that it spells."""
    try:
        return Decimal(text.replace("_", ""))
    except DecimalException:
        return text


def _explain(message: str, text: str) -> str:
    """tomllib's message, with the line that it is about and what people usually meant."""
    found = _PLACE.fullmatch(message)
    if not found:
        return f"is not TOML: {message}"
    what = found["what"]
    if not found["line"]:
        return f"is not TOML: {_lower(what)} at the end of the file; is a quote or bracket left open?"
    number = int(found["line"])
    line = text.split("\n")[number - 1].strip()
    if what == "Cannot overwrite a value":
        return f"has a key twice: line {number}, `{printable(line)}`; keep one of the two"
    if what.startswith("Cannot declare"):
        return f"has a table twice: line {number}, `{printable(line)}`; put its keys into one"
    hint = HINTS.get(what, "")
    return f"is not TOML: line {number}, column {found['column']}, `{printable(line)}`: {_lower(what)}{hint}"


def _lower(what: str) -> str:
    return what[:1].lower() + what[1:]
