"""The device, from a link to a receipt, with a server that is honest but for its network."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from pathlib import Path

import pytest

from collected.devices import Clock, device_at
from collected.server import INVITATION, ORIGIN, Losing, Server
from collected.studies import Tickets, study_of
from tacit.client.exchange import NoResponse, Request, Response
from tacit.errors import NotReceived, Refused, Stopped
from tacit.protocol import bodies
from tacit.protocol.encoding import to_base64url
from tacit.protocol.links import link_text
from tacit.protocol.queries import query_of
from tacit.protocol.tickets import TICKET_BYTES, answer_id
from tacit.study.study import Study

KINDS: tuple[Tickets, ...] = ("blind", "open", "named")


def files_in(folder: Path) -> dict[str, bytes]:
    """What a device keeps."""
    return {file.name: file.read_bytes() for file in folder.rglob("*") if file.is_file()}


def test_a_link_leads_to_a_receipt(tmp_path: Path) -> None:
    server = Server(study_of())
    visit = device_at(tmp_path, server).visit(link_text(server.link()))
    assert visit.study == server.study
    assert visit.state is None
    assert visit.epsilon == Decimal(1)
    receipt = visit.answer(group="diabetic", value=7)
    assert visit.state == "received"
    ((name, (query, column)),) = server.answers.items()
    assert receipt == (server.study.id, to_base64url(name), "2026-11-19", "")
    assert 0 <= query < server.study.scheme.queries
    assert 0 <= column < server.study.scheme.rows.columns


@pytest.mark.parametrize("kind", KINDS)
def test_each_kind_of_ticket_works_and_its_query_is_never_sent(kind: Tickets, tmp_path: Path) -> None:
    server = Server(study_of(tickets=kind))
    device_at(tmp_path, server).visit(server.link()).answer(group="diabetic", value=7)
    sent = bodies.read_answer(server.bodies_to("/answers")[0], kind)
    assert len(sent.ticket) == TICKET_BYTES[kind]
    query = query_of(server.study.scheme, server.id32, sent.ticket)
    assert server.answers == {answer_id(sent.ticket): (query, sent.column)}
    assert [request.method for request in server.requests] == ["GET", "POST", "POST"]


def test_nothing_secret_stands_in_an_address_or_in_what_a_log_would_show(tmp_path: Path) -> None:
    server = Server(study_of())
    device_at(tmp_path, server).visit(server.link()).answer(group="diabetic", value=7)
    ticket = bodies.read_answer(server.bodies_to("/answers")[0], "blind").ticket
    assert len(server.requests) == 3
    for request in server.requests:
        for secret in (to_base64url(INVITATION), to_base64url(ticket)):
            assert secret not in request.url
            assert secret not in repr(request)


@pytest.mark.parametrize(("group", "value"), [("diabetic", 11), ("diabetec", 7), ("diabetic", None)])
def test_a_wrong_answer_is_refused_before_anything_is_asked_for(
    group: str, value: int | None, tmp_path: Path
) -> None:
    server = Server(study_of())
    visit = device_at(tmp_path, server).visit(server.link())
    with pytest.raises(Refused):
        visit.answer(group=group, value=value)
    assert len(server.requests) == 1
    assert visit.state is None


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("route", ["/tickets", "/answers"])
def test_lost_responses_cost_nothing_but_time_and_the_same_bytes_are_sent(
    kind: Tickets, route: str, tmp_path: Path
) -> None:
    server = Losing(study_of(tickets=kind), route=route, losses=50)
    clock = Clock()
    visit = device_at(tmp_path, server, patience=None, clock=clock).visit(server.link())
    visit.answer(group="diabetic", value=7)
    sent = server.bodies_to(route)
    assert len(sent) == 51
    assert len(set(sent)) == 1
    assert len(server.answers) == 1
    assert len(clock.slept) == 50


def test_waiting_doubles_to_an_hour_and_is_shortened_by_less_than_a_quarter(tmp_path: Path) -> None:
    server = Losing(study_of(tickets="open"), losses=20)
    clock = Clock()
    device_at(tmp_path, server, patience=None, clock=clock).visit(server.link()).answer(
        group="diabetic", value=7
    )
    bases = [min(2**at, 3600) for at in range(20)]
    assert all(0.75 * base < slept <= base for base, slept in zip(bases, clock.slept, strict=True))
    assert len({slept / base for base, slept in zip(bases, clock.slept, strict=True)}) > 10


def test_after_impatience_the_answer_waits_on_the_device_and_is_delivered_later(tmp_path: Path) -> None:
    server = Losing(study_of(), losses=10**6)
    device = device_at(tmp_path, server)
    visit = device.visit(server.link())
    with pytest.raises(NotReceived, match="not received yet: the connection was lost; it is kept"):
        visit.answer(group="diabetic", value=7)
    assert visit.state == "sent"
    assert device.pending() == [server.study.id]
    server.losses = 0
    later = device_at(tmp_path, server, name="another start, with other randomness")
    (delivery,) = later.deliver()
    assert delivery.receipt is not None
    assert len(set(server.bodies_to("/answers"))) == 1
    assert later.pending() == []
    assert later.deliver() == []


def test_from_the_first_send_on_another_choice_changes_nothing(tmp_path: Path) -> None:
    """Drawing again for another choice would let the server average, and tell more than the odds allow."""
    server = Losing(study_of(epsilon="3"), losses=10**6)
    for at in range(20):
        visit = device_at(tmp_path, server, name=f"start {at}", patience=0).visit(server.link())
        with pytest.raises(NotReceived):
            visit.answer(group=("diabetic", "not diabetic")[at % 2], value=at % 11)
    assert len(server.bodies_to("/answers")) == 20
    assert len(set(server.bodies_to("/answers"))) == 1
    assert len(set(server.bodies_to("/tickets"))) == 1


def test_starting_over_is_possible_only_before_anything_was_sent(tmp_path: Path) -> None:
    server = Losing(study_of(tickets="open"), route="/tickets", losses=10**6)
    visit = device_at(tmp_path, server, patience=0).visit(server.link())
    with pytest.raises(NotReceived):
        visit.answer(group="diabetic", value=7)
    assert visit.state == "asked"
    visit.forget()
    assert visit.state is None
    server.losses, server.route = 10**6, "/answers"
    with pytest.raises(NotReceived):
        visit.answer(group="diabetic", value=7)
    with pytest.raises(Refused, match="starting over would reveal more"):
        visit.forget()
    server.losses = 0
    visit.answer(group="diabetic", value=7)
    with pytest.raises(Refused, match="starting over would reveal more"):
        visit.forget()


def test_an_answer_is_given_once(tmp_path: Path) -> None:
    server = Server(study_of())
    visit = device_at(tmp_path, server).visit(server.link())
    visit.answer(group="diabetic", value=7)
    with pytest.raises(Refused, match="was answered with this invitation from this device on 2026-11-19"):
        visit.answer(group="not diabetic", value=1)
    assert len(server.bodies_to("/answers")) == 1


def test_after_the_receipt_nothing_is_left_but_study_topic_day_and_epsilon(tmp_path: Path) -> None:
    server = Server(study_of())
    visit = device_at(tmp_path, server).visit(server.link())
    visit.answer(group="diabetic", value=7)
    sent = bodies.read_answer(server.bodies_to("/answers")[0], "blind")
    kept = b"".join(files_in(tmp_path).values()).decode()
    for gone in (
        to_base64url(sent.ticket),
        sent.ticket[1:33].hex(),
        "column",
        "nonce",
        "blinded",
        "diabetic",
    ):
        assert gone not in kept
    for there in (server.study.id, "2026-11-19", '"epsilon":"1"'):
        assert there in kept
    assert not [name for name in files_in(tmp_path) if name.startswith(".")]


def test_group_and_value_are_never_noted(tmp_path: Path) -> None:
    """Every file after every request, with a value and labels that stand nowhere else."""
    seen: list[str] = []
    server = Server(study_of(labels=("aardvark", "zebra")))

    def watched(request: Request) -> Response:
        seen.extend(content.decode() for content in files_in(tmp_path).values())
        return server(request)

    device_at(tmp_path, watched).visit(server.link()).answer(group="zebra", value="3.14159")
    assert len(seen) >= 3
    assert not [content for content in seen if "zebra" in content or "3.14159" in content]
    assert [content for content in seen if '"column":' in content], "the search would find what is noted"


def test_names_of_notes_tell_neither_study_nor_invitation(tmp_path: Path) -> None:
    server = Server(study_of())
    device_at(tmp_path, server).visit(server.link()).answer(group="diabetic", value=7)
    names = list(files_in(tmp_path))
    assert names
    for name in names:
        assert server.study.id not in name
        assert INVITATION.hex() not in name


def test_only_the_owner_can_read_what_is_noted(tmp_path: Path) -> None:
    server = Losing(study_of(), losses=10**6)
    folder = tmp_path / "home"
    with pytest.raises(NotReceived):
        device_at(folder, server, patience=0).visit(server.link()).answer(group="diabetic", value=7)
    for path in folder.rglob("*"):
        assert path.stat().st_mode & 0o077 == 0, path


def test_a_ticket_that_is_kept_withdraws_the_answer(tmp_path: Path) -> None:
    server = Server(study_of())
    visit = device_at(tmp_path, server).visit(server.link())
    receipt = visit.answer(group="diabetic", value=7, keeps_ticket=True)
    assert len(receipt.ticket) == 386
    visit.withdraw()
    assert server.answers == {}


def test_without_the_ticket_nothing_can_be_withdrawn(tmp_path: Path) -> None:
    server = Server(study_of())
    visit = device_at(tmp_path, server).visit(server.link())
    visit.answer(group="diabetic", value=7)
    with pytest.raises(Refused, match="ticket must have been kept"):
        visit.withdraw()
    assert server.bodies_to("/withdrawals") == []


REFUSALS = {
    "invitation-unknown": "This invitation is not known here",
    "invitation-used": "from another device or browser",
    "study-closed": "it takes no more answers",
    "ticket-invalid": "not one of this study",
}


@pytest.mark.parametrize("name", REFUSALS)
@pytest.mark.parametrize("route", ["/tickets", "/answers"])
def test_a_refusal_for_good_stops_at_once_and_keeps_the_note(name: str, route: str, tmp_path: Path) -> None:
    server = Refusing(study_of(), name=name, route=route)
    clock = Clock()
    visit = device_at(tmp_path, server, clock=clock).visit(server.link())
    with pytest.raises(Stopped, match=REFUSALS[name]) as stopped:
        visit.answer(group="diabetic", value=7)
    assert stopped.value.name == name
    assert clock.slept == []
    assert len(server.bodies_to(route)) == 1
    assert visit.state == ("asked" if route == "/tickets" else "sent")


class Refusing(Server):
    """Refuses everything on one route, with one problem document."""

    def __init__(self, study: Study, *, name: str, route: str) -> None:
        super().__init__(study)
        self.name, self.route = name, route

    def respond(self, request: Request) -> Response:
        if request.url.endswith(self.route):
            from collected.server import Problem

            raise Problem(self.name)
        return super().respond(request)


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 504])
def test_what_may_pass_is_sent_again_unchanged(status: int, tmp_path: Path) -> None:
    server = Server(study_of())
    left = [status, status, status]

    def busy(request: Request) -> Response:
        response = server(request)
        return Response(left.pop(), b"<html>") if left and request.url.endswith("/answers") else response

    device_at(tmp_path, busy).visit(server.link()).answer(group="diabetic", value=7)
    assert len(server.bodies_to("/answers")) == 4
    assert len(set(server.bodies_to("/answers"))) == 1


@pytest.mark.parametrize(
    ("asked", "seconds"), [("7", 7), ("Thu, 19 Nov 2026 12:00:30 GMT", 30), ("86401", 86400), ("0", 1)]
)
def test_what_a_server_asks_for_by_retry_after_is_waited(asked: str, seconds: int, tmp_path: Path) -> None:
    server, clock = Server(study_of()), Clock()
    busy = [Response(503, b"", {"retry-after": asked})]

    def once_busy(request: Request) -> Response:
        return busy.pop() if busy and request.url.endswith("/answers") else server(request)

    device_at(tmp_path, once_busy, patience=None, clock=clock).visit(server.link()).answer(
        group="diabetic", value=7
    )
    assert clock.slept[0] == pytest.approx(seconds, abs=0.25)


@pytest.mark.parametrize("asked", ["soon", "", "-5", "Thu, 45 Nov 2026", "١٢"])
def test_an_unreadable_retry_after_is_as_none(asked: str, tmp_path: Path) -> None:
    server, clock = Server(study_of()), Clock()
    busy = [Response(503, b"", {"retry-after": asked})]

    def once_busy(request: Request) -> Response:
        return busy.pop() if busy and request.url.endswith("/answers") else server(request)

    device_at(tmp_path, once_busy, clock=clock).visit(server.link()).answer(group="diabetic", value=7)
    assert 0.75 < clock.slept[0] <= 1


def test_a_log_in_page_of_some_network_is_no_acknowledgement(tmp_path: Path) -> None:
    server = Server(study_of())
    pages = [Response(200, b"<html>Please accept our terms</html>")] * 3

    def captive(request: Request) -> Response:
        return pages.pop() if pages and request.url.endswith("/answers") else server(request)

    receipt = device_at(tmp_path, captive).visit(server.link()).answer(group="diabetic", value=7)
    assert receipt.answer in {to_base64url(name) for name in server.answers}
    assert pages == []


def test_somebody_elses_acknowledgement_is_no_receipt(tmp_path: Path) -> None:
    server = Server(study_of())

    def mistaken(request: Request) -> Response:
        response = server(request)
        is_answer = request.url.endswith("/answers")
        return replace(response, body=bodies.answer_reply(bytes(16))) if is_answer else response

    visit = device_at(tmp_path, mistaken).visit(server.link())
    with pytest.raises(Stopped, match="it is not this one"):
        visit.answer(group="diabetic", value=7)
    assert visit.state == "sent"


def test_a_device_without_network_says_so(tmp_path: Path) -> None:
    def unplugged(request: Request) -> Response:
        raise NoResponse("no route to host")

    with pytest.raises(NotReceived, match="no route to host"):
        device_at(tmp_path, unplugged).visit(f"{ORIGIN}/s/{study_of().id}")


def test_one_answer_that_stops_does_not_hold_up_the_others(tmp_path: Path) -> None:
    servers = [Losing(study_of(labels=labels), losses=10**6) for labels in (("a", "b"), ("c", "d"))]
    for server in servers:
        visit = device_at(tmp_path, server, patience=0).visit(server.link())
        with pytest.raises(NotReceived):
            visit.answer(group=server.study.groups.labels[0], value=7)
        server.losses = 0

    def both(request: Request) -> Response:
        server = next(one for one in servers if one.study.id in request.url)
        return Response(403, b"") if server is servers[0] else server(request)

    deliveries = {one.study: one for one in device_at(tmp_path, both).deliver()}
    assert deliveries[servers[0].study.id].receipt is None
    assert deliveries[servers[0].study.id].reason == "the server said HTTP 403"
    assert deliveries[servers[1].study.id].receipt is not None
