"""Catalogues: one JSON file per language, and which of them a browser is given.

A file has `name`, `direction` (ltr or rtl), `reviewed_by` (empty: a draft, and pages say so) and `words`, by
part and by name. A word is a text with {holes}, or texts by plural form. What it lacks is said in English.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from tacit.errors import refuse
from tacit.web.sources import LANGUAGES

ENGLISH = "en"
PLURALS = {"zero", "one", "two", "few", "many", "other"}

Word = str | dict[str, str]
Words = dict[str, dict[str, Word]]

_HOLE = re.compile(r"\{(\w+)\}")
_RANGE = re.compile(r"\s*([A-Za-z]{1,8}|\*)((?:-[A-Za-z0-9]{1,8})*)\s*(?:;\s*q=([01](?:\.[0-9]{0,3})?))?\s*")


class Language(NamedTuple):
    """One catalogue."""

    code: str
    name: str
    direction: str
    reviewed_by: str
    words: Words


def read_languages(folder: Path = LANGUAGES) -> dict[str, Language]:
    """All of a folder by code, English first."""
    files = sorted(folder.glob("*.json"), key=lambda file: (file.stem != ENGLISH, file.stem))
    read = {file.stem: _read(file) for file in files}
    english = read[ENGLISH].words
    return {code: language._replace(words=_whole(language.words, english)) for code, language in read.items()}


def choose(accepted: str, languages: Mapping[str, Language]) -> str:
    """The code of the language that an Accept-Language header likes best; English if we have none of them."""
    wishes = []
    for place, item in enumerate(accepted[:500].split(",")):
        found = _RANGE.fullmatch(item)
        if found:
            wishes.append((-float(found[3] or 1), place, found[1].lower(), (found[1] + found[2]).lower()))
    for weight, _, base, whole in sorted(wishes):
        if weight == 0:
            continue
        for code in (whole, base):
            if code in languages:
                return code
        if base == "*":
            return ENGLISH
    return ENGLISH


def holes(word: Word) -> set[str]:
    """The names that a word leaves open."""
    return set(_HOLE.findall(word if isinstance(word, str) else "".join(word.values())))


def _read(file: Path) -> Language:
    given = json.loads(file.read_text(encoding="utf-8"))
    if set(given) != {"name", "direction", "reviewed_by", "words"}:
        raise refuse(file.name, "must have exactly name, direction, reviewed_by and words")
    if given["direction"] not in ("ltr", "rtl"):
        raise refuse(f"{file.name}: direction", "must be ltr or rtl")
    for part, words in given["words"].items():
        for name, word in words.items():
            _check(f"{file.name}: {part}.{name}", word)
    return Language(file.stem, **given)


def _check(place: str, word: object) -> None:
    if isinstance(word, str) and word.strip():
        return
    if not isinstance(word, dict) or "other" not in word or not set(word) <= PLURALS:
        raise refuse(
            place, f"must be a text, or texts by plural form ({', '.join(sorted(PLURALS))}) with other"
        )


def _whole(words: Words, english: Words) -> Words:
    """What is not translated yet stays English; what English does not have is a slip."""
    for part, given in words.items():
        for name, word in given.items():
            there = english.get(part, {}).get(name)
            if there is None:
                raise refuse(f"{part}.{name}", "is no word of the pages")
            if not holes(word) <= holes(there):
                rule = f"may leave open {sorted(holes(there)) or 'nothing'}; got {sorted(holes(word))}"
                raise refuse(f"{part}.{name}", rule)
    return {part: {**given, **words.get(part, {})} for part, given in english.items()}
