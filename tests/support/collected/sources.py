"""Sources of bytes that a test knows."""

from __future__ import annotations

import hashlib


class Given:
    """Gives these bytes, in order, and refuses to give more."""

    def __init__(self, given: bytes) -> None:
        self.left = given

    def __call__(self, size: int) -> bytes:
        if size > len(self.left):
            raise AssertionError(f"{size} bytes are wanted, and {len(self.left)} are left")
        now, self.left = self.left[:size], self.left[size:]
        return now


class Stream:
    """Endless bytes that a name decides, each read noted."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.reads: list[int] = []

    def __call__(self, size: int) -> bytes:
        self.reads.append(size)
        seed = f"{self.name}/{len(self.reads)}".encode()
        return hashlib.shake_256(seed).digest(size)
