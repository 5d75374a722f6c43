"""blind.json, tickets.json and queries.json: from an invitation to the query."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from fractions import Fraction

from collected.keys import OTHER_KEY, SIGNING_KEY, P
from collected.sources import Given, Stream
from tacit.errors import Refused
from tacit.protocol import pss
from tacit.protocol.blind import blind
from tacit.protocol.encoding import id_bytes, to_base64url, to_integer
from tacit.protocol.queries import query_of
from tacit.protocol.signing import blind_sign
from tacit.protocol.tickets import (
    Blinding,
    answer_id,
    blinded_message,
    draw_secrets,
    finish_blind,
    invitation_hash,
    is_blind_ticket,
    is_open_ticket,
    named_ticket,
    open_ticket,
    ticket_message,
)
from tacit.scheme.scheme import Scheme
from vectors.scheme import SCHEMES
from vectors.studies import named_studies
from vectors.writing import Case, File, agreed

N = SIGNING_KEY.n
ID = named_studies()["range"].id
ID32 = id_bytes(ID)
SECRET = bytes(range(32))
INVITATIONS = (bytes(16), bytes(range(16)), b"0123456789", b"ZYXWVTSRQP")


def hexadecimal(n: int) -> str:
    return n.to_bytes(256, "big").hex()


def draws(at: int) -> bytes:
    """What a source gives for nonce, salt and r."""
    return Stream(f"blind {at}")(32 + 48 + 256)


def blind_file() -> File:
    """Blind signatures by keys that everybody can read; r is drawn as 1 + below(n - 1)."""
    return {
        "about": "RFC 9474, RSABSSA-SHA384-PSS-Deterministic, 2048 bits, in hex. read: what nonce, salt "
        "and r are drawn from.",
        "keys": [
            {"p": f"{key.p:x}", "q": f"{key.q:x}", "n": hexadecimal(key.n)}
            for key in (SIGNING_KEY, OTHER_KEY)
        ],
        "cases": [*(_case(at) for at in range(4)), _case(4, rejected=True), _case(5, key=1)],
        "refused": list(_refusals()),
    }


def _case(at: int, *, rejected: bool = False, key: int = 0) -> Case:
    signing = (SIGNING_KEY, OTHER_KEY)[key]
    n, read = signing.n, draws(at)
    small = read[:80] + b"\x7f" + read[81:]  # r below any n of 2048 bits
    too_large = (n - 1).to_bytes(256, "big") + b"\xff" * 256
    read = small[:80] + too_large + small[80:] if rejected else small
    secrets = draw_secrets(n, source := Given(read))
    blinded = blinded_message(n, ID32, secrets)
    signed = blind_sign(signing, blinded, Stream("signing"))
    ticket = finish_blind(n, ID32, key, secrets, signed)
    agreed("all is used", b"", source.left)
    agreed("r", to_integer(small[80:]) + 1, secrets.r)
    return {
        "n": hexadecimal(n),
        "id": ID,
        "key": key,
        "read": read.hex(),
        "message": ticket_message(ID32, secrets.nonce).hex(),
        "encoded": pss.encode(ticket_message(ID32, secrets.nonce), secrets.salt, 2047).hex(),
        "blinded": blinded.hex(),
        "signed": signed.hex(),
        "ticket": to_base64url(ticket),
    }


def _refusals() -> Iterator[Case]:
    """What a device must not take for a signature."""
    secrets, blinded, good = _small_signature()
    other_salt = blind(N, ticket_message(ID32, secrets.nonce), secrets.salt[:47], secrets.r)
    other_study = blind(N, ticket_message(bytes(32), secrets.nonce), secrets.salt, secrets.r)
    smaller = (to_integer(blinded) % OTHER_KEY.n).to_bytes(256, "big")
    numbers = {
        "one": 1,
        "zero": 0,
        "one bit changed": good ^ 1,
        "the first bit changed": good ^ (1 << 2046),
        "its negative": N - good,
        "not unblinded": to_integer(blinded),
        "signed by another key": to_integer(blind_sign(OTHER_KEY, smaller, Stream("signing"))),
        "of another study": to_integer(blind_sign(SIGNING_KEY, other_study, Stream("signing"))),
        "a salt of 47 bytes": to_integer(blind_sign(SIGNING_KEY, other_salt, Stream("signing"))),
        "the key": N,
        "right, and above the key": good + N,
    }
    for name, number in numbers.items():
        yield _refused(name, secrets, hexadecimal(number), "signature")
    yield _refused("a byte short", secrets, hexadecimal(good)[2:], "signature")
    yield _refused("a byte long", secrets, "00" + hexadecimal(good), "signature")
    yield _refused(
        "a blinding that shares a prime with the key", secrets._replace(r=P), hexadecimal(good), "blinding"
    )
    yield _refused("a blinding of zero", secrets._replace(r=0), hexadecimal(good), "blinding")


def _small_signature() -> tuple[Blinding, bytes, int]:
    """Secrets whose signed number still fits into 256 bytes when the key is added to it."""
    for at in itertools.count():
        secrets = Blinding(draws(at)[:32], draws(at)[32:80], 7)
        blinded = blinded_message(N, ID32, secrets)
        good = to_integer(blind_sign(SIGNING_KEY, blinded, Stream("signing")))
        if good + N < 1 << 2048:
            return secrets, blinded, good
    raise AssertionError


def _refused(name: str, secrets: Blinding, signed: str, field: str) -> Case:
    try:
        blinded_message(N, ID32, secrets)
        finish_blind(N, ID32, 0, secrets, bytes.fromhex(signed))
    except Refused as refused:
        agreed(name, field, refused.problems[0].field)
    else:
        raise AssertionError(f"{name}: must be refused")
    return {
        "name": name,
        "n": hexadecimal(N),
        "id": ID,
        "nonce": secrets.nonce.hex(),
        "salt": secrets.salt.hex(),
        "r": hexadecimal(secrets.r),
        "signed": signed,
        "refused": field,
    }


def blind_ticket(at: int = 0) -> bytes:
    """A ticket that SIGNING_KEY signed for the study `range`."""
    secrets = draw_secrets(N, Given(draws(at)[:80] + b"\x7f" + draws(at)[81:]))
    signed = blind_sign(SIGNING_KEY, blinded_message(N, ID32, secrets), Stream("signing"))
    return finish_blind(N, ID32, 0, secrets, signed)


def tickets_file() -> File:
    """Tickets of the three kinds, the names of their answers, and what is no ticket."""
    return {
        "about": "PROTOCOL.md P3. secret: the server's K. answer: the name of the answer.",
        "invitations": [{"invitation": one.hex(), "hash": invitation_hash(one).hex()} for one in INVITATIONS],
        "open": [_open(Stream(f"open {at}")(16)) for at in range(3)],
        "named": [_named(one) for one in INVITATIONS],
        "blind": [_blind(name, ticket, is_valid) for name, ticket, is_valid in _blind_tickets()],
        "open_bad": [_open_bad(name, ticket) for name, ticket in _bad_open_tickets()],
    }


def _open(random: bytes) -> Case:
    ticket = open_ticket(SECRET, ID32, random)
    facts = {"secret": SECRET.hex(), "id": ID, "random": random.hex()}
    return {**facts, "ticket": to_base64url(ticket), "answer": to_base64url(answer_id(ticket))}


def _named(invitation: bytes) -> Case:
    ticket = named_ticket(SECRET, ID32, invitation)
    facts = {"secret": SECRET.hex(), "id": ID, "invitation": invitation.hex()}
    return {**facts, "ticket": to_base64url(ticket), "answer": to_base64url(answer_id(ticket))}


def _blind_tickets() -> Iterator[tuple[str, bytes, bool]]:
    good = blind_ticket()
    yield "good", good, True
    yield "of the other key", b"\1" + good[1:], False
    yield "of a key that is not there", b"\2" + good[1:], False
    yield "another nonce", good[:1] + bytes([good[1] ^ 1]) + good[2:], False
    yield "another signature", good[:-1] + bytes([good[-1] ^ 1]), False
    yield "a byte short", good[:-1], False
    yield "a byte long", good + b"\0", False
    yield "all zero", bytes(289), False


def _blind(name: str, ticket: bytes, is_valid: bool) -> Case:
    found = is_blind_ticket([SIGNING_KEY.n, OTHER_KEY.n], ID32, ticket)
    ours = {"name": name, "id": ID, "ticket": to_base64url(ticket), "valid": agreed(name, is_valid, found)}
    return {**ours, "answer": to_base64url(answer_id(ticket))} if is_valid else ours


def _bad_open_tickets() -> Iterator[tuple[str, bytes]]:
    good = open_ticket(SECRET, ID32, bytes(16))
    yield "of another study", open_ticket(SECRET, bytes(32), bytes(16))
    yield "of another server", open_ticket(bytes(32), ID32, bytes(16))
    yield "another random part", b"\1" + good[1:]
    yield "another end", good[:-1] + bytes([good[-1] ^ 128])
    yield "a byte short", good[:-1]
    yield "a byte long", good + b"\0"


def _open_bad(name: str, ticket: bytes) -> Case:
    agreed(name, False, is_open_ticket(SECRET, ID32, ticket))
    return {"name": name, "secret": SECRET.hex(), "id": ID, "ticket": to_base64url(ticket)}


def queries_file() -> File:
    """Queries of tickets of every length, for rows of every kind."""
    lengths = (289, 48, 32)
    tickets = [Stream(f"ticket {at}")(lengths[at % 3]) for at in range(6)]
    schemes = [scheme for scheme in SCHEMES if scheme.queries > 1]
    return {
        "about": "PROTOCOL.md P3. query = kind * pool + a mod pool; kind = 1 if b mod den < num.",
        "cases": [_query(scheme, ticket) for scheme in schemes for ticket in tickets],
    }


def _query(scheme: Scheme, ticket: bytes) -> Case:
    query = query_of(scheme, ID32, ticket)
    share: Fraction = scheme.count_share
    return {
        "pool": scheme.rows.pool,
        "count_share": [share.numerator, share.denominator],
        "id": ID,
        "ticket": to_base64url(ticket),
        "query": query,
    }
