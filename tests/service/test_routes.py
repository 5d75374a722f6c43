"""Every route: its headers, what it refuses and how, who may use it; against a real server process."""

from __future__ import annotations

import json
import struct
from collections.abc import Iterator

import pytest

from served.people import Person, crowd
from served.processes import Reply, Served, frozen, path_of, serving
from served.told import name_of
from tacit.protocol.encoding import to_base64url

PARTICIPANTS = [
    ("GET", ""),
    ("GET", "/state"),
    ("POST", "/tickets"),
    ("POST", "/answers"),
    ("POST", "/withdrawals"),
]
READERS = ["/board", "/status", "/tally", "/estimate", "/answers", "/audit", "/invitations"]
OWNERS = {
    "/access": {"role": "reader"},
    "/invitations": {"invitations": []},
    "/invitations/revoke": {"hashes": [], "force": False},
}
UPLOAD = "/batches/" + to_base64url(bytes(16))
BULK = {"Content-Type": "application/vnd.tacit.answers"}


class Scene:
    """A server with two studies, and keys of every role for each."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.open = served.open("open", title="Open to all")
        self.blind = served.open("blind", title="By invitation")
        self.owner = served.key
        for person in crowd(self.open, 3):
            person.answer(served)


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with serving(tmp_path_factory.mktemp("served")) as served:
        yield Scene(served)


def test_the_manifest_is_its_very_bytes_and_may_be_kept_for_ever(scene: Scene) -> None:
    reply = scene.served.ask("GET", path_of(scene.blind))
    assert (reply.status, reply.body) == (200, scene.blind.manifest)
    assert reply.headers["content-type"] == "application/json"
    assert reply.headers["cache-control"] == "public, max-age=31536000, immutable"


def test_versions_state_and_health(scene: Scene) -> None:
    ask = scene.served.ask
    assert ask("GET", "/v1").json() == {"tacit": [1]}
    assert ask("GET", path_of(scene.open, "/state")).json() == {"state": "open"}
    assert ask("GET", "/healthz").json() == {"ok": True}


@pytest.mark.parametrize(("method", "route"), PARTICIPANTS)
def test_pages_of_others_may_use_the_routes_of_participants(method: str, route: str, scene: Scene) -> None:
    path = path_of(scene.open, route)
    preflight = scene.served.ask("OPTIONS", path, headers={"Origin": "https://page.example.org"})
    replied = scene.served.ask(method, path, b"{}" if method == "POST" else None)
    assert preflight.status == 204
    for reply in (preflight, replied):
        assert reply.headers["access-control-allow-origin"] == "*"
        assert reply.headers["access-control-allow-methods"] == "GET, POST"
        assert reply.headers["access-control-allow-headers"] == "content-type"
        assert reply.headers["access-control-max-age"] == "86400"
        assert "access-control-allow-credentials" not in reply.headers
        assert "set-cookie" not in reply.headers


@pytest.mark.parametrize(
    ("method", "path"),
    [("GET", "/v1"), ("GET", "/healthz"), ("POST", "/v1/studies"), ("POST", "/v1/keys")]
    + [("GET", route) for route in READERS]
    + [("POST", route) for route in OWNERS]
    + [("PUT", UPLOAD), ("POST", "/close")],
)
def test_no_other_route_is_for_pages_of_others(method: str, path: str, scene: Scene) -> None:
    path = path if path.startswith(("/v1", "/health")) else path_of(scene.open, path)
    reply = scene.served.ask(method, path, b"{}" if method != "GET" else None)
    assert not [name for name in reply.headers if name.startswith("access-control")]


@pytest.mark.parametrize("path", ["/v1", "/nowhere", "/healthz", "study", "study/status", "study/answers"])
def test_every_reply_has_the_headers_of_all(path: str, scene: Scene) -> None:
    reply = scene.served.ask("GET", path.replace("study", path_of(scene.open)))
    assert reply.headers["x-content-type-options"] == "nosniff"
    assert reply.headers["referrer-policy"] == "no-referrer"
    assert reply.headers["cross-origin-opener-policy"] == "same-origin"
    assert reply.headers["content-security-policy"].startswith("default-src 'none'")
    assert reply.headers["cache-control"] == (
        "no-store" if path != "study" else reply.headers["cache-control"]
    )
    assert "server" not in reply.headers
    assert "strict-transport-security" not in reply.headers


def bodies_that_are_wrong(person: Person) -> dict[str, bytes]:
    good = json.loads(person.body)
    ticket = good["ticket"]
    return {
        "not JSON": b"{",
        "not UTF-8": b"\xff\xfe",
        "a list": b"[]",
        "a member twice": b'{"column":"000001","column":"000001","ticket":"%s"}' % ticket.encode(),
        "a member too many": json.dumps(good | {"value": 3}).encode(),
        "a member too few": json.dumps({"column": "000001"}).encode(),
        "a column as a number": json.dumps(good | {"column": 1}).encode(),
        "a column of five digits": json.dumps(good | {"column": "00001"}).encode(),
        "a column of other digits": json.dumps(good | {"column": "٠٠٠٠٠١"}).encode(),
        "a ticket that is short": json.dumps(good | {"ticket": ticket[:-4]}).encode(),
        "a ticket in another spelling": json.dumps(good | {"ticket": ticket + "="}).encode(),
        "deep": b"[" * 2000 + b"]" * 2000,
    }


def test_a_wrong_body_is_refused_by_field_and_never_repeated(scene: Scene) -> None:
    (person,) = crowd(scene.open, 1, start=50)
    person.ask(scene.served)
    for what, body in bodies_that_are_wrong(person).items():
        reply = scene.served.ask("POST", path_of(scene.open, "/answers"), body)
        assert name_of(reply) == "malformed", what
        (error,) = reply.json()["errors"]
        assert error["field"] in ("body", "column", "ticket"), what
        assert person.body[20:60] not in reply.body
    assert person.send(scene.served).status == 201


def test_columns_and_tickets_that_are_not_of_the_study_are_refused(scene: Scene) -> None:
    (person,) = crowd(scene.open, 1, start=60)
    person.ask(scene.served)
    path = path_of(scene.open, "/answers")
    outside = json.dumps(json.loads(person.body) | {"column": "999999"}).encode()
    assert name_of(scene.served.ask("POST", path, outside)) == "column-out-of-range"
    forged = json.dumps({"column": "000000", "ticket": to_base64url(bytes(48))}).encode()
    assert name_of(scene.served.ask("POST", path, forged)) == "ticket-invalid"
    assert name_of(scene.served.ask("POST", path_of(scene.open, "/withdrawals"), b"{}")) == "malformed"


def test_types_methods_and_addresses_that_are_none(scene: Scene) -> None:
    ask = scene.served.ask
    path = path_of(scene.open, "/answers")
    text = {"Content-Type": "text/plain"}
    assert name_of(ask("POST", path, b"{}", headers=text)) == "unsupported-media-type"
    refused = ask("PUT", path, b"{}")
    assert name_of(refused) == "method-not-allowed"
    assert "POST" in refused.headers["allow"]
    for path in (
        "/",
        "/v2",
        "/v1/studies/",
        "/v1/studies/x",
        "/v1/studies/" + "A" * 43,
        "/v1/studies/%00",
        "/s/x/y",
    ):
        assert name_of(ask("GET", path)) == "study-unknown", path


def test_unknown_studies_are_all_alike(scene: Scene) -> None:
    """Nobody learns from a 404 what kind of wrong an address is."""
    paths = ["/v1/studies/" + "A" * 43, "/v1/studies/" + "B" * 42, "/v1/studies/x/state", "/v1/studies/x"]
    replies = [scene.served.ask("GET", path) for path in paths]
    assert len({reply.body for reply in replies}) == 1
    assert {tuple(sorted(reply.headers)) for reply in replies} == {tuple(sorted(replies[0].headers))}


def test_a_manifest_that_must_not_be_opened_is_refused_by_field(scene: Scene) -> None:
    def fields(study: bytes, **given: str) -> list[str]:
        query = "&".join(f"{name}={text}" for name, text in given.items())
        reply = scene.served.ask("POST", f"/v1/studies?{query}", study, key=scene.owner)
        assert name_of(reply) == "malformed"
        return [error["field"] for error in reply.json()["errors"]]

    good = frozen("open", title="Never opened")
    assert fields(b"{}") == ["tacit"]
    assert fields(good.manifest + b" ") == ["manifest"]
    assert fields(frozen("open", people=10).manifest) == ["override"]
    assert fields(good.manifest, override="because") == ["override"], (
        "people would be told that it is hopeless"
    )
    assert fields(frozen("blind").manifest) == ["keys"]
    assert fields(good.manifest, redirect="javascript:alert(1)") == ["redirect"]
    assert fields(good.manifest, redirect="https://a@b.example.org") == ["redirect"]
    assert fields(good.manifest, other="x") == ["query"]
    stolen = frozen("blind", title="Of another study", keys=scene.blind.keys)
    assert fields(stolen.manifest) == ["keys"]
    assert scene.served.ask("GET", path_of(good)).status == 404


def test_bulk_is_stored_once_and_said_apart(scene: Scene) -> None:
    study = scene.served.open("open", title="By relay", batch=2)
    path = path_of(study, UPLOAD)
    queries, columns = study.scheme.queries, study.scheme.rows.columns

    def record(number: int, query: int, column: int) -> bytes:
        return struct.pack(">16sQI", bytes([number]) * 16, query, column)

    body = (
        record(1, 0, 0) + record(2, queries - 1, columns - 1) + record(3, queries, 0) + record(4, 0, columns)
    )
    body += record(1, 0, 0) + record(1, 0, 1) + record(5, 2**64 - 1, 2**32 - 1)

    def put(body: bytes) -> Reply:
        return scene.served.ask("PUT", path, body, key=scene.owner, headers=BULK)

    first = put(body)
    assert first.status == 201
    out = "urn:tacit:error:column-out-of-range"
    assert first.json() == {
        "accepted": 2,
        "repeated": 1,
        "refused": [
            {"index": 2, "type": out},
            {"index": 3, "type": out},
            {"index": 5, "type": "urn:tacit:error:answer-differs"},
            {"index": 6, "type": out},
        ],
    }
    again = put(body)
    assert (again.status, again.body) == (200, first.body)
    assert name_of(put(body + record(6, 0, 0))) == "answer-differs"
    assert name_of(put(body[:-1])) == "malformed"
    (person,) = crowd(study, 1)
    person.answer(scene.served)
    scene.served.research("POST", path_of(study, "/close"), {})
    tally = scene.served.research("GET", path_of(study, "/tally"))
    assert (tally["answers"], tally["bulk"]) == (3, 2)
    assert again.body == put(body).body
