"""The installed command in real processes: plain, on a terminal of a given width, interrupted."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

TACIT = Path(sys.executable).with_name("tacit")
CONTROL = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")
GRACE = 60


@dataclass(frozen=True)
class Done:
    """What a command printed, and how it ended."""

    code: int
    out: str
    err: str = ""


def environment(more: Mapping[str, str] | None = None) -> dict[str, str]:
    """As a user's, whatever width the terminal of these tests has."""
    kept = {name: value for name, value in os.environ.items() if name not in ("COLUMNS", "LINES")}
    return {**kept, "TERM": "xterm", "LC_ALL": "C.UTF-8", **(more or {})}


def run(*arguments: str, folder: Path, more: Mapping[str, str] | None = None) -> Done:
    """Without a terminal, as in a script."""
    done = subprocess.run(
        [TACIT, *arguments],
        cwd=folder,
        env=environment(more),
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        timeout=GRACE,
        check=False,
    )
    return Done(done.returncode, done.stdout, done.stderr)


def run_on_terminal(*arguments: str, folder: Path, columns: int = 80, interrupt_at: str = "") -> Done:
    """On a terminal; `interrupt_at`: once this text is seen, Ctrl-C is pressed."""
    screen, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    process = subprocess.Popen(
        [TACIT, *arguments],
        cwd=folder,
        env=environment(),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
    )
    os.close(theirs)
    seen = b""
    while chunk := _read(screen):
        seen += chunk
        if interrupt_at and interrupt_at.encode() in seen:
            process.send_signal(signal.SIGINT)
            interrupt_at = ""
    os.close(screen)
    return Done(process.wait(GRACE), seen.decode().replace("\r\n", "\n"))


def _read(screen: int) -> bytes:
    """What comes next; nothing once nobody writes any more, which Linux tells as an error."""
    try:
        return os.read(screen, 1 << 16)
    except OSError:
        return b""


def lines_of(done: Done) -> list[str]:
    """What is left to read: without colours, and of a line that was written anew the last."""
    return [CONTROL.sub("", line).split("\r")[-1] for line in done.out.splitlines()]
