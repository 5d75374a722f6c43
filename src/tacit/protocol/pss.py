"""EMSA-PSS with SHA-384 and MGF1 (RFC 8017, 9.1): the padding of the signature inside a blind ticket."""

from __future__ import annotations

import hashlib

HASH_BYTES = 48
SALT_BYTES = 48
TRAILER = b"\xbc"


def encode(message: bytes, salt: bytes, bits: int) -> bytes:
    """The encoded message of so many bits: what is signed."""
    size = (bits + 7) // 8
    digest = _salted(message, salt)
    block = (b"\1" + salt).rjust(size - HASH_BYTES - 1, b"\0")
    masked = bytearray(_masked(block, digest))
    masked[0] &= 0xFF >> (8 * size - bits)
    return bytes(masked) + digest + TRAILER


def is_encoding(encoded: bytes, message: bytes, bits: int, salt_bytes: int = SALT_BYTES) -> bool:
    """Whether this is an encoding of the message, with whatever salt of that size."""
    size = (bits + 7) // 8
    if len(encoded) != size or size < HASH_BYTES + salt_bytes + 2 or encoded[-1:] != TRAILER:
        return False
    masked, digest = encoded[: -HASH_BYTES - 1], encoded[-HASH_BYTES - 1 : -1]
    if masked[0] >> (8 - (8 * size - bits)):
        return False
    salt = _masked(masked, digest)[len(masked) - salt_bytes :]
    return encode(message, salt, bits) == encoded


def _salted(message: bytes, salt: bytes) -> bytes:
    digest = hashlib.sha384(message).digest()
    return hashlib.sha384(bytes(8) + digest + salt).digest()


def _masked(block: bytes, seed: bytes) -> bytes:
    """The block under MGF1's mask; masking twice gives it back."""
    count = -(-len(block) // HASH_BYTES)
    mask = b"".join(hashlib.sha384(seed + at.to_bytes(4, "big")).digest() for at in range(count))
    return bytes(left ^ right for left, right in zip(block, mask, strict=False))
