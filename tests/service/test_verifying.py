"""The library that verifies tickets agrees with the whole numbers of devices, and with RFC 9474."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicNumbers

from collected.keys import OTHER_KEY, SIGNING_KEY
from collected.sources import Stream
from tacit.protocol.blind import EXPONENT
from tacit.protocol.encoding import from_base64url, id_bytes, to_integer
from tacit.protocol.pss import encode
from tacit.protocol.signing import SigningKey, blind_sign
from tacit.protocol.tickets import (
    blinded_message,
    draw_secrets,
    finish_blind,
    is_blind_ticket,
    ticket_message,
)
from tacit.service.verifying import HASH, PADDING, Verifier

VECTORS = Path(__file__).parents[2] / "vectors" / "v1"
TICKETS = json.loads((VECTORS / "tickets.json").read_text())["blind"]
PUBLISHED = json.loads((VECTORS / "rfc9474.json").read_text())
ID32 = bytes(range(32))
MODULI = [SIGNING_KEY.n, OTHER_KEY.n]


@pytest.mark.parametrize("case", TICKETS, ids=lambda case: case["name"])
def test_the_vectors_hold(case: dict[str, Any]) -> None:
    padded = case["ticket"] + "=" * (-len(case["ticket"]) % 4)
    raw = from_base64url("ticket", case["ticket"], len(padded) // 4 * 3 - padded.count("="))
    assert Verifier(MODULI, id_bytes(case["id"])).is_ticket(raw) is case["valid"]


@pytest.mark.parametrize("case", [one for one in PUBLISHED if one["salt"]])
def test_the_published_signature_is_one_and_its_salt_is_part_of_it(case: dict[str, str]) -> None:
    key = RSAPublicNumbers(EXPONENT, int(case["n"], 16)).public_key()
    key.verify(bytes.fromhex(case["sig"]), bytes.fromhex(case["msg"]), PADDING, HASH)


def ticket(key: SigningKey, index: int, name: str) -> bytes:
    """As a device makes one."""
    secrets = draw_secrets(key.n, read := Stream(name))
    signed = blind_sign(key, blinded_message(key.n, ID32, secrets), read)
    return finish_blind(key.n, ID32, index, secrets, signed)


def signed_as(block: bytes) -> bytes:
    """A ticket whose signature is of these very bytes."""
    d = pow(EXPONENT, -1, (SIGNING_KEY.p - 1) * (SIGNING_KEY.q - 1))
    signature = pow(to_integer(block), d, SIGNING_KEY.n).to_bytes(256, "big")
    return b"\0" + bytes(32) + signature


MESSAGE = ticket_message(ID32, bytes(32))
GOOD = encode(MESSAGE, bytes(48), 2047)
SPOILT: dict[str, Callable[[bytes], bytes]] = {
    "as it is": lambda good: good,
    "every bit of its end": lambda good: good[:-1] + bytes([good[-1] ^ 0xFF]),
    "its first bit": lambda good: bytes([good[0] ^ 1]) + good[1:],
    "above the modulus": lambda good: good[:33] + SIGNING_KEY.n.to_bytes(256, "big"),
    "plus the modulus": lambda good: (
        good[:33] + ((to_integer(good[33:]) + SIGNING_KEY.n) % (1 << 2048)).to_bytes(256, "big")
    ),
    "nothing": lambda good: good[:33] + bytes(256),
    "one": lambda good: good[:33] + bytes(255) + b"\1",
    "another salt's length": lambda _: signed_as(encode(MESSAGE, bytes(47), 2047)),
    "no salt": lambda _: signed_as(encode(MESSAGE, b"", 2047)),
    "another message": lambda _: signed_as(encode(MESSAGE + b"\0", bytes(48), 2047)),
    "another trailer": lambda _: signed_as(GOOD[:-1] + b"\xcc"),
    "a padding that is not zero": lambda _: signed_as(bytes([GOOD[0] ^ 2]) + GOOD[1:]),
    "short": lambda good: good[:-1],
    "long": lambda good: good + b"\0",
    "empty": lambda _: b"",
}


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_both_say_the_same_of_what_is_spoilt(spoil: Callable[[bytes], bytes]) -> None:
    verifier = Verifier(MODULI, ID32)
    for index, key in enumerate((SIGNING_KEY, OTHER_KEY)):
        good = ticket(key, index, f"ticket {index}")
        found = verifier.is_ticket(spoil(good))
        assert found is is_blind_ticket(MODULI, ID32, spoil(good))
        assert found is (spoil(good) == good)


def test_a_signature_of_the_very_bytes_is_one() -> None:
    """Else the cases above would be refused whatever they are."""
    assert Verifier(MODULI, ID32).is_ticket(signed_as(GOOD))
