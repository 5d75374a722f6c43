"""A server that collects, as small as the protocol allows: in memory, honest, and one request at a time.

The device's tests talk to it. Hostile and broken servers are made of it by changing one reply.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from urllib.parse import urlsplit

from collected.keys import SIGNING_KEY
from collected.sources import Stream
from tacit.client.exchange import NoResponse, Request, Response
from tacit.protocol import bodies
from tacit.protocol.encoding import id_bytes
from tacit.protocol.links import Link
from tacit.protocol.problems import KINDS, problem_document
from tacit.protocol.queries import query_of
from tacit.protocol.signing import blind_sign
from tacit.protocol.tickets import (
    answer_id,
    invitation_hash,
    is_blind_ticket,
    is_open_ticket,
    modulus_of,
    named_ticket,
    open_ticket,
)
from tacit.study.study import Study

ORIGIN = "https://survey.example.org"
SECRET = bytes(range(32))
INVITATION = bytes(range(16))


class Problem(Exception):
    """Ends a request with this problem document."""


@dataclass
class Server:
    """One study, its invitations and its answers; every request is kept as it came."""

    study: Study
    invitations: tuple[bytes, ...] = (INVITATION,)
    used: dict[bytes, bytes] = field(default_factory=dict)
    named: dict[bytes, bytes] = field(default_factory=dict)
    answers: dict[bytes, tuple[int, int]] = field(default_factory=dict)
    withdrawn: set[bytes] = field(default_factory=set)
    requests: list[Request] = field(default_factory=list)
    is_closed: bool = False
    read: Stream = field(default_factory=lambda: Stream("server"))

    @property
    def id32(self) -> bytes:
        return id_bytes(self.study.id)

    def start_afresh(self) -> None:
        """Forget everything that came."""
        for kept in (self.used, self.named, self.answers, self.withdrawn, self.requests):
            kept.clear()

    def link(self, invitation: bytes | None = INVITATION, key: int = 0) -> Link:
        """A link to the study."""
        open_to_all = self.study.collect.tickets == "open"
        return Link(ORIGIN, self.study.id, None if open_to_all else invitation, key)

    def __call__(self, request: Request) -> Response:
        """The response to a request; this is a device's `send`."""
        self.requests.append(request)
        try:
            return self.respond(request)
        except Problem as problem:
            name = str(problem)
            return Response(KINDS[name].status, problem_document(name, "Ask whoever sent you the link."))

    def respond(self, request: Request) -> Response:
        base, _, route = urlsplit(request.url).path.partition(self.study.id)
        if base != "/v1/studies/":
            raise Problem("study-unknown")
        routes: dict[str, Callable[[bytes], Response]] = {
            "": self.manifest,
            "/tickets": self.ticket,
            "/answers": self.answer,
            "/withdrawals": self.withdrawal,
        }
        return routes[route](request.body)

    def manifest(self, body: bytes) -> Response:
        return Response(200, self.study.manifest)

    def ticket(self, body: bytes) -> Response:
        if self.is_closed:
            raise Problem("study-closed")
        kind = self.study.collect.tickets
        if kind == "open":
            bodies.read_open_request(body)
            return Response(200, bodies.ticket_reply(open_ticket(SECRET, self.id32, self.read(16))))
        if kind == "named":
            invitation = self._invited(bodies.read_named_request(body))
            ticket = named_ticket(SECRET, self.id32, invitation)
            self.named[answer_id(ticket)] = invitation
            return Response(200, bodies.ticket_reply(ticket))
        asked = bodies.read_blind_request(body)
        name = invitation_hash(self._invited(asked.invitation))
        if self.used.setdefault(name, asked.blinded) != asked.blinded:
            raise Problem("invitation-used")
        return Response(200, bodies.signature_reply(blind_sign(SIGNING_KEY, asked.blinded, self.read)))

    def answer(self, body: bytes) -> Response:
        sent = bodies.read_answer(body, self.study.collect.tickets)
        name = answer_id(sent.ticket)
        if name in self.withdrawn:
            raise Problem("withdrawn")
        query = query_of(self.study.scheme, self.id32, sent.ticket)
        status = 200 if name in self.answers else 201
        if status == 201 and self.is_closed:
            raise Problem("study-closed")
        if not self._is_ours(sent.ticket):
            raise Problem("ticket-invalid")
        if sent.column >= self.study.scheme.rows.columns:
            raise Problem("column-out-of-range")
        if self.answers.setdefault(name, (query, sent.column)) != (query, sent.column):
            raise Problem("answer-differs")
        return Response(status, bodies.answer_reply(name))

    def withdrawal(self, body: bytes) -> Response:
        name = answer_id(bodies.read_withdrawal(body, self.study.collect.tickets))
        self.answers.pop(name, None)
        self.withdrawn.add(name)
        return Response(200, b"{}")

    def bodies_to(self, route: str) -> list[bytes]:
        """What was sent to a route, in order."""
        return [request.body for request in self.requests if request.url.endswith(route)]

    def _invited(self, invitation: bytes) -> bytes:
        if invitation not in self.invitations:
            raise Problem("invitation-unknown")
        return invitation

    def _is_ours(self, ticket: bytes) -> bool:
        kind = self.study.collect.tickets
        if kind == "blind":
            return is_blind_ticket([modulus_of(key) for key in self.study.keys], self.id32, ticket)
        if kind == "open":
            return is_open_ticket(SECRET, self.id32, ticket)
        return answer_id(ticket) in self.named


@dataclass
class Losing(Server):
    """Does all that it is asked, and loses the first so many responses to a route."""

    route: str = "/answers"
    losses: int = 0

    def __call__(self, request: Request) -> Response:
        response = super().__call__(request)
        if request.url.endswith(self.route) and self.losses > 0:
            self.losses -= 1
            raise NoResponse("the connection was lost")
        return response
