"""Answers are stored together: those that come while others are being made durable wait for one another.

One piece of work is on its way at a time, and when it is done, one call wakes all whose answers were in it.
With little to do an answer waits for nobody; with much, the groups grow by themselves.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import Future
from typing import NamedTuple

from tacit.errors import NotStored
from tacit.store.answers import Kept, Offered
from tacit.store.store import Store

MOST_AT_ONCE = 500


class Waiting(NamedTuple):
    """An answer, and who waits to hear what became of it."""

    offered: Offered
    outcome: asyncio.Future[Kept]


class Gathering:
    """The answers of one study on their way to the store; lives in the event loop."""

    def __init__(self, store: Store, study: int) -> None:
        self.store = store
        self.study = study
        self.waiting: list[Waiting] = []
        self.is_sending = False

    async def keep(self, offered: Offered) -> Kept:
        """What became of it; said when that is durable."""
        loop = asyncio.get_running_loop()
        outcome: asyncio.Future[Kept] = loop.create_future()
        self.waiting.append(Waiting(offered, outcome))
        if not self.is_sending:
            self.is_sending = True
            loop.call_soon(self._send, loop)  # whoever is here in this turn of the loop goes along
        return await outcome

    def _send(self, loop: asyncio.AbstractEventLoop) -> None:
        group, self.waiting = self.waiting[:MOST_AT_ONCE], self.waiting[MOST_AT_ONCE:]
        self.is_sending = bool(group)
        if not group:
            return
        try:
            stored = self.store.keep_answers(self.study, [one.offered for one in group])
        except NotStored as failed:
            stored = Future()
            stored.set_exception(failed)
        stored.add_done_callback(lambda done: loop.call_soon_threadsafe(self._sent, loop, group, done))

    def _sent(
        self, loop: asyncio.AbstractEventLoop, group: list[Waiting], stored: Future[list[Kept]]
    ) -> None:
        failed = stored.exception()
        kept = [] if failed else stored.result()
        for at, one in enumerate(group):
            if one.outcome.done():  # whoever sent it has gone
                continue
            if failed:
                one.outcome.set_exception(failed)
            else:
                one.outcome.set_result(kept[at])
        self._send(loop)
