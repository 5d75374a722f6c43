"""Nothing is acknowledged before it is on the disk: the system calls of a real server, in their order.

Killing a process cannot show this, since the system keeps what a dead process wrote; a power cut would not.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from served.people import Person, crowd, invite
from served.processes import Served, running
from served.traced import FLUSHES, Acknowledged, Traced, calls_in, can_trace, frames_in, too_early
from tacit.protocol import bodies
from tacit.protocol.encoding import to_base64url
from tacit.service.admittance import access_hash

PEOPLE, AT_ONCE = 120, 8

Load = Callable[[Served], list[Acknowledged]]


@pytest.fixture(autouse=True)
def strace() -> None:
    if not can_trace():
        pytest.skip("strace is not installed, or may not look; `make engines` installs it")


def answers(served: Served) -> list[Acknowledged]:
    """People answer, several at once, while batches are mixed and released."""
    people = crowd(served.open("open", batch=7), PEOPLE)

    def answer(person: Person) -> Acknowledged:
        name = person.answer(served)
        return Acknowledged(name, to_base64url(name).encode())

    with ThreadPoolExecutor(AT_ONCE) as threads:
        return list(threads.map(answer, people))


def signatures(served: Served) -> list[Acknowledged]:
    """People use their invitations: what is signed for one must be noted, or it could be used again."""
    people = crowd(served.open("blind", batch=7), 30)
    invite(served, people)

    def ask(person: Person) -> Acknowledged:
        request = bodies.read_blind_request(person.request()[0])
        return Acknowledged(hashlib.sha256(request.blinded).digest(), person.ask(served).body)

    return [ask(person) for person in people]  # one by one: nobody waits for anything but the disk


def early(folder: Path, load: Load, part: str = "") -> tuple[int, int]:
    """How many replies left too early, of how many."""
    with running(Traced(folder), part) as served:
        acknowledged = load(served)
    return len(too_early(calls_in(served.trace), acknowledged)), len(acknowledged)


@pytest.mark.parametrize("load", [answers, signatures])
def test_every_reply_waits_for_the_disk(load: Load, tmp_path: Path) -> None:
    assert early(tmp_path, load) == (0, PEOPLE if load is answers else 30)


def test_the_researchers_key_and_the_names_of_all_files_are_on_the_disk_before_the_store_knows_it(
    tmp_path: Path,
) -> None:
    with running(Traced(tmp_path)) as served:
        hashed = access_hash(served.key)
    calls = calls_in(served.trace)
    known = next(frame.page.began for frame in frames_in(calls) if hashed in frame.page.given)
    flushed = [call for call in calls if call.name in FLUSHES and call.ended < known]
    written = next(call.ended for call in flushed if call.place.endswith("tacit.key"))
    assert any(written < call.began for call in flushed if Path(call.place) == tmp_path)


@pytest.mark.parametrize("load", [answers, signatures])
def test_a_server_that_never_flushes_is_caught(load: Load, tmp_path: Path) -> None:
    found, among = early(tmp_path, load, "careless")
    assert found == among


@pytest.mark.parametrize("load", [answers, signatures])
def test_a_server_that_replies_before_it_commits_is_caught(load: Load, tmp_path: Path) -> None:
    found, among = early(tmp_path, load, "hasty")
    assert found > among / 2, f"{found} of {among}"
