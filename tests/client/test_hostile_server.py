"""A server that lies: the device refuses, says why, and sends nothing that it should not."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import pytest

from collected.devices import Clock, device_at
from collected.keys import OTHER_KEY, SIGNING_KEY, published
from collected.server import INVITATION, ORIGIN, Server
from collected.sources import Stream
from collected.studies import study_of
from tacit.client.exchange import Request, Response
from tacit.errors import NotReceived, Refused, StudyInvalid
from tacit.protocol import bodies
from tacit.protocol.links import Link
from tacit.protocol.signing import blind_sign

VECTORS = Path(__file__).parents[2] / "vectors" / "v1"


class Bad(NamedTuple):
    """A manifest that must be refused."""

    name: str
    id: str
    raw: bytes
    field: str
    most_epsilon: str


def bad_manifests() -> list[Bad]:
    cases = json.loads((VECTORS / "manifests.json").read_text(encoding="utf-8"))["refused"]
    return [
        Bad(
            case["name"],
            case["id"],
            bytes.fromhex(case["hex"]) if "hex" in case else case["manifest"].encode(),
            case["refused"],
            case["most_epsilon"],
        )
        for case in cases
    ]


@pytest.mark.parametrize("bad", bad_manifests(), ids=lambda bad: bad.name)
def test_a_manifest_that_must_be_refused_is_and_nothing_is_sent(bad: Bad, tmp_path: Path) -> None:
    requests: list[Request] = []

    def lying(request: Request) -> Response:
        requests.append(request)
        return Response(200, bad.raw)

    device = device_at(tmp_path, lying, most_epsilon=bad.most_epsilon)
    with pytest.raises(StudyInvalid) as refused:
        device.visit(Link(ORIGIN, bad.id, INVITATION))
    assert refused.value.problems[0].field == bad.field
    assert [request.method for request in requests] == ["GET"]
    assert not [file for file in tmp_path.rglob("*") if file.is_file()]


def test_a_refusal_says_what_is_wrong_in_words(tmp_path: Path) -> None:
    study = study_of(epsilon="4")
    with pytest.raises(StudyInvalid, match=r"^privacy.epsilon must be at most 3 on this device; got 4$"):
        device_at(tmp_path, Server(study)).visit(Server(study).link())
    other = study_of(title="Another study")
    with pytest.raises(StudyInvalid, match=r"^id is not the hash of the bytes that came"):
        device_at(tmp_path, lambda request: Response(200, other.manifest)).visit(Server(study).link())
    offline = study_of(promise="group", mean_within="0.5")
    with pytest.raises(StudyInvalid, match=r"^privacy.mean_within is for answers collected offline"):
        device_at(tmp_path, Server(offline)).visit(Server(offline).link())


def test_a_limit_of_the_devices_owner_is_the_limit(tmp_path: Path) -> None:
    server = Server(study_of(epsilon="4"))
    visit = device_at(tmp_path, server, most_epsilon="4").visit(server.link())
    assert visit.epsilon == 4


LIES: dict[str, Callable[[bytes], bytes]] = {
    "one": lambda asked: (1).to_bytes(256, "big"),
    "what was asked": lambda asked: asked,
    "another key's": lambda asked: blind_sign(
        OTHER_KEY, (int.from_bytes(asked, "big") % OTHER_KEY.n).to_bytes(256, "big"), Stream("lie")
    ),
    "a changed bit": lambda asked: bytes(
        [
            *blind_sign(SIGNING_KEY, asked, Stream("lie"))[:-1],
            blind_sign(SIGNING_KEY, asked, Stream("lie"))[-1] ^ 1,
        ]
    ),
}


@pytest.mark.parametrize("lie", LIES)
def test_a_wrong_signature_stops_before_anything_is_drawn(lie: str, tmp_path: Path) -> None:
    server = Server(study_of())

    def lying(request: Request) -> Response:
        if not request.url.endswith("/tickets"):
            return server(request)
        asked = bodies.read_blind_request(request.body).blinded
        return Response(200, bodies.signature_reply(LIES[lie](asked)))

    visit = device_at(tmp_path, lying).visit(server.link())
    with pytest.raises(Refused, match="the server signed wrongly"):
        visit.answer(group="diabetic", value=7)
    assert server.bodies_to("/answers") == []
    assert visit.state == "asked"
    assert visit.device.ledger.spent() == 0


def test_after_a_wrong_signature_a_right_one_finishes_what_was_begun(tmp_path: Path) -> None:
    server = Server(study_of())
    lies = [bodies.signature_reply(bytes(256))]

    def lying_once(request: Request) -> Response:
        response = server(request)
        is_ticket = request.url.endswith("/tickets")
        return Response(200, lies.pop()) if lies and is_ticket else response

    visit = device_at(tmp_path, lying_once).visit(server.link())
    with pytest.raises(Refused, match="signed wrongly"):
        visit.answer(group="diabetic", value=7)
    visit.answer(group="diabetic", value=7)
    assert len(set(server.bodies_to("/tickets"))) == 1


@pytest.mark.parametrize("kind", ["open", "named"])
def test_a_ticket_of_a_wrong_length_is_no_reply(kind: str, tmp_path: Path) -> None:
    server = Server(study_of(tickets=kind))  # type: ignore[arg-type]

    def lying(request: Request) -> Response:
        is_ticket = request.url.endswith("/tickets")
        return Response(200, bodies.ticket_reply(bytes(33))) if is_ticket else server(request)

    clock = Clock()
    with pytest.raises(NotReceived, match="none of the protocol's replies"):
        device_at(tmp_path, lying, clock=clock).visit(server.link()).answer(group="diabetic", value=7)
    assert server.bodies_to("/answers") == []
    assert len(clock.slept) > 3


@pytest.mark.parametrize("key", [1, 15])
def test_a_key_that_the_study_has_not_is_refused(key: int, tmp_path: Path) -> None:
    server = Server(study_of())
    visit = device_at(tmp_path, server).visit(server.link(key=key))
    with pytest.raises(Refused, match=f"link must name a key of the study, 0..0; got {key}"):
        visit.answer(group="diabetic", value=7)
    assert len(server.requests) == 1
    assert visit.state is None


def test_the_key_that_a_link_names_is_used(tmp_path: Path) -> None:
    study = study_of(keys=(published(OTHER_KEY, "north"), published(SIGNING_KEY, "south")))
    server = Server(study)
    visit = device_at(tmp_path, server).visit(server.link(key=1))
    visit.answer(group="diabetic", value=7)
    asked = bodies.read_blind_request(server.bodies_to("/tickets")[0])
    assert asked.key == 1
    assert bodies.read_answer(server.bodies_to("/answers")[0], "blind").ticket[0] == 1


@pytest.mark.parametrize("kind", ["blind", "named"])
def test_without_an_invitation_nothing_is_sent_where_one_is_needed(kind: str, tmp_path: Path) -> None:
    server = Server(study_of(tickets=kind))  # type: ignore[arg-type]
    visit = device_at(tmp_path, server).visit(replace(server.link(), invitation=None))
    with pytest.raises(Refused, match="link must end in an invitation"):
        visit.answer(group="diabetic", value=7)
    assert len(server.requests) == 1


def test_an_invitation_to_an_open_study_is_not_told_to_its_server(tmp_path: Path) -> None:
    server = Server(study_of(tickets="open"))
    visit = device_at(tmp_path, server).visit(replace(server.link(), invitation=INVITATION))
    with pytest.raises(Refused, match="link must have no invitation"):
        visit.answer(group="diabetic", value=7)
    assert len(server.requests) == 1
