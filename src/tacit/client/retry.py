"""Sending until there is an answer: the same bytes, after 1 s, then twice as long up to 1 h (PROTOCOL.md P5).

The times are shortened by up to a quarter at random, so that many devices do not come back at once. What a
server asks for by `Retry-After` is waited at least.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from email.utils import parsedate_to_datetime
from typing import NamedTuple, TypeVar

from tacit.client.exchange import NoResponse, Request, Response, Send
from tacit.errors import NotReceived, Refused, Stopped
from tacit.protocol.problems import KINDS, action_of, read_problem
from tacit.scheme.randomize import Source

FIRST_SECONDS = 1
LONGEST_SECONDS = 3600
LONGEST_ASKED = 24 * 3600
SUCCESS = (200, 201)

Reply = TypeVar("Reply")


class Waiting(NamedTuple):
    """How a device waits. `patience` is how many seconds in all; None: until there is an answer."""

    sleep: Callable[[float], None]
    read: Source
    now: Callable[[], datetime]
    patience: float | None


def wait_milliseconds(attempt: int, byte: int) -> int:
    """How long after the attempt (0 is the first) to try again; `byte` is the chance in it."""
    base = min(FIRST_SECONDS << min(attempt, 20), LONGEST_SECONDS)
    return base * 1000 * (1024 - byte) // 1024


def asked_seconds(response: Response | None, now: datetime) -> float:
    """What `Retry-After` asks for: seconds, or a date; 0 where it asks for nothing that can be read."""
    text = response.headers.get("retry-after", "").strip() if response else ""
    if text.isascii() and text.isdigit():
        return min(int(text[:9]), LONGEST_ASKED)
    try:
        until = parsedate_to_datetime(text)
    except ValueError:
        return 0
    until = until if until.tzinfo else until.replace(tzinfo=UTC)
    return min(max((until - now).total_seconds(), 0), LONGEST_ASKED)


class Attempts:
    """Counts the attempts of one request, and waits between them while there is patience."""

    def __init__(self, waiting: Waiting) -> None:
        self.waiting = waiting
        self.count = 0
        self.waited = 0.0

    def wait(self, response: Response | None) -> bool:
        """Wait after an attempt; False, at once, where that would take more than there is patience for."""
        waiting = self.waiting
        seconds = wait_milliseconds(self.count, waiting.read(1)[0]) / 1000
        seconds = max(seconds, asked_seconds(response, waiting.now()))
        if waiting.patience is not None and self.waited + seconds > waiting.patience:
            return False
        self.count, self.waited = self.count + 1, self.waited + seconds
        waiting.sleep(seconds)
        return True


def send_until_answered(
    request: Request, *, send: Send, read_reply: Callable[[bytes], Reply], waiting: Waiting
) -> Reply:
    """The reply to these bytes, however often they must be sent.

    A reply that has not the protocol's form (some network's log-in page) counts as no response. Raises
    Stopped where the server refuses for good, NotReceived when patience ends.
    """
    attempts = Attempts(waiting)
    while True:
        response = None
        try:
            response = send(request)
            if response.status in SUCCESS:
                return read_reply(response.body)
            reason = _reason(response)
        except NoResponse as failed:
            reason = str(failed)
        except Refused as refused:
            reason = f"what came back is none of the protocol's replies: {refused}"
        if not attempts.wait(response):
            raise NotReceived(f"not received yet: {reason}; it is kept on this device and can be sent again")


def _reason(response: Response) -> str:
    """Why it is to be sent again; raises Stopped where that would change nothing."""
    refusal = read_problem(response.status, response.body)
    kind = KINDS.get(refusal.name)
    reason = kind.title.removesuffix(".") if kind else f"the server said HTTP {response.status}"
    if action_of(response.status) == "stop":
        raise Stopped(refusal.name, f"{reason}{'. ' if refusal.detail else ''}{refusal.detail}")
    return reason
