"""Requests in and replies out: how much, how long, of which type; and the headers that all replies have."""

from __future__ import annotations

import asyncio
import logging
import re
import traceback
from collections.abc import Awaitable, Callable, Mapping
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
WHOLE = "tacit.whole"  # in a request's scope, when its body is here and nothing is to be waited for
FOR_EVER = "public, max-age=31536000, immutable"
STATUS_NAMES = {404: "study-unknown", 405: "method-not-allowed", 413: "content-too-large"}

_PARTICIPANTS = re.compile(
    r"(?P<get>/v1/studies/[^/]+(/state)?)|(?P<post>/v1/studies/[^/]+/(tickets|answers|withdrawals))"
)


class Limits(NamedTuple):
    """How much may come, and how long that may take."""

    most: int = MOST_BYTES
    seconds: float = 10.0


class Said(NamedTuple):
    """A reply in JSON."""

    body: bytes
    status: int = 200


class Posted:
    """A route that takes a study's id and a body in JSON, and says some.

    It is an application by itself, not a function of the framework's requests and replies: one of these comes
    for each answer, and those would take as long as everything else that is done for it.
    """

    def __init__(self, work: Callable[[str, bytes], Awaitable[Said]], limits: Limits) -> None:
        self.work = work
        self.limits = limits

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        body = await body_of(scope, receive, self.limits, JSON)
        said = await self.work(scope["path_params"]["study"], body)
        head = [(b"content-length", b"%d" % len(said.body)), (b"content-type", JSON.encode())]
        await send({"type": "http.response.start", "status": said.status, "headers": head})
        await send({"type": "http.response.body", "body": said.body})


async def read_body(request: Request, limits: Limits, media_type: str = JSON) -> bytes:
    """All of the body, if it is of this type, no larger than it may be, and here in time."""
    return await body_of(request.scope, request.receive, limits, media_type)


async def body_of(scope: Scope, receive: Receive, limits: Limits, media_type: str) -> bytes:
    """The same, of any request."""
    headers = dict(scope["headers"])
    given = headers.get(b"content-type", b"").partition(b";")[0].strip().lower()
    if given != media_type.encode():
        raise Declined("unsupported-media-type")
    length = headers.get(b"content-length", b"0")
    if length.isdigit() and int(length[:12]) > limits.most:
        raise Declined("content-too-large")
    if WHOLE in scope:
        return await _collect(receive, limits.most)
    try:
        async with asyncio.timeout(limits.seconds):
            return await _collect(receive, limits.most)
    except TimeoutError:
        raise Declined("request-timeout") from None


async def _collect(receive: Receive, most: int) -> bytes:
    pieces, size, is_whole = [], 0, False
    while not is_whole:
        message = await receive()
        if message["type"] == "http.disconnect":
            raise ClientDisconnect
        pieces.append(message.get("body", b""))
        size += len(pieces[-1])
        if size > most:
            raise Declined("content-too-large")
        is_whole = not message.get("more_body", False)
    return b"".join(pieces)


def reply(body: bytes, status: int = 200) -> Response:
    """A reply in JSON."""
    return Response(body, status, media_type=JSON)


class Outermost:
    """Around everything: turns what was raised into problems, and gives each reply its headers.

    Nothing of a request is ever logged: of an error, its type and the place in our code.
    """

    def __init__(self, app: Router, *, is_tls: bool = False) -> None:
        self.app = app
        always = ALWAYS | ({"strict-transport-security": "max-age=31536000"} if is_tls else {})
        self.always = _encoded(always)
        self.cross_origin = _encoded(always | CROSS_ORIGIN)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """ASGI."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope["app"] = self  # so that routes raise what they refuse
        participants = is_participants(scope["method"], scope["path"])
        headers = self.cross_origin if participants else self.always
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


def _encoded(headers: Mapping[str, str]) -> dict[bytes, tuple[bytes, bytes]]:
    """As they are sent, by their names."""
    due = {"cache-control": NO_STORE, **headers}
    return {name.encode(): (name.encode(), text.encode()) for name, text in due.items()}


def _add(message: Message, due: Mapping[bytes, tuple[bytes, bytes]]) -> None:
    """Whatever a route says itself stays as it said it."""
    given = due.keys() & {name for name, _ in message["headers"]}
    message["headers"] += [due[name] for name in due if name not in given] if given else due.values()
