"""Canonical JSON: RFC 8785, restricted to integers below 2^53 and ASCII member names (PROTOCOL.md P1)."""

from __future__ import annotations

import base64
import hashlib
import json
from collections import Counter
from collections.abc import Sequence

from tacit.errors import StudyInvalid, TacitError, refuse

INTEGER_LIMIT = 1 << 53
DEEPEST = 32
LONGEST_NAME = 40


def encode(value: object) -> bytes:
    """The one canonical form of a JSON value. Fractions are not numbers here: write them as text."""
    _check(value, depth=0)
    # Names are ASCII, so Python's order of names is RFC 8785's order by UTF-16 code units.
    text = json.dumps(value, ensure_ascii=False, sort_keys=True, separators=(",", ":"), allow_nan=False)
    return text.encode()


def decode(received: bytes) -> object:
    """The value of canonical bytes; refuses every other spelling of it."""
    try:
        text = received.decode()
    except UnicodeDecodeError as error:
        raise _refuse(f"is not UTF-8: byte {error.start} cannot be read") from None
    try:
        value = json.loads(
            text, object_pairs_hook=_members, parse_float=_refuse_fraction, parse_constant=_refuse_fraction
        )
    except json.JSONDecodeError as error:
        raise _refuse(f"is not JSON: {error.msg[0].lower()}{error.msg[1:]}, character {error.pos}") from None
    except (RecursionError, ValueError):
        raise _refuse("is not JSON of this form: it nests too deeply or holds a huge number") from None
    if encode(value) != received:
        raise _refuse("is not canonical: its bytes differ from RFC 8785's form of what they say")
    return value


def digest(received: bytes) -> str:
    """SHA-256 as base64url without padding: 43 characters."""
    return base64.urlsafe_b64encode(hashlib.sha256(received).digest()).rstrip(b"=").decode()


def base64url_bytes(text: str, size: int) -> bytes | None:
    """So many bytes, of the one base64url form, without padding, that they have; None: this is none."""
    try:
        raw = base64.b64decode(text + "=" * (-len(text) % 4), altchars=b"-_", validate=True)
    except ValueError:
        return None
    is_theirs = len(raw) == size and base64.urlsafe_b64encode(raw).rstrip(b"=").decode() == text
    return raw if is_theirs else None


def is_base64url(text: str, size: int) -> bool:
    """Whether the text is the one base64url form, without padding, of that many bytes."""
    return base64url_bytes(text, size) is not None


def _refuse(rule: str) -> StudyInvalid:
    return StudyInvalid(refuse("manifest", rule).problems)


def _refuse_fraction(text: str) -> TacitError:
    raise _refuse("holds a number that is not whole; every other number must be a decimal text")


def _members(pairs: Sequence[tuple[str, object]]) -> dict[str, object]:
    members = dict(pairs)
    if len(members) < len(pairs):
        twice = next(name for name, times in Counter(name for name, _ in pairs).items() if times > 1)
        raise _refuse(f"gives the member {twice[:LONGEST_NAME]!a} twice")
    return members


def _check(value: object, *, depth: int) -> None:
    """Refuse what the restricted form cannot say."""
    if depth > DEEPEST:
        raise _refuse(f"nests deeper than {DEEPEST} levels")
    if isinstance(value, dict):
        for name, member in value.items():
            if not (isinstance(name, str) and name.isascii()):
                raise _refuse("has a member name that is not ASCII")
            _check(member, depth=depth + 1)
    elif isinstance(value, list):
        for member in value:
            _check(member, depth=depth + 1)
    elif isinstance(value, str):
        if any("\ud800" <= character <= "\udfff" for character in value):
            raise _refuse("holds half a surrogate pair, which is not text")
    elif isinstance(value, int):
        if abs(value) >= INTEGER_LIMIT:
            raise _refuse("holds an integer of 2^53 or more in size")
    elif value is not None:
        raise TypeError(f"canonical JSON cannot hold {type(value).__name__}")
