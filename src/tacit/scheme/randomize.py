"""The only chance in an answer: exact integer draws from a source of random bytes that the caller gives.

Runs on the person's own device. Nothing here knows floats, generators or seeds.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from tacit.scheme.scheme import Scheme

Source = Callable[[int], bytes]

FINEST = 1 << 53


def reading(width: int) -> tuple[int, int]:
    """What a draw below this width reads: how many bytes, and the mask of the bits that it keeps."""
    bits = (width - 1).bit_length()
    return (bits + 7) >> 3, (1 << bits) - 1


def below(width: int, read: Source) -> int:
    """A uniform integer in range(width): read whole bytes, keep the low bits, repeat while too large."""
    size, mask = reading(width)
    while True:
        drawn = int.from_bytes(read(size), "big") & mask
        if drawn < width:
            return drawn


def place(value: Fraction, low: Fraction, high: Fraction, levels: int) -> tuple[int, int, int]:
    """Where a value lies between two levels: (level, a, b), meaning a/b of the way up to the next level."""
    level, fraction = divmod((value - low) * (levels - 1) / (high - low), 1)
    fraction = fraction.limit_denominator(FINEST)
    return int(level), fraction.numerator, fraction.denominator


def round_to_level(level: int, numerator: int, denominator: int, read: Source) -> int:
    """Up with probability numerator/denominator, so that the mean is exact."""
    return level + (below(denominator, read) < numerator)


def randomize(scheme: Scheme, query: int, item: int, level: int, read: Source) -> int:
    """The column that is sent: the own card's, or with the published odds another."""
    odds, columns = scheme.odds, scheme.rows.columns
    own = scheme.column(query, item, level)
    drawn = below(scheme.total, read)
    if drawn < odds.keep:
        return own
    drawn -= odds.keep
    if odds.is_plain:
        return (own + 1 + drawn // odds.other) % columns
    opposite = scheme.column(query, item, 1 - level)
    if drawn < odds.opposite:
        return opposite
    steps = 1 + (drawn - odds.opposite) // odds.other
    return (own + steps + (steps >= (opposite - own) % columns)) % columns
