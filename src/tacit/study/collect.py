"""How answers come in: tickets, keys, batches and where the page may be embedded."""

from __future__ import annotations

import base64
import re
from dataclasses import dataclass
from typing import Literal

from tacit.study.canonical import is_base64url
from tacit.study.inspection import Inspection
from tacit.study.spelling import LONGEST_LABEL, show

TICKETS = ("blind", "open", "named")
MOST_PEOPLE = 10**10
MOST_BATCH = 1000
MOST_KEYS = 16
MODULUS_BYTES = 256

_ORIGIN = re.compile(
    r"(https://[a-z0-9.-]+|http://(localhost|127\.0\.0\.1|\[::1\]))(:[1-9][0-9]{0,4})?", re.ASCII
)


@dataclass(frozen=True)
class Key:
    """The public half of a signing key for blind tickets; one per stratum."""

    n: str
    stratum: str | None = None

    def __post_init__(self) -> None:
        inspection = Inspection("keys")
        if not (isinstance(self.n, str) and is_base64url(self.n, MODULUS_BYTES)):
            inspection.add("n", f"must be {MODULUS_BYTES} bytes as base64url; got {show(self.n)}")
        elif not _is_modulus(self.n):
            inspection.add("n", f"must be an odd number of {8 * MODULUS_BYTES} bits; got {show(self.n)}")
        if self.stratum is not None:
            stratum = inspection.text("stratum", self.stratum, most=LONGEST_LABEL)
            object.__setattr__(self, "stratum", stratum)
        inspection.settle()

    def to_manifest(self) -> dict[str, object]:
        """The members that a manifest publishes."""
        return {"n": self.n, "stratum": self.stratum}


def _is_modulus(n: str) -> bool:
    """Whether the number has all its bits, and could be a product of two large primes."""
    raw = base64.urlsafe_b64decode(n + "==")
    return raw[0] >= 0x80 and raw[-1] % 2 == 1


@dataclass(frozen=True)
class Collect:
    """How answers come in."""

    tickets: Literal["blind", "open", "named"] = "blind"
    people: int | None = None
    batch: int = 20
    embed: tuple[str, ...] = ()
    publish_answers: bool = False

    def __post_init__(self) -> None:
        inspection = Inspection("collect")
        inspection.one_of("tickets", self.tickets, TICKETS)
        if self.people is not None:
            inspection.whole("people", self.people, least=1, most=MOST_PEOPLE)
        inspection.whole("batch", self.batch, least=1, most=MOST_BATCH)
        origins = inspection.sequence("embed", self.embed, "web addresses")
        for at, origin in enumerate(origins):
            if not (isinstance(origin, str) and _ORIGIN.fullmatch(origin)):
                rule = f'must be as in "https://survey.example.org", with no path; got {show(origin)}'
                inspection.add(f"embed[{at}]", rule)
        if len(set(map(str, origins))) < len(origins):
            inspection.add("embed", "must not name an origin twice")
        inspection.flag("publish_answers", self.publish_answers)
        inspection.settle()
        object.__setattr__(self, "embed", tuple(map(str, origins)))

    def to_manifest(self) -> dict[str, object]:
        """The members that a manifest publishes, at its top."""
        members: dict[str, object] = {
            "tickets": self.tickets,
            "batch": self.batch,
            "embed": list(self.embed),
            "publish_answers": self.publish_answers,
        }
        if self.people is not None:
            members["people"] = self.people
        return members
