"""Whole studies against a real server process: three kinds of tickets, and the device that people use."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from collected.studies import Tickets
from served.processes import path_of, serving
from tacit.client.device import Device
from tacit.client.exchange import NoResponse, Request, Response
from tacit.client.https import over_https
from tacit.errors import NotReceived, Stopped
from tacit.protocol.links import Link, link_text

KINDS: tuple[Tickets, ...] = ("blind", "open", "named")
PEOPLE = 7


def devices(folder: Path, count: int) -> list[Device]:
    return [Device(folder / f"device {number}", patience=20) for number in range(count)]


@pytest.mark.parametrize("kind", KINDS)
def test_a_study_from_opening_to_its_figures(kind: Tickets, tmp_path: Path) -> None:
    with serving(tmp_path) as served:
        study = served.open(kind, batch=3)
        invitations = [bytes([number]) * 16 for number in range(PEOPLE)]
        links: Sequence[str | Link] = (
            [f"{served.origin}/s/{study.id}"] * PEOPLE
            if kind == "open"
            else served.invite(study, invitations)
        )
        receipts = []
        for number, (device, link) in enumerate(zip(devices(tmp_path, PEOPLE), links, strict=True)):
            visit = device.visit(link)
            assert visit.study == study
            group = ("diabetic", "not diabetic")[number % 2]
            receipts.append(visit.answer(group=group, value=number, keeps_ticket=number == 0).answer)
            assert visit.state == "received"
        assert len(set(receipts)) == PEOPLE
        status = served.research("GET", path_of(study, "/status"))
        assert (status["state"], status["answered"]) == ("open", 6)
        assert status["started"] == (0 if kind == "open" else 6)
        withdrawing = Device(tmp_path / "device 0", patience=20)
        withdrawing.visit(links[0]).withdraw()
        assert served.research("POST", path_of(study, "/close"), {}) == {"state": "closed"}
        status = served.research("GET", path_of(study, "/status"))
        assert (status["state"], status["answered"], status["withdrawn"]) == ("closed", PEOPLE, 1)
        tally = served.research("GET", path_of(study, "/tally"))
        assert (tally["answers"], tally["bulk"], tally["study"]) == (PEOPLE - 1, 0, study.id)
        estimate = served.research("GET", path_of(study, "/estimate"))
        assert estimate["answers"] == PEOPLE - 1
        lines = served.ask("GET", path_of(study, "/answers"), key=served.key).body.decode().splitlines()
        assert len(lines) == PEOPLE
        assert lines[0] == ("record,query,column" if kind == "named" else "query,column,via")
        late = Device(tmp_path / "late", patience=20).visit(links[1])
        with pytest.raises(Stopped, match="This study is closed; it takes no more answers"):
            late.answer(group="diabetic", value=1)


@pytest.mark.parametrize("kind", KINDS)
def test_a_receipt_that_was_lost_is_given_after_close_and_after_a_restart(
    kind: Tickets, tmp_path: Path
) -> None:
    def losing(request: Request) -> Response:
        response = over_https(request)
        if request.url.endswith("/answers"):
            raise NoResponse("the connection was lost")
        return response

    with serving(tmp_path) as served:
        study = served.open(kind)
        link = f"{served.origin}/s/{study.id}"
        if kind != "open":
            (invited,) = served.invite(study, [bytes(16)])
            link = link_text(invited)
        visit = Device(tmp_path / "device", patience=0, send=losing).visit(link)
        with pytest.raises(NotReceived, match="not received yet"):
            visit.answer(group="diabetic", value=1)
        served.research("POST", path_of(study, "/close"), {})
        served.stop()
        served.start()
        (delivery,) = Device(tmp_path / "device", patience=20).deliver()
        assert delivery.receipt is not None, delivery.reason
