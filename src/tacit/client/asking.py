"""How a device asks for its ticket, by the study's kind of tickets, and makes the ticket of the reply."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from tacit.client.notes import Note
from tacit.errors import refuse
from tacit.protocol import bodies
from tacit.protocol.encoding import id_bytes
from tacit.protocol.links import Invitation, Link
from tacit.protocol.tickets import Blinding, blind_key, blinded_message, draw_secrets, finish_blind
from tacit.scheme.randomize import Source
from tacit.study.study import Study


class Asking(NamedTuple):
    """The bytes that ask for a ticket, and what finishes a blind one."""

    request: bytes
    secrets: Blinding | None = None


def prepare(study: Study, link: Link, read: Source) -> Asking:
    """What is to be noted before it is sent, and sent again unchanged as often as it takes."""
    kind = study.collect.tickets
    if kind == "open":
        if link.invitation is not None:
            raise refuse("link", "must have no invitation: this study is open to anyone")
        return Asking(bodies.open_request())
    invitation = _invitation(link)
    if kind == "named":
        return Asking(bodies.named_request(invitation))
    n = blind_key(study, link.key)
    secrets = draw_secrets(n, read)
    blinded = blinded_message(n, id_bytes(link.study), secrets)
    return Asking(bodies.blind_request(bodies.BlindRequest(blinded, invitation, link.key)), secrets)


def reader_of(study: Study) -> Callable[[bytes], bytes]:
    """How the reply is read: what the server signed, or the ticket itself."""
    kind = study.collect.tickets
    if kind == "blind":
        return bodies.read_signature_reply
    return lambda body: bodies.read_ticket_reply(body, kind)


def ticket_of(study: Study, link: Link, note: Note, reply: bytes) -> bytes:
    """The ticket; a blind one only if the study's key signed it."""
    if study.collect.tickets != "blind":
        return reply
    return finish_blind(blind_key(study, link.key), id_bytes(link.study), link.key, note.secrets, reply)


def _invitation(link: Link) -> Invitation:
    if link.invitation is None:
        raise refuse("link", "must end in an invitation, #i=...: this study is for those who were invited")
    return link.invitation
