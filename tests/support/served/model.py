"""What a server must say and show after any list of operations, in dictionaries.

A ticket is known here by a name: (invitation, device) of a blind one, the invitation of a named one, and how
many came before it of an open one. Every outcome is a status and the name of its problem, "" for none.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from collected.studies import Tickets
from tacit.protocol.problems import KINDS

Operation = list[Any]
Outcome = tuple[int, str]
Name = tuple[int, ...]

KIND_OF: dict[int, Tickets] = {1: "blind", 2: "open", 3: "named"}
BATCH = 3
OUTSIDE = 9
OK: Outcome = (200, "")
MADE: Outcome = (201, "")


def problem(name: str) -> Outcome:
    return KINDS[name].status, name


@dataclass
class Kept:
    """One open or closed study. `held` is what devices have: the names of their tickets."""

    kind: Tickets
    is_open: bool = True
    states: dict[int, str] = field(default_factory=dict)
    requests: dict[int, int] = field(default_factory=dict)
    unused: set[int] = field(default_factory=set)
    held: dict[tuple[int, int], Name] = field(default_factory=dict)
    given: int = 0
    waiting: dict[Name, int] = field(default_factory=dict)
    released: dict[Name, int] = field(default_factory=dict)
    dead: set[Name] = field(default_factory=set)
    later: Counter[str] = field(default_factory=Counter)
    shown: Counter[str] = field(default_factory=Counter)

    def mix(self) -> None:
        """Release what waits, and show what was counted meanwhile."""
        self.released |= self.waiting
        self.released = {name: column for name, column in self.released.items() if name not in self.dead}
        self.waiting = {}
        self.shown += self.later
        self.later = Counter()
        self.unused = {number for number, state in self.states.items() if state == "new"}

    def invite(self, numbers: list[int]) -> Outcome:
        """Only where invitations are asked for."""
        if self.kind == "open":
            return problem("malformed")
        if not self.is_open:
            return problem("study-closed")
        new = set(numbers) - set(self.states)
        self.states |= dict.fromkeys(new, "new")
        self.unused |= new
        self.shown["invited"] += len(new)
        return OK

    def ticket(self, number: int, device: int) -> Outcome:
        """The device has it afterwards, if it gets one."""
        if self.kind == "open":
            return self._hold(number, device, (self.given,)) if self.is_open else problem("study-closed")
        if self.kind == "named" and not self.is_open:
            return problem("study-closed")
        state = self.states.get(number)
        if state is None:
            return problem("invitation-unknown")
        if state == "revoked":
            return problem("invitation-revoked")
        if not self.is_open:
            return problem("study-closed")
        if state == "new":
            self.states[number], self.requests[number] = "used", device
            self.later["started"] += 1
        if self.kind == "named":
            return self._hold(number, device, (number,))
        if self.requests[number] != device:
            return problem("invitation-used")
        return self._hold(number, device, (number, device))

    def answer(self, number: int, device: int, column: int) -> Outcome:
        """Without a ticket, a device makes one up."""
        name = self.held.get((number, device))
        if name in self.dead:
            return problem("withdrawn")
        known = (self.waiting | self.released).get(name) if name is not None else None
        if known is not None:
            return OK if known == column else problem("answer-differs")
        if not self.is_open:
            return problem("study-closed")
        if name is None:
            return problem("ticket-invalid")
        if self.kind == "named" and self.states[number] == "revoked":
            return problem("invitation-revoked")
        if column == OUTSIDE:
            return problem("column-out-of-range")
        self.waiting[name] = column
        self.later["answered"] += 1
        return MADE

    def withdraw(self, number: int, device: int) -> Outcome:
        """A released answer leaves with the next mix."""
        name = self.held.get((number, device))
        if name in self.dead:
            return OK
        if not self.is_open:
            return problem("study-closed")
        if name is None:
            return problem("ticket-invalid")
        self.dead.add(name)
        self.waiting.pop(name, None)
        self.later["withdrawn"] += 1
        return OK

    def revoke(self, numbers: list[int], even_used: bool) -> Outcome:
        """Unused ones, and others by force."""
        for number in numbers:
            state = self.states.get(number)
            if state == "new" or (state == "used" and even_used):
                self.states[number] = "revoked"
                self.unused.discard(number)
                self.shown["revoked" if state == "new" else "revoked_after_use"] += 1
        return OK

    def close(self) -> Outcome:
        """For good."""
        if self.is_open:
            self.mix()
        self.is_open = False
        return OK

    def malformed(self) -> Outcome:
        """Nothing happens."""
        return problem("malformed")

    def change(self) -> Outcome:
        """The same study with another reason to open it."""
        return problem("study-frozen")

    def open(self) -> Outcome:
        """Once more."""
        return OK

    def _hold(self, number: int, device: int, name: Name) -> Outcome:
        self.given += 1
        self.held[number, device] = name
        return OK


class Model:
    """A server in dictionaries."""

    def __init__(self) -> None:
        self.studies: dict[int, Kept] = {}

    def perform(self, operation: Operation) -> Outcome:
        """What the server must say."""
        word, study, *given = operation
        if study not in self.studies:
            if word != "open":
                return problem("study-unknown")
            self.studies[study] = Kept(KIND_OF[study])
            return MADE
        kept = self.studies[study]
        outcome: Outcome = getattr(kept, word)(*given)
        if len(kept.waiting) >= BATCH:
            kept.mix()
        return outcome
