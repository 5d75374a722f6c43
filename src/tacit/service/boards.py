"""The live board of a study: one document, made anew when something was released, and not too often (P6)."""

from __future__ import annotations

import asyncio
import hashlib
import json
import time
from collections import Counter
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route

from tacit.service import results
from tacit.service.admittance import Admittance
from tacit.service.attended import Attended, Studies
from tacit.service.wire import JSON
from tacit.store.counters import REFUSED, Count
from tacit.store.store import Store

if TYPE_CHECKING:
    from tacit.watching.document import Watched

# Once figures were made, there are no others for so many times as long as that took.
REST = 9


class Look(NamedTuple):
    """What was released at one moment: counts, and the figures that go with them as JSON."""

    state: str
    counts: Sequence[Count]
    figures: str


class Board:
    """One study's board. `clock` counts seconds."""

    def __init__(self, store: Store, found: Attended, clock: Callable[[], float]) -> None:
        self.store = store
        self.number = found.number
        self.study = found.study
        self.clock = clock
        self.look: Look | None = None
        self.rests_until = 0.0
        self.turn = asyncio.Lock()
        self.watched: Watched | None = None

    async def current(self, state: str) -> Look:
        """What to show: what is shown already, until something else was released."""
        async with self.turn:
            look = self.look
            if look and look.state == state and not await self._is_due(look):
                return look
            if self.watched is None:
                self.watched = await asyncio.to_thread(self._watched)
            began = self.clock()
            made = await asyncio.to_thread(self._made, self.watched, state)
            self.rests_until = self.clock() + REST * (self.clock() - began)
            self.look = made
            return made

    async def _is_due(self, look: Look) -> bool:
        if self.clock() < self.rests_until:
            return False
        return await asyncio.to_thread(self.store.counts, self.number) != look.counts

    def _watched(self) -> Watched:
        """Loads what it takes to estimate, when somebody looks for the first time."""
        from tacit.watching.document import Watched

        return Watched(self.study)

    def _made(self, watched: Watched, state: str) -> Look:
        counts, parts = self.store.parts(self.number)
        return Look(state, counts, json.dumps(watched.figures(parts)))


class Boards:
    """The route that a board asks again and again."""

    def __init__(self, store: Store, studies: Studies, admittance: Admittance) -> None:
        self.store = store
        self.studies = studies
        self.admittance = admittance
        self.boards: dict[int, Board] = {}

    def routes(self) -> list[Route]:
        """Where it is."""
        return [Route("/v1/studies/{study}/board", self.board)]

    async def board(self, request: Request) -> Response:
        """All that a board shows, from what was released; 304 for whoever has it already."""
        found = await self.admittance.admit(request, "reader")
        _, role = await self.admittance.held(request)
        board = self.boards.setdefault(found.number, Board(self.store, found, time.monotonic))
        look = await board.current(found.stored.state)
        said = json.dumps(self._said(found, look.counts) | {"role": role})
        body = f"{said[:-1]}, {look.figures[1:]}".encode()
        tag = f'"{hashlib.sha256(body).hexdigest()[:32]}"'
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers={"etag": tag})
        return Response(body, headers={"etag": tag}, media_type=JSON)

    def _said(self, found: Attended, counts: Sequence[Count]) -> dict[str, Any]:
        """The study, and how far it has come."""
        study, today = found.study, self.studies.today()
        refused: Counter[str] = Counter()
        for one in counts:
            if one.name.startswith(REFUSED):
                refused[one.name.removeprefix(REFUSED)] += one.times
        return results.status(found, counts) | {
            "today": today.isoformat(),
            "days_left": max(0, (study.not_after - today).days),
            "question": study.question.text,
            "asked": study.groups.text,
            "options": list(study.question.options),
            "epsilon": str(study.privacy.epsilon),
            "strata": [key.stratum for key in study.keys],
            "refused": dict(refused),
        }
