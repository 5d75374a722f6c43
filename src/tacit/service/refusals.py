"""What ends a request without what was asked for: one shape, and never what came in (PROTOCOL.md P8)."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.responses import Response

from tacit.errors import Problem, Refused
from tacit.protocol.problems import KINDS, MEDIA_TYPE, problem_document

RETRY_SECONDS = "1"

# What to do, to whoever reads it: the person, or the author of a program.
ADVICE = {
    "malformed": "Compare the request with the protocol: names, types and lengths must be exactly those.",
    "column-out-of-range": "Columns are counted from 0, below the manifest's scheme.columns.",
    "unauthorised": "Send Authorization: Bearer KEY, or log in; `tacit serve` says which file holds the key.",
    "forbidden": "Ask the study's owner for a key with another role; a cookie counts on our own pages only.",
    "ticket-invalid": "Open the link again that you were sent; if it says the same, ask whoever sent it.",
    "study-unknown": "Compare the address with the one that you were sent.",
    "invitation-unknown": "Compare the link or the code with the one that you were sent.",
    "method-not-allowed": "The header Allow names the methods of this address.",
    "request-timeout": "Send the same request again; it must arrive within ten seconds.",
    "invitation-used": "If it was not you, ask whoever sent the invitation for another one.",
    "answer-differs": "Nothing is to be done: one answer of this ticket is stored.",
    "study-frozen": "Open a new study instead; people were promised that this one does not change.",
    "study-closed": "Nothing is to be done. An answer that was received before counts.",
    "invitation-revoked": "Ask whoever sent the invitation for another one.",
    "withdrawn": "Nothing is to be done: the answer was taken out, as was asked.",
    "content-too-large": "Compare the request with the protocol, which says how long it can be.",
    "unsupported-media-type": "Send the header Content-Type that the protocol names for this address.",
    "too-many": "Wait for as many seconds as the header Retry-After says, and send the same again.",
    "not-stored": "Send the same request again; it may or may not have been stored, and counts once.",
}


class Declined(Exception):
    """Ends a request with the problem of this name."""

    def __init__(self, name: str, errors: Sequence[Problem] = ()) -> None:
        super().__init__(name)
        self.name = name
        self.errors = errors


def malformed(refused: Refused) -> Declined:
    """A body that breaks rules: which fields and which rules, without what was given."""
    errors = [Problem(_field(one.field), one.rule.partition("; got ")[0]) for one in refused.problems]
    return Declined("malformed", errors)


def problem(declined: Declined) -> Response:
    """The document that says so."""
    name = declined.name
    headers = {"retry-after": RETRY_SECONDS} if name in ("too-many", "not-stored") else {}
    if name == "unauthorised":
        headers["www-authenticate"] = "Bearer"
    body = problem_document(name, ADVICE[name], declined.errors)
    return Response(body, KINDS[name].status, headers, MEDIA_TYPE)


def _field(field: str) -> str:
    """A field's name; one that is not ours was given, and is not repeated."""
    plain = field.replace("_", "").replace(".", "").replace("[", "").replace("]", "")
    return field if plain.isalnum() and plain.isascii() and len(field) <= 40 else "body"
