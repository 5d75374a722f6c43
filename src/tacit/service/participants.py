"""What people's devices ask for: the manifest, a ticket, to store an answer, to withdraw one (P3, P4, P7)."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
import time

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tacit.errors import refuse
from tacit.protocol import bodies, tickets
from tacit.protocol.encoding import to_integer
from tacit.protocol.links import CODE_SYMBOLS, Invitation
from tacit.protocol.queries import query_of
from tacit.service.attended import Attended, Studies
from tacit.service.gathering import Gathering
from tacit.service.guesses import Guesses
from tacit.service.refusals import Declined
from tacit.service.signer import Signer
from tacit.service.wire import FOR_EVER, JSON, Limits, Posted, Said, reply
from tacit.store.answers import Answer, Offered
from tacit.store.invitations import Invited, Taken
from tacit.store.store import Store

STATUS = {"stored": 201, "same": 200}
USABLE = ("taken", "same")


class Participants:
    """The routes that need no key."""

    def __init__(self, store: Store, studies: Studies, signer: Signer, limits: Limits) -> None:
        self.store = store
        self.studies = studies
        self.signer = signer
        self.limits = limits
        self.guesses = Guesses(time.monotonic)
        self.being_signed: set[tuple[int, bytes]] = set()
        self.gatherings: dict[int, Gathering] = {}

    def routes(self) -> list[Route]:
        """Where they are."""
        study = "/v1/studies/{study}"
        return [
            Route(f"{study}/answers", Posted(self.answer, self.limits), methods=["POST"]),
            Route(f"{study}/tickets", Posted(self.ticket, self.limits), methods=["POST"]),
            Route(f"{study}/withdrawals", Posted(self.withdraw, self.limits), methods=["POST"]),
            Route(study, self.manifest),
            Route(f"{study}/state", self.state),
            Route("/v1", self.versions),
        ]

    async def versions(self, request: Request) -> Response:
        """Which protocols are spoken here."""
        return reply(b'{"tacit":[1]}')

    async def manifest(self, request: Request) -> Response:
        """The very bytes that the id is the hash of."""
        found = await self.studies.find(request.path_params["study"])
        return Response(found.stored.manifest, headers={"cache-control": FOR_EVER}, media_type=JSON)

    async def state(self, request: Request) -> Response:
        """Whether the study takes answers; and what its researcher had to write to open it, if so."""
        stored = (await self.studies.find(request.path_params["study"])).stored
        members = {"state": stored.state, "override": stored.override, "redirect": stored.redirect}
        return reply(json.dumps({name: value for name, value in members.items() if value}).encode())

    async def ticket(self, study: str, body: bytes) -> Said:
        """A ticket, of the study's kind."""
        found = await self.studies.find(study)
        match found.kind:
            case "blind":
                return await self._blind(found, bodies.read_blind_request(body))
            case "named":
                return await self._named(found, bodies.read_named_request(body))
            case _:
                bodies.read_open_request(body)
                return self._open(found)

    async def answer(self, study: str, body: bytes) -> Said:
        """Store an answer; the reply is made when it is durable."""
        found = await self.studies.find(study)
        sent = bodies.read_answer(body, found.kind)
        scheme = found.study.scheme
        name = tickets.answer_id(sent.ticket)
        query = query_of(scheme, found.id32, sent.ticket)
        key = sent.ticket[0] if found.kind == "blind" else 0
        offered = Offered(
            Answer(name, query, sent.column, key),
            has_ticket=found.is_ticket(sent.ticket),
            has_column=sent.column < scheme.rows.columns,
            is_named=found.kind == "named",
        )
        kept = await self._gathering(found).keep(offered)
        if kept not in STATUS:
            raise Declined(kept)
        return Said(bodies.answer_reply(name), STATUS[kept])

    async def withdraw(self, study: str, body: bytes) -> Said:
        """Take an answer out of every later result."""
        found = await self.studies.find(study)
        ticket = bodies.read_withdrawal(body, found.kind)
        withdrawal = self.store.withdraw(
            found.number,
            tickets.answer_id(ticket),
            has_ticket=found.is_ticket(ticket),
            is_named=found.kind == "named",
        )
        outcome = await asyncio.wrap_future(withdrawal)
        if outcome != "withdrawn":
            raise Declined(outcome)
        return Said(b"{}")

    def _gathering(self, found: Attended) -> Gathering:
        number = found.number
        if number not in self.gatherings:
            self.gatherings[number] = Gathering(self.store, number)
        return self.gatherings[number]

    async def _blind(self, found: Attended, asked: bodies.BlindRequest) -> Said:
        """Sign for an invitation that is looked up first, one request at a time for each."""
        if asked.key < len(found.moduli) and to_integer(asked.blinded) >= found.moduli[asked.key]:
            raise refuse("blinded", "must be a number below the key")
        invited = Invited(tickets.invitation_hash(asked.invitation), asked.key)
        turn = (found.number, invited.hash)
        if turn in self.being_signed:
            raise Declined("too-many")
        self._check_may_guess(asked.invitation)
        self.being_signed.add(turn)
        try:
            request = hashlib.sha256(asked.blinded).digest()
            taking = self.store.take_invitation(found.number, invited, request)
            taken = await asyncio.wrap_future(taking)
            self._check_taken(asked.invitation, taken)
            primes = found.stored.primes
            if asked.key >= len(primes):
                raise Declined("study-closed")
            signed = await self.signer.sign(primes[asked.key], asked.blinded)
        finally:
            self.being_signed.discard(turn)
        return Said(bodies.signature_reply(signed))

    async def _named(self, found: Attended, invitation: Invitation) -> Said:
        """The ticket of an invitation: the same one as often as it is asked for."""
        secret = found.stored.secret
        if secret is None:
            raise Declined("study-closed")
        self._check_may_guess(invitation)
        ticket = tickets.named_ticket(secret, found.id32, invitation)
        hashed = tickets.invitation_hash(invitation)
        naming = self.store.name_answer(found.number, hashed, tickets.answer_id(ticket))
        taken = await asyncio.wrap_future(naming)
        self._check_taken(invitation, taken)
        return Said(bodies.ticket_reply(ticket))

    def _open(self, found: Attended) -> Said:
        """A ticket for anyone; nothing is stored of it."""
        secret = found.stored.secret
        if secret is None:
            raise Declined("study-closed")
        ticket = tickets.open_ticket(secret, found.id32, os.urandom(tickets.RANDOM_BYTES))
        return Said(bodies.ticket_reply(ticket))

    def _check_may_guess(self, invitation: Invitation) -> None:
        if len(invitation) == CODE_SYMBOLS and not self.guesses.may_guess():
            raise Declined("too-many")

    def _check_taken(self, invitation: Invitation, taken: Taken) -> None:
        if len(invitation) == CODE_SYMBOLS and taken != "invitation-unknown":
            self.guesses.was_right()
        if taken not in USABLE:
            raise Declined(taken)
