"""What travels: each body in one exact spelling, read back strictly, never repeated in a message."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from tacit.errors import refuse
from tacit.protocol.encoding import from_base64url, to_base64url
from tacit.protocol.links import Invitation, invitation_of, invitation_text
from tacit.protocol.strict import json_of
from tacit.protocol.tickets import ANSWER_ID_BYTES, TICKET_BYTES
from tacit.study import canonical
from tacit.study.collect import MODULUS_BYTES, MOST_KEYS

MOST_BYTES = 4096

_COLUMN = re.compile(r"[0-9]{6}", re.ASCII)


class BlindRequest(NamedTuple):
    """A device asks for a blind ticket."""

    blinded: bytes
    invitation: Invitation
    key: int


class Sent(NamedTuple):
    """A device answers: all that it sends."""

    column: int
    ticket: bytes


def blind_request(request: BlindRequest) -> bytes:
    """The body that asks for a blind ticket."""
    blinded, invitation = to_base64url(request.blinded), invitation_text(request.invitation)
    return canonical.encode({"blinded": blinded, "invitation": invitation, "key": request.key})


def named_request(invitation: Invitation) -> bytes:
    """The body that asks for a named ticket."""
    return canonical.encode({"invitation": invitation_text(invitation)})


def open_request() -> bytes:
    """The body that asks for an open ticket."""
    return canonical.encode({})


def answer_body(sent: Sent) -> bytes:
    """The body of an answer: of one length for all columns."""
    return canonical.encode({"column": f"{sent.column:06d}", "ticket": to_base64url(sent.ticket)})


def withdrawal_body(ticket: bytes) -> bytes:
    """The body that takes an answer back."""
    return canonical.encode({"ticket": to_base64url(ticket)})


def read_blind_request(body: bytes) -> BlindRequest:
    """What a device asks for; for the server."""
    members = _members(body, ("blinded", "invitation", "key"))
    key = members["key"]
    if type(key) is not int or not 0 <= key < MOST_KEYS:
        raise refuse("key", f"must be a whole number within 0..{MOST_KEYS - 1}")
    blinded = from_base64url("blinded", members["blinded"], MODULUS_BYTES)
    return BlindRequest(blinded, invitation_of(members["invitation"]), key)


def read_named_request(body: bytes) -> Invitation:
    """Whose named ticket a device asks for; for the server."""
    return invitation_of(_members(body, ("invitation",))["invitation"])


def read_open_request(body: bytes) -> None:
    """Refuses anything but an empty object; for the server."""
    _members(body, ())


def read_answer(body: bytes, kind: str) -> Sent:
    """What a device answers, the ticket not yet verified; for the server."""
    members = _members(body, ("column", "ticket"))
    column = members["column"]
    if not (isinstance(column, str) and _COLUMN.fullmatch(column)):
        raise refuse("column", "must be a text of six digits")
    return Sent(int(column), from_base64url("ticket", members["ticket"], TICKET_BYTES[kind]))


def read_withdrawal(body: bytes, kind: str) -> bytes:
    """Whose answer a device takes back; for the server."""
    return from_base64url("ticket", _members(body, ("ticket",))["ticket"], TICKET_BYTES[kind])


def signature_reply(signed: bytes) -> bytes:
    """The reply to a blind request."""
    return canonical.encode({"signature": to_base64url(signed)})


def ticket_reply(ticket: bytes) -> bytes:
    """The reply to an open or a named request."""
    return canonical.encode({"ticket": to_base64url(ticket)})


def answer_reply(answer_id: bytes) -> bytes:
    """The reply to an answer that is stored."""
    return f'{{"answer":"{to_base64url(answer_id)}"}}'.encode()


def read_signature_reply(body: bytes) -> bytes:
    """What the server signed; for the device, which then verifies it."""
    return from_base64url("signature", _members(body, ("signature",))["signature"], MODULUS_BYTES)


def read_ticket_reply(body: bytes, kind: str) -> bytes:
    """The ticket that the server hands out; for the device."""
    return from_base64url("ticket", _members(body, ("ticket",))["ticket"], TICKET_BYTES[kind])


def read_answer_reply(body: bytes) -> bytes:
    """Which answer the server says it has stored; for the device, which compares."""
    return from_base64url("answer", _members(body, ("answer",))["answer"], ANSWER_ID_BYTES)


def read_override(body: bytes) -> str:
    """What a study's public state says of its override; for the device, which only shows it."""
    state = json_of(body)
    override = state.get("override", "") if isinstance(state, dict) else ""
    return override if isinstance(override, str) and override.isprintable() else ""


def _members(body: bytes, names: Sequence[str]) -> Mapping[str, object]:
    """The members of an object that has exactly these."""
    if len(body) > MOST_BYTES:
        raise refuse("body", f"must have at most {MOST_BYTES} bytes")
    value = json_of(body)
    if not isinstance(value, dict):
        raise refuse("body", "must be a JSON object")
    if set(value) != set(names):
        wanted = f"exactly the members {', '.join(names)}" if names else "no members"
        raise refuse("body", f"must have {wanted}")
    return value
