"""Printed codes are short, so that wrong ones are rationed: one after another, and all at once."""

from __future__ import annotations

import json
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from collected.studies import Tickets
from served.people import Person, crowd, invite
from served.processes import Reply, Served, path_of, serving
from tacit.protocol.encoding import to_base64url
from tacit.service.guesses import BURST, PER_SECOND, Guesses
from tacit.study.study import Study

GUESSES, AT_ONCE = 200, 50
CODE = b"0123456789"


def guess(served: Served, study: Study, invitation: str) -> Reply:
    body: dict[str, object] = {"invitation": invitation}
    if study.collect.tickets == "blind":
        body |= {"blinded": to_base64url(bytes([0, *[1] * 255])), "key": 0}
    return served.ask("POST", path_of(study, "/tickets"), json.dumps(body).encode())


@pytest.mark.parametrize("kind", ["named", "blind"])
@pytest.mark.parametrize("at_once", [1, AT_ONCE])
def test_guessed_codes_are_rationed_and_links_and_right_codes_are_not(
    kind: Tickets, at_once: int, tmp_path: Path
) -> None:
    with serving(tmp_path) as served:
        study = served.open(kind)
        linked, coded = crowd(study, 1)[0], Person("somebody with a code", study, CODE)
        invite(served, [linked, coded])
        began = time.monotonic()
        with ThreadPoolExecutor(at_once) as threads:
            replies = list(
                threads.map(lambda at: guess(served, study, f"{at:010d}"), range(10_000, 10_000 + GUESSES))
            )
        most = BURST + 1 + PER_SECOND * (time.monotonic() - began)
        found = Counter(reply.status for reply in replies)
        assert set(found) == {404, 429}
        assert BURST <= found[404] <= most, found
        assert all(reply.headers["retry-after"] == "1" for reply in replies if reply.status == 429)
        unknown = [reply for reply in replies if reply.status == 404]
        unknown.append(
            guess(served, study, to_base64url(bytes(16)))
        )  # a link is no code, and is not rationed
        assert len({reply.body for reply in unknown}) == 1
        assert len({tuple(sorted(reply.headers)) for reply in unknown}) == 1
        assert linked.ask(served).status == 200


def test_right_codes_cost_nothing(tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        study = served.open("named")
        people = [Person(f"person {at}", study, f"{at:010d}".encode()) for at in range(BURST + 10)]
        invite(served, people)
        assert {person.ask(served).status for person in people} == {200}


def test_time_gives_guesses_back_and_never_more_than_there_were() -> None:
    now = [0.0]
    guesses = Guesses(lambda: now[0])
    assert [guesses.may_guess() for _ in range(BURST + 1)] == [True] * BURST + [False]
    now[0] += 1 / PER_SECOND
    assert [guesses.may_guess() for _ in range(2)] == [True, False]
    guesses.was_right()
    assert guesses.may_guess()
    now[0] += 10 * BURST / PER_SECOND
    guesses.was_right()
    assert [guesses.may_guess() for _ in range(BURST + 1)] == [True] * BURST + [False]
