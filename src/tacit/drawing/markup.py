"""Elements of HTML and SVG as text. What is put between tags or into attributes is always escaped."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from html import escape

# No document may hold these, not even escaped.
_UNWRITABLE = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f\ud800-\udfff\ufffe\uffff]")
LOST = "\ufffd"


class Markup(str):
    """Text that holds tags; any other text is escaped where it meets some."""

    __slots__ = ()


def writable(text: str) -> str:
    """The text, with a mark in place of every character that no document may hold."""
    return _UNWRITABLE.sub(LOST, text)


def element(name: str, attributes: Mapping[str, object] | None = None, *children: str) -> Markup:
    """An element with its end tag. Attributes that are None are left out."""
    return Markup(f"{start(name, attributes)}{joined(children)}</{name}>")


def start(name: str, attributes: Mapping[str, object] | None = None) -> Markup:
    """A start tag; alone, an element that has no end tag."""
    shown = [_attribute(key, value) for key, value in (attributes or {}).items() if value is not None]
    return Markup(f"<{name}{''.join(shown)}>")


def joined(children: Iterable[str]) -> Markup:
    """One after the other."""
    return Markup("".join(child if isinstance(child, Markup) else _escaped(child) for child in children))


def _escaped(text: str) -> str:
    return escape(writable(text), quote=False)


def _attribute(name: str, value: object) -> str:
    text = f"{value:.6g}" if isinstance(value, float) else str(value)
    return f' {name}="{escape(writable(text))}"'
