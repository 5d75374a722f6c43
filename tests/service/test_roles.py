"""Every route, asked by everybody: each role of the study, of another one, of the server, and strangers.

The routes are read from the application: one that is not in the table below fails.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from served.addresses import Address, addresses
from served.people import crowd, invite
from served.processes import Served, path_of, serving
from tacit.protocol import bodies
from tacit.protocol.encoding import to_base64url
from tacit.service.bulk import MEDIA_TYPE
from tacit.study.study import Study

ROLES = ("owner", "reader", "collector")
STUDY = "/v1/studies/{study}"
UPLOAD = to_base64url(bytes(16))
UNKNOWN_KEY = "tacit_" + "A" * 43

# Who may do it, beside the owner of the server; the last two are for those who are nobody's, too.
ONLY_THE_SERVERS_OWNER: frozenset[str] = frozenset()
OWNERS = frozenset({"owner here"})
READERS = OWNERS | {"reader here"}
COLLECTORS = OWNERS | {"collector here"}
WITH_ANY_KEY = frozenset(f"{role} {where}" for role in ROLES for where in ("here", "elsewhere"))
STRANGERS = frozenset({"nobody", "with an unknown key"})
ANYONE = WITH_ANY_KEY | STRANGERS


@dataclass
class Asked:
    """Who may ask, what is sent, and the status that everybody gets who may."""

    who: frozenset[str]
    status: int = 200
    body: bytes | None = None
    media_type: str = "application/json"


class Scene:
    """A server with two studies that have keys of every role, and one more to close."""

    def __init__(self, served: Served) -> None:
        self.served = served
        self.here = served.open("named", title="Here")
        self.elsewhere = served.open("named", title="Elsewhere")
        self.ending = served.open("named", title="Ending")
        self.people = crowd(self.here, 5)
        invite(served, self.people)
        for person in self.people:
            person.answer(served)
        upload = path_of(self.here, f"/batches/{UPLOAD}")
        assert (
            served.ask("PUT", upload, b"", key=served.key, headers={"Content-Type": MEDIA_TYPE}).status == 201
        )
        withdrawal = bodies.withdrawal_body(self.people[1].ticket)
        assert served.ask("POST", path_of(self.here, "/withdrawals"), withdrawal).status == 200

    def keys(self, here: Study) -> dict[str, str | None]:
        """Everybody, with what they have to show."""
        found: dict[str, str | None] = {"nobody": None, "with an unknown key": UNKNOWN_KEY}
        found["owner of the server"] = self.served.key
        for where, study in (("here", here), ("elsewhere", self.elsewhere)):
            found |= {f"{role} {where}": self.key(study, role) for role in ROLES}
        return found

    def key(self, study: Study, role: str) -> str:
        made = self.served.research("POST", path_of(study, "/access"), {"role": role}, status=201)["key"]
        assert isinstance(made, str)
        return made

    def cookie(self, key: str) -> str:
        """What a browser has after logging in."""
        reply = self.served.ask("POST", "/v1/session", json.dumps({"key": key}).encode(), headers=self.origin)
        assert reply.status == (401 if key == UNKNOWN_KEY else 201)
        return reply.headers.get("set-cookie", "__Host-tacit=" + "A" * 43).partition(";")[0]

    @property
    def origin(self) -> dict[str, str]:
        return {"Origin": self.served.origin}

    def table(self) -> dict[Address, Asked]:
        """Every route, and one request to it."""
        invited, withdrawn = self.people[0], self.people[1]
        of_study = {
            ("GET", ""): Asked(ANYONE),
            ("GET", "/state"): Asked(ANYONE),
            ("POST", "/tickets"): Asked(ANYONE, body=invited.request()[0]),
            ("POST", "/answers"): Asked(ANYONE, body=invited.body),
            ("POST", "/withdrawals"): Asked(ANYONE, body=bodies.withdrawal_body(withdrawn.ticket)),
            ("POST", "/access"): Asked(OWNERS, 201, b'{"role":"reader"}'),
            ("POST", "/invitations"): Asked(OWNERS, body=b'{"invitations":[]}'),
            ("POST", "/invitations/revoke"): Asked(OWNERS, body=b'{"hashes":[],"force":true}'),
            ("POST", "/close"): Asked(OWNERS, body=b"{}"),
            **{
                ("GET", f"/{name}"): Asked(READERS)
                for name in ("invitations", "status", "audit", "tally", "estimate", "answers", "board")
            },
            ("PUT", "/batches/{upload}"): Asked(COLLECTORS, body=b"", media_type=MEDIA_TYPE),
        }
        return {
            Address("GET", "/healthz"): Asked(ANYONE),
            Address("GET", "/v1"): Asked(ANYONE),
            Address("GET", "/v1/openapi.json"): Asked(ANYONE),
            Address("GET", "/v1/session"): Asked(WITH_ANY_KEY),
            Address("POST", "/v1/session"): Asked(ANYONE, 201, json.dumps({"key": self.served.key}).encode()),
            Address("DELETE", "/v1/session"): Asked(ANYONE),
            Address("POST", "/v1/session/codes"): Asked(WITH_ANY_KEY, 201, b"{}"),
            Address("POST", "/v1/keys"): Asked(ONLY_THE_SERVERS_OWNER, 400, b'{"count":0}'),
            Address("POST", "/v1/studies"): Asked(ONLY_THE_SERVERS_OWNER, 400, b"{}"),
            **{Address(method, STUDY + rest): asked for (method, rest), asked in of_study.items()},
        }


@pytest.fixture(scope="module")
def scene(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Scene]:
    with serving(tmp_path_factory.mktemp("served")) as served:
        yield Scene(served)


def found(scene: Scene, address: Address, study_id: str, headers: dict[str, str]) -> int:
    """The status of one request of the table."""
    asked = scene.table()[address]
    path = address.path.replace("{study}", study_id).replace("{upload}", UPLOAD)
    given = {"Content-Type": asked.media_type} if asked.body is not None else {}
    return scene.served.ask(address.method, path, asked.body, headers=scene.origin | given | headers).status


def wanted(asked: Asked, name: str, allowed: int) -> int:
    if name in asked.who or name == "owner of the server":
        return allowed
    return 401 if name in STRANGERS else 403


def test_no_route_is_missing_in_the_table(scene: Scene) -> None:
    assert sorted(scene.table()) == sorted(addresses())


def all_found(scene: Scene, address: Address, way: str) -> dict[str, int]:
    """The status that each of them gets, by their key or by a cookie for it."""
    here = scene.ending if address.path.endswith("/close") else scene.here
    statuses = {}
    for name, key in scene.keys(here).items():
        headers: dict[str, str] = {}
        if key is not None:
            headers = {"Authorization": f"Bearer {key}"} if way == "key" else {"Cookie": scene.cookie(key)}
        statuses[name] = found(scene, address, here.id, headers)
    return statuses


def all_wanted(scene: Scene, address: Address) -> dict[str, int]:
    asked = scene.table()[address]
    return {name: wanted(asked, name, asked.status) for name in scene.keys(scene.here)}


@pytest.mark.parametrize("way", ["key", "cookie"])
@pytest.mark.parametrize("address", addresses(), ids=" ".join)
def test_everybody_does_what_they_may_in_their_own_study_and_nothing_else(
    address: Address, way: str, scene: Scene
) -> None:
    assert all_found(scene, address, way) == all_wanted(scene, address)


@pytest.mark.parametrize("address", [one for one in addresses() if "{study}" in one.path], ids=" ".join)
def test_a_study_that_is_not_there_is_unknown_to_whoever_has_a_key(address: Address, scene: Scene) -> None:
    is_public = "nobody" in scene.table()[address].who
    for name, key in scene.keys(scene.here).items():
        is_known = is_public or name not in STRANGERS
        headers = {} if key is None else {"Authorization": f"Bearer {key}"}
        assert found(scene, address, "A" * 43, headers) == (404 if is_known else 401), name


def test_a_server_that_takes_keys_of_other_studies_is_caught_at_every_route_of_researchers(
    tmp_path: Path,
) -> None:
    with serving(tmp_path, "lax") as served:
        scene = Scene(served)
        wrong = {
            address
            for address in scene.table()
            if all_found(scene, address, "key") != all_wanted(scene, address)
        }
        theirs = {address for address, asked in scene.table().items() if asked.who < WITH_ANY_KEY}
        assert wrong == theirs
        assert len(theirs) >= 14
