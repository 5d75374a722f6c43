"""Problem documents: every refusal of a server in one shape, and what a device then does (PROTOCOL.md P8)."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Literal, NamedTuple

from tacit.errors import Problem
from tacit.study import canonical

MEDIA_TYPE = "application/problem+json"
PREFIX = "urn:tacit:error:"
LONGEST_DETAIL = 500

Action = Literal["stop", "retry"]


class Kind(NamedTuple):
    """One kind of refusal: its HTTP status, and the sentence that a person may read."""

    status: int
    title: str


KINDS: dict[str, Kind] = {
    "malformed": Kind(400, "The request has not the form that the protocol gives it."),
    "column-out-of-range": Kind(400, "The study has no such column."),
    "unauthorised": Kind(401, "This needs a key, and none that is known was given."),
    "forbidden": Kind(403, "The key that was given does not allow this."),
    "ticket-invalid": Kind(403, "This ticket is not one of this study."),
    "study-unknown": Kind(404, "There is no such study here, or it is not yet open."),
    "invitation-unknown": Kind(404, "This invitation is not known here; is there a slip in the link?"),
    "method-not-allowed": Kind(405, "This address takes another method."),
    "request-timeout": Kind(408, "The request took too long to arrive."),
    "invitation-used": Kind(409, "This invitation has been used already, from another device or browser."),
    "answer-differs": Kind(409, "Another answer is stored for this ticket, and it stays."),
    "study-frozen": Kind(409, "An open study cannot be changed."),
    "study-closed": Kind(410, "This study is closed; it takes no more answers."),
    "invitation-revoked": Kind(410, "This invitation was taken back by those who sent it."),
    "withdrawn": Kind(410, "The answer of this ticket was withdrawn, and no other can take its place."),
    "content-too-large": Kind(413, "The request is larger than any that the protocol has."),
    "unsupported-media-type": Kind(415, "The request must be application/json."),
    "too-many": Kind(429, "Too many requests at once; it is tried again later."),
    "not-stored": Kind(503, "The server could not acknowledge this; it is sent again later."),
}


class Refusal(NamedTuple):
    """What a server said instead of what was asked for."""

    name: str
    status: int
    detail: str


def problem_document(name: str, detail: str, errors: Sequence[Problem] = ()) -> bytes:
    """The body of a refusal. `detail` says what to do, and never repeats what came in."""
    kind = KINDS[name]
    members: dict[str, object] = {
        "type": PREFIX + name,
        "title": kind.title,
        "status": kind.status,
        "detail": detail,
    }
    if errors:
        members["errors"] = [{"field": error.field, "rule": error.rule} for error in errors]
    return canonical.encode(members)


def read_problem(status: int, body: bytes) -> Refusal:
    """The refusal that a body tells; what is not a document of ours has the name `http-STATUS`."""
    unnamed = Refusal(f"http-{status}", status, "")
    try:
        members = json.loads(body.decode())
    except (ValueError, RecursionError):
        return unnamed
    if not isinstance(members, dict) or members.get("status") != status:
        return unnamed
    given, detail = str(members.get("type", "")), members.get("detail")
    name = given.removeprefix(PREFIX)
    if (
        not given.startswith(PREFIX)
        or name not in KINDS
        or KINDS[name].status != status
        or not isinstance(detail, str)
    ):
        return unnamed
    return Refusal(name, status, detail[:LONGEST_DETAIL])


def action_of(status: int) -> Action:
    """What a device does about a status that is no success: send the same bytes again, or stop.

    Whatever a proxy says for a server that is not there (500, 502, 504) counts as no response.
    """
    return "retry" if status in (408, 429) or status >= 500 else "stop"
