"""Counts by day. What waits is shown to nobody until the answers that it came with are mixed."""

from __future__ import annotations

from typing import Literal, NamedTuple

from tacit.store.database import Connection

Counted = Literal["started", "answered", "bulk", "withdrawn"]
Noted = Literal["invited", "revoked", "revoked after use"]

REFUSED = "refused: "

COUNT = """
INSERT INTO counters (study, day, name, waiting, shown) VALUES (:study, :day, :name, :by, 0)
ON CONFLICT (study, day, name) DO UPDATE SET waiting = counters.waiting + excluded.waiting
"""
NOTE = """
INSERT INTO counters (study, day, name, waiting, shown) VALUES (:study, :day, :name, 0, :by)
ON CONFLICT (study, day, name) DO UPDATE SET shown = counters.shown + excluded.shown
"""
SHOW = "UPDATE counters SET shown = shown + waiting, waiting = 0 WHERE study = :study AND waiting <> 0"
SHOWN = "SELECT day, name, shown FROM counters WHERE study = :study AND shown <> 0 ORDER BY day, name"


class Count(NamedTuple):
    """How often something happened on one day."""

    day: str
    name: str
    times: int


def count(connection: Connection, study: int, day: str, name: Counted, by: int = 1) -> None:
    """Count what people do; seen when their answers are."""
    if by:
        connection.execute(COUNT, {"study": study, "day": day, "name": name, "by": by})


def note(connection: Connection, study: int, day: str, name: Noted, by: int = 1) -> None:
    """Count what a researcher does; seen at once."""
    connection.execute(NOTE, {"study": study, "day": day, "name": name, "by": by})


def refuse(connection: Connection, study: int, day: str, why: str) -> None:
    """Count what was refused to a device, by the problem's name; seen when answers are."""
    connection.execute(COUNT, {"study": study, "day": day, "name": f"{REFUSED}{why}", "by": 1})


def show(connection: Connection, study: int) -> None:
    """What waited is shown; only the mix calls this."""
    connection.execute(SHOW, {"study": study})


def shown(connection: Connection, study: int) -> list[Count]:
    """All counts that may be seen."""
    return [Count(*row) for row in connection.execute(SHOWN, {"study": study}).fetchall()]
