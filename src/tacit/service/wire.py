"""Requests in and replies out: how much, how long, of which type; and the headers that all replies have."""

from __future__ import annotations

import asyncio
import logging
import re
import traceback
from itertools import chain
from typing import NamedTuple

from starlette.exceptions import HTTPException
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response
from starlette.routing import Match, Route, Router
from starlette.types import Message, Receive, Scope, Send

from tacit.errors import NotStored, Refused
from tacit.protocol.bodies import MOST_BYTES
from tacit.service.refusals import Declined, malformed, problem

log = logging.getLogger("tacit.service")

JSON = "application/json"
ALWAYS = {
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
}
CROSS_ORIGIN = {
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "GET, POST",
    "access-control-allow-headers": "content-type",
    "access-control-max-age": "86400",
}
NO_STORE = "no-store"
FOR_EVER = "public, max-age=31536000, immutable"
STATUS_NAMES = {404: "study-unknown", 405: "method-not-allowed", 413: "content-too-large"}

_PARTICIPANTS = re.compile(
    r"(?P<get>/v1/studies/[^/]+(/state)?)|(?P<post>/v1/studies/[^/]+/(tickets|answers|withdrawals))"
)


class Limits(NamedTuple):
    """How much may come, and how long that may take."""

    most: int = MOST_BYTES
    seconds: float = 10.0


async def read_body(request: Request, limits: Limits, media_type: str = JSON) -> bytes:
    """All of the body, if it is of this type, no larger than it may be, and here in time."""
    given = request.headers.get("content-type", "").partition(";")[0].strip().lower()
    if given != media_type:
        raise Declined("unsupported-media-type")
    length = request.headers.get("content-length", "0")
    if length.isdigit() and int(length[:12]) > limits.most:
        raise Declined("content-too-large")
    try:
        async with asyncio.timeout(limits.seconds):
            return await _collect(request, limits.most)
    except TimeoutError:
        raise Declined("request-timeout") from None


async def _collect(request: Request, most: int) -> bytes:
    parts, size = [], 0
    async for part in request.stream():
        size += len(part)
        if size > most:
            raise Declined("content-too-large")
        parts.append(part)
    return b"".join(parts)


def reply(body: bytes, status: int = 200) -> Response:
    """A reply in JSON."""
    return Response(body, status, media_type=JSON)


class Outermost:
    """Around everything: turns what was raised into problems, and gives each reply its headers.

    Nothing of a request is ever logged: of an error, its type and the place in our code.
    """

    def __init__(self, app: Router, *, is_tls: bool = False) -> None:
        self.app = app
        self.always = ALWAYS | ({"strict-transport-security": "max-age=31536000"} if is_tls else {})

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope["app"] = self  # so that routes raise what they refuse
        headers = dict(self.always)
        participants = is_participants(scope["method"], scope["path"])
        if participants:
            headers |= CROSS_ORIGIN
        has_begun = False

        async def send_with_headers(message: Message) -> None:
            nonlocal has_begun
            if message["type"] == "http.response.start":
                has_begun = True
                _add(message, headers)
            await send(message)

        if participants and scope["method"] == "OPTIONS":
            await Response(status_code=204)(scope, receive, send_with_headers)
            return
        try:
            await self.app(scope, receive, send_with_headers)
        except ClientDisconnect:
            return
        except Exception as failed:
            response = response_to(failed)
            if has_begun:
                raise
            if response.status_code == 405:
                response.headers["allow"] = ", ".join(self._methods(scope))
            await response(scope, receive, send_with_headers)

    def _methods(self, scope: Scope) -> list[str]:
        """All methods of an address; the router names only those of the first route that it finds there."""
        routes = [route for route in self.app.routes if isinstance(route, Route)]
        there = [route.methods or () for route in routes if route.matches(scope)[0] is not Match.NONE]
        return sorted(set(chain.from_iterable(there)))


def response_to(failed: Exception) -> Response:
    """The problem that an exception is; a fault of ours is noted, and asks to try again."""
    if isinstance(failed, Declined):
        return problem(failed)
    if isinstance(failed, Refused):
        return problem(malformed(failed))
    if isinstance(failed, HTTPException):
        response = problem(Declined(STATUS_NAMES.get(failed.status_code, "malformed")))
        response.headers.update(failed.headers or {})
        return response
    if not isinstance(failed, NotStored):
        place = traceback.extract_tb(failed.__traceback__)[-1]
        log.error("%s in %s, line %s", type(failed).__name__, place.name, place.lineno)
    else:
        log.error("a database failed: %s", failed)
    return problem(Declined("not-stored"))


def is_participants(method: str, path: str) -> bool:
    """Whether this is one of the routes that pages of others may use."""
    found = _PARTICIPANTS.fullmatch(path)
    if not found:
        return False
    return method == "OPTIONS" or method == ("GET" if found["get"] else "POST")


def _add(message: Message, headers: dict[str, str]) -> None:
    """Whatever a route says itself stays as it said it."""
    given = {name for name, _ in message["headers"]}
    due = {"cache-control": NO_STORE, **headers}
    message["headers"] += [(name.encode(), due[name].encode()) for name in due if name.encode() not in given]
