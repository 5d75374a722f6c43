"""A process that sends bodies to a path, all at once: python -m served.poster ORIGIN PATH < one body a line

Says that it is ready, waits for an empty line behind the bodies, and prints the status of each.
"""

from __future__ import annotations

import os
import subprocess
import sys
from collections import Counter
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from served.processes import SUPPORT, Served


def main(origin: str, path: str) -> None:
    posts = [line.rstrip("\n").encode() for line in iter(sys.stdin.readline, "\n")]
    os.write(1, b"ready\n")
    sys.stdin.readline()
    served = Served(Path(), origin=origin)
    with ThreadPoolExecutor(len(posts)) as threads:
        statuses = threads.map(lambda body: served.ask("POST", path, body).status, posts)
        os.write(1, " ".join(map(str, statuses)).encode() + b"\n")


def from_processes(origins: Sequence[str], path: str, posts: Sequence[bytes]) -> Counter[int]:
    """Send them from as many processes as there are origins, each to one of these."""
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(SUPPORT), *sys.path])}
    processes = []
    for at, origin in enumerate(origins):
        command = [sys.executable, "-m", "served.poster", origin, path]
        pipe = subprocess.PIPE
        process = subprocess.Popen(command, stdin=pipe, stdout=pipe, text=True, env=environment)
        mine = posts[at :: len(origins)]
        assert process.stdin is not None
        process.stdin.write("".join(f"{body.decode()}\n" for body in mine) + "\n")
        process.stdin.flush()
        processes.append(process)
    for process in processes:
        assert process.stdout is not None
        assert process.stdout.readline() == "ready\n"
    for process in processes:
        assert process.stdin is not None
        process.stdin.write("\n")
        process.stdin.flush()
    return Counter(int(word) for process in processes for word in process.communicate()[0].split())


if __name__ == "__main__":
    main(*sys.argv[1:])
