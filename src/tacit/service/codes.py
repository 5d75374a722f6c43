"""Codes that log a browser in once: what a program may print, or open a page with, in place of the key.

They live in the memory of this process, by their hash, for minutes. Whoever finds a used one has nothing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from typing import NamedTuple

from tacit.protocol.encoding import labelled_hash, to_base64url

CODE_BYTES = 16
LASTS_SECONDS = 600
MOST = 100

_CODE = re.compile(r"once_[A-Za-z0-9_-]{22}", re.ASCII)


class Code(NamedTuple):
    """Whose it is, by the hash of the key, and until when."""

    key: bytes
    until: float


class Codes:
    """Which codes may still be used. `clock` counts seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.known: dict[bytes, Code] = {}

    def draw(self, key: bytes) -> str:
        """A new one, for the key with this hash; the oldest ones make room."""
        while len(self.known) >= MOST:
            self.known.pop(next(iter(self.known)))
        code = f"once_{to_base64url(os.urandom(CODE_BYTES))}"
        self.known[_hash(code)] = Code(key, self.clock() + LASTS_SECONDS)
        return code

    def use(self, given: object) -> bytes | None:
        """The hash of the key that it stands for; it is gone now."""
        if not isinstance(given, str) or not _CODE.fullmatch(given):
            return None
        code = self.known.pop(_hash(given), None)
        return code.key if code and self.clock() < code.until else None


def _hash(code: str) -> bytes:
    return labelled_hash("code", code.encode())
