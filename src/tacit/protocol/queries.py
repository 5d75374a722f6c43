"""The query comes out of the ticket: both sides compute it, and it is never sent (PROTOCOL.md P3)."""

from __future__ import annotations

import hashlib

from tacit.protocol.encoding import labelled, to_integer
from tacit.scheme.scheme import Scheme


def query_of(scheme: Scheme, id32: bytes, ticket: bytes) -> int:
    """The ticket's query: uniform to one part in 2^200, and nobody's choice."""
    digest = hashlib.sha512(labelled("query", id32, ticket)).digest()
    number, chance = to_integer(digest[:32]), to_integer(digest[32:])
    share, pool = scheme.count_share, scheme.rows.pool
    kind = chance % share.denominator < share.numerator
    return kind * pool + number % pool
