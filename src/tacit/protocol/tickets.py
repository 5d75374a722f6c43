"""Tickets of three kinds: what lets one person answer once (PROTOCOL.md P3).

blind   key(1) nonce(32) signature(256); the server signs without seeing it
open    random(16) and its MAC; the server hands them to anyone and stores nothing
named   a MAC of the invitation; the same invitation has the same ticket for ever
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import NamedTuple

from tacit.errors import refuse
from tacit.protocol.blind import blind, draw_blinding, finish, is_signature
from tacit.protocol.encoding import from_base64url, labelled, labelled_hash, to_integer
from tacit.protocol.pss import SALT_BYTES
from tacit.scheme.randomize import Source
from tacit.study.collect import MODULUS_BYTES, Key
from tacit.study.study import Study

NONCE_BYTES = 32
RANDOM_BYTES = 16
MAC_BYTES = 32
ANSWER_ID_BYTES = 16
TICKET_BYTES = {
    "blind": 1 + NONCE_BYTES + MODULUS_BYTES,
    "open": RANDOM_BYTES + MAC_BYTES,
    "named": MAC_BYTES,
}


class Blinding(NamedTuple):
    """What the device draws for a blind ticket and keeps to itself until the ticket is finished."""

    nonce: bytes
    salt: bytes
    r: int


def modulus_of(key: Key) -> int:
    """The number that a manifest publishes for a signing key."""
    return to_integer(from_base64url("keys", key.n, MODULUS_BYTES))


def blind_key(study: Study, index: int) -> int:
    """The modulus of the key with this index; refuses one that the study does not have."""
    if not 0 <= index < len(study.keys):
        raise refuse("link", f"must name a key of the study, 0..{len(study.keys) - 1}; got {index}")
    return modulus_of(study.keys[index])


def draw_secrets(n: int, read: Source) -> Blinding:
    """Nonce, salt and r, drawn in this order."""
    return Blinding(read(NONCE_BYTES), read(SALT_BYTES), draw_blinding(n, read))


def ticket_message(id32: bytes, nonce: bytes) -> bytes:
    """What a blind ticket's signature is of."""
    return labelled("ticket", id32, nonce)


def blinded_message(n: int, id32: bytes, secrets: Blinding) -> bytes:
    """What the device asks the server to sign."""
    return blind(n, ticket_message(id32, secrets.nonce), secrets.salt, secrets.r)


def finish_blind(n: int, id32: bytes, key: int, secrets: Blinding, signed: bytes) -> bytes:
    """The device's ticket, its signature verified."""
    signature = finish(n, ticket_message(id32, secrets.nonce), secrets.r, signed)
    return bytes([key]) + secrets.nonce + signature


def is_blind_ticket(moduli: Sequence[int], id32: bytes, ticket: bytes) -> bool:
    """Whether one of the study's keys signed this ticket: what whoever verifies faster must agree with."""
    if len(ticket) != TICKET_BYTES["blind"] or ticket[0] >= len(moduli):
        return False
    nonce, signature = ticket[1 : 1 + NONCE_BYTES], ticket[1 + NONCE_BYTES :]
    return is_signature(moduli[ticket[0]], ticket_message(id32, nonce), signature)


def open_ticket(secret: bytes, id32: bytes, random: bytes) -> bytes:
    """A ticket for anyone; for the server, which draws `random` afresh."""
    return random + _mac(secret, "open", id32, random)


def is_open_ticket(secret: bytes, id32: bytes, ticket: bytes) -> bool:
    """Whether this server handed the ticket out; for the server."""
    return hmac.compare_digest(open_ticket(secret, id32, ticket[:RANDOM_BYTES]), ticket)


def named_ticket(secret: bytes, id32: bytes, invitation: bytes) -> bytes:
    """The ticket of an invitation; for the server, which knows it again by its answer id."""
    return _mac(secret, "named", id32, invitation)


def invitation_hash(invitation: bytes) -> bytes:
    """All that a server stores of an invitation."""
    return labelled_hash("invitation", invitation)


def answer_id(ticket: bytes) -> bytes:
    """The name of a ticket's answer: what may be published of it."""
    return labelled_hash("answer", ticket)[:ANSWER_ID_BYTES]


def _mac(secret: bytes, label: str, *parts: bytes) -> bytes:
    return hmac.digest(secret, labelled(label, *parts), hashlib.sha256)
