"""Many at once with one invitation or one ticket: one answer, and everybody is told the right thing."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from pathlib import Path

import pytest

from collected.studies import Tickets
from served.people import Person, crowd, invite
from served.poster import from_processes
from served.processes import Served, path_of, serving
from tacit.protocol import bodies

AT_ONCE = 50


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    with serving(tmp_path_factory.mktemp("served")) as served:
        yield served


def all_at_once(served: Served, person: Person, posts: list[bytes]) -> Counter[int]:
    path = path_of(person.study, "/answers")
    with ThreadPoolExecutor(AT_ONCE) as threads:
        return Counter(threads.map(lambda body: served.ask("POST", path, body).status, posts))


@pytest.mark.parametrize("kind", ["open", "named"])
def test_fifty_alike_posts_are_one_answer(kind: Tickets, served: Served) -> None:
    study = served.open(kind, title=f"Alike, {kind}")
    (person,) = crowd(study, 1)
    if kind == "named":
        invite(served, [person])
    assert person.ask(served).status == 200
    assert all_at_once(served, person, [person.body] * AT_ONCE) == {201: 1, 200: AT_ONCE - 1}
    served.research("POST", path_of(study, "/close"), {})
    assert served.research("GET", path_of(study, "/tally"))["answers"] == 1


def test_fifty_posts_that_differ_are_one_answer_too(served: Served) -> None:
    study = served.open("open", title="Differ", labels=("a", "b", "c", "d"))
    (person,) = crowd(study, 1)
    person.ask(served)
    columns = study.scheme.rows.columns
    assert columns > 1
    posts = [bodies.answer_body(bodies.Sent(at % columns, person.ticket)) for at in range(AT_ONCE)]
    statuses = all_at_once(served, person, posts)
    assert statuses[201] == 1
    assert set(statuses) == {201, 200, 409}
    served.research("POST", path_of(study, "/close"), {})
    assert served.research("GET", path_of(study, "/tally"))["answers"] == 1


@pytest.mark.parametrize("servers", [1, 2])
def test_fifty_posts_from_five_processes_are_one_answer(servers: int, tmp_path: Path) -> None:
    """Alike and differing, of one ticket each; with two servers on one file, to both of them."""
    with ExitStack() as running:
        first = running.enter_context(serving(tmp_path))
        study = first.open("open", labels=("a", "b", "c", "d"))
        others = [running.enter_context(serving(tmp_path)) for _ in range(servers - 1)]
        origins = ([first.origin] + [other.origin for other in others]) * 5
        path = path_of(study, "/answers")
        alike, differing = crowd(study, 2)
        for person in (alike, differing):
            person.ask(first)
        assert from_processes(origins[:5], path, [alike.body] * AT_ONCE) == {201: 1, 200: AT_ONCE - 1}
        posts = [bodies.answer_body(bodies.Sent(at % 2, differing.ticket)) for at in range(AT_ONCE)]
        found = from_processes(origins[:5], path, posts)
        assert found == {201: 1, 200: AT_ONCE // 2 - 1, 409: AT_ONCE // 2}
        for served in [first, *others]:
            assert alike.send(served).status == 200
        first.research("POST", path_of(study, "/close"), {})
        assert [one.research("GET", path_of(study, "/tally"))["answers"] for one in [first, *others]] == (
            [2] * servers
        )
        assert {one.send(served).status for one in (alike,) for served in [first, *others]} == {200}


def test_fifty_devices_with_one_invitation_get_one_ticket(served: Served) -> None:
    """A device whose invitation is being signed for is asked to come back, and then told that it is used."""
    study = served.open("blind", title="One invitation")
    (invited,) = crowd(study, 1)
    invite(served, [invited])
    rivals = [replace(invited, name=f"rival {number}") for number in range(AT_ONCE)]

    def ask(person: Person) -> int:
        while (reply := person.ask(served)).status == 429:
            assert reply.headers["retry-after"] == "1"
        return reply.status

    with ThreadPoolExecutor(AT_ONCE) as threads:
        assert Counter(threads.map(ask, rivals)) == {200: 1, 409: AT_ONCE - 1}
    (winner,) = [person for person in rivals if person.ticket]
    assert winner.ask(served).status == 200
    assert winner.send(served).status == 201
