"""JSON that strangers send: one reading of it or none, and nothing of it in a message."""

from __future__ import annotations

import json
from collections.abc import Sequence

from tacit.errors import TacitError, refuse


def json_of(body: bytes) -> object:
    """The value; refuses what is no JSON, members given twice, and numbers that JSON does not have."""
    try:
        value: object = _JSON.decode(body.decode())
    except (ValueError, RecursionError):
        raise refuse("body", "must be JSON") from None
    return value


def _once(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        raise refuse("body", "must not give a member twice")
    return members


def _refuse_constant(_name: str) -> TacitError:
    raise refuse("body", "must be JSON")


_JSON = json.JSONDecoder(object_pairs_hook=_once, parse_constant=_refuse_constant)
