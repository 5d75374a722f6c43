"""pure-ldp: clients and servers, one report at a time. It counts items from 1."""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Any

from pure_ldp.frequency_oracles.direct_encoding import DEClient, DEServer
from pure_ldp.frequency_oracles.hadamard_mechanism import HadamardMechClient, HadamardMechServer
from pure_ldp.frequency_oracles.hadamard_response import HadamardResponseClient, HadamardResponseServer
from pure_ldp.frequency_oracles.local_hashing import FastLHClient, FastLHServer, LHClient, LHServer
from pure_ldp.frequency_oracles.unary_encoding import UEClient, UEServer

from tacit.benchmarking.peers import Peer

LIBRARY = "pure-ldp"
SEEDS = 500  # of fast local hashing, as its authors have it
SEED_BITS = 32


def mechanisms(items: int, epsilon: float) -> Iterator[Peer]:
    """Each by its own client and a fresh server."""
    index = (items - 1).bit_length()
    hashed = round(math.exp(epsilon)).bit_length()
    response = HadamardResponseServer(epsilon, items)
    # The transform works in place on as many items as a power of two.
    powers = 1 << index
    matrix = FastLHServer(epsilon, items, SEEDS, use_olh=True).hash_matrix
    yield _peer("DE", index, DEClient(epsilon, items), lambda: DEServer(epsilon, items), items)
    yield _peer(
        *("HR", (2 * items).bit_length()),
        HadamardResponseClient(epsilon, items, response.get_hash_funcs()),
        lambda: HadamardResponseServer(epsilon, items),
        items,
    )
    yield _peer(
        *("HM t=1", index + 1),
        HadamardMechClient(epsilon, powers, 1),
        lambda: HadamardMechServer(epsilon, powers, 1),
        items,
    )
    yield _peer(
        *("FLH", (SEEDS - 1).bit_length() + hashed),
        FastLHClient(epsilon, items, SEEDS, use_olh=True),
        lambda: FastLHServer(epsilon, items, SEEDS, use_olh=True, hash_matrix=matrix),
        items,
    )
    yield _peer(
        *("OUE", items, UEClient(epsilon, items, use_oue=True)),
        lambda: UEServer(epsilon, items, use_oue=True),
        items,
    )
    yield _peer(
        *("OLH", SEED_BITS + hashed, LHClient(epsilon, items, use_olh=True)),
        lambda: LHServer(epsilon, items, use_olh=True),
        items,
    )


def _peer(mechanism: str, bits: int, client: Any, make_server: Any, items: int) -> Peer:  # noqa: ANN401
    def estimate(reports: list[Any]) -> list[float]:
        server = make_server()
        server.aggregate_all(reports)
        found = server.estimate_all(range(1, items + 1), suppress_warnings=True)
        return [count / len(reports) for count in found]

    def randomize(item: int) -> object:
        report = client.privatise(item + 1)
        return list(report) if isinstance(report, zip) else report

    return Peer(LIBRARY, mechanism, bits, randomize, estimate)
