"""What a device remembers of one invitation, so that it never answers twice (PROTOCOL.md P5).

    new       nonce, salt and r are drawn, with them the bytes that ask for the ticket
    asked     these may have been sent
    saved     the ticket is here
    sent      the column is drawn, and may have been sent: from here on nothing is ever randomised again
    received  the server has the answer; all is erased but study, topic, day and epsilon

Group and value are never noted. Each state of a note is a file of its own, made by whoever comes first:
another process finds what the first one noted and goes on with that. When a state is on the disk, those
before it are removed. So nobody wins the state `sent` twice: until the note is `received` its file is there,
and from then on whoever makes it finds `received` when looking for the furthest state.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from decimal import Decimal
from typing import Literal

from tacit.client.folder import Folder
from tacit.errors import refuse
from tacit.protocol.encoding import id_bytes, labelled_hash
from tacit.protocol.links import Link
from tacit.protocol.tickets import Blinding, invitation_hash
from tacit.study import canonical

State = Literal["new", "asked", "saved", "sent", "received"]
STATES: tuple[State, ...] = ("new", "asked", "saved", "sent", "received")


@dataclass(frozen=True)
class Note:
    """One state of a note; what the state does not need is empty in it."""

    state: State
    server: str
    study: str
    topic: str
    epsilon: str
    request: str = ""
    nonce: str = ""
    salt: str = ""
    r: str = ""
    ticket: str = ""
    column: int = -1
    day: str = ""

    def __repr__(self) -> str:
        """Without what nobody else may see."""
        return f"Note({self.state}, {self.study})"

    @property
    def cost(self) -> Decimal:
        """Epsilon as a number."""
        return Decimal(self.epsilon)

    @property
    def secrets(self) -> Blinding:
        """What a blind ticket is finished with."""
        return Blinding(bytes.fromhex(self.nonce), bytes.fromhex(self.salt), int(self.r, 16))

    def encode(self) -> bytes:
        """What stands in the file."""
        members = {part.name: getattr(self, part.name) for part in fields(self)}
        return canonical.encode({name: value for name, value in members.items() if value not in ("", -1)})


def note_key(link: Link) -> str:
    """The name of an invitation's note: it tells neither study nor invitation to whoever lists the folder."""
    invitation = b"" if link.invitation is None else invitation_hash(link.invitation)
    return labelled_hash("note", id_bytes(link.study), invitation, link.server.encode()).hex()


class Notes:
    """The notes of one device."""

    def __init__(self, folder: Folder) -> None:
        self.folder = folder

    def unacknowledged(self) -> list[tuple[str, Note]]:
        """The notes in state `sent`, each with its key."""
        keys = sorted({name.partition(".")[0] for name in self.folder.names()})
        noted = [(key, self.read(key)) for key in keys]
        return [(key, note) for key, note in noted if note and note.state == "sent"]

    def read(self, key: str) -> Note | None:
        """The furthest state of a note; None: there is none."""
        for state in reversed(STATES):
            content = self.folder.read(f"{key}.{state}")
            if content is not None:
                return self._decode(key, content)
        return None

    def add(self, key: str, note: Note) -> Note:
        """Note the next state, unless somebody was first; the furthest state that there is now."""
        place = STATES.index(note.state)
        while True:
            self.folder.make(f"{key}.{note.state}", note.encode())
            furthest = self.read(key)
            if furthest and STATES.index(furthest.state) >= place:
                break  # else another process removed what we looked for, after it had made the next one
        for state in STATES[: STATES.index(furthest.state)]:
            self.folder.remove(f"{key}.{state}")
        return furthest

    def forget(self, key: str) -> None:
        """Start over; refused once an answer may have been sent."""
        note = self.read(key)
        if note and note.state in ("sent", "received"):
            rule = "was answered already: starting over would reveal more than the odds allow"
            raise refuse("study", rule)
        for state in reversed(STATES[:3]):
            self.folder.remove(f"{key}.{state}")

    def _decode(self, key: str, content: bytes) -> Note:
        try:
            return Note(**json.loads(content))
        except (ValueError, TypeError):
            raise self._damaged(key) from None

    def _damaged(self, key: str) -> Exception:
        place = self.folder.path / key
        return refuse("folder", f"holds a note that cannot be read ({place}.*); nothing was sent")
