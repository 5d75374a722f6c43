"""What people wrote must not run: a spreadsheet takes a text that begins in certain ways for a formula."""

from __future__ import annotations

from collections.abc import Container

# The wide forms are read as the narrow ones.
STARTS = tuple("=+-@\t\r\n\uff1d\uff0b\uff0d\uff20")
MARK = "'"


def is_formula(text: str) -> bool:
    """Whether some spreadsheet would run it."""
    return text.lstrip(" ").startswith(STARTS)


def defused(text: str) -> str:
    """The text, with a mark before it where it could be run."""
    return MARK + text if is_formula(text) else text


def undefused(text: str, known: Container[str]) -> str:
    """The text as it was before it was marked; one that is known as it stands is left alone."""
    bare = text.removeprefix(MARK)
    return bare if text not in known and is_formula(bare) else text
