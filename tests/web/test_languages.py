"""Catalogues: complete, of one shape, and none that leaves other holes open than English does."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tacit.errors import Refused
from tacit.web.languages import PLURALS, Language, Words, choose, holes, read_languages
from tacit.web.sources import LANGUAGES

ALL = read_languages()
FILES = sorted(LANGUAGES.glob("*.json"))
# The forms that the platform's Intl asks a language for, as CLDR has them.
FORMS = {"en": {"one", "other"}, "ar": PLURALS}


def written(folder: Path, code: str, words: Words, **others: str) -> None:
    given = {"name": code, "direction": "ltr", "reviewed_by": "", **others, "words": words}
    (folder / f"{code}.json").write_text(json.dumps(given), encoding="utf-8")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    written(tmp_path, "en", {"shared": {"yes": "Yes, {name}", "no": "No"}})
    return tmp_path


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_catalogue_has_every_word_and_no_other(file: Path) -> None:
    english = json.loads((LANGUAGES / "en.json").read_text(encoding="utf-8"))["words"]
    given = json.loads(file.read_text(encoding="utf-8"))["words"]
    assert {part: set(words) for part, words in given.items()} == {
        part: set(words) for part, words in english.items()
    }


@pytest.mark.parametrize("language", ALL.values(), ids=lambda language: language.code)
def test_a_translation_says_all_that_english_says(language: Language) -> None:
    for part, words in language.words.items():
        for name, word in words.items():
            assert holes(word) == holes(ALL["en"].words[part][name]), f"{part}.{name}"


@pytest.mark.parametrize("language", ALL.values(), ids=lambda language: language.code)
def test_words_that_count_have_every_form_of_the_language(language: Language) -> None:
    for part, words in language.words.items():
        for name, word in words.items():
            if isinstance(word, dict):
                assert set(word) == FORMS[language.code], f"{part}.{name}"


def test_a_file_that_is_added_is_a_language(folder: Path) -> None:
    written(folder, "xx", {"shared": {"yes": "Ja, {name}", "no": "Nein"}}, name="Deutsch")
    languages = read_languages(folder)
    assert list(languages) == ["en", "xx"]
    assert languages["xx"].words["shared"] == {"yes": "Ja, {name}", "no": "Nein"}
    assert choose("xx-AT", languages) == "xx"


def test_what_is_not_translated_yet_stays_english(folder: Path) -> None:
    written(folder, "xx", {"shared": {"no": "Nein"}})
    assert read_languages(folder)["xx"].words["shared"] == {"yes": "Yes, {name}", "no": "Nein"}


@pytest.mark.parametrize(
    ("words", "others", "says"),
    [
        ({"shared": {"maybe": "?"}}, {}, "shared.maybe is no word of the pages"),
        ({"other": {"yes": "Ja"}}, {}, "other.yes is no word"),
        ({"shared": {"yes": "Ja, {person}"}}, {}, "may leave open"),
        ({"shared": {"no": ""}}, {}, "xx.json: shared.no must be a text"),
        ({"shared": {"no": {"one": "a"}}}, {}, "with other"),
        ({"shared": {"no": {"other": "a", "lots": "b"}}}, {}, "by plural form"),
        ({}, {"direction": "up"}, "must be ltr or rtl"),
        ({}, {"author": "me"}, "must have exactly"),
    ],
)
def test_a_slip_is_named(words: Words, others: dict[str, str], says: str, folder: Path) -> None:
    written(folder, "xx", words, **others)
    with pytest.raises(Refused, match=says):
        read_languages(folder)
