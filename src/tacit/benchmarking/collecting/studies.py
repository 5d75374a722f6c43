"""Open studies of each kind in a database of their own, and the requests that answer them."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Literal

from cryptography.hazmat.primitives.asymmetric import rsa

from tacit.benchmarking.inputs import study_with
from tacit.protocol import bodies, tickets
from tacit.protocol.blind import EXPONENT
from tacit.protocol.encoding import id_bytes, to_base64url
from tacit.service.bulk import MEDIA_TYPE, RECORD
from tacit.service.run import ensure_owner
from tacit.service.verifying import HASH, PADDING
from tacit.service.wire import JSON
from tacit.store.invitations import Invited
from tacit.store.sqlite import SQLite
from tacit.store.store import Store
from tacit.store.studies import Opening, Primes
from tacit.study.study import Collect, Key, Study

Kind = Literal["blind", "open", "named"]

SECRET = bytes(32)
QUESTION = 'kind = "range"\nlow = 0\nhigh = 10'
INVITATION_BYTES = 16


def request(method: str, path: str, body: bytes = b"", media_type: str = JSON, key: str = "") -> bytes:
    """As it travels."""
    head = [f"{method} {path} HTTP/1.1", "host: localhost", f"content-length: {len(body)}"]
    head += [f"content-type: {media_type}"] if body else []
    head += [f"authorization: Bearer {key}"] if key else []
    return "\r\n".join([*head, "", ""]).encode() + body


@dataclass(frozen=True)
class Opened:
    """A study that takes answers, and how the store calls it."""

    study: Study
    number: int
    signing: rsa.RSAPrivateKey

    @property
    def id32(self) -> bytes:
        """The bytes of its id."""
        return id_bytes(self.study.id)

    def path(self, route: str) -> str:
        """One of its addresses."""
        return f"/v1/studies/{self.study.id}/{route}"


class Studies:
    """A database in a folder, before a server is started on it."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "tacit.db"
        self.store = Store(SQLite(self.database))
        ensure_owner(self.store, folder / "tacit.key", os.urandom)
        self.owner = (folder / "tacit.key").read_text("utf-8").strip()

    def open(self, kind: Kind, title: str) -> Opened:
        """Open a study of this kind."""
        signing = rsa.generate_private_key(EXPONENT, 2048)
        moduli = [self._offer(signing)] if kind == "blind" else []
        keys = tuple(Key(to_base64url(n), None) for n in moduli)
        study = replace(study_with(2, QUESTION), title=title, collect=Collect(tickets=kind), keys=keys)
        study = replace(study, frozen=study.scheme)
        self.store.open_study(Opening(study.manifest, study.collect.batch, tuple(moduli)), SECRET).result()
        numbers = {id32: number for number, id32 in self.store.study_numbers()}
        return Opened(study, numbers[id_bytes(study.id)], signing)

    def answers(self, kind: Kind, title: str, people: int) -> list[bytes]:
        """Requests that store so many answers in a study, with tickets that were given before."""
        opened = self.open(kind, title)
        made = {"blind": self._blind, "open": self._open, "named": self._named}
        given = made[kind](opened, people)
        columns, path = opened.study.scheme.rows.columns, opened.path("answers")
        sent = (bodies.Sent(at % columns, ticket) for at, ticket in enumerate(given))
        return [request("POST", path, bodies.answer_body(one)) for one in sent]

    def blind_requests(self, title: str, people: int) -> list[bytes]:
        """Requests that ask for so many blind tickets of a study."""
        opened = self.open("blind", title)
        path = opened.path("tickets")
        asked = (bodies.BlindRequest(b"\0" + os.urandom(255), one, 0) for one in self._invite(opened, people))
        return [request("POST", path, bodies.blind_request(one)) for one in asked]

    def uploads(self, title: str, count: int, answers: int) -> list[bytes]:
        """So many requests of so many answers in bulk."""
        opened = self.open("open", title)
        scheme = opened.study.scheme
        made = []
        for _ in range(count):
            places = ((at % scheme.queries, at % scheme.rows.columns) for at in range(answers))
            body = b"".join(RECORD.pack(os.urandom(16), *place) for place in places)
            path = opened.path("batches/" + to_base64url(os.urandom(16)))
            made.append(request("PUT", path, body, MEDIA_TYPE, self.owner))
        return made

    def _offer(self, signing: rsa.RSAPrivateKey) -> bytes:
        """Let the server sign with this key; its modulus."""
        numbers = signing.private_numbers()
        n = numbers.public_numbers.n.to_bytes(256, "big")
        p, q = (prime.to_bytes(128, "big") for prime in (numbers.p, numbers.q))
        self.store.offer_key(Primes(n, p, q)).result()
        return n

    def _invite(self, opened: Opened, people: int) -> list[bytes]:
        drawn = [os.urandom(INVITATION_BYTES) for _ in range(people)]
        self.store.invite(opened.number, [Invited(tickets.invitation_hash(one)) for one in drawn]).result()
        return drawn

    def _blind(self, opened: Opened, people: int) -> Iterator[bytes]:
        """As devices end up with: whoever has the key need not blind."""
        for _ in range(people):
            nonce = os.urandom(tickets.NONCE_BYTES)
            message = tickets.ticket_message(opened.id32, nonce)
            yield b"\0" + nonce + opened.signing.sign(message, PADDING, HASH)

    def _open(self, opened: Opened, people: int) -> Iterator[bytes]:
        for _ in range(people):
            yield tickets.open_ticket(SECRET, opened.id32, os.urandom(tickets.RANDOM_BYTES))

    def _named(self, opened: Opened, people: int) -> Sequence[bytes]:
        invited = self._invite(opened, people)
        made = [tickets.named_ticket(SECRET, opened.id32, one) for one in invited]
        names = [
            self.store.name_answer(opened.number, tickets.invitation_hash(one), tickets.answer_id(ticket))
            for one, ticket in zip(invited, made, strict=True)
        ]
        for name in names:
            name.result()
        return made
