"""A study that is collected by a real server, behind a network that can fail."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from browsed.network import Network, network
from collected.studies import Tickets
from served.processes import Served, path_of
from tacit.protocol.links import Link, link_text
from tacit.study.study import Study

NUMBERS = count()


@dataclass(frozen=True)
class Scene:
    """One study, its links, and what happens on the way to its server."""

    served: Served
    network: Network
    study: Study
    links: list[str] = field(default_factory=list)

    @property
    def link(self) -> str:
        """The first person's."""
        return self.links[0]

    @property
    def stored(self) -> list[tuple[bytes, int]]:
        """The answers in the server's database: name and column."""
        sql = 'SELECT answer_id, "column" FROM answers JOIN studies ON study = number WHERE id = ?'
        connection = sqlite3.connect(f"file:{self.served.database}?mode=ro", uri=True)
        try:
            return connection.execute(sql, (hashlib.sha256(self.study.manifest).digest(),)).fetchall()
        finally:
            connection.close()

    def close(self) -> None:
        """As its researcher would."""
        self.served.research("POST", path_of(self.study, "/close"), {})


@contextmanager
def scene(
    served: Served,
    tickets: Tickets = "blind",
    *,
    invitations: int = 1,
    **given: Any,  # noqa: ANN401
) -> Iterator[Scene]:
    """A study of its own; `given` is what `Served.open` takes."""
    title = given.pop("title", f"A study of the tests, {next(NUMBERS)}")
    study = served.open(tickets, title=title, **given)
    with network(served.origin) as between:
        drawn = [number.to_bytes(16, "big") for number in range(1, invitations + 1)]
        links = [Link(between.origin, study.id, None, 0)]
        if tickets != "open":
            served.invite(study, drawn)
            links = [Link(between.origin, study.id, one, 0) for one in drawn]
        yield Scene(served, between, study, [link_text(link) for link in links])
