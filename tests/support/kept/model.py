"""What a store must hold after any list of operations, as simply as it can be said: dictionaries, one by one.

The lists are JSON, so that a process of its own can be given one and be killed while it works through it.
"""

from __future__ import annotations

import hashlib
import sqlite3
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path
from typing import Any

from tacit.store.answers import Answer, Offered
from tacit.store.invitations import Invited
from tacit.store.sqlite import SQLite
from tacit.store.store import Store
from tacit.store.studies import Opening
from tacit.store.uploads import Upload
from tacit.store.writer import Point, nowhere

Operation = list[Any]
DAY = date(2027, 1, 31)
BATCH = 3
DONE = ("taken", "stored", "same", "study-closed")
STUDIES = {1: b'{"study":1}', 2: b'{"study":2}'}
SECRET = bytes(range(32))


def named(word: str, number: int, size: int = 32) -> bytes:
    """Bytes that a word and a number decide."""
    return hashlib.shake_256(f"{word}/{number}".encode()).digest(size)


def offered(number: int, column: int, *, is_named: bool = False) -> Offered:
    """The answer of an imagined ticket: ticket 9 is forged, and column 9 is none of the study's."""
    answer = Answer(named("answer", number, 16), number * 10, column)
    return Offered(answer, has_ticket=number != 9, has_column=column != 9, is_named=is_named)


def store_at(path: Path, point: Point = nowhere) -> Store:
    """A store on SQLite, on a day of its own; it never rests, so that its points are the same each time."""
    return Store(SQLite(path), today=lambda: DAY, clock=lambda: 0.0, point=point)


def perform(store: Store, operation: Operation) -> Any:  # noqa: ANN401 - each operation has its own outcome
    """Do it, wait until it is durable, and say what came of it."""
    match operation:
        case ["open", study]:
            return store.open_study(Opening(STUDIES[study], BATCH), SECRET).result()
        case ["close", study]:
            return store.close_study(study).result()
        case ["invite", study, numbers]:
            return store.invite(study, [Invited(named("invitation", number)) for number in numbers]).result()
        case ["take", study, number, request]:
            return store.take_invitation(
                study, Invited(named("invitation", number)), named("request", request)
            ).result()
        case ["revoke", study, numbers, even_used]:
            hashes = [named("invitation", number) for number in numbers]
            return store.revoke(study, hashes, even_used=even_used).result()
        case ["answer", study, number, column]:
            return store.keep_answer(study, offered(number, column)).result()
        case ["withdraw", study, number]:
            return store.withdraw(study, named("answer", number, 16), has_ticket=number != 9).result()
        case ["bulk", study, upload, pairs]:
            name = Upload(named("upload", upload, 16), named("bytes", hash(str(pairs)) % 2**30))
            rows = [offered(number, column) for number, column in pairs]
            said = store.keep_bulk(study, name, rows, lambda kept: ",".join(kept).encode()).result()
            return [said[0], said[1].decode()]
    raise AssertionError(operation)


@dataclass
class Kept:
    """One study of the model."""

    is_open: bool = True
    invitations: dict[int, tuple[str, int | None]] = field(default_factory=dict)
    waiting: dict[int, tuple[int, bool]] = field(default_factory=dict)
    released: dict[int, tuple[int, bool]] = field(default_factory=dict)
    dead: set[int] = field(default_factory=set)
    uploads: dict[int, tuple[str, str]] = field(default_factory=dict)
    counts: dict[str, int] = field(default_factory=dict)

    def count(self, name: str, by: int = 1) -> None:
        if by:
            self.counts[name] = self.counts.get(name, 0) + by

    def mix(self) -> None:
        self.released |= self.waiting
        self.waiting = {}
        self.released = {number: kept for number, kept in self.released.items() if number not in self.dead}

    def known(self, number: int, column: int) -> str | None:
        if number in self.dead:
            return "withdrawn"
        stored = (self.waiting | self.released).get(number)
        return None if stored is None else "same" if stored[0] == column else "answer-differs"


class Model:
    """A store in dictionaries; `perform` says what the store must say."""

    def __init__(self) -> None:
        self.studies: dict[int, Kept] = {}

    def perform(self, operation: Operation) -> Any:  # noqa: ANN401
        word, study, *given = operation
        if word == "open":
            is_new = study not in self.studies
            self.studies.setdefault(study, Kept())
            return "opened" if is_new else "same"
        outcome = getattr(self, f"_{word}")(self.studies[study], *given)
        kept = self.studies[study]
        if word in ("take", "answer") and outcome not in DONE:
            kept.count(f"refused: {outcome}")
        if len(kept.waiting) >= BATCH:
            kept.mix()
        return outcome

    def _close(self, kept: Kept) -> None:
        if kept.is_open:
            kept.mix()
        kept.is_open = False

    def _invite(self, kept: Kept, numbers: list[int]) -> int | None:
        if not kept.is_open:
            return None
        new = [number for number in dict.fromkeys(numbers) if number not in kept.invitations]
        kept.invitations |= dict.fromkeys(new, ("new", None))
        kept.count("invited", len(new))
        return len(new)

    def _take(self, kept: Kept, number: int, request: int) -> str:
        state, known = kept.invitations.get(number, ("invitation-unknown", None))
        if state == "invitation-unknown":
            return state
        if state == "revoked":
            return "invitation-revoked"
        if not kept.is_open:
            return "study-closed"
        if state == "new":
            kept.invitations[number] = ("used", request)
            kept.count("started")
            return "taken"
        return "same" if known == request else "invitation-used"

    def _revoke(self, kept: Kept, numbers: list[int], even_used: bool) -> list[str]:
        said = []
        for number in numbers:
            state, known = kept.invitations.get(number, ("unknown", None))
            said.append({"unknown": "unknown", "revoked": "revoked before"}.get(state, "used"))
            if state == "new" or (state == "used" and even_used):
                said[-1] = "revoked" if state == "new" else "revoked after use"
                kept.invitations[number] = ("revoked", known)
                kept.count(said[-1])
        return said

    def _answer(self, kept: Kept, number: int, column: int) -> str:
        known = kept.known(number, column)
        if known:
            return known
        if not kept.is_open:
            return "study-closed"
        if number == 9:
            return "ticket-invalid"
        if column == 9:
            return "column-out-of-range"
        kept.waiting[number] = (column, False)
        kept.count("answered")
        return "stored"

    def _withdraw(self, kept: Kept, number: int) -> str:
        if number in kept.dead:
            return "withdrawn"
        if not kept.is_open:
            return "study-closed"
        if number == 9:
            return "ticket-invalid"
        kept.dead.add(number)
        kept.waiting.pop(number, None)
        kept.count("withdrawn")
        return "withdrawn"

    def _bulk(self, kept: Kept, upload: int, pairs: list[list[int]]) -> list[str]:
        if upload in kept.uploads:
            known, reply = kept.uploads[upload]
            return ["same", reply] if known == str(pairs) else ["answer-differs", ""]
        if not kept.is_open:
            return ["study-closed", ""]
        said = []
        for number, column in pairs:
            outcome = kept.known(number, column) or ("column-out-of-range" if column == 9 else "stored")
            if outcome == "stored":
                kept.waiting[number] = (column, True)
            said.append(outcome)
        kept.count("bulk", said.count("stored"))
        kept.uploads[upload] = (str(pairs), ",".join(said))
        return ["stored", ",".join(said)]

    def contents(self) -> dict[str, Any]:
        """What `contents_of` reads from a database; whether `taken` is shown yet is left open."""
        found: dict[str, Any] = {}
        for study, kept in self.studies.items():
            found[f"state {study}"] = ("open", SECRET) if kept.is_open else ("closed", None)
            answers = [(kept.waiting, 0), (kept.released, 1)]
            found[f"answers {study}"] = sorted(
                (named("answer", number, 16), number * 10, column, -1 if is_bulk else 0, released)
                for rows, released in answers
                for number, (column, is_bulk) in rows.items()
            )
            found[f"dead {study}"] = sorted(named("answer", number, 16) for number in kept.dead)
            found[f"invitations {study}"] = sorted(
                (named("invitation", number), state, None if known is None else named("request", known))
                for number, (state, known) in kept.invitations.items()
            )
            found[f"counts {study}"] = kept.counts
        return found


def contents_of(path: Path) -> dict[str, Any]:
    """Everything that a database holds about studies, read past the store."""
    connection = sqlite3.connect(path)
    found: dict[str, Any] = {}

    def rows(sql: str, study: int) -> list[Any]:
        return connection.execute(sql, {"study": study}).fetchall()

    for study, state, secret in connection.execute("SELECT number, state, secret FROM studies").fetchall():
        found[f"state {study}"] = (state, secret)
        found[f"answers {study}"] = rows(
            'SELECT answer_id, query, "column", key, released FROM answers WHERE study = :study ORDER BY 1',
            study,
        )
        found[f"dead {study}"] = [
            row[0] for row in rows("SELECT answer_id FROM tombstones WHERE study = :study ORDER BY 1", study)
        ]
        found[f"invitations {study}"] = rows(
            "SELECT hash, replace(state, 'taken', 'used'), h_blinded FROM invitations WHERE study = :study "
            "ORDER BY 1",
            study,
        )
        found[f"counts {study}"] = dict(
            rows("SELECT name, sum(waiting + shown) FROM counters WHERE study = :study GROUP BY name", study)
        )
    connection.close()
    return found
