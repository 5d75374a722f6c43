"""Imagined people who answer over HTTP, many at once: a rehearsal of everything but their devices' disks.

Every answer takes the way of a real one: a ticket for its invitation, the query that comes out of it, a
column drawn from the operating system's randomness, and a receipt that is compared.
"""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from http.client import HTTPConnection, HTTPException
from queue import Empty, SimpleQueue
from typing import NamedTuple
from urllib.parse import urlsplit

from tacit.answering.answer import answer
from tacit.answering.card import DECLINE, Group, Value
from tacit.client.asking import prepare, reader_of
from tacit.client.device import utc_now
from tacit.client.exchange import NoResponse, Request, Response
from tacit.client.retry import Waiting, send_until_answered
from tacit.errors import NotReceived
from tacit.protocol import bodies
from tacit.protocol.encoding import id_bytes
from tacit.protocol.links import Link
from tacit.protocol.queries import query_of
from tacit.protocol.tickets import answer_id, blind_key, finish_blind
from tacit.simulation.people import People
from tacit.study.study import Study

AT_ONCE = 8
PATIENCE_SECONDS = 60.0
TIMEOUT_SECONDS = 60
HEADERS = {"Content-Type": "application/json"}


class Imagined(NamedTuple):
    """Somebody who is invited, and what is true of them."""

    link: Link
    group: Group
    value: Value


def imagined_people(study: Study, people: People, links: Sequence[Link]) -> Iterator[Imagined]:
    """Each of these people with a link."""
    values = people.values.values
    for link, group, chosen in zip(links, people.groups.tolist(), people.chosen.tolist(), strict=True):
        label = DECLINE if group == study.declined else study.group_names[group]
        yield Imagined(link, label, None if label is DECLINE else values[chosen])


def let_answer(study: Study, people: Sequence[Imagined], advance: Callable[[int], None]) -> None:
    """Let all of them answer; returns when each has a receipt. Whatever goes wrong stops all."""
    crowd = _Crowd(study, people)
    threads = [threading.Thread(target=crowd.work) for _ in range(min(AT_ONCE, len(people)))]
    for thread in threads:
        thread.start()
    try:
        for _ in people:
            outcome = crowd.done.get()
            if outcome is not None:
                raise outcome
            advance(1)
    finally:
        crowd.is_over.set()
        for thread in threads:
            thread.join()


class _Crowd:
    """People who wait for their turn, and threads that take them one by one."""

    def __init__(self, study: Study, people: Sequence[Imagined]) -> None:
        self.study = study
        self.id32 = id_bytes(study.id)
        self.waiting: SimpleQueue[Imagined] = SimpleQueue()
        self.done: SimpleQueue[Exception | None] = SimpleQueue()
        self.is_over = threading.Event()
        for person in people:
            self.waiting.put(person)

    def work(self) -> None:
        """Until nobody waits, or all is over."""
        line = _Line()
        while not self.is_over.is_set():
            try:
                person = self.waiting.get_nowait()
            except Empty:
                break
            try:
                self._answer(person, line)
            except Exception as failed:
                self.done.put(failed)
                break
            self.done.put(None)
        line.close()

    def _answer(self, person: Imagined, line: _Line) -> None:
        study, link = self.study, person.link
        asking = prepare(study, link, os.urandom)
        address = f"{link.server}/v1/studies/{link.study}"
        ticket = line.exchange(Request("POST", f"{address}/tickets", asking.request), reader_of(study))
        if asking.secrets is not None:
            ticket = finish_blind(blind_key(study, link.key), self.id32, link.key, asking.secrets, ticket)
        query = query_of(study.scheme, self.id32, ticket)
        column = answer(study, query, group=person.group, value=person.value).column
        body = bodies.answer_body(bodies.Sent(column, ticket))
        received = line.exchange(Request("POST", f"{address}/answers", body), bodies.read_answer_reply)
        if received != answer_id(ticket):
            raise NotReceived("the server has acknowledged another answer than the one that was sent")


class _Line:
    """A connection that is kept, and made again when it breaks."""

    def __init__(self) -> None:
        self.connection: HTTPConnection | None = None
        self.patience = Waiting(time.sleep, os.urandom, utc_now, PATIENCE_SECONDS)

    def exchange(self, request: Request, read_reply: Callable[[bytes], bytes]) -> bytes:
        """The reply to these bytes, sent as often as it takes."""
        return send_until_answered(request, send=self.send, read_reply=read_reply, waiting=self.patience)

    def send(self, request: Request) -> Response:
        """One request over this connection."""
        parts = urlsplit(request.url)
        connection = self.connection = self.connection or HTTPConnection(
            parts.netloc, timeout=TIMEOUT_SECONDS
        )
        try:
            connection.request(request.method, parts.path, request.body, HEADERS)
            response = connection.getresponse()
            headers = {name.lower(): value for name, value in response.headers.items()}
            return Response(response.status, response.read(), headers)
        except (OSError, HTTPException) as failed:
            self.close()
            raise NoResponse(str(failed)) from None

    def close(self) -> None:
        """Let go of it."""
        if self.connection is not None:
            self.connection.close()
        self.connection = None
