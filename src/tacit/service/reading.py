"""What researchers' programs send, read as strictly as what people's devices send."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from tacit.errors import refuse
from tacit.protocol.strict import json_of

MOST_TEXT = 500


def members(body: bytes, names: Sequence[str]) -> Mapping[str, Any]:
    """The members of a JSON object that has exactly these."""
    value = json_of(body)
    if not isinstance(value, dict) or set(value) != set(names):
        raise refuse("body", f"must be a JSON object with exactly the members {', '.join(names)}")
    return value


def query(pairs: Iterable[tuple[str, str]], names: Sequence[str]) -> dict[str, str]:
    """What stands behind the question mark: each name at most once, no others."""
    given: dict[str, str] = {}
    for name, text in pairs:
        if name not in names or name in given:
            raise refuse("query", f"must give each of {', '.join(names)} at most once, and nothing else")
        if len(text) > MOST_TEXT or not text.isprintable():
            raise refuse(name, f"must be one line of at most {MOST_TEXT} characters")
        given[name] = text.strip()
    return given


def whole(given: Mapping[str, Any], name: str, *, least: int, most: int) -> int:
    """A member that is a whole number."""
    value = given[name]
    if type(value) is not int or not least <= value <= most:
        raise refuse(name, f"must be a whole number within {least}..{most}")
    return value


def texts(given: Mapping[str, Any], name: str) -> list[str]:
    """A member that is a list of texts."""
    value = given[name]
    if not isinstance(value, list) or not all(isinstance(one, str) for one in value):
        raise refuse(name, "must be a list of texts")
    return value


def objects(given: Mapping[str, Any], name: str, inner: Sequence[str]) -> list[dict[str, Any]]:
    """A member that is a list of objects with exactly these members."""
    value = given[name]
    if not isinstance(value, list) or not all(
        isinstance(one, dict) and set(one) == set(inner) for one in value
    ):
        raise refuse(name, f"must be a list of objects with exactly the members {', '.join(inner)}")
    return value
