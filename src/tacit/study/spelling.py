"""How text and numbers are spelled: in a study, where each has one form, and in messages."""

from __future__ import annotations

import difflib
import json
import re
import unicodedata
from collections.abc import Iterable, Sequence
from decimal import Context, Decimal
from fractions import Fraction
from pathlib import Path

MOST_DIGITS = 30
LONGEST_LABEL = 200
LONGEST_KEY = 40
SHOWN = 60

_NUMBER = re.compile(r"[+-]?\d+(\.\d+)?([eE][+-]?\d{1,3})?", re.ASCII)


def show(value: object) -> str:
    """The value as a study file would spell it, printable and not too long."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, str):
        text = json.dumps(value, ensure_ascii=False)
    elif isinstance(value, int) and abs(value) >= 10**SHOWN:
        text = "a huge number"
    elif isinstance(value, Iterable):
        text = "a table" if isinstance(value, dict) else "a list"
    else:
        text = str(value)
    return printable(text)


def printable(text: str) -> str:
    """The text for a message: nothing that a terminal would obey, and not too long."""
    text = "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)
    return text if len(text) <= SHOWN else text[: SHOWN - 1] + "…"


def show_path(path: Path | str) -> str:
    """A file's name for a message: of a long path the end, which tells files apart."""
    text = str(path)
    return printable(text) if len(text) <= SHOWN else "…" + printable(text[1 - SHOWN :])


def spell(key: str) -> str:
    """A key as the file spells it: bare, or in quotes where it is not plain."""
    is_bare = key.isascii() and key.replace("-", "_").isidentifier()
    return key if is_bare and len(key) <= LONGEST_KEY else show(key)


def plain(number: Decimal) -> str:
    """The one decimal text of a number that `exact_number` made."""
    return format(number, "f")


def in_full(number: Fraction) -> str:
    """A sum of short decimals, as a decimal again."""
    exact = Context(prec=100).divide(Decimal(number.numerator), Decimal(number.denominator))
    return format(exact, "f")


def spells_number(text: str) -> bool:
    """Whether the text is a decimal number, as in `-2.5` or `1e3`."""
    return _NUMBER.fullmatch(text.strip()) is not None


def exact_number(value: object) -> Decimal | None:
    """The number without trailing zeros or exponent, or None for what is no finite, exact, short number."""
    if isinstance(value, bool) or not isinstance(value, Decimal | int | str):
        return None
    if isinstance(value, str) and not spells_number(value):
        return None
    if isinstance(value, int) and abs(value) >= 10**MOST_DIGITS:
        return None
    sign, digits, exponent = Decimal(value).as_tuple()
    if not isinstance(exponent, int):
        return None
    text = "".join(map(str, digits)).lstrip("0")
    stripped = text.rstrip("0")
    exponent += len(text) - len(stripped)
    if not stripped:
        return Decimal(0)
    if len(stripped) > MOST_DIGITS or exponent < -MOST_DIGITS or len(stripped) + exponent > MOST_DIGITS:
        return None
    shifted = (*map(int, stripped), *[0] * max(exponent, 0))
    return Decimal((sign, shifted, min(exponent, 0)))


def exact_sum(numbers: Iterable[Decimal]) -> Fraction:
    """The sum without the rounding of a Decimal context."""
    return sum((Fraction(number) for number in numbers), Fraction(0))


def normal(text: str) -> str:
    """The one form in which a study holds a text, however the keyboard or the file spelled its accents."""
    return unicodedata.normalize("NFC", text).strip()


def fold(label: str) -> str:
    """What two labels must not share: how they look, but for case, spaces and invisible characters."""
    if label.isascii():
        return label.casefold().strip()
    visible = "".join(character for character in label if unicodedata.category(character) != "Cf")
    return unicodedata.normalize("NFKC", visible).casefold().strip()


def nearest(given: str, known: Iterable[str]) -> str | None:
    """The known name that was probably meant, if one is near."""
    names = {fold(name): name for name in known}
    near = difflib.get_close_matches(fold(given[:LONGEST_LABEL]), names, n=1, cutoff=0.6)
    return names[near[0]] if near else None


def did_you_mean(given: str, known: Iterable[str]) -> str:
    """`; did you mean "labels"?`, or nothing when nothing is near."""
    near = nearest(given, known)
    return f"; did you mean {show(near)}?" if near else ""


def shown_first(labels: Sequence[str], most: int) -> str:
    """`"a", "b" and 3 more`: so many of them in quotes."""
    more = [f"{len(labels) - most:,} more"] if len(labels) > most else []
    return join([*map(show, labels[:most]), *more], "and")


def join(names: Sequence[str], word: str) -> str:
    """`a, b or c`."""
    return f" {word} ".join(filter(None, (", ".join(names[:-1]), names[-1])))
