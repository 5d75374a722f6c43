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
OTHER_KEY = SigningKey(
    int(
        "c8dc1cf12a0e9c138b32813f8a67417bc95ca02db405fd7651603616cd33f19a2f720f665fb7a09cbac581158b08c4e5"
        "01c416a573540738b88235b38d287451bfaac60622d935d8ba124708e0ae15b53b82be78ca2038c9bacfe09f883d355e"
        "e2bf347105e9a7527db2c215ee0545b48abf209524f2a4e75ab8068fafb7894b",
        16,
    ),
    int(
        "c112b5a9456204a2278733646dd1504ecc100ecfeb69b3b7d81fb44fc0e52d40a9d314d361e8b65c38701ee336149df6"
        "1f47639dd220c26c2fdb9c6a92e0f2643bf76466405e38e4f1b1d6482f6d749c10242b800b0820671064be15baaa3cd4"
        "980665149f0d59d38fdacb7761edf641ebe216ddb4f49737909b22ad31239b5d",
        16,
    ),
)


def published(key: SigningKey, stratum: str | None = None) -> Key:
    """The half of a key that a manifest shows."""
    return Key(to_base64url(key.n.to_bytes(256, "big")), stratum)
