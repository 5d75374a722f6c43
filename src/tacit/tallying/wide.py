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
DIGITS = 9  # 10^9 is within LARGEST
ROOM = 1 << 62
UNCARRIED = 1 << 30  # so many numbers within 31 bits can be added before limbs must be carried


@dataclass(frozen=True, eq=False)
class Wide:
    """Numbers in limbs: limb i counts 2^(31 i), within 0..2^31 - 1 but for the last, which has the sign.

    The last is within 31 bits, too, wherever numbers were added, so that there is room to add very many.
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

    @classmethod
    def of_int64(cls, numbers: Counts) -> Wide:
        """These numbers, however large."""
        return cls(_with_room(numbers[None].copy()))

    @property
    def is_int64(self) -> bool:
        """Whether all numbers are surely within 64 bits."""
        return len(self.limbs) == 1 or (len(self.limbs) == 2 and _largest(self.limbs[1]) < ROOM >> BITS)

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

    def int64(self) -> Counts:
        """The numbers, where they are within 64 bits."""
        found: Counts = self.limbs[-1].copy()
        for limb in self.limbs[-2::-1]:
            found <<= BITS
            found += limb
        return found

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
        return Wide(_with_room(np.add.reduceat(self.limbs, first, axis=1)))

    def times(self, factor: int) -> Wide:
        """Every number times a factor within 0..LARGEST; one limb more holds the rest."""
        low, high = self.limbs[:-1], self.limbs[-1]
        limbs = np.zeros((len(self.limbs) + 1, self.size), dtype=np.int64)
        limbs[:-2] = low * factor
        limbs[-2] = (high & LARGEST) * factor
        limbs[-1] = (high >> BITS) * factor
        return Wide(_carried(limbs))

    def shifted(self, digits: int) -> Wide:
        """Every number times 10^digits."""
        found = self
        while digits > 0:
            step = min(digits, DIGITS)
            found, digits = found.times(10**step), digits - step
        return found


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


class Running:
    """Numbers at places, to which products are added where they are: in 64 bits while these surely do."""

    def __init__(self, limbs: Counts) -> None:
        given = Wide(limbs)
        self.limbs = given.int64()[None] if given.is_int64 else limbs
        self.most = _largest(self.limbs[0])  # of all, while there is one limb
        self.added = 0  # answers, since limbs were carried

    def add(self, place: Counts, factors: Sequence[Counts], most: int) -> None:
        """Add the products of these arrays, each within +-LARGEST, at these places; without arrays, ones.

        `most` is how large a product can be at most.
        """
        if len(self.limbs) == 1 and self._fits(most * place.size):
            np.add.at(self.limbs[0], place, math.prod(factors[1:], start=factors[0]) if factors else 1)
            return
        more = product(*factors).limbs if factors else np.ones((1, place.size), dtype=np.int64)
        self.limbs = _grown(self.limbs, max(len(self.limbs), len(more)))
        for limb, each in zip(self.limbs, more, strict=False):
            np.add.at(limb, place, each)
        self.added += place.size
        if self.added >= UNCARRIED:
            self.limbs, self.added = _with_room(self.limbs), 0

    def grow(self, places: int) -> None:
        """More places, with nothing on them."""
        more = np.zeros((len(self.limbs), places - self.limbs.shape[1]), dtype=np.int64)
        self.limbs = np.concatenate([self.limbs, more], axis=1)

    def numbers(self) -> Wide:
        """What is there, at every place."""
        return Wide(_with_room(self.limbs))

    def _fits(self, more: int) -> bool:
        """Whether so much more surely stays within 64 bits, at every place."""
        if self.most + more >= ROOM:
            self.most = _largest(self.limbs[0])
        if self.most + more >= ROOM:
            return False
        self.most += more
        return True


def concatenate(parts: Sequence[Wide]) -> Wide:
    """All numbers after each other; parts with fewer limbs get more."""
    most = max(len(part.limbs) for part in parts)
    return Wide(np.concatenate([_grown(part.limbs, most) for part in parts], axis=1))


def _largest(numbers: Counts) -> int:
    return max(-int(numbers.min()), int(numbers.max())) if numbers.size else 0


def _with_room(limbs: Counts) -> Counts:
    """The same numbers, carried, in as many limbs as keep the last one within 31 bits."""
    limbs = _carried(limbs)
    while _largest(limbs[-1]) > LARGEST:
        limbs = _grown(limbs, len(limbs) + 1)
    return limbs


def _grown(limbs: Counts, most: int) -> Counts:
    """As many limbs as asked: what the last one holds beyond 31 bits moves up."""
    more = most - len(limbs)
    if not more:
        return limbs
    return _carried(np.concatenate([limbs, np.zeros((more, limbs.shape[1]), dtype=np.int64)]))


def _carried(limbs: Counts) -> Counts:
    """The same numbers with every limb but the last brought within 31 bits; in place."""
    for place in range(len(limbs) - 1):
        limbs[place + 1] += limbs[place] >> BITS
        limbs[place] &= LARGEST
    return limbs
