"""A disk that is full or read-only, under load: nothing is acknowledged that is not kept, and it heals.

The system's own limit on the size of files stands for a disk that fails in the middle of a write.
"""

from __future__ import annotations

import resource
import sqlite3
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path

import pytest

from served.people import Person, crowd, invite
from served.processes import Reply, Served, path_of, serving
from served.worker import TROUBLE, TROUBLED
from tacit.protocol.problems import MEDIA_TYPE
from tacit.study.study import Study
from terminal import run

BEFORE, DURING = 20, 200
FEW_PAGES = 20_000
NO_LIMIT = resource.RLIM_INFINITY


@contextmanager
def a_full_disk(served: Served) -> Iterator[None]:
    """By SQLite's limit of pages."""
    yield from told(served, "full")


@contextmanager
def a_read_only_file(served: Served) -> Iterator[None]:
    """As if its folder were mounted so."""
    yield from told(served, "read only")


@contextmanager
def writes_that_fail(served: Served) -> Iterator[None]:
    """By the system's limit: nothing can be written but the first few pages of each file."""
    assert served.process is not None
    resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (FEW_PAGES, NO_LIMIT))
    yield
    resource.prlimit(served.process.pid, resource.RLIMIT_FSIZE, (NO_LIMIT, NO_LIMIT))


def told(served: Served, words: str) -> Iterator[None]:
    file = served.folder / TROUBLE
    file.write_text(words)
    yield
    file.unlink()


def all_send(served: Served, people: list[Person]) -> list[Reply]:
    with ThreadPoolExecutor(8) as threads:
        return list(threads.map(lambda person: person.send(served), people))


def ready(served: Served, study: Study, start: int, count: int) -> list[Person]:
    """People who have their tickets."""
    people = [Person(f"person {number}", study) for number in range(start, start + count)]
    for person in people:
        assert person.ask(served).status == 200
    return people


def stored(served: Served) -> dict[bytes, int]:
    connection = sqlite3.connect(served.database)
    rows = connection.execute('SELECT answer_id, "column" FROM answers').fetchall()
    connection.close()
    return dict(rows)


@pytest.mark.parametrize("trouble", [a_full_disk, a_read_only_file, writes_that_fail])
def test_nothing_is_acknowledged_that_is_not_kept_and_it_heals_by_itself(
    trouble: Callable[[Served], AbstractContextManager[None]], tmp_path: Path
) -> None:
    with serving(tmp_path, TROUBLED) as served:
        study = served.open("open", batch=7)
        before, during = ready(served, study, 0, BEFORE), ready(served, study, BEFORE, DURING)
        assert Counter(reply.status for reply in all_send(served, before)) == {201: BEFORE}
        with trouble(served):
            replies = all_send(served, during)
            assert served.ask("GET", path_of(study, "/state")).json() == {"state": "open"}
            assert served.ask("GET", path_of(study)).body == study.manifest
            late = Person("somebody late", study)
            assert late.ask(served).status == 200
        found = Counter(reply.status for reply in replies)
        assert set(found) <= {201, 503}
        assert found[503] > 0, found
        for reply in replies:
            if reply.status == 503:
                assert reply.headers["content-type"] == MEDIA_TYPE
                assert reply.headers["retry-after"] == "1"
        acknowledged = [one for one, reply in zip(during, replies, strict=True) if reply.status == 201]
        kept = stored(served)
        assert {one.answer_id: one.column for one in [*before, *acknowledged]}.items() <= kept.items()
        assert {reply.status for reply in all_send(served, [*before, *during, late])} <= {200, 201}
        assert stored(served) == {one.answer_id: one.column for one in [*before, *during, late]}
        served.research("POST", path_of(study, "/close"), {})
        assert served.research("GET", path_of(study, "/tally"))["answers"] == BEFORE + DURING + 1
        lines = set((tmp_path / "log").read_text().splitlines())
        assert all(line.startswith("ERROR:tacit.service:a database failed: ") for line in lines), lines


def test_a_study_is_as_open_as_before_when_closing_it_failed_and_can_be_looked_at(tmp_path: Path) -> None:
    with serving(tmp_path, TROUBLED) as served:
        study = served.open("open", batch=3)
        for person in ready(served, study, 0, 4):
            person.send(served)  # one by one: the fourth comes when three are released
        close = path_of(study, "/close")
        with a_read_only_file(served):
            assert served.ask("POST", close, b"{}", key=served.key).status == 503
            assert served.ask("GET", path_of(study, "/state")).json() == {"state": "open"}
            assert served.research("GET", path_of(study, "/tally"))["answers"] == 3
        assert served.research("POST", close, {}) == {"state": "closed"}
        assert served.research("GET", path_of(study, "/tally"))["answers"] == 4


def test_an_invitation_is_not_used_up_by_a_server_that_cannot_note_it(tmp_path: Path) -> None:
    with serving(tmp_path, TROUBLED) as served:
        study = served.open("blind")
        people = crowd(study, 3)
        invite(served, people)
        with a_read_only_file(served):
            assert [person.ask(served).status for person in people] == [503] * 3
        for person in people:
            rival = Person(f"rival of {person.name}", study, person.invitation)
            assert rival.ask(served).status == 200
            assert person.ask(served).status == 409


def test_a_database_of_a_newer_schema_is_not_served_and_the_version_that_is_needed_is_named(
    tmp_path: Path,
) -> None:
    with serving(tmp_path) as served:
        served.open("open")
    connection = sqlite3.connect(served.database)
    with connection:
        connection.execute("UPDATE schema_version SET version = 99")
    connection.close()
    content = served.database.read_bytes()
    done = run("serve", "--port", "0", folder=tmp_path)
    assert (done.code, done.out) == (1, "")
    assert done.err == (
        "error: the database has schema 99, and this tacit knows schemas up to 1; "
        "start a tacit that knows schema 99\n"
    )
    assert served.database.read_bytes() == content
