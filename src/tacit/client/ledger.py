"""How much this device has told in all: one numbered entry per answer, each made once, none ever taken back.

Whoever spends reads all entries, checks, and makes the next number. If another process made it first, all is
read and checked again: so the limit holds whatever happens at the same time, and whatever the clock says.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from decimal import Decimal

from tacit.client.folder import Folder
from tacit.errors import Refused, refuse
from tacit.study import canonical
from tacit.study.spelling import plain

DIGITS = 8


@dataclass(frozen=True)
class Entry:
    """One answer, before it was drawn: which note, which study, what it asks, when, and how much it tells."""

    note: str
    study: str
    topic: str
    day: str
    epsilon: str


class Ledger:
    """The answers of this device, and the most that they may tell together."""

    def __init__(self, folder: Folder, most: Decimal) -> None:
        self.folder = folder
        self.most = most

    def entries(self) -> list[Entry]:
        """All answers, in the order in which they were drawn."""
        return list(self._entries(self.folder.names()))

    def spent(self) -> Decimal:
        """The sum of epsilon over all answers."""
        return _sum(self.entries())

    def check(self, entry: Entry, *, is_confirmed: bool) -> None:
        """Refuse what `spend` would refuse now; for before an invitation is used up."""
        self._check(self.entries(), entry, is_confirmed)

    def spend(self, entry: Entry, *, is_confirmed: bool) -> None:
        """Enter an answer before it is drawn; once per note. `is_confirmed`: a known topic is meant."""
        while True:
            names = self.folder.names()
            entries = list(self._entries(names))
            if any(earlier.note == entry.note for earlier in entries):
                return
            self._check(entries, entry, is_confirmed)
            number = int(names[-1]) + 1 if names else 0
            if self.folder.make(f"{number:0{DIGITS}d}", canonical.encode(asdict(entry))):
                return

    def _entries(self, names: list[str]) -> Iterator[Entry]:
        for name in names:
            try:
                yield Entry(**json.loads(self.folder.read(name) or b""))
            except (ValueError, TypeError):
                raise _damaged(self.folder, name) from None

    def _check(self, entries: list[Entry], entry: Entry, is_confirmed: bool) -> None:
        others = [earlier for earlier in entries if earlier.note != entry.note]
        if len(others) < len(entries):
            return
        same = [earlier for earlier in others if earlier.topic == entry.topic]
        if same and not is_confirmed:
            rule = f"asks what was answered from this device on {same[-1].day}; confirm that it is meant"
            raise refuse("study", f"{rule} (--again): another person, or the same again at its full price")
        total = _sum(others) + Decimal(entry.epsilon)
        if total > self.most:
            rule = (
                f"would take what this device has told to {plain(total)}, above its limit {plain(self.most)}"
            )
            raise refuse("privacy.epsilon", rule)


def _sum(entries: list[Entry]) -> Decimal:
    return sum((Decimal(entry.epsilon) for entry in entries), Decimal(0))


def _damaged(folder: Folder, name: str) -> Refused:
    return refuse("folder", f"holds an entry that cannot be read ({folder.path / name}); nothing was sent")
