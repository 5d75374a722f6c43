"""The service, put together: one store, one process that signs, the routes."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router
from starlette.types import ASGIApp

from tacit.service.admittance import Admittance
from tacit.service.attended import Studies
from tacit.service.boards import Boards
from tacit.service.bulk import Bulk
from tacit.service.codes import Codes
from tacit.service.entrance import Entrance
from tacit.service.openapi import openapi_document
from tacit.service.participants import Participants
from tacit.service.researchers import Researchers
from tacit.service.sessions import Sessions
from tacit.service.signer import Signer
from tacit.service.wire import Limits, Outermost, reply
from tacit.store.store import Store
from tacit.web.release import read_release
from tacit.web.routes import Pages

LIMITS = Limits()


def service(store: Store, *, limits: Limits = LIMITS, is_tls: bool = False) -> ASGIApp:
    """The ASGI application around a store, which whoever calls this opens and closes."""
    signer = Signer()
    studies = Studies(store, store.today)
    document = openapi_document()
    admittance = Admittance(store, studies, Sessions(time.monotonic))

    @asynccontextmanager
    async def until_the_end(_app: object) -> AsyncIterator[None]:
        try:
            yield
        finally:
            await signer.stop()

    async def health(request: Request) -> Response:
        await asyncio.to_thread(store.check)
        return reply(b'{"ok":true}')

    async def describe(request: Request) -> Response:
        return reply(document)

    routes = [
        Route("/healthz", health),
        Route("/v1/openapi.json", describe),
        *Participants(store, studies, signer, limits).routes(),
        *Entrance(store, admittance, Codes(time.monotonic), limits).routes(),
        *Researchers(store, studies, signer, admittance, limits).routes(),
        *Boards(store, studies, admittance).routes(),
        *Bulk(store, admittance, limits).routes(),
        *Pages(read_release(), studies.framers).routes(),
    ]

    return Outermost(Router(routes, redirect_slashes=False, lifespan=until_the_end), is_tls=is_tls)
