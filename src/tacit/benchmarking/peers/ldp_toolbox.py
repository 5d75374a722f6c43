"""ldp-toolbox: an object for each mechanism. It cuts shares below 0 and makes them add to 1."""

from __future__ import annotations

import math
from collections.abc import Iterator

from ldp_toolbox.protocols.frequency.grr import GeneralizedRandomizedResponse
from ldp_toolbox.protocols.frequency.lh import LocalHashing
from ldp_toolbox.protocols.frequency.ss import SubsetSelection
from ldp_toolbox.protocols.frequency.ue import UnaryEncoding

from tacit.benchmarking.peers import Peer

LIBRARY = "ldp-toolbox"
SEED_BITS = 63


def mechanisms(items: int, epsilon: float) -> Iterator[Peer]:
    """Randomised response, unary encoding, subset selection and local hashing (over two processes)."""
    index = (items - 1).bit_length()
    hashed = round(math.exp(epsilon)).bit_length()
    made = {
        "GRR": (index, GeneralizedRandomizedResponse(items, epsilon)),
        "OUE": (items, UnaryEncoding(items, epsilon)),
        "SS": (items, SubsetSelection(items, epsilon)),
        "OLH": (SEED_BITS + hashed, LocalHashing(items, epsilon)),
    }
    for mechanism, (bits, protocol) in made.items():
        yield Peer(LIBRARY, mechanism, bits, protocol.obfuscate, protocol.estimate, is_clipped=True)
