"""The device's half of a blind signature: RSABSSA-SHA384-PSS-Deterministic (RFC 9474), in whole numbers.

The server signs without seeing what; nobody can tie the finished signature to the request. Integers of Python
are enough here: the device does three modular products and two powers to 65537, in about a millisecond, and
needs nothing installed. The server's half, which holds a secret exponent, is `signing`.
"""

from __future__ import annotations

import math

from tacit.errors import refuse
from tacit.protocol import pss
from tacit.protocol.encoding import to_integer
from tacit.scheme.randomize import Source, below

EXPONENT = 65537


def size_of(n: int) -> int:
    """How many bytes a number modulo n takes."""
    return (n.bit_length() + 7) // 8


def draw_blinding(n: int, read: Source) -> int:
    """A uniform invertible number in 1..n-1."""
    while True:
        r = 1 + below(n - 1, read)
        if math.gcd(r, n) == 1:
            return r


def blind(n: int, message: bytes, salt: bytes, r: int) -> bytes:
    """The request: the encoded message times r^65537, a uniform number to whoever does not know r."""
    encoded = to_integer(pss.encode(message, salt, n.bit_length() - 1))
    if math.gcd(encoded, n) != 1 or math.gcd(r, n) != 1:
        raise refuse("blinding", "must be a number that is invertible modulo the key")
    return (encoded * pow(r, EXPONENT, n) % n).to_bytes(size_of(n), "big")


def finish(n: int, message: bytes, r: int, signed: bytes, salt_bytes: int = pss.SALT_BYTES) -> bytes:
    """The signature of the message, from what the server made of the request; refuses a wrong one."""
    if len(signed) != size_of(n) or to_integer(signed) >= n:
        raise refuse("signature", "must be a number below the key; the server signed wrongly")
    signature = (to_integer(signed) * pow(r, -1, n) % n).to_bytes(size_of(n), "big")
    if not is_signature(n, message, signature, salt_bytes):
        raise refuse("signature", "must be one by the study's key; the server signed wrongly")
    return signature


def is_signature(n: int, message: bytes, signature: bytes, salt_bytes: int = pss.SALT_BYTES) -> bool:
    """Whether the key with this modulus signed the message (RSASSA-PSS-VERIFY)."""
    if len(signature) != size_of(n) or to_integer(signature) >= n:
        return False
    bits = n.bit_length() - 1
    encoded = pow(to_integer(signature), EXPONENT, n)
    size = (bits + 7) // 8
    return encoded.bit_length() <= 8 * size and pss.is_encoding(
        encoded.to_bytes(size, "big"), message, bits, salt_bytes
    )
