"""The checks that a part of a study makes of its fields: all problems are named, then refused at once."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from decimal import Decimal

from tacit.errors import Problem, StudyInvalid
from tacit.study.spelling import (
    LONGEST_LABEL,
    MOST_DIGITS,
    did_you_mean,
    exact_number,
    fold,
    join,
    normal,
    plain,
    show,
    spells_number,
)

MOST_OF_A_KIND = 10
CONTROLS = {"\n": "a line break", "\r": "a line break", "\t": "a tab"}

# Marks that reorder what is read: a label or a question must say what it seems to say.
_REORDERING = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\u200e\u200f\u061c")


def _wrong_character(text: str, *, has_lines: bool) -> str | None:
    """What is wrong with the text's characters, if anything is."""
    for character in text:
        category = unicodedata.category(character)
        if category == "Cs":
            return "half a surrogate pair"
        if character in _REORDERING or category in ("Zl", "Zp"):
            return f"the invisible character U+{ord(character):04X}"
        if category == "Cc" and not (has_lines and character == "\n"):
            return CONTROLS.get(character, f"the control character U+{ord(character):04X}")
    return None


class Inspection:
    """Collects the problems of one part; `settle` refuses if there are any."""

    def __init__(self, part: str = "") -> None:
        self.prefix = f"{part}." if part else ""
        self.problems: list[Problem] = []

    def add(self, key: str, rule: str) -> None:
        self.problems.append(Problem(self.prefix + key, rule))

    def settle(self) -> None:
        if self.problems:
            raise StudyInvalid(self.problems)

    def text(self, key: str, value: object, *, most: int, has_lines: bool = False, missing: str = "") -> str:
        """Text of at least one character, in its normal form."""
        if value is None:
            self.add(key, f"is missing{missing}")
        elif not isinstance(value, str):
            self.add(key, f"must be text in quotes; got {self._what(value)}")
        elif not (text := normal(value)):
            self.add(key, "must not be empty")
        elif not fold(text[:LONGEST_LABEL]) and not fold(text):
            self.add(key, f"must hold something that can be seen; got {show(value)}")
        elif len(text) > most:
            self.add(key, f"must have at most {most} characters; got {len(text)}")
        elif wrong := _wrong_character(text, has_lines=has_lines):
            self.add(key, f"must not hold {wrong}; got {show(value)}")
        else:
            return text
        return ""

    def number(self, key: str, value: object) -> Decimal | None:
        """A finite, exact number; None when it is not one (and a problem is noted)."""
        number = exact_number(value)
        if number is None:
            self.add(key, self._number_rule(value))
        return number

    def whole(self, key: str, value: object, *, least: int, most: int) -> bool:
        """A whole number within bounds; whether it is."""
        if not isinstance(value, int) or isinstance(value, bool):
            self.add(key, f"must be a whole number; got {self._what(value)}{self._whole_hint(value)}")
        elif not least <= value <= most:
            self.add(key, f"must lie within {least}..{most}; got {show(value)}")
        else:
            return True
        return False

    def flag(self, key: str, value: object) -> None:
        if not isinstance(value, bool):
            self.add(key, f"must be true or false, without quotes; got {self._what(value)}")

    def one_of(self, key: str, value: object, allowed: Sequence[str]) -> bool:
        """One of a few texts; whether it is."""
        if isinstance(value, str) and value in allowed:
            return True
        rule = f"must be {join([show(name) for name in allowed], 'or')}"
        if value is None:
            self.add(key, f"is missing; it {rule}")
        else:
            near = did_you_mean(value, allowed) if isinstance(value, str) and len(allowed) > 2 else ""
            self.add(key, f"{rule}; got {show(value)}{near}")
        return False

    def sequence(self, key: str, value: object, what: str) -> tuple[object, ...]:
        """A list, as a tuple; empty when it is not one (and a problem is noted)."""
        if isinstance(value, list | tuple):
            return tuple(value)
        self.add(key, f"must be a list of {what} in square brackets; got {self._what(value)}")
        return ()

    def labels(self, key: str, value: object, *, least: int, what: str) -> tuple[str, ...]:
        """Distinct labels, stripped; empty when anything is wrong (and problems are noted)."""
        before = len(self.problems)
        given = self.sequence(key, value, "texts")
        if len(self.problems) == before and len(given) < least:
            self.add(key, f"must name at least {least} {what}; got {len(given)}")
        labels = [self.text(f"{key}[{at}]", label, most=LONGEST_LABEL) for at, label in enumerate(given)]
        self.distinct(key, labels)
        self.shorten(key, before)
        return tuple(labels) if len(self.problems) == before else ()

    def shorten(self, key: str, before: int) -> None:
        """Of the problems of one list, keep the first few and say how many more there are."""
        extra = len(self.problems) - before - MOST_OF_A_KIND
        if extra > 1:
            del self.problems[before + MOST_OF_A_KIND :]
            self.add(key, f"has {extra} more problems like these")

    def distinct(self, key: str, labels: Sequence[str]) -> None:
        """No two labels may look alike but for case and spaces."""
        first: dict[str, int] = {}
        for at, label in enumerate(labels):
            earlier = first.setdefault(fold(label), at)
            if label and earlier != at:
                also = (
                    "" if labels[earlier] == label else f" ({show(labels[earlier])}) but for case or spelling"
                )
                self.add(f"{key}[{at}]", f"repeats {key}[{earlier}]{also}; got {show(label)}")

    @staticmethod
    def _number_rule(value: object) -> str:
        if value is None:
            return "is missing"
        if isinstance(value, float):
            return f"must be exact: write {show(str(value))} in quotes, or a Decimal; got a float"
        if isinstance(value, bool) or not isinstance(value, Decimal | int | str):
            return f"must be a number; got {Inspection._what(value)}"
        if isinstance(value, str) and not spells_number(value):
            hint = "; write 25% as 0.25" if value.strip().endswith("%") else ""
            return f"must be a number; got the text {show(value)}{hint}"
        if isinstance(value, Decimal) and not value.is_finite():
            return f"must be a finite number; got {'nan' if value.is_nan() else 'infinity'}"
        return f"must have at most {MOST_DIGITS} digits before and after the point; got {show(value)}"

    @staticmethod
    def _whole_hint(value: object) -> str:
        """How to write the whole number that was meant, if one was."""
        text = value.replace(",", "").replace(" ", "") if isinstance(value, str) else value
        number = exact_number(text)
        return f"; write {plain(number)}" if number is not None and number == int(number) else ""

    @staticmethod
    def _what(value: object) -> str:
        """The value, with its type where that is what is wrong."""
        if isinstance(value, str):
            return f"the text {show(value)}"
        if isinstance(value, bool):
            return show(value)
        if isinstance(value, Decimal | int):
            return f"the number {show(value)}"
        return show(value)
