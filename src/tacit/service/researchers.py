"""What researchers ask for: to open a study, to invite, to look, to close (P7)."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator, Mapping
from contextlib import suppress
from typing import Any

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse
from starlette.routing import Route

from tacit.errors import AnswersInvalid, NotStored, refuse
from tacit.protocol.encoding import from_base64url, to_base64url
from tacit.service import reading, results
from tacit.service.admittance import Admittance, access_hash, draw_access_key
from tacit.service.attended import Attended, Studies
from tacit.service.gate import check_opening
from tacit.service.refusals import Declined
from tacit.service.signer import Signer
from tacit.service.wire import Limits, read_body, reply
from tacit.store.access import Role
from tacit.store.invitations import Invited
from tacit.store.store import Store
from tacit.store.studies import Opening
from tacit.study.collect import MOST_KEYS
from tacit.study.manifest import parse_manifest

LARGE = 1 << 25
ROLES = ("owner", "reader", "collector")
PAGE = 10_000


class Researchers:
    """The routes that need a key."""

    def __init__(
        self, store: Store, studies: Studies, signer: Signer, admittance: Admittance, limits: Limits
    ) -> None:
        self.store = store
        self.studies = studies
        self.signer = signer
        self.admittance = admittance
        self.limits = limits
        self.large = limits._replace(most=LARGE)

    def routes(self) -> list[Route]:
        """Where they are."""
        study = "/v1/studies/{study}"
        return [
            Route("/v1/keys", self.make_keys, methods=["POST"]),
            Route("/v1/studies", self.open, methods=["POST"]),
            Route(f"{study}/access", self.give_access, methods=["POST"]),
            Route(f"{study}/invitations", self.invite, methods=["POST"]),
            Route(f"{study}/invitations", self.unused),
            Route(f"{study}/invitations/revoke", self.revoke, methods=["POST"]),
            Route(f"{study}/close", self.close, methods=["POST"]),
            Route(f"{study}/status", self.status),
            Route(f"{study}/tally", self.tally),
            Route(f"{study}/estimate", self.estimate),
            Route(f"{study}/answers", self.answers),
            Route(f"{study}/audit", self.audit),
        ]

    async def make_keys(self, request: Request) -> Response:
        """Signing keys, for the manifest of a study that is still to be opened."""
        await self.admittance.admit_owner(request)
        count = reading.whole(await self._members(request, "count"), "count", least=1, most=MOST_KEYS)
        moduli = []
        for _ in range(count):
            primes = await self.signer.make_key()
            await asyncio.wrap_future(self.store.offer_key(primes))
            moduli.append(to_base64url(primes.n))
        return reply(json.dumps({"keys": moduli}).encode(), 201)

    async def open(self, request: Request) -> Response:
        """Open a study: the body is its manifest, which nothing changes afterwards."""
        await self.admittance.admit_owner(request)
        given = reading.query(request.query_params.multi_items(), ("override", "redirect"))
        manifest = await read_body(request, self.large)
        study = parse_manifest(manifest)
        override, redirect = given.get("override", ""), given.get("redirect", "")
        await asyncio.to_thread(check_opening, study, override, redirect, self.studies.today())
        moduli = tuple(from_base64url("keys", key.n, 256) for key in study.keys)
        opening = Opening(manifest, study.collect.batch, moduli, override, redirect)
        outcome = await asyncio.wrap_future(self.store.open_study(opening, os.urandom(32)))
        if outcome == "keys-unknown":
            raise refuse("keys", "must be made by this server, and be of no other study")
        if outcome == "study-frozen":
            raise Declined(outcome)
        body = json.dumps({"study": study.id}).encode()
        return reply(body, 201 if outcome == "opened" else 200)

    async def give_access(self, request: Request) -> Response:
        """A new key for one study; it is told once."""
        found = await self.admittance.admit(request)
        role = (await self._members(request, "role"))["role"]
        if role not in ROLES:
            raise refuse("role", "must be owner, reader or collector")
        key = draw_access_key(os.urandom)
        await asyncio.wrap_future(self.store.add_access(access_hash(key), found.number, _role(role)))
        return reply(json.dumps({"key": key}).encode(), 201)

    async def invite(self, request: Request) -> Response:
        """Hashes of invitations that were drawn elsewhere: who could answer with them never comes here."""
        found = await self.admittance.admit(request)
        rows = reading.objects(await self._members(request, "invitations"), "invitations", ("hash", "key"))
        most = max(0, len(found.study.keys) - 1)
        invited = [
            Invited(from_base64url("hash", row["hash"], 32), reading.whole(row, "key", least=0, most=most))
            for row in rows
        ]
        if found.kind == "open":
            raise refuse("invitations", "must be none: this study is open to anyone")
        added = await asyncio.wrap_future(self.store.invite(found.number, invited))
        if added is None:
            raise Declined("study-closed")
        return reply(json.dumps({"added": added}).encode())

    async def unused(self, request: Request) -> Response:
        """Whom to remind: the hashes that nobody had used at the last mix."""
        found = await self._settled(request)
        hashes = await asyncio.to_thread(self.store.unused, found.number)
        return reply(json.dumps({"unused": [to_base64url(one) for one in hashes]}).encode())

    async def revoke(self, request: Request) -> Response:
        """Take invitations back: unused ones, and with `force` others too, which is counted."""
        found = await self.admittance.admit(request)
        members = await self._members(request, "hashes", "force")
        hashes = [from_base64url("hashes", one, 32) for one in reading.texts(members, "hashes")]
        if not isinstance(members["force"], bool):
            raise refuse("force", "must be true or false")
        outcomes = await asyncio.wrap_future(
            self.store.revoke(found.number, hashes, even_used=members["force"])
        )
        return reply(json.dumps({"outcomes": outcomes}).encode())

    async def close(self, request: Request) -> Response:
        """No more answers; all that waits is released, and the keys are erased."""
        await self.admittance.admit(request)
        await self.studies.close(request.path_params["study"])
        return reply(b'{"state":"closed"}')

    async def status(self, request: Request) -> Response:
        """How far the study has come, as of the last mix."""
        found = await self._settled(request)
        counts = await asyncio.to_thread(self.store.counts, found.number)
        return reply(json.dumps(results.status(found, counts)).encode())

    async def audit(self, request: Request) -> Response:
        """What happened, by day."""
        found = await self._settled(request)
        counts = await asyncio.to_thread(self.store.counts, found.number)
        return reply(json.dumps({"study": found.study.id, "days": results.days(counts)}).encode())

    async def tally(self, request: Request) -> Response:
        """How many released answers there are of each (query, column)."""
        found = await self._settled(request)
        cells = await asyncio.to_thread(self.store.tally, found.number)
        return reply(json.dumps(results.tally(found, cells)).encode())

    async def estimate(self, request: Request) -> Response:
        """Every group's figures, from released answers."""
        found = await self._settled(request)
        cells = await asyncio.to_thread(self.store.tally, found.number)
        try:
            document = await asyncio.to_thread(results.estimate, found.study, cells)
        except AnswersInvalid:
            raise refuse("answers", "must be there: none has been released yet") from None
        return reply(json.dumps(document).encode())

    async def answers(self, request: Request) -> Response:
        """Released answers as CSV, in the order of their names; in named studies beside their records."""
        found = await self._settled(request)
        pages = self._record_pages(found) if found.kind == "named" else self._answer_pages(found)
        return StreamingResponse(pages, media_type="text/csv; charset=utf-8")

    async def _settled(self, request: Request) -> Attended:
        """The study, for those who may look; whatever is due for release is released first.

        Where nothing can be written, nothing more is released, and what is can be read all the same.
        """
        found = await self.admittance.admit(request, "reader")
        with suppress(NotStored):
            await asyncio.wrap_future(self.store.settle())
        return found

    async def _answer_pages(self, found: Attended) -> AsyncIterator[bytes]:
        yield results.answers_header(found.study)
        after = b""
        while page := await asyncio.to_thread(self.store.released_answers, found.number, after, PAGE):
            yield results.answers_lines(found.study, page)
            after = page[-1].answer_id

    async def _record_pages(self, found: Attended) -> AsyncIterator[bytes]:
        yield results.RECORDS_HEADER
        records = await asyncio.to_thread(self.store.records, found.number)
        for start in range(0, len(records), PAGE):
            yield results.records_lines(records[start : start + PAGE])

    async def _members(self, request: Request, *names: str) -> Mapping[str, Any]:
        return reading.members(await read_body(request, self.large), names)


def _role(text: str) -> Role:
    return "owner" if text == "owner" else "reader" if text == "reader" else "collector"
