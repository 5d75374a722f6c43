"""The server's half of a blind signature: one power to the secret exponent, itself blinded and checked.

Python's powers take a time that depends on their numbers, and this one is asked for by strangers: so base and
exponents are masked with fresh randomness. A result that fails its check (a fault in memory or processor
would betray the key's primes) never leaves.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

from tacit.errors import refuse
from tacit.protocol.blind import EXPONENT, draw_blinding, size_of
from tacit.protocol.encoding import to_integer
from tacit.scheme.randomize import Source

MASK_BYTES = 8


@dataclass(frozen=True)
class SigningKey:
    """A private key by its two primes; `repr` shows neither."""

    p: int
    q: int

    def __post_init__(self) -> None:
        if self.p == self.q or any((prime - 1) % EXPONENT == 0 for prime in (self.p, self.q)):
            raise refuse("key", "must be two different primes, neither of them 1 modulo 65537")

    def __repr__(self) -> str:
        return f"SigningKey({self.n.bit_length()} bits)"

    @cached_property
    def n(self) -> int:
        """The modulus, which the manifest publishes."""
        return self.p * self.q


def blind_sign(key: SigningKey, blinded: bytes, read: Source) -> bytes:
    """The signed request. Call it outside the event loop, for an invitation that was looked up before."""
    n, base = key.n, to_integer(blinded)
    if len(blinded) != size_of(n) or base >= n:
        raise refuse("blinded", "must be a number below the key")
    mask = draw_blinding(n, read)
    masked = base * pow(mask, EXPONENT, n) % n
    low, high = (_power(masked, prime, read) for prime in (key.p, key.q))
    root = low + key.p * ((high - low) * pow(key.p, -1, key.q) % key.q)
    signed = root * pow(mask, -1, n) % n
    if pow(signed, EXPONENT, n) != base:
        raise ArithmeticError("a blind signature failed its own check: this machine or its key is broken")
    return signed.to_bytes(size_of(n), "big")


def _power(base: int, prime: int, read: Source) -> int:
    """base^d modulo one prime, the exponent lengthened by a fresh multiple of the group's order."""
    order = prime - 1
    exponent = pow(EXPONENT, -1, order) + to_integer(read(MASK_BYTES)) * order
    return pow(base, exponent, prime)
