"""multi-freq-ldpy: functions over lists of reports. It cuts shares below 0 and makes them add to 1."""

from __future__ import annotations

import math
from collections.abc import Iterator

from multi_freq_ldpy.pure_frequency_oracles.GRR import GRR_Aggregator_MI, GRR_Client
from multi_freq_ldpy.pure_frequency_oracles.LH import LH_Aggregator_MI, LH_Client
from multi_freq_ldpy.pure_frequency_oracles.SS import SS_Aggregator_MI, SS_Client
from multi_freq_ldpy.pure_frequency_oracles.UE import UE_Aggregator_MI, UE_Client

from tacit.benchmarking.peers import Peer

LIBRARY = "multi-freq-ldpy"
SEED_BITS = 63


def mechanisms(items: int, epsilon: float) -> Iterator[Peer]:
    """Randomised response, unary encoding, local hashing and subset selection."""
    k, index = items, (items - 1).bit_length()
    hashed = round(math.exp(epsilon)).bit_length()
    chosen = max(1, round(items / (math.exp(epsilon) + 1)))
    yield Peer(
        *(LIBRARY, "GRR", index, lambda item: GRR_Client(item, k, epsilon)),
        lambda reports: GRR_Aggregator_MI(reports, k, epsilon),
        is_clipped=True,
    )
    yield Peer(
        *(LIBRARY, "OUE", k, lambda item: UE_Client(item, k, epsilon, True)),
        lambda reports: UE_Aggregator_MI(reports, epsilon, True),
        is_clipped=True,
    )
    yield Peer(
        *(LIBRARY, "SS", chosen * index, lambda item: SS_Client(item, k, epsilon)),
        lambda reports: SS_Aggregator_MI(reports, k, epsilon),
        is_clipped=True,
    )
    yield Peer(
        *(LIBRARY, "OLH", SEED_BITS + hashed, lambda item: LH_Client(item, k, epsilon, True)),
        lambda reports: LH_Aggregator_MI(reports, k, epsilon, True),
        is_clipped=True,
    )
