"""A name for what was counted: the same answers have the same name, in whatever files and order they came."""

from __future__ import annotations

import base64
import hashlib
import json
from collections.abc import Iterator

import numpy as np

from tacit.tallying.columns import Counts
from tacit.tallying.measures import Term
from tacit.tallying.sums import SumTally
from tacit.tallying.tally import Tally
from tacit.tallying.wide import Wide

CHUNK = 1 << 16


def fingerprint(tally: Tally | SumTally) -> str:
    """SHA-256 over every pair of query and column that occurs, how often, and its sums; 43 characters.

    Columns that were not asked for do not change it; neither do answers that were left out.
    """
    digest = hashlib.sha256(b"tacit answers 1\n")
    for piece in _pieces(tally):
        digest.update(piece)
    return base64.urlsafe_b64encode(digest.digest()).rstrip(b"=").decode()


def _pieces(tally: Tally | SumTally) -> Iterator[bytes]:
    if isinstance(tally, SumTally) and tally.measures.terms == (Term(),) and len(tally.parts) <= 1:
        tally = tally.counts()
    yield _line([tally.queries, tally.columns])
    if isinstance(tally, Tally):
        for array in tally.occupied():
            yield _bytes(array)
        return
    measures = tally.measures
    yield _line([measures.by, measures.cluster, tally.parts])
    yield _bytes(tally.part)
    yield _bytes(tally.cells)
    for term in measures.terms:
        yield _line([str(term), measures.digits(term)])
        yield from _integers(tally.sums[term])


def _line(value: object) -> bytes:
    return json.dumps(value).encode() + b"\n"


def _bytes(array: Counts) -> bytes:
    """Preceded by how many there are, so that no two lists can look like two others."""
    return _line(array.size) + np.ascontiguousarray(array, dtype="<i8").tobytes()


def _integers(numbers: Wide) -> Iterator[bytes]:
    """As text, for the same number may have more or fewer limbs."""
    for start in range(0, numbers.size, CHUNK):
        places = np.arange(start, min(start + CHUNK, numbers.size))
        yield _line(numbers[places].integers())
