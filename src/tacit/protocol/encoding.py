"""Bytes as text and as numbers, and labelled hashes: one form each, every other one refused."""

from __future__ import annotations

import base64
import hashlib

from tacit.errors import refuse
from tacit.study.canonical import base64url_bytes

ID_BYTES = 32


def to_base64url(raw: bytes) -> str:
    """base64url without padding."""
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def from_base64url(field: str, text: object, size: int) -> bytes:
    """The bytes of the one form that this many bytes have; the text itself is never repeated."""
    raw = base64url_bytes(text, size) if isinstance(text, str) else None
    if raw is None:
        raise refuse(field, f"must be {size} bytes as base64url without padding")
    return raw


def id_bytes(study_id: str) -> bytes:
    """The 32 bytes that a study's id spells."""
    return from_base64url("study", study_id, ID_BYTES)


def labelled(label: str, *parts: bytes) -> bytes:
    """The parts behind a label that says what they are for, and that ends in a zero byte."""
    return b"".join((f"tacit/1 {label}".encode(), b"\0", *parts))


def labelled_hash(label: str, *parts: bytes) -> bytes:
    """SHA-256 of the labelled parts."""
    return hashlib.sha256(labelled(label, *parts)).digest()


def to_integer(raw: bytes) -> int:
    """Big-endian."""
    return int.from_bytes(raw, "big")
