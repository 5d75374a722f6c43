"""What of a secret stands on the disk, in any of the forms in which browsers write."""

from __future__ import annotations

import base64
import time
from collections.abc import Iterator
from pathlib import Path

LZ4 = b"mozLz40\0"
PATIENCE, GLANCE = 20.0, 0.1


def find(folder: Path, secret: str) -> list[str]:
    """The names of the files below a folder that hold it."""
    forms = list(forms_of(secret))
    found = []
    for path in sorted(folder.rglob("*")):
        if path.is_file() and not path.is_symlink():
            try:
                content = path.read_bytes()
            except FileNotFoundError:  # of a browser that runs
                continue
            content = unpacked(content) if content.startswith(LZ4) else content
            if any(form in content for form in forms):
                found.append(path.name)
    return found


def wait_for(folder: Path, secret: str) -> None:
    """Until a browser has written it; with it, what it would write down of all that was done before."""
    end = time.monotonic() + PATIENCE
    while not find(folder, secret):
        assert time.monotonic() < end, f"{secret} was never written"
        time.sleep(GLANCE)


def forms_of(secret: str) -> Iterator[bytes]:
    """As databases, sessions and their base64 hold a text; wherever in a group of three bytes it begins."""
    for plain in (secret.encode(), secret.encode("utf-16-le")):
        yield plain
        for before in range(3):
            text = base64.b64encode(bytes(before) + plain)
            yield text[4 * (before > 0) : len(text) - 4]


def unpacked(content: bytes) -> bytes:
    """A file of Firefox's: one block of LZ4 after its length."""
    length = int.from_bytes(content[len(LZ4) : len(LZ4) + 4], "little")
    packed = memoryview(content)[len(LZ4) + 4 :]
    made = bytearray()
    at = 0
    while at < len(packed):
        token = packed[at]
        count, at = _count(packed, at + 1, token >> 4)
        made += packed[at : at + count]
        at += count
        if at == len(packed):
            break
        back = packed[at] | packed[at + 1] << 8
        count, at = _count(packed, at + 2, token & 15)
        for _ in range(count + 4):
            made.append(made[-back])
    assert len(made) == length, "this is not how Firefox writes its session"
    return bytes(made)


def _count(packed: memoryview, at: int, count: int) -> tuple[int, int]:
    """A number of which a token held the first part, and where it ends."""
    if count == 15:
        while True:
            more = packed[at]
            at += 1
            count += more
            if more != 255:
                break
    return count, at
