"""Connections on which no request arrives: the head of one has as long as a body, and does not grow for ever.

uvicorn waits without end and keeps all in memory, so that a few hundred idle connections, or one endless
header, would keep everybody else out.
"""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

from tacit.service.wire import WHOLE

MOST_HEAD = 1 << 16


class Arriving(HttpToolsProtocol):
    """One connection; closed where a head does not arrive, or is too long to be one.

    Most requests come whole, and a timer for each would cost more than reading them: a wait begins when what
    came holds less than a head.
    """

    seconds = 10.0

    def __init__(self, *given: Any, **more: Any) -> None:  # noqa: ANN401 - whatever uvicorn says
        super().__init__(*given, **more)
        self.deadline: asyncio.TimerHandle | None = None
        self.is_in_head = False
        self.head_bytes = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """From here on a head is waited for."""
        super().connection_made(transport)
        self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nothing is waited for any more."""
        self._end()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """What came before without ending the head is counted; this piece may hold a body, too."""
        if self.head_bytes > MOST_HEAD:
            self.transport.close()
            return
        self.head_bytes += len(data)
        super().data_received(data)
        if not self.is_in_head:
            self.head_bytes = 0
        # An empty line between requests begins none, and ends uvicorn's own wait for the next.
        is_between = self.cycle is None or self.cycle.response_complete
        if self.deadline is None and (self.is_in_head or is_between):
            self._wait()

    def on_message_begin(self) -> None:
        """The first of a connection, or the next one of a connection that is kept."""
        self.is_in_head = True
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        """The head is here; the service waits for the body."""
        self._end()
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """The body is here, too, and need not be waited for."""
        self.scope[WHOLE] = True  # type: ignore[literal-required]
        super().on_message_complete()

    def _wait(self) -> None:
        self.deadline = self.loop.call_later(self.seconds, self._give_up)

    def _end(self) -> None:
        self.is_in_head = False
        if self.deadline is not None:
            self.deadline.cancel()
            self.deadline = None

    def _give_up(self) -> None:
        self.transport.close()


def arriving_within(seconds: float) -> type[Arriving]:
    """Connections that wait so long."""
    return type("Arriving", (Arriving,), {"seconds": seconds})
