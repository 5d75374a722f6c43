"""Other libraries for the same promise, as their users call them: one module for each.

They come with `pip install 'tacit[bench]'`; what is not installed is left out.
"""

from __future__ import annotations

import importlib.util
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module
from typing import Any

LIBRARIES = {
    "pure_ldp": "pure-ldp",
    "multi_freq_ldpy": "multi-freq-ldpy",
    "ldp_toolbox": "ldp-toolbox",
    "opendp": "opendp",
}


@dataclass(frozen=True)
class Peer:
    """A mechanism of a library, for so many items and an epsilon.

    `randomize` makes one report of an item 0..k-1; `estimate` makes shares of a list of reports. `bits` is
    what a report must hold, seeds and indices that the client chooses included. `is_clipped`: shares below 0
    are cut away by the library, so that its error cannot be compared with unbiased ones.
    `is_estimated_by_us`: the library has no estimator for it.
    """

    library: str
    mechanism: str
    bits: int
    randomize: Callable[[int], Any]
    estimate: Callable[[list[Any]], Sequence[float]]
    is_clipped: bool = False
    is_estimated_by_us: bool = False

    @property
    def name(self) -> str:
        return f"{self.library} {self.mechanism}"


def peers(items: int, epsilon: float) -> list[Peer]:
    """Every mechanism of every library that is installed."""
    found: list[Peer] = []
    for module in LIBRARIES:
        if importlib.util.find_spec(module) is not None:
            found += import_module(f"{__name__}.{module}").mechanisms(items, epsilon)
    return found


def missing() -> list[str]:
    """The libraries that are not installed."""
    return [name for module, name in LIBRARIES.items() if importlib.util.find_spec(module) is None]
