"""Signing keys that everybody can read here: good for tests and vectors, and for nothing else."""

from __future__ import annotations

from tacit.protocol.encoding import to_base64url
from tacit.protocol.signing import SigningKey
from tacit.study.collect import Key

P = int(
    "e1a3db0794aa2ec3746a953713ab5c4b52cee36b034040f1dddc60f42db370b4b37d0dd7575c70cdfe5d28c1b2908657"
    "93818c5d691d2c1edc17be447d1f1150c847d90b7942d5aebae8afd0452b95b340f1cfb49893f9a268bb60a9bc2c57ea"
    "3daafe2a6a0a1ac9cbc3e5c266918e0973c28beb80ffd5cd5cbb401898c68c4d",
    16,
)
Q = int(
    "ccc3d349df1efb44b7c176b4b6aad06d061d2b00a27d4ec005e7cf49293433a6bfcf75cd6ab0e185fa1f218c4c6e2ce0"
    "48cefc90115f2ed28a273503076548058becc526113c6585f1e8e81a2231173fe234bc4be38a80e4ba951eb4202a6257"
    "8d5379e881d8a13fe19b0f671a1f1c82a1170b8d35eb5743fd9850abd28733a9",
    16,
)
SIGNING_KEY = SigningKey(P, Q)


def published(key: SigningKey, stratum: str | None = None) -> Key:
    """The half of a key that a manifest shows."""
    return Key(to_base64url(key.n.to_bytes(256, "big")), stratum)
