"""A server process of the tests: python -m served.worker FOLDER PORT [POINT NUMBER]

Prints its origin, and serves until it is ended. With POINT it kills itself, as a power cut would, when a
point whose name has this part is reached for the NUMBERth time. Other words for POINT, joined by +, make
servers with the mistakes that ours must not have: `planted` neither mixes nor orders rows, `careless` never
flushes the disk, `hasty` replies before it commits, `lax` takes a key for any study, `forgetful` takes an
answer again that was withdrawn, `endless` takes answers to a closed study. With `lean` tables are never
rewritten, as between two rewritings of a large one; with `faults` and `troubled` a file in FOLDER says where
to fail, or why nothing can be written.
"""

from __future__ import annotations

import logging
import os
import signal
import sqlite3
import sys
from collections.abc import Callable
from concurrent.futures import Future
from datetime import date
from pathlib import Path
from typing import TypeVar

import click
from starlette.requests import Request

from tacit.service import app
from tacit.service.admittance import Admittance
from tacit.service.run import ensure_owner, listen, origin_of, run
from tacit.service.wire import Limits
from tacit.store import answers, counters, invitations, studies
from tacit.store import store as store_module
from tacit.store.access import EVERY_STUDY, Role
from tacit.store.database import Connection
from tacit.store.sqlite import SQLite
from tacit.store.store import Store
from tacit.store.writer import Work, Writer

PLANTED, LEAN, CARELESS, HASTY, LAX = "planted", "lean", "careless", "hasty", "lax"
FORGETFUL, ENDLESS, FAULTS = "forgetful", "endless", "faults"
FAULT = "fault"  # the file that says where
TROUBLED, TROUBLE = "troubled", "trouble"
LIMITS = Limits(seconds=0.5)
TODAY = date(2026, 11, 19)  # the studies of the tests are open for some months after it

Result = TypeVar("Result")


class RowsAsTheyCame(SQLite):
    """What SQLite does unless it is told otherwise."""

    def schemas(self) -> list[str]:
        return [script.replace(") WITHOUT ROWID;", ");") for script in super().schemas()]

    def forget(self, connection: Connection, *, rewrites: bool) -> None:
        """Nothing is forgotten."""


class NeverFlushed(SQLite):
    """Acknowledges what a power cut takes back."""

    def connect(self) -> Connection:
        """With a setting that makes everything faster."""
        connection = super().connect()
        connection.execute("PRAGMA synchronous = OFF")
        return connection


class Troubled(SQLite):
    """A database to which a file in its folder brings trouble, and none when the file is gone."""

    def begin(self, connection: Connection, *, writes: bool) -> None:
        """`full`: it cannot grow, as on a full disk; `read only`: it cannot be written."""
        file = self.path.with_name(TROUBLE)
        words = file.read_text() if file.exists() else ""
        connection.execute(f"PRAGMA max_page_count = {1 if words == 'full' else 1 << 30}")
        connection.execute(f"PRAGMA query_only = {words == 'read only'}")
        super().begin(connection, writes=writes)


class Hasty(Writer):
    """Replies to devices when the work is done, and commits afterwards."""

    def submit(self, name: str, work: Work[Result], *, settles: bool = False) -> Future[Result]:
        """The future is done too early."""
        if name not in ("keep answer", "take invitation"):
            return super().submit(name, work, settles=settles)
        done: Future[Result] = Future()

        def and_reply(connection: Connection) -> Result:
            result = work(connection)
            done.set_result(result)
            return result

        super().submit(name, and_reply, settles=settles)
        return done


class Lax(Admittance):
    """Looks at the role, and forgets to look at the study."""

    async def held(self, request: Request) -> tuple[int, Role]:
        """Whatever study it was."""
        return EVERY_STUDY, (await super().held(request))[1]


def release_in_place(connection: Connection, study: int, point: Callable[[str], None]) -> int:
    """Released where they lie."""
    released = "UPDATE answers SET released = 1 WHERE study = :study AND released = 0"
    count = connection.execute(released, {"study": study}).rowcount
    invitations.show(connection, study)
    counters.show(connection, study)
    return count


DATABASES: dict[str, type[SQLite]] = {
    PLANTED: RowsAsTheyCame,
    CARELESS: NeverFlushed,
    TROUBLED: Troubled,
}
MISTAKES: dict[str, Callable[[], None]] = {
    PLANTED: lambda: setattr(answers, "mix", release_in_place),
    LEAN: lambda: setattr(store_module, "REWRITTEN_SHARE", 0),
    HASTY: lambda: setattr(store_module, "Writer", Hasty),
    LAX: lambda: setattr(app, "Admittance", Lax),
    ENDLESS: lambda: setattr(studies, "is_open", lambda _connection, _study: True),
    FORGETFUL: lambda: setattr(answers, "BURY", "SELECT :study, :answer_id"),
}


def fail_as_told(fault: Path, name: str) -> None:
    """At a point of what somebody asked for, fail or die, if a file says so; once."""
    if not fault.exists() or name.startswith(("mix", "settle", "start")):
        return
    how, where = fault.read_text().split()
    if name.endswith(f": {where}"):
        fault.unlink()
        if how == "die":
            os.kill(os.getpid(), signal.SIGKILL)
        raise sqlite3.OperationalError("a fault of the tests")


def main(folder: str, port: str, part: str = "", number: str = "1") -> None:
    left = int(number)
    words = set(part.split("+"))
    fault = Path(folder) / FAULT

    def point(name: str) -> None:
        nonlocal left
        if FAULTS in words:
            fail_as_told(fault, name)
        elif part and part in name:
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

    logging.basicConfig(level=logging.INFO, stream=sys.stderr)
    for word in words & set(MISTAKES):
        MISTAKES[word]()
    listening = listen("127.0.0.1", int(port))
    kind = next((DATABASES[word] for word in words & set(DATABASES)), SQLite)
    database = kind(Path(folder) / "tacit.db")
    # It never rests after a mix, so that a test can say when the next one is.
    store = Store(database, today=lambda: TODAY, clock=lambda: 0.0, point=point)
    if not store.has_owner():
        ensure_owner(store, Path(folder) / "tacit.key", os.urandom)
    origin = origin_of(listening, "127.0.0.1", is_tls=False)
    run(store, listening, limits=LIMITS, ready=lambda: click.echo(origin))
    store.close()


if __name__ == "__main__":
    main(*sys.argv[1:])
