"""Who may do what: keys of researchers, `tacit_` and 43 characters, known here by their hash only."""

from __future__ import annotations

import asyncio
import re

from starlette.requests import Request

from tacit.protocol.encoding import labelled_hash, to_base64url
from tacit.scheme.randomize import Source
from tacit.service.attended import Attended, Studies
from tacit.service.refusals import Declined
from tacit.store.access import EVERY_STUDY, Role
from tacit.store.store import Store

KEY_BYTES = 32

_BEARER = re.compile(r"Bearer (tacit_[A-Za-z0-9_-]{43})", re.ASCII | re.IGNORECASE)


def draw_access_key(read: Source) -> str:
    """A new key, to be written where only its owner reads it."""
    return f"tacit_{to_base64url(read(KEY_BYTES))}"


def access_hash(key: str) -> bytes:
    """What is stored of a key. The key has 256 random bits: nothing slower is needed to hide it."""
    return labelled_hash("access", key.encode())


class Admittance:
    """Asks of each request of a researcher: whose key, which role, which study?"""

    def __init__(self, store: Store, studies: Studies) -> None:
        self.store = store
        self.studies = studies

    async def admit_owner(self, request: Request) -> None:
        """Only who may open studies here."""
        if await self._held(request) != (EVERY_STUDY, "owner"):
            raise Declined("forbidden")

    async def admit(self, request: Request, *roles: Role) -> Attended:
        """The study of the address, for an owner of it or one of these roles."""
        study, role = await self._held(request)
        found = await self.studies.find(request.path_params["study"])
        if study not in (EVERY_STUDY, found.number) or role not in ("owner", *roles):
            raise Declined("forbidden")
        return found

    async def _held(self, request: Request) -> tuple[int, Role]:
        given = _BEARER.fullmatch(request.headers.get("authorization", ""))
        held = await asyncio.to_thread(self.store.find_access, access_hash(given[1])) if given else None
        if held is None:
            raise Declined("unauthorised")
        return held
