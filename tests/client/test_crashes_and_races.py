"""The device's memory under crashes at every step, and under two devices that share it.

Whatever happens, at most one column is ever sent for one invitation, and what is sent was on the disk before.
"""

from __future__ import annotations

import itertools
import os
import stat
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import ParamSpec, TypeVar

import pytest

from collected.devices import device_at
from collected.server import Losing, Server
from collected.studies import Tickets, study_of
from tacit.client.device import Visit
from tacit.client.exchange import Request, Response
from tacit.client.folder import Folder
from tacit.errors import NotReceived, Refused

Given = ParamSpec("Given")
Result = TypeVar("Result")

KINDS: tuple[Tickets, ...] = ("blind", "open", "named")


class Crash(BaseException):
    """The power fails."""


class Steps:
    """Counts everything that touches disk or network, and lets something happen after one of them."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, server: Server) -> None:
        self.server = server
        self.log: list[str] = []
        self.at = -1
        self.event: Callable[[], None] = lambda: None

        def fsync(descriptor: int) -> None:  # to wait for the disk would prove nothing: only the order counts
            self._done("flush folder" if stat.S_ISDIR(os.fstat(descriptor).st_mode) else "flush file")

        monkeypatch.setattr(os, "fsync", fsync)
        monkeypatch.setattr(os, "link", self._watched("link", os.link))
        monkeypatch.setattr(Path, "unlink", self._watched("unlink", Path.unlink))

    def send(self, request: Request) -> Response:
        return self._watched(f"send {request.url.rpartition('/')[2]}", self.server)(request)

    def happen(self, at: int, event: Callable[[], None]) -> None:
        """Let this event happen right after the step with this number, once."""
        self.log, self.at, self.event = [], at, event

    def _watched(self, name: str, step: Callable[Given, Result]) -> Callable[Given, Result]:
        def watched(*given: Given.args, **named: Given.kwargs) -> Result:
            try:
                return step(*given, **named)
            finally:
                self._done(name)

        return watched

    def _done(self, name: str) -> None:
        self.log.append(name)
        if len(self.log) - 1 == self.at:
            self.at = -1
            self.event()


def crash() -> None:
    raise Crash


@pytest.mark.parametrize("kind", KINDS)
def test_a_crash_after_any_step_never_leads_to_a_second_answer(
    kind: Tickets, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server(study_of(tickets=kind, epsilon="3"))
    steps = Steps(monkeypatch, server)
    device_at(tmp_path / "whole", steps.send).visit(server.link()).answer(group="diabetic", value=7)
    whole = len(steps.log)
    assert whole > 20
    for at in range(whole):
        server.start_afresh()
        folder = tmp_path / str(at)
        steps.happen(at, crash)
        with pytest.raises(Crash):
            device_at(folder, steps.send, name="first").visit(server.link()).answer(group="diabetic", value=7)
        visit = device_at(folder, steps.send, name="second").visit(server.link())
        if visit.state != "received":
            visit.answer(group="not diabetic", value=0)
        assert visit.state == "received", at
        assert len(set(server.bodies_to("/answers"))) == 1, at
        assert len(server.answers) == 1, at
        assert len(set(server.bodies_to("/tickets"))) == 1, at
        assert visit.device.ledger.spent() == 3, at


@pytest.mark.parametrize("kind", KINDS)
def test_two_processes_at_any_step_send_one_answer(
    kind: Tickets, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one is between any two steps, the other does everything, with another choice."""
    server = Server(study_of(tickets=kind, epsilon="3"))
    steps = Steps(monkeypatch, server)
    device_at(tmp_path / "whole", steps.send).visit(server.link()).answer(group="diabetic", value=7)
    outcomes = set()
    for at in range(len(steps.log)):
        server.start_afresh()
        folder = tmp_path / str(at)

        def other(folder: Path = folder) -> None:
            visit = device_at(folder, server, name="other").visit(server.link())
            if visit.state != "received":
                visit.answer(group="not diabetic", value=0)

        steps.happen(at, other)
        visit = device_at(folder, steps.send, name="one").visit(server.link())
        outcomes.add(outcome_of(visit))
        assert visit.state == "received"
        assert len(set(server.bodies_to("/answers"))) == 1, at
        assert len(server.answers) == 1, at
        assert visit.device.ledger.spent() == 3, at
        kept = b"".join(file.read_bytes() for file in folder.rglob("*") if file.is_file())
        assert b"column" not in kept, at
        assert b"ticket" not in kept, at
    assert outcomes == {"receipt", "study was answered with this invitation from this device on 2026-11-19"}


def outcome_of(visit: Visit) -> str:
    """How answering ends for whoever may come second."""
    try:
        visit.answer(group="diabetic", value=7)
    except Refused as refused:
        return str(refused)
    return "receipt"


def test_two_processes_of_which_one_stops_half_way_send_one_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """While one is between any two steps, the other goes up to one of its own and is gone; then both try."""
    server = Server(study_of(tickets="open", epsilon="3"))
    steps = Steps(monkeypatch, server)
    device_at(tmp_path / "whole", steps.send).visit(server.link()).answer(group="diabetic", value=7)
    whole = list(steps.log)
    places = [at for at, name in enumerate(whole) if not name.startswith("flush")]
    stops = [at for at in places if whole[at] != "unlink"]
    assert len(stops) > 8
    for at, stop in itertools.product(places, stops):
        server.start_afresh()
        folder = tmp_path / f"{at}-{stop}"

        def other(folder: Path = folder, stop: int = stop) -> None:
            steps.happen(stop, crash)
            with suppress(Crash, Refused):
                device_at(folder, steps.send, name="other").visit(server.link()).answer(
                    group="not diabetic", value=0
                )
            steps.happen(-1, crash)

        steps.happen(at, other)
        outcome_of(device_at(folder, steps.send, name="one").visit(server.link()))
        outcome_of(device_at(folder, steps.send, name="other again").visit(server.link()))
        assert len(set(server.bodies_to("/answers"))) == 1, (at, stop)
        assert len(server.answers) == 1, (at, stop)


def test_everything_that_is_sent_was_on_the_disk_before(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Before each request that says something: content flushed, name made, folder flushed, in this order."""
    server = Server(study_of())
    steps = Steps(monkeypatch, server)
    device_at(tmp_path, steps.send).visit(server.link()).answer(group="diabetic", value=7)
    for route in ("send tickets", "send answers"):
        before = steps.log[: steps.log.index(route)]
        made = len(before) - 1 - before[::-1].index("link")
        assert before[made - 1] == "flush file"
        assert before[made : made + 3] == ["link", "unlink", "flush folder"]


def test_who_comes_second_flushes_what_the_first_one_made_before_acting_on_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Else the first one's note could vanish with the power after the second one has sent it."""
    folder = Folder(tmp_path)
    assert folder.make("name", b"first")
    flushed: list[int] = []
    real = os.fsync

    def flush(descriptor: int) -> None:
        flushed.append(descriptor)
        real(descriptor)

    monkeypatch.setattr(os, "fsync", flush)
    assert not folder.make("name", b"second")
    assert len(flushed) == 2
    assert folder.read("name") == b"first"


def test_what_a_crash_left_half_done_is_swept_away_with_the_note(tmp_path: Path) -> None:
    folder = Folder(tmp_path)
    (tmp_path / ".name.0123456789abcdef").write_bytes(b"secret")
    assert folder.make("name", b"secret")
    assert folder.names() == ["name"]
    folder.remove("name")
    assert list(tmp_path.iterdir()) == []
    folder.remove("name")


@pytest.mark.parametrize("broken", ["link", "fsync", "open"])
def test_a_folder_that_cannot_keep_notes_is_refused_and_nothing_is_sent(
    broken: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = Server(study_of())
    visit = device_at(tmp_path, server).visit(server.link())

    def fail(*given: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, broken, fail)
    with pytest.raises(Refused, match=r"folder must be one that can keep notes .*no space left on device"):
        visit.answer(group="diabetic", value=7)
    monkeypatch.undo()
    assert server.bodies_to("/tickets") == []
    assert visit.state is None
    assert [file for file in tmp_path.rglob("*") if file.is_file()] == []


def test_a_file_in_the_place_of_the_folder_is_refused(tmp_path: Path) -> None:
    (tmp_path / "notes").write_text("my notes")
    with pytest.raises(Refused, match="folder must be one that can keep notes"):
        device_at(tmp_path, Server(study_of()))


@pytest.mark.parametrize("damage", [b"", b"{", b"[]", b'{"state":"sent"}', b"\xff", b'"x"'])
def test_a_damaged_note_is_named_and_nothing_is_sent(damage: bytes, tmp_path: Path) -> None:
    server = Losing(study_of(), losses=1)
    visit = device_at(tmp_path, server, patience=0).visit(server.link())
    with pytest.raises(NotReceived, match="not received yet"):
        visit.answer(group="diabetic", value=7)
    (note,) = tmp_path.glob("notes/*.sent")
    note.write_bytes(damage)
    with pytest.raises(
        Refused, match=r"folder holds a note that cannot be read \(.*\.\*\); nothing was sent"
    ):
        visit.answer(group="diabetic", value=7)
    assert len(server.bodies_to("/answers")) == 1
