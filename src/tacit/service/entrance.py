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
from tacit.service.refusals import Declined
from tacit.service.sessions import check_origin
from tacit.service.wire import Limits, read_body, reply
from tacit.store.access import EVERY_STUDY
from tacit.store.store import Store


class Entrance:
    """The one route at which a key becomes a cookie."""

    def __init__(self, store: Store, admittance: Admittance, limits: Limits) -> None:
        self.store = store
        self.admittance = admittance
        self.limits = limits

    def routes(self) -> list[Route]:
        """Where it is."""
        return [
            Route("/v1/session", self.log_in, methods=["POST"]),
            Route("/v1/session", self.look, methods=["GET"]),
            Route("/v1/session", self.log_out, methods=["DELETE"]),
        ]

    async def log_in(self, request: Request) -> Response:
        """Give the browser a cookie for a key, if it is a page of this server that sends it."""
        check_origin(request)
        hashed = hash_of(reading.members(await read_body(request, self.limits), ("key",))["key"])
        await self.admittance.holding(hashed)
        if hashed is None:
            raise Declined("unauthorised")
        replied = reply(b"{}", 201)
        replied.headers["set-cookie"] = self.admittance.sessions.begin(hashed)
        return replied

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
