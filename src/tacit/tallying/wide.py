"""Whole numbers beyond 64 bits, many at a time: sums of weights times outcomes stay exact in any order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from tacit.tallying.columns import Counts

BITS = 31
LARGEST = (1 << BITS) - 1  # of a factor, so that two of them multiply within 64 bits
ROOM = 1 << 62


@dataclass(frozen=True, eq=False)
class Wide:
    """Numbers in limbs: limb i counts 2^(31 i), within 0..2^31 - 1 but for the last, which has the sign.

    As many limbs as a number has factors leave room to add 2^32 of them.
    """

    limbs: Counts

    @classmethod
    def of(cls, integers: Sequence[int]) -> Wide:
        """These numbers, in as many limbs as they need: the last one leaves room to add some more."""
        longest = max((integer.bit_length() for integer in integers), default=0)
        limbs = 1 + max(0, -(-(longest - BITS) // BITS))
        parts = np.zeros((limbs, len(integers)), dtype=np.int64)
        for at, integer in enumerate(integers):
            for place in range(limbs - 1):
                parts[place, at] = integer & LARGEST
                integer >>= BITS
            parts[-1, at] = integer
        return cls(parts)

    @property
    def size(self) -> int:
        """How many numbers there are."""
        return int(self.limbs.shape[1])

    def __getitem__(self, places: Counts) -> Wide:
        """The numbers at these places."""
        return Wide(self.limbs[:, places])

    def __eq__(self, other: object) -> bool:
        """Whether both hold the same numbers, however many limbs they have."""
        return isinstance(other, Wide) and self.integers() == other.integers()

    __hash__ = None  # type: ignore[assignment]

    def integers(self) -> list[int]:
        """The numbers as Python's own."""
        return [
            sum(limb << BITS * place for place, limb in enumerate(limbs)) for limbs in self.limbs.T.tolist()
        ]

    def floats(self, digits: int = 0) -> npt.NDArray[np.float64]:
        """The numbers times 10^-digits, each right but for the last bits of its own size."""
        # From the top: while limbs cancel each other, every step is exact.
        found = self.limbs[-1].astype(np.float64)
        for limb in self.limbs[-2::-1]:
            found = found * (1 << BITS) + limb
        return np.asarray(found / 10**digits)

    def total(self) -> int:
        """All numbers added up."""
        return sum(sum(limb.tolist()) << BITS * place for place, limb in enumerate(self.limbs))

    def add_runs(self, first: Counts) -> Wide:
        """The sum of each run of numbers; `first` says where the runs begin."""
        if not self.size:
            return self
        return Wide(_carried(np.add.reduceat(self.limbs, first, axis=1)))

    def times(self, factor: int) -> Wide:
        """Every number times a factor within 0..LARGEST; one limb more holds the rest."""
        low, high = self.limbs[:-1], self.limbs[-1]
        limbs = np.zeros((len(self.limbs) + 1, self.size), dtype=np.int64)
        limbs[:-2] = low * factor
        limbs[-2] = (high & LARGEST) * factor
        limbs[-1] = (high >> BITS) * factor
        return Wide(_carried(limbs))


def product(*factors: Counts) -> Wide:
    """Elementwise products of arrays of whole numbers, each within +-LARGEST."""
    sign = np.sign(factors[0])
    limbs = [np.abs(factors[0])]
    for factor in factors[1:]:
        size, carry = np.abs(factor), np.zeros_like(factor)
        sign = sign * np.sign(factor)
        for place, limb in enumerate(limbs):
            grown = limb * size + carry
            limbs[place], carry = grown & LARGEST, grown >> BITS
        limbs.append(carry)
    return Wide(_carried(np.stack(limbs) * sign))


class Products:
    """Sums, by place, of products of these arrays, each within +-LARGEST; filled part by part.

    `most` is how large a product can be at most. Without arrays the ones are added.
    """

    def __init__(self, factors: Sequence[Counts], most: int, answers: int, places: int) -> None:
        self.factors = factors
        self.limbs = np.zeros((max(1, len(factors)), places), dtype=np.int64)
        self.is_narrow = most * answers < ROOM
        self.is_wide = most >= ROOM

    def add(self, place: Counts, part: slice) -> None:
        """The products of these answers, which fall on these places."""
        if not self.factors:
            np.add.at(self.limbs[0], place, 1)
            return
        factors = [factor[part] for factor in self.factors]
        if self.is_wide:
            for limb, more in zip(self.limbs, product(*factors).limbs, strict=True):
                np.add.at(limb, place, more)
            return
        found = math.prod(factors[1:], start=factors[0])
        if self.is_narrow:
            np.add.at(self.limbs[0], place, found)
            return
        # Each product fits into 64 bits, and all together do not.
        np.add.at(self.limbs[0], place, found & LARGEST)
        np.add.at(self.limbs[1], place, found >> BITS)

    def sums(self) -> Wide:
        """What was added, at every place."""
        return Wide(_carried(self.limbs))


def concatenate(parts: Sequence[Wide]) -> Wide:
    """All numbers after each other; parts with fewer limbs get more."""
    most = max(len(part.limbs) for part in parts)
    return Wide(np.concatenate([_grown(part.limbs, most) for part in parts], axis=1))


def _grown(limbs: Counts, most: int) -> Counts:
    """As many limbs as asked: what the last one holds beyond 31 bits moves up."""
    more = most - len(limbs)
    return _carried(np.concatenate([limbs, np.zeros((more, limbs.shape[1]), dtype=np.int64)]))


def _carried(limbs: Counts) -> Counts:
    """The same numbers with every limb but the last brought within 31 bits; in place."""
    for place in range(len(limbs) - 1):
        limbs[place + 1] += limbs[place] >> BITS
        limbs[place] &= LARGEST
    return limbs
