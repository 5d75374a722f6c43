"""A person before the answer page: what they read, choose, type and press, in the words of its catalogue."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from functools import cache

from browsed.browsers import BrowserFailed, Tab
from tacit.web.languages import read_languages

# A word of so few signs may be part of others: it must stand on a line of its own.
SHORT = 40


@cache
def words_of(language: str) -> dict[str, str]:
    """By name; of a word with holes, what stands before the first."""
    parts = read_languages()[language].words
    given = {**parts["shared"], **parts["answer"]}
    texts = {name: word if isinstance(word, str) else word["other"] for name, word in given.items()}
    return {name: text.partition("{")[0].strip() for name, text in texts.items()}


@cache
def lines_of(language: str) -> dict[str, str]:
    """The same, as they are looked for on a page."""
    parts = read_languages()[language].words
    given = {**parts["shared"], **parts["answer"]}
    is_whole = {name: isinstance(word, str) and "{" not in word for name, word in given.items()}
    return {
        name: f"\n{word}\n" if len(word) < SHORT and is_whole[name] else word
        for name, word in words_of(language).items()
    }


@dataclass(frozen=True)
class Person:
    """Somebody, at a tab; `language` is the page's."""

    tab: Tab
    language: str = "en"

    def word(self, name: str) -> str:
        """How the page says it."""
        return words_of(self.language)[name]

    def reads(self, *names: str) -> str:
        """Wait until one of these words of the catalogue is to be read; its name."""
        lines = lines_of(self.language)
        found = self.tab.until(*(lines[name] for name in names))
        return next(name for name in names if lines[name] == found)

    def does_read(self, name: str) -> bool:
        """Whether it is to be read now."""
        return lines_of(self.language)[name] in self.tab.text

    def press(self, name: str, among: str = "") -> None:
        """Press what the catalogue calls so."""
        self.tab.press(self.word(name), among)

    def try_now(self) -> None:
        """Press what tries again at once, unless the page tries by itself just then."""
        with suppress(BrowserFailed):
            self.press("try_now")

    def choose(self, group: str, value: str = "", question: str = "How strong was your reaction?") -> None:
        """Fill in the form."""
        self.reads("form")
        self.tab.press(group)
        if value:
            self.tab.fill(question, value)

    def prepare(self, group: str = "diabetic", value: str = "7") -> None:
        """Fill in the form, and go on until everything is ready to send."""
        self.choose(group, value)
        self.press("go_on")
        self.reads("prepared")

    def answer(self, group: str = "diabetic", value: str = "7") -> None:
        """The whole way, up to the receipt."""
        self.prepare(group, value)
        self.press("send")
        self.reads("received")

    @property
    def bytes_shown(self) -> str:
        """What the page says that it will send."""
        shown: str = self.tab.evaluate("document.querySelector('pre').textContent")
        return shown
