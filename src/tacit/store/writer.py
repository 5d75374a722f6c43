"""The one thread that writes: it commits together whatever waits, and replies only after that.

Each piece of work has a name, checks before it changes anything, and refuses by what it returns. If a
transaction with several pieces fails, each is tried alone, so that one cannot take others with it.

A `Point` is told where the thread stands. Tests stop the process there.
"""

from __future__ import annotations

import queue
import threading
import time
from collections.abc import Callable, Iterator
from concurrent.futures import Future
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from tacit.errors import NotStored
from tacit.store.database import Connection, Database

MOST_AT_ONCE = 500
TRIES = 5
FIRST_PAUSE = 0.02
CLOSED = "the store is closed"

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
        self.group: list[Job] = []
        self.thread = threading.Thread(target=self._run, name="tacit writer", daemon=True)
        self.thread.start()

    def submit(self, name: str, work: Work[Result], *, settles: bool = False) -> Future[Result]:
        """Let this be done within a transaction; the result comes when it is durable.

        Whoever `settles` waits until `after` was called, too.
        """
        done: Future[Result] = Future()
        with self.ending:
            if self.is_ended:
                raise NotStored(f"{name}: {CLOSED}")
            self.jobs.put(Job(name, work, done, settles))
        return done

    def stop(self) -> None:
        """Finish what waits, and end."""
        with self.ending:
            self.is_ended = True
            self.jobs.put(None)
        self.thread.join()

    def check(self) -> None:
        """NotStored, where the thread has ended."""
        if self.is_ended:
            raise NotStored(CLOSED)

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
        """Work until the end is asked for. Should a fault of ours end it before, nobody is left to wait."""
        try:
            self._work()
        finally:
            with self.ending:
                self.is_ended = True
            for job in [*self.group, *self._waiting()]:
                if not job.done.done():
                    job.done.set_exception(NotStored(f"{job.name}: {CLOSED}"))

    def _work(self) -> None:
        """Group by group; `after` says when it wants to be called though nothing happens."""
        rest: float | None = None
        is_last = False
        while not is_last:
            try:
                first = self.jobs.get(timeout=rest)
            except queue.Empty:
                self.group = []
            else:
                self.group, is_last = self._with_those_that_wait(first)
            settled = self._commit(self.group) if self.group else []
            rest = self.after(is_settling=bool(settled) or is_last) or None
            for waiting, result in settled:
                waiting.done.set_result(result)

    def _with_those_that_wait(self, first: Job | None) -> tuple[list[Job], bool]:
        """Whoever has gone meanwhile is left out, and can go no more once it is in a group."""
        group: list[Job] = []
        job = first
        while job is not None:
            if job.done.set_running_or_notify_cancel():
                group.append(job)
            if len(group) == MOST_AT_ONCE or self.jobs.empty():
                return group, False
            job = self.jobs.get_nowait()
        return group, True

    def _waiting(self) -> Iterator[Job]:
        """Those that nobody will do any more."""
        while not self.jobs.empty():
            job = self.jobs.get_nowait()
            if job is not None and job.done.set_running_or_notify_cancel():
                yield job

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
