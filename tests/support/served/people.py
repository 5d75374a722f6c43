"""People who answer over HTTP, without the device's notes on a disk: hundreds in a second."""

from __future__ import annotations

import hashlib
from dataclasses import dataclass

from collected.sources import Stream
from served.processes import Reply, Served, path_of
from tacit.protocol import bodies, tickets
from tacit.protocol.encoding import id_bytes
from tacit.study.study import Study


@dataclass
class Person:
    """Somebody with an invitation (b"": none is needed); what they draw, their name decides."""

    name: str
    study: Study
    invitation: bytes = b""
    ticket: bytes = b""

    @property
    def column(self) -> int:
        """What they send: never the truth of anybody."""
        digest = hashlib.sha256(f"column/{self.name}".encode()).digest()
        return digest[0] % self.study.scheme.rows.columns

    @property
    def answer_id(self) -> bytes:
        return tickets.answer_id(self.ticket)

    @property
    def body(self) -> bytes:
        return bodies.answer_body(bodies.Sent(self.column, self.ticket))

    def request(self) -> tuple[bytes, tickets.Blinding | None]:
        """The bytes that ask for the ticket: the same ones however often."""
        kind = self.study.collect.tickets
        if kind == "open":
            return bodies.open_request(), None
        if kind == "named":
            return bodies.named_request(self.invitation), None
        n = tickets.blind_key(self.study, 0)
        secrets = tickets.draw_secrets(n, Stream(self.name))
        blinded = tickets.blinded_message(n, id_bytes(self.study.id), secrets)
        return bodies.blind_request(bodies.BlindRequest(blinded, self.invitation, 0)), secrets

    def ask(self, served: Served) -> Reply:
        """Ask for the ticket, and keep it."""
        body, secrets = self.request()
        reply = served.ask("POST", path_of(self.study, "/tickets"), body)
        if reply.status != 200:
            return reply
        if secrets is None:
            self.ticket = bodies.read_ticket_reply(reply.body, self.study.collect.tickets)
        else:
            n, signed = tickets.blind_key(self.study, 0), bodies.read_signature_reply(reply.body)
            self.ticket = tickets.finish_blind(n, id_bytes(self.study.id), 0, secrets, signed)
        return reply

    def send(self, served: Served) -> Reply:
        """Send the answer."""
        return served.ask("POST", path_of(self.study, "/answers"), self.body)

    def answer(self, served: Served) -> bytes:
        """All of it; the answer's name."""
        asked = self.ask(served)
        assert asked.status == 200, asked.body
        sent = self.send(served)
        assert sent.status in (200, 201), sent.body
        assert bodies.read_answer_reply(sent.body) == self.answer_id
        return self.answer_id


def crowd(study: Study, count: int, *, start: int = 0) -> list[Person]:
    """So many people, each with an invitation of their own."""
    return [
        Person(f"person {number}", study, hashlib.sha256(f"invitation {number}".encode()).digest()[:16])
        for number in range(start, start + count)
    ]


def invite(served: Served, people: list[Person]) -> None:
    """Let them take part."""
    served.invite(people[0].study, [person.invitation for person in people])
