"""A server process of the tests: python -m served.worker DATABASE KEY_FILE [POINT NUMBER]

Listens on a port of its own, prints its origin, and serves until it is ended. With POINT it kills itself, as
a power cut would, when a point whose name has this part is reached for the NUMBERth time.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from pathlib import Path

import click

from tacit.service.run import ensure_owner, listen, origin_of, run
from tacit.store.sqlite import SQLite
from tacit.store.store import Store


def main(database: str, key_file: str, part: str = "", number: str = "1") -> None:
    left = int(number)

    def point(name: str) -> None:
        nonlocal left
        if part and part in name:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    logging.basicConfig(level=logging.INFO, stream=sys.stderr)
    store = Store(SQLite(Path(database)), point=point)
    ensure_owner(store, Path(key_file), os.urandom)
    listening = listen("127.0.0.1", 0)
    origin = origin_of(listening, "127.0.0.1", is_tls=False)
    run(store, listening, ready=lambda: click.echo(origin))
    store.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
