"""Devices whose clock, sleep, randomness and network are the test's."""

from __future__ import annotations

from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from decimal import Decimal
from pathlib import Path

from collected.sources import Stream
from tacit.client.device import Device
from tacit.client.exchange import Send

NOON = datetime(2026, 11, 19, 12, tzinfo=UTC)


@dataclass
class Clock:
    """A time that passes only while somebody sleeps."""

    time: datetime = NOON
    slept: list[float] = field(default_factory=list)

    def now(self) -> datetime:
        return self.time

    def sleep(self, seconds: float) -> None:
        self.slept.append(seconds)
        self.time += timedelta(seconds=seconds)


def device_at(
    folder: Path,
    send: Send,
    *,
    name: str = "device",
    patience: float | None = 60,
    most_epsilon: str = "3",
    most_spent: str = "10",
    clock: Clock | None = None,
) -> Device:
    """A device that draws what its name decides, and waits without waiting."""
    clock = clock or Clock()
    return Device(
        folder,
        most_epsilon=Decimal(most_epsilon),
        most_spent=Decimal(most_spent),
        patience=patience,
        send=send,
        read=Stream(name),
        now=clock.now,
        sleep=clock.sleep,
    )
