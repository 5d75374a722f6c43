"""Blind signatures: the published vectors of RFC 9474, and what a hostile or broken party may try."""

from __future__ import annotations

import json
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from collected.keys import SIGNING_KEY, P, Q
from collected.sources import Given, Stream
from tacit.errors import Refused
from tacit.protocol import pss
from tacit.protocol.blind import EXPONENT, blind, draw_blinding, finish, is_signature
from tacit.protocol.signing import SigningKey, blind_sign

VECTORS = Path(__file__).parents[2] / "vectors" / "v1" / "rfc9474.json"
N = SIGNING_KEY.n
SALT = bytes(range(48))
MESSAGE = b"a ticket"


class Published(NamedTuple):
    """One vector of RFC 9474, as numbers and bytes."""

    key: SigningKey
    n: int
    e: int
    r: int
    message: bytes
    salt: bytes
    encoded: bytes
    blinded: bytes
    signed: bytes
    signature: bytes


def published() -> list[Published]:
    found = []
    for vector in json.loads(VECTORS.read_text(encoding="utf-8")):
        raw = {name: bytes.fromhex(value) for name, value in vector.items()}
        numbers = {name: int.from_bytes(value, "big") for name, value in raw.items()}
        found.append(
            Published(
                key=SigningKey(numbers["p"], numbers["q"]),
                n=numbers["n"],
                e=numbers["e"],
                r=pow(numbers["inv"], -1, numbers["n"]),
                message=raw["msg"],
                salt=raw["salt"],
                encoded=raw["encoded_msg"],
                blinded=raw["blinded_msg"],
                signed=raw["blind_sig"],
                signature=raw["sig"],
            )
        )
    return found


PUBLISHED = published()
IDS = [f"{vector.n.bit_length()} bits, salt of {len(vector.salt)}" for vector in PUBLISHED]


def test_one_published_vector_has_our_salt_and_one_our_size_of_key() -> None:
    assert [len(vector.salt) for vector in PUBLISHED] == [pss.SALT_BYTES, 0]
    assert [vector.n.bit_length() for vector in PUBLISHED] == [4096, 2048]
    assert {vector.e for vector in PUBLISHED} == {EXPONENT}


@pytest.mark.parametrize("vector", PUBLISHED, ids=IDS)
def test_every_step_gives_the_published_bytes(vector: Published) -> None:
    assert vector.key.n == vector.n
    assert pss.encode(vector.message, vector.salt, vector.n.bit_length() - 1) == vector.encoded
    assert blind(vector.n, vector.message, vector.salt, vector.r) == vector.blinded
    assert blind_sign(vector.key, vector.blinded, Stream("published")) == vector.signed
    finished = finish(vector.n, vector.message, vector.r, vector.signed, len(vector.salt))
    assert finished == vector.signature
    assert is_signature(vector.n, vector.message, vector.signature, len(vector.salt))


@pytest.mark.parametrize("vector", PUBLISHED, ids=IDS)
def test_every_changed_bit_of_a_signature_is_noticed(vector: Published) -> None:
    """All bits of the last bytes, and one in each of the others."""
    size = len(vector.signature)
    places = [8 * at + at % 8 for at in range(0, size, 8)] + list(range(8 * size - 16, 8 * size))
    for place in places:
        number = int.from_bytes(vector.signature, "big") ^ (1 << place)
        changed = number.to_bytes(size, "big")
        assert not is_signature(vector.n, vector.message, changed, len(vector.salt)), place


@pytest.mark.parametrize("vector", PUBLISHED, ids=IDS)
def test_every_changed_bit_of_an_encoding_is_noticed(vector: Published) -> None:
    bits = vector.n.bit_length() - 1
    for place in range(0, 8 * len(vector.encoded), 3):
        changed = bytearray(vector.encoded)
        changed[place // 8] ^= 1 << place % 8
        assert not pss.is_encoding(bytes(changed), vector.message, bits, len(vector.salt)), place
    assert pss.is_encoding(vector.encoded, vector.message, bits, len(vector.salt))


@pytest.mark.parametrize("salt_bytes", [0, 20, 47, 49])
def test_a_salt_of_another_size_is_another_scheme(salt_bytes: int) -> None:
    """RFC 9474 fixes the salt's size; a verifier that takes any would accept what nobody meant to sign."""
    encoded = pss.encode(MESSAGE, SALT[:salt_bytes].ljust(salt_bytes, b"x"), 2047)
    assert pss.is_encoding(encoded, MESSAGE, 2047, salt_bytes)
    assert not pss.is_encoding(encoded, MESSAGE, 2047)


@pytest.mark.parametrize("bits", [1023, 1024, 1025, 1031, 2047, 2048])
def test_an_encoding_has_no_bit_above_its_size(bits: int) -> None:
    encoded = pss.encode(MESSAGE, SALT, bits)
    assert int.from_bytes(encoded, "big").bit_length() <= bits
    assert pss.is_encoding(encoded, MESSAGE, bits)


@given(st.binary(min_size=0, max_size=300))
def test_arbitrary_bytes_are_no_signature(signature: bytes) -> None:
    assert not is_signature(N, MESSAGE, signature)


@pytest.mark.parametrize("number", [0, 1, N - 1, N, 2**2048 - 1])
def test_trivial_numbers_are_no_signature(number: int) -> None:
    assert not is_signature(N, MESSAGE, number.to_bytes(256, "big"))


@settings(max_examples=30)
@given(st.binary(max_size=100), st.integers(0, 2**32))
def test_a_device_and_a_server_of_ours_agree_on_any_message(message: bytes, seed: int) -> None:
    read = Stream(str(seed))
    salt, r = read(48), draw_blinding(N, read)
    signed = blind_sign(SIGNING_KEY, blind(N, message, salt, r), read)
    signature = finish(N, message, r, signed)
    assert signature == pow(int.from_bytes(pss.encode(message, salt, 2047), "big"), exponent(), N).to_bytes(
        256, "big"
    )
    assert not is_signature(N, message + b"!", signature)


def exponent() -> int:
    """The secret exponent, the slow way, which the server's half never makes."""
    return pow(EXPONENT, -1, (P - 1) * (Q - 1))


def test_the_same_request_looks_different_under_every_blinding_and_gives_one_signature() -> None:
    read = Stream("blindings")
    blindings = [draw_blinding(N, read) for _ in range(5)]
    requests = [blind(N, MESSAGE, SALT, r) for r in blindings]
    assert len(set(requests)) == len(requests)
    signed = [blind_sign(SIGNING_KEY, request, read) for request in requests]
    finished = {finish(N, MESSAGE, r, one) for r, one in zip(blindings, signed, strict=True)}
    assert len(finished) == 1


def test_the_server_signs_alike_whatever_it_draws_to_hide_its_key() -> None:
    request = blind(N, MESSAGE, SALT, 7)
    assert len({blind_sign(SIGNING_KEY, request, Stream(f"mask {at}")) for at in range(5)}) == 1


def test_the_server_draws_anew_for_every_signature() -> None:
    """Without fresh masks the time of a signature tells of the key."""
    read = Stream("masks")
    blind_sign(SIGNING_KEY, blind(N, MESSAGE, SALT, 7), read)
    assert sum(read.reads) >= 256 + 2 * 8


def test_a_faulty_signature_never_leaves_the_server() -> None:
    """One wrong half of the Chinese remainder would let anybody factor the key."""
    faulty = SigningKey(P, Q + 2)
    with pytest.raises(ArithmeticError, match="failed its own check"):
        blind_sign(faulty, blind(N, MESSAGE, SALT, 7)[1:].rjust(256, b"\0"), Stream("fault"))


@pytest.mark.parametrize("blinded", [b"", bytes(255), bytes(257), N.to_bytes(256, "big"), b"\xff" * 256])
def test_the_server_refuses_what_is_no_number_below_its_key(blinded: bytes) -> None:
    with pytest.raises(Refused, match="blinded must be a number below the key"):
        blind_sign(SIGNING_KEY, blinded, Stream("refused"))


@pytest.mark.parametrize(
    "signed",
    [bytes(256), (1).to_bytes(256, "big"), b"", bytes(255), N.to_bytes(256, "big"), b"\xff" * 256],
    ids=["zero", "one", "empty", "short", "the key", "above the key"],
)
def test_the_device_refuses_whatever_does_not_finish_to_a_signature(signed: bytes) -> None:
    with pytest.raises(Refused, match="the server signed wrongly"):
        finish(N, MESSAGE, 7, signed)


def test_the_device_refuses_a_signature_of_something_else() -> None:
    signed = blind_sign(SIGNING_KEY, blind(N, b"another ticket", SALT, 7), Stream("else"))
    with pytest.raises(Refused, match="signed wrongly"):
        finish(N, MESSAGE, 7, signed)


@pytest.mark.parametrize("r", [0, P, Q, N, 5 * P])
def test_a_blinding_that_cannot_be_taken_off_is_refused(r: int) -> None:
    with pytest.raises(Refused, match="invertible"):
        blind(N, MESSAGE, SALT, r)


def test_a_drawn_blinding_is_never_zero_and_never_divides_the_key() -> None:
    """0 is drawn as 1; a multiple of a prime, which nobody will ever meet, is drawn again."""
    assert draw_blinding(N, Given(bytes(256))) == 1
    unlucky = (P - 1).to_bytes(256, "big") + (41).to_bytes(256, "big")
    assert draw_blinding(N, Given(unlucky)) == 42
    largest = (N - 2).to_bytes(256, "big")
    assert draw_blinding(N, Given((N - 1).to_bytes(256, "big") + largest)) == N - 1


@pytest.mark.parametrize(("p", "q"), [(P, P), (65537 * 2 + 1, Q), (P, 65537 * 4 + 1)])
def test_primes_that_cannot_sign_are_refused(p: int, q: int) -> None:
    with pytest.raises(Refused, match="two different primes"):
        SigningKey(p, q)


def test_a_key_does_not_show_itself() -> None:
    assert repr(SIGNING_KEY) == "SigningKey(2048 bits)"
    assert str(P) not in f"{SIGNING_KEY}"
