"""A study that is collected by a real server, behind a network that can fail."""

from __future__ import annotations

import hashlib
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any
from urllib.parse import quote, urlencode

from browsed.network import Network, network
from collected.studies import Tickets, study_of
from served.processes import Served, path_of
from tacit.protocol.links import Link, link_text
from tacit.study.study import Collect, Study

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
    invitations: Sequence[bytes] = (bytes(16),),
    redirect: str = "",
    override: str = "",
    embed: tuple[str, ...] = (),
    **given: Any,  # noqa: ANN401
) -> Iterator[Scene]:
    """A study of its own, a network and links; `given` is what `study_of` takes."""
    collect = Collect(tickets=tickets, batch=3, people=5000, embed=embed)
    study = opened(served, collect, {"redirect": redirect, "override": override}, given)
    with network(served.origin) as between:
        links = [Link(between.origin, study.id)]
        if tickets != "open":
            served.invite(study, list(invitations))
            links = [Link(between.origin, study.id, one) for one in invitations]
        try:
            yield Scene(served, between, study, [link_text(link) for link in links])
        finally:
            free_key(served)


def opened(served: Served, collect: Collect, query: dict[str, str], given: dict[str, Any]) -> Study:
    """Open a study as its researcher would, and say with it what is not empty of `query`."""
    keys = (served.known_key(),) if collect.tickets == "blind" else ()
    titled = {"title": f"A study of the tests, {next(NUMBERS)}", "epsilon": "2", **given}
    study = replace(study_of(tickets=collect.tickets, keys=keys, **titled), collect=collect)
    said = urlencode({name: text for name, text in query.items() if text}, quote_via=quote)
    reply = served.ask("POST", f"/v1/studies?{said}".rstrip("?"), study.manifest, key=served.key)
    assert reply.status == 201, reply.body
    return study


def free_key(served: Served) -> None:
    """Let the next study have the tests' signing key: studies share none, and drawing one takes a second."""
    connection = sqlite3.connect(served.database)
    with connection:
        connection.execute("DELETE FROM signing_keys")
    connection.close()
