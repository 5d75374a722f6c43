"""Server processes, and what researchers and devices say to them."""

from __future__ import annotations

import json
import os
import signal
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, replace
from http.client import HTTPConnection
from pathlib import Path
from typing import Any, TypeVar
from urllib.parse import quote

from collected.keys import SIGNING_KEY, published
from collected.studies import RANGE, Tickets, study_of
from tacit.protocol.encoding import to_base64url
from tacit.protocol.links import Link
from tacit.protocol.tickets import invitation_hash
from tacit.study.study import Collect, Key, Question, Study

SUPPORT = Path(__file__).parents[1]

Kind = TypeVar("Kind", bound="Served")


@dataclass
class Reply:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    def json(self) -> Any:  # noqa: ANN401
        return json.loads(self.body)


@dataclass
class Served:
    """A server process on a folder; it can be killed and started again."""

    folder: Path
    process: subprocess.Popen[str] | None = None
    origin: str = ""

    @property
    def database(self) -> Path:
        return self.folder / "tacit.db"

    @property
    def key(self) -> str:
        return (self.folder / "tacit.key").read_text().strip()

    def start(self, part: str = "", number: int = 1) -> None:
        """Start it, where it was before; with `part` it kills itself at such a point."""
        given = [part, str(number)] if part else []
        port = self.origin.rpartition(":")[2] or "0"
        environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(SUPPORT), *sys.path])}
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen(
                [*self.command(), str(self.folder), port, *given],
                stdout=subprocess.PIPE,
                stderr=log,
                text=True,
                env=environment,
            )
        assert self.process.stdout is not None
        self.origin = self.process.stdout.readline().strip()
        assert self.origin, (self.folder / "log").read_text()

    def command(self) -> list[str]:
        """What runs."""
        return [sys.executable, "-m", "served.worker"]

    def tell(self, how: signal.Signals) -> None:
        """To the server, whatever else runs around it."""
        assert self.process is not None
        self.process.send_signal(how)

    @property
    def is_running(self) -> bool:
        """Whether the process is there."""
        return self.process is not None and self.process.poll() is None

    def kill(self) -> None:
        """As a power cut would."""
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        """As an operator would."""
        self._end(signal.SIGTERM)

    def wait_until_dead(self) -> int:
        assert self.process is not None
        code = self.process.wait(timeout=60)
        self._close()
        return code

    def ask(
        self,
        method: str,
        path: str,
        body: bytes | None = None,
        *,
        key: str | None = None,
        headers: dict[str, str] | None = None,
    ) -> Reply:
        """One request; `key` is a researcher's."""
        host, _, port = self.origin.removeprefix("http://").partition(":")
        connection = HTTPConnection(host, int(port), timeout=60)
        sent = {} if body is None else {"Content-Type": "application/json"}
        if key is not None:
            sent["Authorization"] = f"Bearer {key}"
        try:
            connection.request(method, path, body, sent | (headers or {}))
            response = connection.getresponse()
            found = {name.lower(): value for name, value in response.headers.items()}
            return Reply(response.status, found, response.read())
        finally:
            connection.close()

    def research(self, method: str, path: str, members: object = None, *, status: int = 200) -> Any:  # noqa: ANN401
        """What an owner asks for, and must get."""
        body = None if members is None else json.dumps(members).encode()
        reply = self.ask(method, path, body, key=self.key)
        assert reply.status == status, reply.body
        return reply.json()

    def open(self, tickets: Tickets = "blind", *, batch: int = 3, people: int = 5000, **given: Any) -> Study:  # noqa: ANN401
        """Open a study of this kind; blind ones with a key of the server's own making."""
        keys: tuple[Key, ...] = ()
        if tickets == "blind":
            keys = (self.known_key(),)
        study = frozen(tickets, batch=batch, people=people, keys=keys, **given)
        reply = self.ask("POST", "/v1/studies", study.manifest, key=self.key)
        assert reply.status == 201, reply.body
        return study

    def known_key(self) -> Key:
        """The tests' own signing key, put past the service: to draw one takes a second."""
        p, q = (prime.to_bytes(128, "big") for prime in (SIGNING_KEY.p, SIGNING_KEY.q))
        n = SIGNING_KEY.n.to_bytes(256, "big")
        connection = sqlite3.connect(self.database)
        with connection:
            sql = "INSERT OR IGNORE INTO signing_keys (n, study, place, p, q) VALUES (?, NULL, NULL, ?, ?)"
            connection.execute(sql, (n, p, q))
        connection.close()
        return published(SIGNING_KEY)

    def invite(self, study: Study, invitations: list[bytes], key: int = 0) -> list[Link]:
        """Let these take part."""
        rows = [{"hash": to_base64url(invitation_hash(one)), "key": key} for one in invitations]
        added = self.research("POST", f"/v1/studies/{study.id}/invitations", {"invitations": rows})["added"]
        assert added == len(invitations)
        return [Link(self.origin, study.id, one, key) for one in invitations]

    def _end(self, how: signal.Signals) -> None:
        assert self.process is not None
        self.tell(how)
        self.process.wait(timeout=60)
        self._close()

    def _close(self) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        self.process.stdout.close()


def frozen(
    tickets: Tickets,
    *,
    batch: int = 3,
    people: int | None = 5000,
    keys: tuple[Key, ...] = (),
    question: Question = RANGE,
    labels: tuple[str, ...] = ("diabetic", "not diabetic"),
    title: str = "A study of the tests",
    epsilon: str = "2",
    embed: tuple[str, ...] = (),
) -> Study:
    """A frozen study, as `tacit open` makes it."""
    study = study_of(question, labels, tickets=tickets, keys=keys, title=title, epsilon=epsilon)
    return replace(study, collect=Collect(tickets=tickets, batch=batch, people=people, embed=embed))


def serving(folder: Path, part: str = "") -> AbstractContextManager[Served]:
    """A server that is gone afterwards, whatever happens."""
    return running(Served(folder), part)


@contextmanager
def running(served: Kind, part: str = "") -> Iterator[Kind]:
    """The same, of a kind of one's own."""
    served.start(part)
    try:
        yield served
    finally:
        if served.is_running:
            served.stop()


def path_of(study: Study, route: str = "", **given: str) -> str:
    """A route of a study."""
    query = "&".join(f"{name}={quote(text)}" for name, text in given.items())
    return f"/v1/studies/{study.id}{route}" + (f"?{query}" if query else "")
