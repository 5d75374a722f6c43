"""Uniform whole numbers from a seed: one sequence, on any machine and however many are asked for at a time.

numpy fixes the raw numbers of a seed for good, and what its generators make of them only for a version; so
everything here is made of raw numbers. No float decides anything.
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

Whole = npt.NDArray[np.unsignedinteger[Any]]
Wholes = np.dtype[np.unsignedinteger[Any]]

RAW = 1 << 64


class Stream:
    """What a generator draws, in order: asking twice for few gives what asking once for many gives."""

    def __init__(self, rng: np.random.Generator) -> None:
        if type(rng.bit_generator).__name__ == "MT19937":
            raise TypeError("the raw numbers of MT19937 have 32 bits; take numpy.random.default_rng")
        self.bits = rng.bit_generator

    def raw(self, size: int) -> Whole:
        """The next numbers below 2^64."""
        drawn: Whole = self.bits.random_raw(size)
        return drawn

    def below(self, bound: int, size: int) -> Whole:
        """The next numbers below a bound: equal shares of the raw ones, and what is left over drawn again."""
        if bound == 1 or size == 0:
            return np.zeros(size, dtype=np.uint64)
        share = RAW // bound
        drawn = self.raw(size)
        if share * bound < RAW:
            limit = np.uint64(share * bound)
            while drawn.max() >= limit:
                good = drawn[drawn < limit]
                drawn = np.concatenate([good, self.raw(size - good.size)])
        drawn //= np.uint64(share)
        return drawn


def streams_of(rng: np.random.Generator, count: int) -> list[Stream]:
    """Streams that have nothing to do with one another: one for each thing that is drawn."""
    return [Stream(child) for child in rng.spawn(count)]


def divide(numbers: Whole, divisor: int) -> tuple[Whole, Whole]:
    """Quotient and remainder; numpy divides by one number quickly, and takes remainders slowly."""
    size = numbers.dtype.type(divisor)
    quotient = numbers // size
    return quotient, numbers - quotient * size


def smallest_type(largest: int) -> Wholes:
    """The smallest unsigned integers that hold this number."""
    return np.min_scalar_type(largest)
