"""The most memory that a process of its own ever held, as the system counts it. Linux says so; others do not.

Run by itself this is that process: python -m tacit.benchmarking.memory STUDY FILE [WEIGHTS]
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from tacit.files.counting import Counting
from tacit.files.public import Beside
from tacit.files.refusals import Refusals
from tacit.study.file import read_study

STATUS = Path("/proc/self/status")
KIND = "VmHWM:"  # the high-water mark; a child's ru_maxrss would include the parent that started it


def peak_of_fold(study: Path, answers: Path, weights: str = "") -> float:
    """Megabytes that a fresh process needs to fold this file, with the weights in this column."""
    words = [sys.executable, "-m", __spec__.name, str(study), str(answers), weights]
    done = subprocess.run(words, capture_output=True, text=True, check=True)  # noqa: S603 - our own words
    return float(done.stdout)


def is_known() -> bool:
    """Whether this system says how much memory a process held."""
    return STATUS.exists()


def _peak() -> float:
    lines = STATUS.read_text(encoding="ascii").splitlines()
    return next(int(line.split()[1]) / 1024 for line in lines if line.startswith(KIND))


if __name__ == "__main__":
    counting = Counting(read_study(sys.argv[1]), Beside(sys.argv[3] or None))
    counting.count([Path(sys.argv[2])], Refusals(), lambda size: None)
    print(_peak())  # noqa: T201 - what the parent reads
