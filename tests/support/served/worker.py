"""A server process of the tests: python -m served.worker FOLDER PORT [POINT NUMBER]

Prints its origin, and serves until it is ended. With POINT it kills itself, as a power cut would, when a
point whose name has this part is reached for the NUMBERth time. The POINT `planted` makes a store with the
mistakes that ours must not have: no mix, and rows in the order in which they came. With `lean` tables are
never rewritten, as between two rewritings of a large one.
"""

from __future__ import annotations

import logging
import os
import signal
import sys
from collections.abc import Callable
from pathlib import Path

import click

from tacit.service.run import ensure_owner, listen, origin_of, run
from tacit.service.wire import Limits
from tacit.store import answers, counters, invitations
from tacit.store import store as store_module
from tacit.store.database import Connection
from tacit.store.sqlite import SQLite
from tacit.store.store import Store

PLANTED, LEAN = "planted", "lean"
LIMITS = Limits(seconds=0.5)


class RowsAsTheyCame(SQLite):
    """What SQLite does unless it is told otherwise."""

    def schemas(self) -> list[str]:
        return [script.replace(") WITHOUT ROWID;", ");") for script in super().schemas()]

    def forget(self, connection: Connection, *, rewrites: bool) -> None:
        """Nothing is forgotten."""


def release_in_place(connection: Connection, study: int, point: Callable[[str], None]) -> int:
    """Released where they lie."""
    released = "UPDATE answers SET released = 1 WHERE study = :study AND released = 0"
    count = connection.execute(released, {"study": study}).rowcount
    invitations.show(connection, study)
    counters.show(connection, study)
    return count


def main(folder: str, port: str, part: str = "", number: str = "1") -> None:
    left = int(number)

    def point(name: str) -> None:
        nonlocal left
        if part and part in name:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    logging.basicConfig(level=logging.INFO, stream=sys.stderr)
    kind = RowsAsTheyCame if part == PLANTED else SQLite
    if part == PLANTED:
        answers.mix = release_in_place
    if part == LEAN:
        store_module.REWRITTEN_SHARE = 0
    listening = listen("127.0.0.1", int(port))
    store = Store(kind(Path(folder) / "tacit.db"), point=point)
    if not store.has_owner():
        ensure_owner(store, Path(folder) / "tacit.key", os.urandom)
    origin = origin_of(listening, "127.0.0.1", is_tls=False)
    run(store, listening, limits=LIMITS, ready=lambda: click.echo(origin))
    store.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
