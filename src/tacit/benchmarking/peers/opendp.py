"""OpenDP: measurements, one call per person, drawing from a secure source. It counts bits, not categories."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np
import opendp.prelude as dp

from tacit.benchmarking.peers import Peer

LIBRARY = "opendp"


def mechanisms(items: int, epsilon: float) -> Iterator[Peer]:
    """Randomised response over categories, and over a vector of bits (basic RAPPOR)."""
    dp.enable_features("contrib")
    yield _categories(items, epsilon)
    yield _bits(items, epsilon)


def _categories(items: int, epsilon: float) -> Peer:
    keep = math.exp(epsilon) / (math.exp(epsilon) + items - 1)
    other = (1 - keep) / (items - 1)
    measure = dp.m.make_randomized_response(list(range(items)), keep)

    def estimate(reports: list[int]) -> list[float]:
        shares = np.bincount(reports, minlength=items) / len(reports)
        return list((shares - other) / (keep - other))

    return Peer(*(LIBRARY, "RR", (items - 1).bit_length(), measure, estimate), is_estimated_by_us=True)


def _bits(items: int, epsilon: float) -> Peer:
    domain = dp.bitvector_domain(max_weight=1)
    half = math.exp(epsilon / 2)
    flip = 2 / (half + 1)
    measure = dp.m.make_randomized_response_bitvec(domain, dp.discrete_distance(), f=flip)
    length = -(-items // 8)

    def randomize(item: int) -> bytes:
        vector = bytearray(length)
        vector[item // 8] = 1 << item % 8
        return bytes(measure(bytes(vector)))

    def estimate(reports: list[bytes]) -> list[float]:
        found = dp.m.debias_randomized_response_bitvec(reports, flip)
        return [count / len(reports) for count in found[:items]]

    return Peer(LIBRARY, "bit vector", items, randomize, estimate)
