"""Who may do what: keys of researchers, `tacit_` and 43 characters, known here by their hash only.

A program sends its key with each request; a browser sends it once, and has a session from then on.
"""

from __future__ import annotations

import asyncio
import re

from starlette.requests import Request

from tacit.protocol.encoding import labelled_hash, to_base64url
from tacit.scheme.randomize import Source
from tacit.service.attended import Attended, Studies
from tacit.service.refusals import Declined
from tacit.service.sessions import Sessions
from tacit.store.access import EVERY_STUDY, Role
from tacit.store.store import Store

KEY_BYTES = 32

_KEY = re.compile(r"tacit_[A-Za-z0-9_-]{43}", re.ASCII)
_SCHEME = "bearer "


def draw_access_key(read: Source) -> str:
    """A new key, to be written where only its owner reads it."""
    return f"tacit_{to_base64url(read(KEY_BYTES))}"


def access_hash(key: str) -> bytes:
    """What is stored of a key. The key has 256 random bits: nothing slower is needed to hide it."""
    return labelled_hash("access", key.encode())


def hash_of(given: object) -> bytes | None:
    """The hash of what should be a key; None where it has not the form of one."""
    return access_hash(given) if isinstance(given, str) and _KEY.fullmatch(given) else None


class Admittance:
    """Asks of each request of a researcher: whose key, which role, which study?"""

    def __init__(self, store: Store, studies: Studies, sessions: Sessions) -> None:
        self.store = store
        self.studies = studies
        self.sessions = sessions

    async def admit_owner(self, request: Request) -> None:
        """Only who may open studies here."""
        if await self.held(request) != (EVERY_STUDY, "owner"):
            raise Declined("forbidden")

    async def admit(self, request: Request, *roles: Role) -> Attended:
        """The study of the address, for an owner of it or one of these roles."""
        study, role = await self.held(request)
        found = await self.studies.find(request.path_params["study"])
        if study not in (EVERY_STUDY, found.number) or role not in ("owner", *roles):
            raise Declined("forbidden")
        return found

    async def held(self, request: Request) -> tuple[int, Role]:
        """Which study, or EVERY_STUDY, and which role: of the key that is sent, or of the session."""
        return await self.holding(self.hash_in(request))

    def hash_in(self, request: Request) -> bytes | None:
        """The hash of the key that is sent, or of the session's."""
        given = request.headers.get("authorization")
        if given is None:
            return self.sessions.key_of(request)
        return hash_of(given[len(_SCHEME) :]) if given[: len(_SCHEME)].lower() == _SCHEME else None

    async def holding(self, hashed: bytes | None) -> tuple[int, Role]:
        """The same of the key with this hash."""
        held = await asyncio.to_thread(self.store.find_access, hashed) if hashed else None
        if held is None:
            raise Declined("unauthorised")
        return held
