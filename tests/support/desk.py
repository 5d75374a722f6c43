"""A folder in which a researcher works, and the server that they started: real processes."""

from __future__ import annotations

import csv
import signal
import subprocess
from dataclasses import dataclass
from pathlib import Path

from tacit.client.device import Device
from terminal import GRACE, TACIT, Done, environment, run
from written_study import how_strong

COLLECT = '[collect]\ntickets = "blind"\npeople = 4000\nbatch = 2\n'
STUDY = how_strong('labels = ["yes", "no"]', more=COLLECT)


@dataclass
class Desk:
    """A folder in which somebody works, and the server that they started."""

    folder: Path
    process: subprocess.Popen[str]
    origin: str
    said: list[str]

    def tacit(self, *arguments: str) -> Done:
        return run(*arguments, folder=self.folder, more={"TACIT_SERVER": self.origin})

    def good(self, *arguments: str) -> str:
        done = self.tacit(*arguments)
        assert (done.code, done.err) == (0, ""), done.err
        return done.out

    def write(self, name: str, text: str) -> str:
        (self.folder / name).write_text(text, encoding="utf-8")
        return name

    def people(self, name: str) -> list[dict[str, str]]:
        with (self.folder / name).open(encoding="utf-8", newline="") as file:
            return list(csv.DictReader(file))

    def answer(self, link: str, name: str) -> None:
        Device(self.folder / "devices" / name, patience=20).visit(link).answer(group="yes", value=3)


def start(folder: Path, *more: str) -> Desk:
    process = subprocess.Popen(
        [TACIT, "serve", "--port", "0", *more],
        cwd=folder,
        env=environment(),
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    )
    assert process.stdout is not None
    said = [process.stdout.readline() for _ in range(3)]
    assert said[0].startswith("Collecting on "), said
    return Desk(folder, process, said[0].split()[2].rstrip(";"), said)


def stop(desk: Desk, how: signal.Signals = signal.SIGINT) -> str:
    desk.process.send_signal(how)
    out, _ = desk.process.communicate(timeout=GRACE)
    return out
