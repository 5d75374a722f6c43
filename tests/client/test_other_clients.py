"""Three implementations of blind signatures, each side of each with every other.

Ours in Python, ours in JavaScript, and one that nobody here wrote (@cloudflare/blindrsa-ts).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

import pytest

from collected.javascript import Speaker, speaking
from collected.keys import OTHER_KEY, SIGNING_KEY
from collected.sources import Stream
from tacit.protocol.blind import blind, draw_blinding, finish, is_signature
from tacit.protocol.signing import SigningKey, blind_sign


@pytest.fixture(scope="module")
def javascript() -> Iterator[Speaker]:
    with speaking() as speaker:
        yield speaker


class Asked(NamedTuple):
    """A blinded message, and the function that finishes what is signed."""

    blinded: bytes
    finish: Callable[[bytes], bytes]


def hexadecimal(number: int) -> str:
    return number.to_bytes(256, "big").hex()


def ask_python(javascript: Speaker, key: SigningKey, message: bytes, read: Stream) -> Asked:
    salt, r = read(48), draw_blinding(key.n, read)
    return Asked(blind(key.n, message, salt, r), lambda signed: finish(key.n, message, r, signed))


def ask_javascript(javascript: Speaker, key: SigningKey, message: bytes, read: Stream) -> Asked:
    facts = {"n": hexadecimal(key.n), "message": message.hex(), "r": hexadecimal(draw_blinding(key.n, read))}
    said = javascript.ask("ours blinds", **facts, salt=read(48).hex())

    def finished(signed: bytes) -> bytes:
        return bytes.fromhex(javascript.ask("ours finishes", **facts, signed=signed.hex())["signature"])

    return Asked(bytes.fromhex(said["blinded"]), finished)


def ask_theirs(javascript: Speaker, key: SigningKey, message: bytes, read: Stream) -> Asked:
    facts = {"n": hexadecimal(key.n), "message": message.hex()}
    said = javascript.ask("theirs blinds", **facts)

    def finished(signed: bytes) -> bytes:
        reply = javascript.ask("theirs finishes", **facts, signed=signed.hex(), inv=said["inv"])
        return bytes.fromhex(reply["signature"])

    return Asked(bytes.fromhex(said["blinded"]), finished)


def sign_python(javascript: Speaker, key: SigningKey, blinded: bytes) -> bytes:
    return blind_sign(key, blinded, Stream("signing"))


def sign_theirs(javascript: Speaker, key: SigningKey, blinded: bytes) -> bytes:
    said = javascript.ask("theirs signs", p=f"{key.p:x}", q=f"{key.q:x}", blinded=blinded.hex())
    return bytes.fromhex(said["signed"])


@pytest.mark.parametrize("sign", [sign_python, sign_theirs])
@pytest.mark.parametrize("ask", [ask_python, ask_javascript, ask_theirs])
@pytest.mark.parametrize("key", [SIGNING_KEY, OTHER_KEY], ids=["one key", "other key"])
def test_whoever_asks_and_whoever_signs_everybody_verifies(
    key: SigningKey,
    ask: Callable[[Speaker, SigningKey, bytes, Stream], Asked],
    sign: Callable[[Speaker, SigningKey, bytes], bytes],
    javascript: Speaker,
) -> None:
    message = b"tacit/1 ticket\0" + bytes(range(64))
    asked = ask(javascript, key, message, Stream(f"{ask.__name__} {key.n % 1000}"))
    signature = asked.finish(sign(javascript, key, asked.blinded))
    facts = {"n": hexadecimal(key.n), "message": message.hex()}
    for others in (signature, bytes([*signature[:-1], signature[-1] ^ 1])):
        verdicts = {
            is_signature(key.n, message, others),
            javascript.ask("ours verifies", **facts, signature=others.hex())["valid"],
            javascript.ask("theirs verifies", **facts, signature=others.hex())["valid"],
        }
        assert verdicts == {others is signature}


def test_both_signers_give_the_same_bytes(javascript: Speaker) -> None:
    blinded = blind(SIGNING_KEY.n, b"a ticket", bytes(48), 7)
    assert sign_python(javascript, SIGNING_KEY, blinded) == sign_theirs(javascript, SIGNING_KEY, blinded)
