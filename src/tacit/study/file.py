"""Reading a study from a file: study.toml as people write it, or a manifest .json."""

from __future__ import annotations

import codecs
import re
import tomllib
from decimal import Decimal, DecimalException
from pathlib import Path

from tacit.errors import Problem, StudyInvalid, refuse
from tacit.study.manifest import parse_manifest
from tacit.study.spelling import printable, show, show_path
from tacit.study.study import Study
from tacit.study.tables import study_from

LARGEST = 1 << 20
LARGEST_MANIFEST = 1 << 25  # crossed groups are written out in it
NOT_TEXT = "is not text, as a study file is; is it the answers, or another program's file?"
WRITES_STUDIES = "`tacit init FILE` writes a study to start from"
WRITES_MANIFESTS = "`tacit open STUDY` writes a manifest, and so does `tacit check STUDY --manifest FILE`"
EVERY_LINE = "; every line is a key, = and a value, or a [table]"
HINTS = {
    "Invalid value": "; text needs quotes",
    "Invalid statement": EVERY_LINE,
    "Invalid date or datetime": "; a day is written as in 2027-01-31",
    "Illegal character '\\n'": "; is a quote left open?",
    "Unclosed array": "; is a comma missing, or a ] before it?",
    "Unescaped '\\' in a string": "; write a backslash twice",
    "Expected '=' after a key in a key/value pair": EVERY_LINE,
    "Expected newline or end of document after a statement": "; text needs quotes, a list square brackets",
}
# What people write where TOML wants something else: found in the line, and said before any general hint.
HABITS = {
    re.compile("[“”„‘’«»]"): '; write straight quotes: "',
    re.compile(r"=\s*(#.*)?$"): "; the value is missing",
    re.compile(r"=\s*(True|False|TRUE|FALSE|[Yy]es|[Nn]o)\b"): "; write true or false",
    re.compile(r"=\s*(NaN|Infinity|None|null)\b"): "; give a number or text, or leave the line out",
    re.compile(r"=\s*\d{1,2}[./-]\d{1,2}[./-]\d{2,4}\b"): "; a day is written as in 2027-01-31",
    re.compile(r"=\s*-?\d+,\d"): "; a decimal is written with a point, as in 0.5",
    re.compile(r"=\s*-?\d+(\.\d+)?\s*%"): "; write 25% as 0.25",
    re.compile(r"=\s*-?\.\d"): "; write .5 as 0.5",
    re.compile(r"^[{<]"): "; this looks like another format (a manifest's name ends in .json)",
}

_PLACE = re.compile(
    r"(?P<what>.*) \(at (line (?P<line>\d+), column (?P<column>\d+)|end of document)\)", re.DOTALL
)


def read_study(path: str | Path) -> Study:
    """The study in this file; StudyInvalid names everything that is wrong with it."""
    if not isinstance(path, str | Path):
        raise refuse("path", f"must be the name of a study file; got {show(path)}")
    path = Path(path)
    if path.suffix.lower() == ".json":
        return _manifest_in(path)
    return parse_toml(_read(path, LARGEST, "no study file", WRITES_STUDIES), name=path.name)


def parse_toml(content: bytes, *, name: str = "study.toml") -> Study:
    """The study that a TOML file with this content describes."""
    text = _text(content, name)
    try:
        tables = tomllib.loads(text, parse_float=_exact)
    except tomllib.TOMLDecodeError as error:
        raise StudyInvalid(Problem(printable(name), _explain(str(error), text))) from None
    except (ValueError, RecursionError):
        raise StudyInvalid(Problem(printable(name), "holds a huge number or nests too deeply")) from None
    if not tables:
        rule = f"holds no study: it is empty, or all notes; {WRITES_STUDIES}"
        raise StudyInvalid(Problem(printable(name), rule))
    return study_from(tables)


def _manifest_in(path: Path) -> Study:
    """The frozen study; what is wrong with the whole of it is said of the file."""
    try:
        return parse_manifest(_read(path, LARGEST_MANIFEST, "no manifest", WRITES_MANIFESTS))
    except StudyInvalid as refused:
        name, problems = show_path(path.name), refused.problems
        raise StudyInvalid(
            [
                Problem(name, f"{one.rule}; {WRITES_MANIFESTS}") if one.field == "manifest" else one
                for one in problems
            ]
        ) from None


def _text(content: bytes, name: str) -> str:
    """The file's text; refuses other programs' files before anything is made of them."""
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        rule = f"must be UTF-8 text, and line {line} is not; save it as UTF-8 in your editor"
        if b"\0" in content and not content.startswith((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)):
            rule = NOT_TEXT
        raise StudyInvalid(Problem(printable(name), rule)) from None
    if "\0" in text:
        raise StudyInvalid(Problem(printable(name), NOT_TEXT))
    return text


def _read(path: Path, most: int, what: str, writes: str) -> bytes:
    name = show_path(path)
    try:
        with path.open("rb") as file:
            content = file.read(most + 1)
    except FileNotFoundError:
        raise StudyInvalid(Problem(name, f"does not exist; {writes}")) from None
    except IsADirectoryError:
        raise StudyInvalid(Problem(name, "is a folder; name the study file in it")) from None
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise StudyInvalid(Problem(name, f"cannot be read: {_lower(reason)}")) from None
    if len(content) > most:
        rule = f"is larger than {most >> 20} MiB, which {what} is; is it the answers?"
        raise StudyInvalid(Problem(name, rule))
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
    habit = (hint for pattern, hint in HABITS.items() if pattern.search(line))
    hint = next(habit, HINTS.get(what, ""))
    return f"is not TOML: line {number}, column {found['column']}, `{printable(line)}`: {_lower(what)}{hint}"


def _lower(what: str) -> str:
    return what[:1].lower() + what[1:]
