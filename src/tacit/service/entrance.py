"""Logging in and out, for the pages that researchers read in a browser (P7)."""

from __future__ import annotations

import asyncio
import json

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tacit.protocol.encoding import to_base64url
from tacit.service import reading
from tacit.service.admittance import Admittance, hash_of
from tacit.service.codes import Codes
from tacit.service.refusals import Declined
from tacit.service.sessions import check_origin
from tacit.service.wire import Limits, read_body, reply
from tacit.store.access import EVERY_STUDY
from tacit.store.store import Store


class Entrance:
    """The one route at which a key, or a code that stands for it once, becomes a cookie."""

    def __init__(self, store: Store, admittance: Admittance, codes: Codes, limits: Limits) -> None:
        self.store = store
        self.admittance = admittance
        self.codes = codes
        self.limits = limits

    def routes(self) -> list[Route]:
        """Where it is."""
        return [
            Route("/v1/session", self.log_in, methods=["POST"]),
            Route("/v1/session", self.look, methods=["GET"]),
            Route("/v1/session", self.log_out, methods=["DELETE"]),
            Route("/v1/session/codes", self.make_code, methods=["POST"]),
        ]

    async def log_in(self, request: Request) -> Response:
        """Give the browser a cookie for a key or a code, if it is a page of this server that sends it."""
        check_origin(request)
        given = reading.members(await read_body(request, self.limits), ("key",))["key"]
        hashed = hash_of(given) or self.codes.use(given)
        await self.admittance.holding(hashed)
        if hashed is None:
            raise Declined("unauthorised")
        replied = reply(b"{}", 201)
        replied.headers["set-cookie"] = self.admittance.sessions.begin(hashed)
        return replied

    async def make_code(self, request: Request) -> Response:
        """A code that logs a browser in once, with the same key, within minutes."""
        await self.admittance.held(request)
        reading.members(await read_body(request, self.limits), ())
        hashed = self.admittance.hash_in(request)
        if hashed is None:
            raise Declined("unauthorised")
        return reply(json.dumps({"code": self.codes.draw(hashed)}).encode(), 201)

    async def look(self, request: Request) -> Response:
        """Which role the reader has, and in which studies, the newest first."""
        number, role = await self.admittance.held(request)
        ids = await asyncio.to_thread(self.store.study_numbers)
        shown = [to_base64url(id32) for one, id32 in ids if number in (EVERY_STUDY, one)]
        found = [await self.admittance.studies.find(study_id) for study_id in shown]
        studies = [
            {"study": one.study.id, "title": one.study.title, "state": one.stored.state} for one in found
        ]
        return reply(json.dumps({"role": role, "studies": studies}).encode())

    async def log_out(self, request: Request) -> Response:
        """Forget the session, and take the cookie away."""
        check_origin(request)
        replied = reply(b"{}")
        replied.headers["set-cookie"] = self.admittance.sessions.end(request)
        return replied
