"""A server killed at random moments, over and over, while people answer: TACIT_KILLS=1000 for a long run."""

from __future__ import annotations

import os
import sqlite3
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from http.client import HTTPException
from itertools import count
from pathlib import Path

from collected.sources import Stream
from collected.studies import Tickets
from served.people import Person, crowd, invite
from served.processes import Served, path_of, serving
from tacit.protocol.encoding import to_integer
from tacit.protocol.tickets import invitation_hash
from tacit.study.study import Study

KILLS = int(os.environ.get("TACIT_KILLS", "30"))
# One thread each, beside those of a study that is open to all and has people without end.
STRANGERS = 2
INVITING: tuple[Tickets, ...] = ("named", "blind")
INVITED = 30


@dataclass
class Round:
    """People who answer from several threads until the server is gone, and what they were told."""

    served: Served
    people: list[Iterator[Person]]
    wanted: int
    tried: list[Person] = field(default_factory=list)
    admitted: list[Person] = field(default_factory=list)
    sent: list[Person] = field(default_factory=list)
    received: list[Person] = field(default_factory=list)
    enough: threading.Event = field(default_factory=threading.Event)

    def run(self) -> None:
        """Kill the server once so many answers are acknowledged, wherever it then is."""
        workers = [threading.Thread(target=self._work, args=(people,)) for people in self.people]
        for worker in workers:
            worker.start()
        self.enough.wait(60)
        self.served.kill()
        for worker in workers:
            worker.join()

    def _work(self, people: Iterator[Person]) -> None:
        for person in people:
            try:
                self._answer(person)
            except (OSError, HTTPException):  # the server is gone
                return

    def _answer(self, person: Person) -> None:
        self.tried.append(person)
        assert person.ask(self.served).status == 200
        self.admitted.append(person)
        self.sent.append(person)
        assert person.send(self.served).status == 201
        self.received.append(person)
        if len(self.received) >= self.wanted:
            self.enough.set()


@dataclass
class Told:
    """What all rounds together were told; names of answers with their columns, hashes of invitations."""

    sent: dict[bytes, int] = field(default_factory=dict)
    received: dict[bytes, int] = field(default_factory=dict)
    tried: set[bytes] = field(default_factory=set)
    admitted: set[bytes] = field(default_factory=set)

    def add(self, found: Round) -> None:
        self.sent |= {person.answer_id: person.column for person in found.sent}
        self.received |= {person.answer_id: person.column for person in found.received}
        self.tried |= hashes_of(found.tried)
        self.admitted |= hashes_of(found.admitted)


def hashes_of(people: list[Person]) -> set[bytes]:
    return {invitation_hash(person.invitation) for person in people if person.invitation}


def all_of(served: Served, sql: str) -> list[tuple[bytes, int]]:
    """What the file holds, read past the service."""
    connection = sqlite3.connect(served.database)
    rows = connection.execute(sql).fetchall()
    connection.close()
    return rows


def check_file(served: Served, told: Told) -> None:
    """What was acknowledged is there once, and what nobody sent is not; so are invitations that were used."""
    answers = all_of(served, 'SELECT answer_id, "column" FROM answers')
    assert len(dict(answers)) == len(answers)
    assert told.received.items() <= dict(answers).items() <= told.sent.items()
    used = dict(all_of(served, "SELECT hash, 0 FROM invitations WHERE state IN ('taken', 'used')"))
    assert told.admitted <= set(used) <= told.tried


def go_on(served: Served, found: Round) -> None:
    """After a restart: who got no reply sends the same again, and no invitation gives a second ticket."""
    waiting = [person for person in found.tried if person not in found.received]
    for person in waiting:
        if not person.ticket:
            assert person.ask(served).status == 200
        found.sent.append(person)
        assert person.send(served).status in (200, 201)
        found.received.append(person)
    for person in found.tried:
        if person.study.collect.tickets == "blind":
            rival = replace(person, name=f"rival of {person.name}", ticket=b"")
            assert rival.ask(served).status == 409
        assert person.send(served).status == 200


def test_no_kill_under_load_loses_an_answer_or_invents_one_or_lets_anybody_answer_twice(
    tmp_path: Path, record_property: Callable[[str, object], None]
) -> None:
    chance = Stream("kills")
    told = Told()
    with serving(tmp_path) as served:
        studies: dict[Tickets, Study] = {
            kind: served.open(kind, batch=7, title=kind) for kind in ("open", *INVITING)
        }
        strangers = [
            (Person(f"stranger {thread}/{number}", studies["open"]) for number in count())
            for thread in range(STRANGERS)
        ]
        for kill in range(KILLS):
            invited = [crowd(studies[kind], INVITED, start=kill * INVITED) for kind in INVITING]
            for people in invited:
                invite(served, people)
            found = Round(served, [*strangers, *map(iter, invited)], 1 + to_integer(chance(1)) % 40)
            found.run()
            told.add(found)
            check_file(served, told)
            served.start()
            go_on(served, found)
            told.add(found)
        check_file(served, told)
        for kind, study in studies.items():
            served.research("POST", path_of(study, "/close"), {})
            answers = served.research("GET", path_of(study, "/tally"))["answers"]
            status = served.research("GET", path_of(study, "/status"))
            assert status["answered"] == answers
            assert status["started"] == (0 if kind == "open" else answers)
        record_property("kills", KILLS)
        record_property("answers", len(told.received))
        assert len(told.received) > 5 * KILLS
    assert (tmp_path / "log").read_text() == ""
