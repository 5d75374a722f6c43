"""How long the first word takes: `import tacit` and `tacit --help`, each in a new process."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from benchmarks.runner import Gate, best_seconds


def start_gates(rounds: int) -> list[Gate]:
    """Seconds, with everything on disk read once before."""
    program = str(Path(sys.executable).with_name("tacit"))
    commands = {"import tacit": [sys.executable, "-c", "import tacit"], "tacit --help": [program, "--help"]}
    return [
        Gate(name, best_seconds(lambda words=words: _run(words), rounds), 0.3, "s", at_least=False)  # type: ignore[misc]
        for name, words in commands.items()
    ]


def _run(words: list[str]) -> None:
    subprocess.run(words, check=True, capture_output=True)  # noqa: S603
