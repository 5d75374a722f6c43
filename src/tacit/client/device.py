"""A device that takes part in studies: visits a link, answers once, and sends until it has a receipt."""

from __future__ import annotations

import os
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from decimal import Decimal
from functools import cached_property
from pathlib import Path
from typing import NamedTuple

from tacit.answering.answer import answer as draw_answer
from tacit.answering.card import Group, Value, card_of
from tacit.client.admission import MOST_EPSILON, admit, epsilon_of, topic_of
from tacit.client.asking import prepare, reader_of, ticket_of
from tacit.client.exchange import Request, Send
from tacit.client.folder import Folder
from tacit.client.https import over_https
from tacit.client.ledger import Entry, Ledger
from tacit.client.notes import Note, Notes, State, note_key
from tacit.client.retry import Reply, Waiting, send_until_answered
from tacit.errors import Stopped, TacitError, refuse
from tacit.protocol import bodies
from tacit.protocol.encoding import from_base64url, id_bytes, to_base64url
from tacit.protocol.links import Link, parse_link
from tacit.protocol.queries import query_of
from tacit.protocol.tickets import TICKET_BYTES, answer_id
from tacit.scheme.randomize import Source
from tacit.study.spelling import plain
from tacit.study.study import Study

MOST_SPENT = Decimal(10)
PATIENCE_SECONDS = 60.0


def utc_now() -> datetime:
    """The clock of a device that is not given another one."""
    return datetime.now(UTC)


class Receipt(NamedTuple):
    """The server has stored the answer with this name. The ticket, if kept, can withdraw it."""

    study: str
    answer: str
    day: str
    ticket: str = ""


class Delivery(NamedTuple):
    """What became of an answer that waited: a receipt, or the reason why there is none yet."""

    study: str
    receipt: Receipt | None
    reason: str


class Device:
    """One installation: a folder of notes, and the limits that its owner sets.

    `most_epsilon` is for one study, `most_spent` for all of them together. `patience` is how many seconds a
    call waits for a server that does not acknowledge (None: as long as it takes). Whatever touches the world
    is an argument: `send`, `read` (the operating system's randomness), `now`, `sleep`.
    """

    def __init__(
        self,
        folder: str | Path,
        *,
        most_epsilon: Decimal = MOST_EPSILON,
        most_spent: Decimal = MOST_SPENT,
        patience: float | None = PATIENCE_SECONDS,
        send: Send = over_https,
        read: Source = os.urandom,
        now: Callable[[], datetime] = utc_now,
        sleep: Callable[[float], None] = time.sleep,
    ) -> None:
        path = Path(folder).expanduser()
        self.notes = Notes(Folder(path / "notes"))
        self.ledger = Ledger(Folder(path / "ledger"), most_spent)
        self.most_epsilon = most_epsilon
        self.send = send
        self.read = read
        self.now = now
        self.waiting = Waiting(sleep, read, now, patience)

    def visit(self, link: str | Link) -> Visit:
        """Fetch the study of a link and check it; nothing is told but that somebody looks at it."""
        link = parse_link(link) if isinstance(link, str) else link
        address = f"{link.server}/v1/studies/{link.study}"
        received = self.exchange(Request("GET", address), lambda body: body)
        return Visit(self, link, admit(received, link.study, self.most_epsilon))

    def pending(self) -> list[str]:
        """The studies whose server has not acknowledged the answer yet."""
        return [note.study for _, note in self.notes.unacknowledged()]

    def deliver(self) -> list[Delivery]:
        """Send again, unchanged, whatever was not acknowledged; nothing is drawn."""
        return [self._delivery(key, note) for key, note in self.notes.unacknowledged()]

    def hand_over(self, key: str, note: Note, *, keeps_ticket: bool = False) -> Receipt:
        """Send the noted column until the server has it; compare what it says it has."""
        ticket = ticket_bytes(note)
        own = answer_id(ticket)
        body = bodies.answer_body(bodies.Sent(note.column, ticket))
        request = Request("POST", f"{note.server}/v1/studies/{note.study}/answers", body)
        if self.exchange(request, bodies.read_answer_reply) != own:
            reason = "the server says that it has stored an answer, and it is not this one; the note is kept"
            raise Stopped("answer-unknown", reason)
        kept = note.ticket if keeps_ticket else ""
        received = replace(note, state="received", column=-1, ticket=kept, day=self.today())
        noted = self.notes.add(key, received)
        return Receipt(note.study, to_base64url(own), noted.day, noted.ticket)

    def exchange(self, request: Request, read_reply: Callable[[bytes], Reply]) -> Reply:
        """The reply to a request, sent as often as patience allows."""
        return send_until_answered(request, send=self.send, read_reply=read_reply, waiting=self.waiting)

    def today(self) -> str:
        """The day, which is all that is noted of the time."""
        return self.now().astimezone(UTC).date().isoformat()

    def _delivery(self, key: str, note: Note) -> Delivery:
        try:
            return Delivery(note.study, self.hand_over(key, note), "")
        except TacitError as failed:
            return Delivery(note.study, None, str(failed))


@dataclass(frozen=True)
class Visit:
    """One study, seen by one device with one invitation."""

    device: Device
    link: Link
    study: Study

    @cached_property
    def key(self) -> str:
        """The name of this invitation's note."""
        return note_key(self.link)

    @cached_property
    def epsilon(self) -> Decimal:
        """What answering costs."""
        return epsilon_of(self.study)

    @property
    def state(self) -> State | None:
        """How far this invitation has come on this device; None: nothing was begun."""
        note = self.device.notes.read(self.key)
        return note.state if note else None

    @cached_property
    def override(self) -> str:
        """What its researcher had to write to open a study that its plan calls hopeless; '' for others."""
        address = f"{self.link.server}/v1/studies/{self.link.study}/state"
        return self.device.exchange(Request("GET", address), bodies.read_override)

    def answer(
        self, *, group: Group, value: Value = None, is_confirmed: bool = False, keeps_ticket: bool = False
    ) -> Receipt:
        """Answer once, and wait for the receipt.

        What was begun before is carried on: an answer that was drawn is sent as it is, whatever is given now.
        `is_confirmed` says that answering a topic again is meant. `keeps_ticket` keeps what can withdraw the
        answer, and can show to others which column was sent.
        """
        card_of(self.study, group, value)
        note = self._with_ticket(is_confirmed)
        if note.state == "saved":
            note = self._randomized(note, group, value, is_confirmed)
        return self._handed_over(note, keeps_ticket=keeps_ticket)

    def resume(self, *, keeps_ticket: bool = False) -> Receipt | None:
        """Send what was drawn before, as it is; None: nothing was drawn yet."""
        note = self.device.notes.read(self.key)
        if note is None or note.state not in ("sent", "received"):
            return None
        return self._handed_over(note, keeps_ticket=keeps_ticket)

    def withdraw(self) -> None:
        """Take the answer out of every later result; only with the ticket, if it was kept."""
        note = self.device.notes.read(self.key)
        if note is None or not note.ticket:
            raise refuse("ticket", "must have been kept to withdraw an answer; this device has none of it")
        address = f"{note.server}/v1/studies/{note.study}/withdrawals"
        self.device.exchange(
            Request("POST", address, bodies.withdrawal_body(ticket_bytes(note))), lambda body: None
        )

    def forget(self) -> None:
        """Start over, as if the link had never been opened; refused once an answer may have been sent."""
        self.device.notes.forget(self.key)

    def _handed_over(self, note: Note, *, keeps_ticket: bool) -> Receipt:
        if note.state == "received":
            raise refuse("study", f"was answered with this invitation from this device on {note.day}")
        return self.device.hand_over(self.key, note, keeps_ticket=keeps_ticket)

    def _with_ticket(self, is_confirmed: bool) -> Note:
        """The note, as far as it goes without drawing an answer."""
        notes = self.device.notes
        note = notes.read(self.key)
        if note is None:
            self.device.ledger.check(self._entry(), is_confirmed=is_confirmed)
            note = notes.add(self.key, self._new_note())
        if note.state == "new":
            note = notes.add(self.key, replace(note, state="asked"))
        if note.state == "asked":
            ticket = to_base64url(self._ask(note))
            note = notes.add(
                self.key, replace(note, state="saved", ticket=ticket, request="", nonce="", salt="", r="")
            )
        return note

    def _new_note(self) -> Note:
        asking = prepare(self.study, self.link, self.device.read)
        note = Note(
            state="new",
            server=self.link.server,
            study=self.link.study,
            topic=topic_of(self.study),
            epsilon=plain(self.epsilon),
            request=asking.request.decode("ascii"),
        )
        if asking.secrets is None:
            return note
        nonce, salt, r = asking.secrets
        return replace(note, nonce=nonce.hex(), salt=salt.hex(), r=f"{r:x}")

    def _ask(self, note: Note) -> bytes:
        address = f"{self.link.server}/v1/studies/{self.link.study}/tickets"
        request = Request("POST", address, note.request.encode("ascii"))
        reply = self.device.exchange(request, reader_of(self.study))
        return ticket_of(self.study, self.link, note, reply)

    def _randomized(self, note: Note, group: Group, value: Value, is_confirmed: bool) -> Note:
        """Draw, and note what was drawn before anything of it is sent; whoever was first has drawn."""
        self.device.ledger.spend(self._entry(), is_confirmed=is_confirmed)
        query = query_of(self.study.scheme, id_bytes(self.link.study), ticket_bytes(note))
        drawn = draw_answer(self.study, query, group=group, value=value, read=self.device.read)
        return self.device.notes.add(self.key, replace(note, state="sent", column=drawn.column))

    def _entry(self) -> Entry:
        return Entry(
            note=self.key,
            study=self.link.study,
            topic=topic_of(self.study),
            day=self.device.today(),
            epsilon=plain(self.epsilon),
        )


def ticket_bytes(note: Note) -> bytes:
    """The ticket that a note holds."""
    size = len(note.ticket) * 3 // 4
    return from_base64url("ticket", note.ticket, size if size in TICKET_BYTES.values() else 0)
