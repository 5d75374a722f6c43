"""What a journey is played on: one browser, one server, and a study for each journey."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from browsed.browsers import Browser, Device
from browsed.person import Person
from browsed.scene import Scene, scene
from collected.studies import Tickets
from served.processes import Served
from tacit.protocol.encoding import from_base64url
from tacit.protocol.tickets import answer_id

# Timers so much faster that the longest wait of the protocol, an hour, is a thirtieth of a second.
HURRIED = 100_000


@dataclass(frozen=True)
class Stage:
    """`planted` is what is wrong with the page: an old and a new text of its script."""

    browser: Browser
    served: Served
    planted: tuple[tuple[str, str], ...] = ()

    @contextmanager
    def study(self, tickets: Tickets = "blind", **given: Any) -> Iterator[Scene]:  # noqa: ANN401
        """A study of its own (`scene` says with what)."""
        with scene(self.served, tickets, **given) as made:
            for old, new in self.planted:
                made.network.plant(old, new)
            yield made

    @contextmanager
    def device(self, *, speed: int = 1, early: str = "") -> Iterator[Device]:
        """A device that was never used."""
        with self.browser.device(speed=speed, early=early) as device:
            yield device

    @contextmanager
    def person(self, scene: Scene, link: str = "", *, speed: int = 1, early: str = "") -> Iterator[Person]:
        """Somebody who opened a link, the first of the study unless given, on a device of their own."""
        with self.device(speed=speed, early=early) as device:
            yield Person(device.tab(link or scene.link))


def check_one_answer(scene: Scene, invitations: int = 1) -> None:
    """The server has one answer per invitation: the one of which every request had the same bytes."""
    sent = {one.body: one.json() for one in scene.network.to("/answers")}
    assert len(sent) == invitations
    assert sorted(scene.stored) == sorted(
        (answer_id(ticket_of(one["ticket"])), int(one["column"])) for one in sent.values()
    )


def ticket_of(text: str) -> bytes:
    """A ticket of any kind."""
    return from_base64url("ticket", text, len(text) * 3 // 4)


def check_nothing_was_answered(scene: Scene) -> None:
    """Neither here nor on the way."""
    assert scene.stored == []
    assert scene.network.to("/answers") == []
