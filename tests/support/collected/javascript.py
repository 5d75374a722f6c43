"""The JavaScript client, as tests in Python run it: by the node of this environment."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from shutil import which
from typing import Any

ROOT = Path(__file__).parents[3]
CLIENT = ROOT / "js"


def node() -> str:
    """The node that `scripts/setup` installs; else one on the PATH."""
    beside = Path(sys.executable).parent
    found = which("node", path=os.pathsep.join([str(beside), os.environ.get("PATH", "")]))
    if not found or not (CLIENT / "node_modules").is_dir():
        raise RuntimeError("the JavaScript client cannot be run: `scripts/setup` installs what it needs")
    return found


class Speaker:
    """A process of node that answers line by line (js/test/speaks.js)."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self.process = process

    def ask(self, word: str, **given: object) -> dict[str, Any]:
        """What the JavaScript client gives for this, or {"refused": field}."""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps({"do": word, **given}) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        assert line, f"node ended at {word} {given}"
        said: dict[str, Any] = json.loads(line)
        return said


@contextmanager
def speaking() -> Iterator[Speaker]:
    """A process that lives as long as it is needed."""
    with subprocess.Popen(
        [node(), str(CLIENT / "test" / "speaks.js")],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        encoding="utf-8",
    ) as process:
        try:
            yield Speaker(process)
        finally:
            assert process.stdin is not None
            process.stdin.close()
            process.wait(timeout=30)
