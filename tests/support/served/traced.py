"""A server under strace, and whether each reply waited until what it acknowledges was on the disk.

On the disk means: the log frame that holds it was written, then the frame that commits, then the log was
flushed, and all of that was over before the reply began to leave. A power cut keeps no less.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from served.processes import Served

CALLS = "pwrite64,write,writev,sendto,sendmsg,fsync,fdatasync"
SENDS = ("write", "writev", "sendto", "sendmsg")
FLUSHES = ("fsync", "fdatasync")
# Each flush takes so many microseconds longer, so that whoever does not wait for it is seen not to.
SLOW_DISK = 20_000
LOG = "tacit.db-wal"
FRAME_HEADER = 24
LEAST_PAGE = 512

_LINE = re.compile(r"(?P<thread>\d+) +(?P<text>.*)")
_CALL = re.compile(r"(?P<name>\w+)\((?P<arguments>.*)")
_RESUMED = re.compile(r"<\.\.\. \w+ resumed>")
_TEXT = re.compile(r'"([^"]*)"')
_PLACE = re.compile(r"\d+<([^>]*)>")


class Acknowledged(NamedTuple):
    """What a reply promises to keep, as it lies in the database, and what only that reply says."""

    kept: bytes
    said: bytes


@dataclass
class Call:
    """One system call: the lines of the trace between which it ran, and the bytes that it was given."""

    name: str
    place: str
    given: bytes
    began: int
    ended: int = -1


class Frame(NamedTuple):
    """One page in the log; the last one of a transaction commits it."""

    page: Call
    commits: bool


class Traced(Served):
    """The server is a child of strace: signals go to the child, whose last word strace waits for."""

    @property
    def trace(self) -> Path:
        """What strace wrote; whole once the server is gone."""
        return self.folder / "trace"

    def command(self) -> list[str]:
        """As always, under strace."""
        options = ["-f", "--seccomp-bpf", "-y", "-xx", "-s", "9000", "-o", str(self.trace)]
        chosen = [f"trace={CALLS}", "signal=none", f"inject={','.join(FLUSHES)}:delay_enter={SLOW_DISK}"]
        return ["strace", *options, *(word for one in chosen for word in ("-e", one)), *super().command()]

    def tell(self, how: signal.Signals) -> None:
        """To the server itself; strace would keep it."""
        assert self.process is not None
        tracer = self.process.pid
        (child,) = Path(f"/proc/{tracer}/task/{tracer}/children").read_text().split()
        os.kill(int(child), how)


def can_trace() -> bool:
    """Whether strace is here, and the system lets it look."""
    try:
        probe = subprocess.run(["strace", "-o", os.devnull, "true"], capture_output=True, check=False)
    except FileNotFoundError:
        return False
    return probe.returncode == 0


def calls_in(trace: Path) -> list[Call]:
    """Every call in the order in which they began; one that another thread interrupts stands on two lines."""
    calls: list[Call] = []
    begun: dict[str, Call] = {}
    for number, line in enumerate(trace.read_text().splitlines()):
        found = _LINE.fullmatch(line)
        assert found, line
        thread, text = found["thread"], found["text"]
        if _RESUMED.match(text):
            begun.pop(thread).ended = number
        elif called := _CALL.match(text):
            place = _PLACE.match(called["arguments"])
            given = b"".join(map(_bytes_in, _TEXT.findall(called["arguments"])))
            call = Call(called["name"], _bytes_in(place[1]).decode() if place else "", given, number)
            calls.append(call)
            if text.endswith("<unfinished ...>"):
                begun[thread] = call
            else:
                call.ended = number
    return calls


def too_early(calls: Sequence[Call], acknowledged: Sequence[Acknowledged]) -> list[Acknowledged]:
    """Those whose reply began to leave before the disk had what it promises."""
    frames = list(frames_in(calls))
    flushes = [call for call in calls if call.name in FLUSHES and call.place.endswith(LOG)]
    early = []
    for one in acknowledged:
        (sent,) = [call for call in calls if call.name in SENDS and one.said in call.given]
        committed = next((page.ended for page in _commit_of(frames, one.kept)), sent.began)
        if not any(committed < flush.began <= flush.ended < sent.began for flush in flushes):
            early.append(one)
    return early


def frames_in(calls: Sequence[Call]) -> Iterator[Frame]:
    """The log, page by page: a header, and then the page that it announces."""
    commits = False
    for call in calls:
        if call.name != "pwrite64" or not call.place.endswith(LOG):
            continue
        if len(call.given) == FRAME_HEADER:
            commits = call.given[4:8] != bytes(4)
        elif len(call.given) >= LEAST_PAGE:
            yield Frame(call, commits)


def _commit_of(frames: Sequence[Frame], kept: bytes) -> Iterator[Call]:
    """The page that ends the transaction in which these bytes came into the log."""
    has_come = False
    for page, commits in frames:
        has_come = has_come or kept in page.given
        if has_come and commits:
            yield page
            return


def _bytes_in(text: str) -> bytes:
    return bytes.fromhex(text.replace("\\x", ""))
