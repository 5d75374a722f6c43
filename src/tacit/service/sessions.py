"""Researchers who read in a browser: logged in by a cookie, which only pages of this server may use (P7).

Sessions live in the memory of this process, by the hash of their cookie: the researcher's key is in no
browser, and a restart logs everybody out.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import NamedTuple

from starlette.requests import Request

from tacit.errors import Refused
from tacit.protocol.encoding import labelled_hash, to_base64url
from tacit.protocol.links import parse_origin
from tacit.service.refusals import Declined

COOKIE = "__Host-tacit"
TOKEN_BYTES = 32
LASTS_SECONDS = 12 * 3600
MOST = 1000

_RULES = "Path=/; Secure; HttpOnly; SameSite=Strict"


class Session(NamedTuple):
    """Whose it is, by the hash of the key, and until when."""

    key: bytes
    until: float


class Sessions:
    """Who is logged in. `clock` counts seconds."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.known: dict[bytes, Session] = {}

    def begin(self, key: bytes) -> str:
        """The header that gives a browser its cookie; the oldest sessions make room."""
        while len(self.known) >= MOST:
            self.known.pop(next(iter(self.known)))
        token = to_base64url(os.urandom(TOKEN_BYTES))
        self.known[_hash(token)] = Session(key, self.clock() + LASTS_SECONDS)
        return f"{COOKIE}={token}; {_RULES}; Max-Age={LASTS_SECONDS}"

    def end(self, request: Request) -> str:
        """Log out; the header that takes the cookie away."""
        self.known.pop(_hash(request.cookies.get(COOKIE, "")), None)
        return f"{COOKIE}=; {_RULES}; Max-Age=0"

    def key_of(self, request: Request) -> bytes | None:
        """The hash of the key that the request's cookie stands for."""
        if COOKIE not in request.cookies:
            return None
        check_origin(request)
        session = self.known.get(_hash(request.cookies[COOKIE]))
        return session.key if session and self.clock() < session.until else None


def check_origin(request: Request) -> None:
    """Refuse what another site's page sends; browsers need not say whose page it is that only reads."""
    origin = request.headers.get("origin")
    if origin is None and request.method in ("GET", "HEAD"):
        return
    if not is_own(origin or "", request.headers.get("host", "")):
        raise Declined("forbidden")


def is_own(origin: str, host: str) -> bool:
    """Whether a page with this origin came from the server that was asked under this name."""
    try:
        return parse_origin(origin) == origin and origin.partition("://")[2] == host.lower()
    except Refused:
        return False


def _hash(token: str) -> bytes:
    return labelled_hash("session", token.encode())
