"""The server process killed, as by a power cut: nothing acknowledged is lost, nothing is invented."""

from __future__ import annotations

import sqlite3
from collections.abc import Callable
from functools import partial
from http.client import HTTPException
from pathlib import Path

import pytest

from served.people import crowd, invite
from served.processes import Served, frozen, path_of, serving

POINTS = (
    *("open study: begun", "open study: done", "open study: committed"),
    *(
        "take invitation: begun",
        "take invitation: done",
        "take invitation: committed",
        "take invitation: replied",
    ),
    *("keep answer: begun", "keep answer: done", "keep answer: committed", "keep answer: replied"),
    *("mix: begun", "mix: deleted", "mix: inserted", "mix: done", "mix: committed"),
    *("close study: begun", "close study: erased", "close study: done", "close study: committed"),
)


class Insisting:
    """Does things, and does them again after a restart if the server dies meanwhile."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.deaths = 0

    def __call__(self, act: Callable[[], object]) -> None:
        try:
            act()
        except (OSError, HTTPException):  # the connection broke: the server died on the way
            assert self.served.wait_until_dead() == -9
            self.deaths += 1
            self.served.start()
            act()


@pytest.mark.parametrize("point", POINTS)
def test_a_study_goes_on_after_the_server_died_at(point: str, tmp_path: Path) -> None:
    """Every request that got no reply is sent again, unchanged; in the end each person has one answer."""
    with serving(tmp_path) as served:
        key = served.known_key()
        served.stop()
        served.start(point)
        study = frozen("blind", batch=2, keys=(key,))

        def open_it() -> None:
            reply = served.ask("POST", "/v1/studies", study.manifest, key=served.key)
            assert reply.status in (200, 201), reply.body

        insisting = Insisting(served)
        insisting(open_it)
        people = crowd(study, 3)
        invite(served, people)
        for person in people:
            insisting(partial(person.answer, served))
        insisting(lambda: served.research("POST", path_of(study, "/close"), {}))
        assert insisting.deaths == 1
        assert stored(served) == {person.answer_id: person.column for person in people}
        status = served.research("GET", path_of(study, "/status"))
        assert (status["started"], status["answered"], status["state"]) == (3, 3, "closed")
        assert all(person.send(served).status == 200 for person in people)
        log = (tmp_path / "log").read_text()
        assert log == "", log


def stored(served: Served) -> dict[bytes, int]:
    """The answers that the database holds; each name is there once, by the table's key."""
    connection = sqlite3.connect(served.database)
    rows = connection.execute('SELECT answer_id, "column" FROM answers').fetchall()
    connection.close()
    return dict(rows)
