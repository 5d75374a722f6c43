"""How long the first word takes: `import tacit` and `tacit --help`, each in a new process."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from functools import partial

from tacit.benchmarking.runner import Effort, Measured, best_seconds

SCRIPTS = {
    "import tacit": ["import tacit"],
    "tacit --help": ["from tacit.cli.main import main; main()", "--help"],
}


def start_speed(effort: Effort) -> Iterator[Measured]:
    """Seconds, with everything on disk read once before."""
    cases = {name: partial(_run, [sys.executable, "-c", *words]) for name, words in SCRIPTS.items()}
    for name, seconds in best_seconds(cases, effort.rounds).items():
        yield Measured(name, seconds, "s", at_most=0.3)


def _run(words: list[str]) -> None:
    subprocess.run(words, check=True, capture_output=True)  # noqa: S603 - our own words
