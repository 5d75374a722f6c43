"""The store: every access to the database, each a transaction with a name.

What changes something returns a Future, whose result is there when it is durable. What reads sees released
answers only. A result is a word: what became of it, or the name of the problem that the service answers with.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from datetime import UTC, date, datetime
from typing import TypeVar

from tacit.errors import NotStored
from tacit.store import access, answers, counters, invitations, studies, uploads
from tacit.store.answers import Answer, Cell, Kept, Offered, Record, Withdrawn
from tacit.store.database import Connection, Database
from tacit.store.invitations import Invited, Revoked, Taken
from tacit.store.studies import Opened, Opening, Primes, Stored
from tacit.store.uploads import Upload
from tacit.store.versions import bring_up_to_date
from tacit.store.writer import Point, Work, Writer, nowhere, transact

Result = TypeVar("Result")
Outcome = TypeVar("Outcome", bound=str)

DONE = ("taken", "stored", "same", "study-closed")

# Tables are rewritten in the order of their keys when one in so many released answers is new: to do it at
# each mix would take a time that grows with the square of the answers.
REWRITTEN_SHARE = 50
# After a mix there is none for so many times as long as it took, unless somebody looks: mixing takes at most
# a twentieth of the time in which answers come.
MIXING_REST = 19


def utc_day() -> date:
    """The day of a store that is not given another clock."""
    return datetime.now(UTC).date()


class Store:
    """What one server keeps. `today` says the day, `clock` counts seconds.

    `point` is told where each transaction stands.
    """

    def __init__(
        self,
        database: Database,
        *,
        today: Callable[[], date] = utc_day,
        clock: Callable[[], float] = time.monotonic,
        point: Point = nowhere,
    ) -> None:
        self.database = database
        self.today = today
        self.clock = clock
        self.point = point
        self.mixed = False
        self.released = self.newly_released = 0
        self.next_mix = 0.0
        connection = database.connect()
        bring_up_to_date(database, connection)
        database.forget(connection, rewrites=True)  # what a crash may have left
        self.reader = database.connect()
        self.reading = threading.Lock()
        self.writer = Writer(database, connection, self._after, point)
        # A batch may have been waiting when we were stopped.
        self._write("start", lambda _connection: None).result()

    def close(self) -> None:
        """Finish what waits and let go of the database."""
        self.writer.stop()
        with self.reading:
            self.reader.close()
        self.writer.connection.close()

    def settle(self) -> Future[None]:
        """When this is done, whatever was asked before is done too, and mixed where enough waits."""
        return self.writer.submit("settle", lambda _connection: None, settles=True)

    # Studies.

    def offer_key(self, primes: Primes) -> Future[None]:
        """Keep a signing key until a study is opened with it."""
        return self._write("offer key", lambda connection: studies.offer(connection, primes))

    def open_study(self, opening: Opening, secret: bytes) -> Future[Opened]:
        """Open a study; `secret` is what its tickets will be made with."""
        return self._write("open study", lambda connection: studies.open_study(connection, opening, secret))

    def find_study(self, id32: bytes) -> Stored | None:
        """The study with this id, its secrets with it."""
        return self._read("find study", lambda connection: studies.find(connection, id32))

    def study_numbers(self) -> list[tuple[int, bytes]]:
        """Number and id of each study, the newest first."""
        return self._read("study numbers", studies.numbers)

    def close_study(self, study: int) -> Future[None]:
        """Close it: release all that waits, erase its keys, rewrite every table in the order of its keys."""

        def work(connection: Connection) -> None:
            if studies.is_open(connection, study):
                answers.mix(connection, study, self.point)
                studies.close(connection, study)
                self.point("close study: erased")
                self.mixed = True
                self.newly_released = self.released = max(1, self.released)

        return self.writer.submit("close study", work, settles=True)

    # Invitations.

    def invite(self, study: int, invited: Sequence[Invited]) -> Future[int | None]:
        """How many of these are new; None: the study is closed."""

        def work(connection: Connection) -> int | None:
            if not studies.is_open(connection, study):
                return None
            return invitations.add(connection, study, invited, self._day())

        return self._write("invite", work)

    def take_invitation(self, study: int, invited: Invited, request: bytes) -> Future[Taken]:
        """Use an invitation for the blinded request with this hash."""

        def work(connection: Connection) -> Taken:
            return invitations.take(connection, study, invited, request, self._day())

        return self._write("take invitation", self._counted(study, work))

    def name_answer(self, study: int, hashed: bytes, answer_id: bytes) -> Future[Taken]:
        """Note which answer will stand beside a record; named studies only."""

        def work(connection: Connection) -> Taken:
            return invitations.name(connection, study, hashed, answer_id, self._day())

        return self._write("name answer", self._counted(study, work))

    def revoke(
        self, study: int, hashes: Sequence[bytes], *, even_used: bool = False
    ) -> Future[list[Revoked]]:
        """Take invitations back."""

        def work(connection: Connection) -> list[Revoked]:
            day = self._day()
            return [invitations.revoke(connection, study, one, day, even_used=even_used) for one in hashes]

        return self._write("revoke", work)

    def unused(self, study: int) -> list[bytes]:
        """The invitations that nobody had used when answers were last mixed."""
        return self._read("unused invitations", lambda connection: invitations.unused(connection, study))

    # Answers.

    def keep_answer(self, study: int, offered: Offered) -> Future[Kept]:
        """Store an answer; it is released with others."""
        return self._write("keep answer", lambda connection: self._keep(connection, study, [offered])[0])

    def keep_answers(self, study: int, offered: Sequence[Offered]) -> Future[list[Kept]]:
        """The same of several, as one piece of work."""
        return self._write("keep answer", lambda connection: self._keep(connection, study, offered))

    def keep_bulk(
        self, study: int, upload: Upload, offered: Sequence[Offered], reply: Callable[[list[Kept]], bytes]
    ) -> Future[tuple[str, bytes]]:
        """Store an upload: ("stored" or "same", reply), or the problem's name and nothing."""

        def work(connection: Connection) -> tuple[str, bytes]:
            known = uploads.find(connection, study, upload.id)
            if known:
                return ("same", known[1]) if known[0] == upload.hash else ("answer-differs", b"")
            if not studies.is_open(connection, study):
                return "study-closed", b""
            said = reply(answers.keep_bulk(connection, study, offered, self._day()))
            uploads.add(connection, study, upload, said)
            return "stored", said

        return self._write("keep bulk", work)

    def withdraw(
        self, study: int, answer_id: bytes, *, has_ticket: bool = True, is_named: bool = False
    ) -> Future[Withdrawn]:
        """Take an answer out of every later result."""

        def work(connection: Connection) -> Withdrawn:
            is_ours = has_ticket and (not is_named or answers.is_named(connection, study, answer_id))
            return answers.withdraw(connection, study, answer_id, self._day(), has_ticket=is_ours)

        return self._write("withdraw", work)

    # What may be seen.

    def tally(self, study: int) -> list[Cell]:
        """Counts of the released answers."""
        return self._read("tally", lambda connection: answers.tally(connection, study))

    def released_answers(self, study: int, after: bytes = b"", most: int = 10_000) -> list[Answer]:
        """Released answers, a page of them, in the order of their names."""
        return self._read("answers", lambda connection: answers.released(connection, study, after, most))

    def records(self, study: int) -> list[Record]:
        """Released answers beside their records; named studies only."""
        return self._read("records", lambda connection: answers.records(connection, study))

    def counts(self, study: int) -> list[counters.Count]:
        """What happened by day, as of the last mix."""
        return self._read("counts", lambda connection: counters.shown(connection, study))

    def parts(self, study: int) -> tuple[list[counters.Count], list[list[answers.Part]]]:
        """The counts, and the released answers in parts, of one moment: what a board is drawn from."""

        def work(connection: Connection) -> tuple[list[counters.Count], list[list[answers.Part]]]:
            return counters.shown(connection, study), answers.parts(connection, study)

        return self._read("parts", work)

    # Researchers.

    def add_access(self, hashed: bytes, study: int, role: access.Role) -> Future[None]:
        """Let the key with this hash act."""
        return self._write("add access", lambda connection: access.add(connection, hashed, study, role))

    def find_access(self, hashed: bytes) -> tuple[int, access.Role] | None:
        """Which study and role a key has."""
        return self._read("find access", lambda connection: access.find(connection, hashed))

    def check(self) -> None:
        """NotStored, where the database does not answer, or nobody is there to write."""
        self.writer.check()
        self.has_owner()

    def has_owner(self) -> bool:
        """Whether somebody may open studies here."""
        return self._read("has owner", access.has_owner)

    def _keep(self, connection: Connection, study: int, offered: Sequence[Offered]) -> list[Kept]:
        kept = answers.keep(connection, study, offered, self._day())
        self._count_refused(connection, study, kept)
        return kept

    def _counted(self, study: int, work: Work[Outcome]) -> Work[Outcome]:
        """The same work; what it refuses is counted."""

        def counted(connection: Connection) -> Outcome:
            outcome = work(connection)
            self._count_refused(connection, study, [outcome])
            return outcome

        return counted

    def _count_refused(self, connection: Connection, study: int, outcomes: Sequence[str]) -> None:
        """Of a closed study nobody would ever see the count."""
        for outcome in outcomes:
            if outcome not in DONE:
                counters.refuse(connection, study, self._day(), outcome)

    def _day(self) -> str:
        return self.today().isoformat()

    def _write(self, name: str, work: Work[Result]) -> Future[Result]:
        return self.writer.submit(name, work)

    def _read(self, name: str, work: Work[Result]) -> Result:
        with self.reading:
            return transact(self.database, self.reader, name, work, writes=False)

    def _after(self, *, is_settling: bool) -> float:
        """In the writer's thread, when a group is committed: mix where enough wait, and leave no trace.

        Says after how many seconds to ask again, 0 for not until something happens.
        """
        rest = self.next_mix - self.clock()
        if rest > 0 and not is_settling:
            return rest
        began = self.clock()
        try:
            for study in transact(self.database, self.writer.connection, "due", answers.due, writes=False):
                self._mix(study)
            if self.mixed:
                self._forget()
                self.next_mix = self.clock() + MIXING_REST * (self.clock() - began)
        except NotStored:
            return 0  # all stays as it is, unreleased, until the next group is committed
        return 0

    def _mix(self, study: int) -> None:
        count = self.writer.transact("mix", lambda connection: answers.mix(connection, study, self.point))
        self.mixed = True
        self.released += count
        self.newly_released += count

    def _forget(self) -> None:
        rewrites = self.newly_released * REWRITTEN_SHARE > self.released
        self.writer.forget(rewrites=rewrites)
        self.mixed = False
        if rewrites:
            self.newly_released = 0
