"""After a whole study every file and table is searched for what must not be there; the search is tested."""

from __future__ import annotations

import base64
import re
import sqlite3
from datetime import UTC, datetime
from pathlib import Path

import pytest

from collected.studies import Tickets
from served.attack import Files, files_in
from served.people import Person, crowd, invite
from served.processes import Served, path_of, serving
from tacit.protocol import bodies, tickets

PLANTED = "planted-secret-7c1f"
AGENT = "Mozilla/5.0 (a browser of the tests)"


def spellings(secret: bytes) -> list[bytes]:
    """How it could stand in a file."""
    plain = base64.urlsafe_b64encode(secret).rstrip(b"=")
    return [secret, plain, base64.b64encode(secret), secret.hex().encode(), secret.hex().upper().encode()]


def times() -> re.Pattern[bytes]:
    """A time of day, or seconds since 1970."""
    now = datetime.now(UTC)
    seconds = f"{int(now.timestamp())}"[:7]
    texts = [rb"[0-2][0-9]:[0-5][0-9](:[0-5][0-9])?", seconds.encode() + rb"[0-9]{3}"]
    return re.compile(b"|".join(texts))


def secrets_of(people: list[Person]) -> dict[str, bytes]:
    """What only devices and researchers may have."""
    found = {}
    for person in people:
        found[f"ticket of {person.name}"] = person.ticket
        found[f"invitation of {person.name}"] = person.invitation
        if person.study.collect.tickets == "blind":
            _, secrets = person.request()
            assert secrets is not None
            found[f"nonce of {person.name}"] = secrets.nonce
            found[f"signature of {person.name}"] = person.ticket[-256:]
            blinded = bodies.read_blind_request(person.request()[0]).blinded
            found[f"request of {person.name}"] = blinded
    return found


def search(files: Files, secrets: dict[str, bytes], key: str) -> set[str]:
    """What was found, and where."""
    found = set()
    for file, content in files.items():
        for name, secret in secrets.items():
            found |= {f"{name} in {file}" for spelled in spellings(secret) if spelled in content}
        words = {
            "key": key,
            "planted": PLANTED,
            "agent": AGENT,
            "address": "127.0.0.1",
        }
        if file != "tacit.key":
            found |= {f"{name} in {file}" for name, word in words.items() if word.encode() in content}
        if file == "log" or file.endswith(".sql"):
            found |= {
                f"time {match.group().decode(errors='replace')} in {file}"
                for match in times().finditer(content)
            }
    return found


def dump(database: Path) -> bytes:
    """Every table as text, blobs as hex."""
    connection = sqlite3.connect(database)
    text = "\n".join(connection.iterdump())
    connection.close()
    return text.encode()


def wrong_requests(served: Served, person: Person) -> None:
    """All that people and strangers get wrong, with a secret in it."""
    study = person.study
    secret = {
        "Cookie": PLANTED,
        "Referer": f"http://{PLANTED}/",
        "User-Agent": AGENT,
        "X-Forwarded-For": "198.51.100.7",
    }
    bad = [
        b"{",
        PLANTED.encode(),
        b'{"column":"%s","ticket":"x"}' % PLANTED.encode(),
        person.body[:-9] + b'xxxxxxx"}',
    ]
    for route in ("/answers", "/tickets", "/withdrawals", f"/{PLANTED}", f"/status?{PLANTED}"):
        for body in bad:
            reply = served.ask("POST", path_of(study, route), body, headers=secret)
            assert 400 <= reply.status < 500
            assert PLANTED.encode() not in reply.body
            assert PLANTED not in str(reply.headers)
    for path in (f"/{PLANTED}", f"/v1/studies/{PLANTED}", path_of(study, "/status")):
        assert served.ask("GET", path, key=PLANTED, headers=secret).status in (401, 404)
    assert (
        served.ask("POST", path_of(study, "/answers"), PLANTED.encode() * 9999, headers=secret).status == 413
    )


def run(served: Served, kind: Tickets) -> list[Person]:
    study = served.open(kind, batch=3, title=f"Study of {kind}")
    people = crowd(study, 7)
    if kind != "open":
        invite(served, people)
    for person in people:
        person.answer(served)
        wrong_requests(served, person)
    withdrawal = bodies.withdrawal_body(people[0].ticket)
    assert served.ask("POST", path_of(study, "/withdrawals"), withdrawal).status == 200
    return people


@pytest.mark.parametrize("kind", ["blind", "open", "named"])
def test_no_file_holds_a_ticket_an_address_a_time_or_a_secret(kind: Tickets, tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        people = run(served, kind)
        secrets, key = secrets_of(people), served.key
        running = files_in(tmp_path) | {"dump.sql": dump(served.database)}
        assert search(running, secrets, key) == set()
        served.research("POST", path_of(people[0].study, "/close"), {})
    stopped = files_in(tmp_path) | {"dump.sql": dump(served.database)}
    assert search(stopped, secrets, key) == set()
    assert running["log"] == stopped["log"] == b""
    answers = [tickets.answer_id(person.ticket) for person in people]
    assert sum(answer in stopped["tacit.db"] for answer in answers) >= len(people) - 1


@pytest.mark.parametrize("file", ["log", "tacit.db", "tacit.db-wal", "dump.sql"])
def test_the_search_finds_whatever_is_planted(file: str, tmp_path: Path) -> None:
    """Each thing in each spelling; else a search that looks for nothing would pass."""
    secret = bytes(range(100, 148))
    clean: Files = {"log": b"", "tacit.db": b"", "tacit.db-wal": b"", "dump.sql": b""}
    key = "tacit_" + "k" * 43
    for spelled in [*spellings(secret), PLANTED.encode(), AGENT.encode(), b"127.0.0.1", key.encode()]:
        found = search(clean | {file: b"before " + spelled + b" after"}, {"ticket": secret}, key)
        assert found, spelled
    now = datetime.now(UTC)
    for spelled in [now.isoformat().encode(), str(now.timestamp()).encode()]:
        found = search(clean | {"log": spelled}, {}, key)
        assert found, spelled
    assert search(clean, {"ticket": secret}, key) == set()
