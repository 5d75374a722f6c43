"""A process that works through operations and is killed, as by a power cut, at a point that it is given.

python -m kept.worker DATABASE POINT < operations.json   prints each outcome once it is durable, and then
how many points it passed. POINT is the number of the point at which it dies; -1: none.
"""

from __future__ import annotations

import json
import os
import signal
import sys
from pathlib import Path

from kept.model import perform, store_at


def main(database: str, last: int) -> None:
    passed: list[str] = []

    def point(name: str) -> None:
        passed.append(name)
        if len(passed) - 1 == last:
            os.kill(os.getpid(), signal.SIGKILL)

    store = store_at(Path(database), point)
    for operation in json.load(sys.stdin):
        outcome = perform(store, operation)
        os.write(1, (json.dumps(outcome) + "\n").encode())
    store.close()
    os.write(1, (json.dumps(passed) + "\n").encode())


if __name__ == "__main__":
    main(sys.argv[1], int(sys.argv[2]))
