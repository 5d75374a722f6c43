"""The one thread that writes: it commits together whatever waits, and replies only after that.

Each piece of work has a name, checks before it changes anything, and refuses by what it returns. If a
transaction with several pieces fails, each is tried alone, so that one cannot take others with it.

A `Point` is told where the thread stands. Tests stop the process there.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from tacit.errors import NotStored
from tacit.store.database import Connection, Database

MOST_AT_ONCE = 500
TRIES = 5
FIRST_PAUSE = 0.02

Result = TypeVar("Result")
Work = Callable[[Connection], Result]
Point = Callable[[str], None]


class After(Protocol):
    """What the thread calls when a group is committed."""

    def __call__(self, *, is_settling: bool) -> float:
        """Says after how many seconds to call again though nothing happens; 0: never."""
        ...


def nowhere(_point: str) -> None:
    """The point of a process that nobody stops."""


@dataclass(frozen=True)
class Job:
    """A piece of work, and who waits for it."""

    name: str
    work: Work[Any]
    done: Future[Any]
    settles: bool


class Writer:
    """Owns the connection that writes; `after` is called in its thread when a group is committed."""

    def __init__(self, database: Database, connection: Connection, after: After, point: Point) -> None:
        self.database = database
        self.connection = connection
        self.after = after
        self.point = point
        self.jobs: queue.SimpleQueue[Job | None] = queue.SimpleQueue()
        self.ending = threading.Lock()
        self.is_ended = False
        self.thread = threading.Thread(target=self._run, name="tacit writer", daemon=True)
        self.thread.start()

    def submit(self, name: str, work: Work[Result], *, settles: bool = False) -> Future[Result]:
        """Let this be done within a transaction; the result comes when it is durable.

        Whoever `settles` waits until `after` was called, too.
        """
        done: Future[Result] = Future()
        with self.ending:
            if self.is_ended:
                raise NotStored(f"{name}: the store is closed")
            self.jobs.put(Job(name, work, done, settles))
        return done

    def stop(self) -> None:
        """Finish what waits, and end."""
        with self.ending:
            self.is_ended = True
            self.jobs.put(None)
        self.thread.join()

    def transact(self, name: str, work: Work[Result]) -> Result:
        """One named transaction, tried again while another process is in the way; in the writer's thread."""
        return transact(self.database, self.connection, name, work, writes=True, point=self.point)

    def forget(self, *, rewrites: bool) -> None:
        """Leave nothing deleted in any file; in the writer's thread."""
        try:
            self.database.forget(self.connection, rewrites=rewrites)
        except self.database.errors as failed:
            raise NotStored(f"forget: {failed}") from failed

    def _run(self) -> None:
        """Until the end is asked for; `after` says when it wants to be called though nothing happens."""
        rest: float | None = None
        is_last = False
        while not is_last:
            try:
                group, is_last = self._with_those_that_wait(self.jobs.get(timeout=rest))
            except queue.Empty:
                group = []
            settled = self._commit(group) if group else []
            rest = self.after(is_settling=bool(settled) or is_last) or None
            for waiting, result in settled:
                waiting.done.set_result(result)

    def _with_those_that_wait(self, first: Job | None) -> tuple[list[Job], bool]:
        if first is None:
            return [], True
        group = [first]
        while len(group) < MOST_AT_ONCE:
            try:
                job = self.jobs.get_nowait()
            except queue.Empty:
                break
            if job is None:
                return group, True
            group.append(job)
        return group, False

    def _commit(self, group: list[Job]) -> list[tuple[Job, Any]]:
        """Commit and reply; what remains to be said when all is settled."""
        names = sorted({job.name for job in group})
        try:
            results = self.transact(
                " + ".join(names), lambda connection: [job.work(connection) for job in group]
            )
        except Exception as failed:
            if len(group) > 1:
                return [late for job in group for late in self._commit([job])]
            group[0].done.set_exception(failed)
            return []
        outcomes = list(zip(group, results, strict=True))
        for job, result in outcomes:
            if not job.settles:
                job.done.set_result(result)
        self.point(f"{names[-1]}: replied")
        return [(job, result) for job, result in outcomes if job.settles]


def transact(
    database: Database,
    connection: Connection,
    name: str,
    work: Work[Result],
    *,
    writes: bool,
    point: Point = nowhere,
) -> Result:
    """Run the work in one transaction; NotStored, naming it, where the database fails."""
    for attempt in range(TRIES):
        try:
            return _once(database, connection, name, work, writes=writes, point=point)
        except database.errors as failed:
            if not database.is_passing(failed) or attempt == TRIES - 1:
                raise NotStored(f"{name}: {failed}") from failed
            time.sleep(FIRST_PAUSE * 2**attempt)
    raise AssertionError("unreachable")


def _once(
    database: Database, connection: Connection, name: str, work: Work[Result], *, writes: bool, point: Point
) -> Result:
    database.begin(connection, writes=writes)
    try:
        point(f"{name}: begun")
        result = work(connection)
        point(f"{name}: done")
        connection.execute("COMMIT")
    except BaseException:
        _roll_back(database, connection)
        raise
    point(f"{name}: committed")
    return result


def _roll_back(database: Database, connection: Connection) -> None:
    """Some failures, as a full disk, have rolled back by themselves."""
    try:
        connection.execute("ROLLBACK")
    except database.errors:
        return
