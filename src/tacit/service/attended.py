"""The studies that a service attends to: parsed once, and held with what checks their tickets."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import date
from functools import cached_property
from typing import NamedTuple

from tacit.protocol import tickets
from tacit.protocol.encoding import id_bytes
from tacit.service.refusals import Declined
from tacit.service.verifying import Verifier
from tacit.store.store import Store
from tacit.store.studies import Stored
from tacit.study.canonical import is_base64url
from tacit.study.manifest import parse_manifest
from tacit.study.study import Study

FRESH_SECONDS = 1.0


@dataclass(frozen=True)
class Attended:
    """One study, as it was when it was read from the store."""

    study: Study = field(repr=False)
    stored: Stored

    @property
    def number(self) -> int:
        """Its number in the store."""
        return self.stored.number

    @property
    def kind(self) -> str:
        """How its tickets are given out."""
        return self.study.collect.tickets

    @cached_property
    def id32(self) -> bytes:
        """The bytes of its id."""
        return id_bytes(self.study.id)

    @cached_property
    def moduli(self) -> list[int]:
        """What verifies its blind tickets."""
        return [tickets.modulus_of(key) for key in self.study.keys]

    @cached_property
    def verifier(self) -> Verifier:
        """The same, as a library holds it."""
        return Verifier(self.moduli, self.id32)

    def is_ticket(self, ticket: bytes) -> bool:
        """Whether the ticket was signed here; of a named one, the store knows that."""
        if self.kind == "blind":
            return self.verifier.is_ticket(ticket)
        secret = self.stored.secret
        if self.kind == "open":
            return secret is not None and tickets.is_open_ticket(secret, self.id32, ticket)
        return True


class Known(NamedTuple):
    """What was read, and until when it is taken to be so."""

    found: Attended | None
    until: float


NOT_KNOWN = Known(None, 0.0)


class Studies:
    """Finds studies by the id in an address; closes those whose last day is over.

    An open study is read again after a second: another process on the same database may have closed it.
    """

    def __init__(
        self, store: Store, today: Callable[[], date], clock: Callable[[], float] = time.monotonic
    ) -> None:
        self.store = store
        self.today = today
        self.clock = clock
        self.known: dict[str, Known] = {}

    async def find(self, study_id: str) -> Attended:
        """The study; study-unknown if there is none."""
        known, until = self.known.get(study_id, NOT_KNOWN)
        if known is None or (known.stored.state == "open" and self.clock() >= until):
            self._keep(study_id, known)  # while one request reads, the others go on with what was known
            known = await asyncio.to_thread(self._read, study_id, known)
            self._keep(study_id, known)
        if known.stored.state == "open" and self.today() > known.study.not_after:
            await self.close(study_id)
            return await self.find(study_id)
        return known

    async def framers(self, study_id: str) -> tuple[str, ...]:
        """The origins whose pages may show this study's page inside theirs."""
        return (await self.find(study_id)).study.collect.embed

    async def close(self, study_id: str) -> None:
        """Close it, and forget its keys; what failed may have been done, and is read again, too."""
        known = await asyncio.to_thread(self._read, study_id)
        try:
            await asyncio.wrap_future(self.store.close_study(known.number))
        finally:
            self.known.pop(study_id, None)

    def _keep(self, study_id: str, known: Attended | None) -> None:
        if known is not None:
            self.known[study_id] = Known(known, self.clock() + FRESH_SECONDS)

    def _read(self, study_id: str, known: Attended | None = None) -> Attended:
        stored = self.store.find_study(id_bytes(study_id)) if is_base64url(study_id, 32) else None
        if stored is None:
            raise Declined("study-unknown")
        if known is not None and known.stored == stored:
            return known
        return Attended(parse_manifest(stored.manifest), stored)
