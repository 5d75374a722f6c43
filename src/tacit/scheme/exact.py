"""Exact numbers: primes, digits, and powers of e from the decimal text of epsilon."""

from __future__ import annotations

import math
from decimal import ROUND_FLOOR, Context, Decimal
from fractions import Fraction
from itertools import count

# Decimal.exp is correctly rounded in every context; 60 digits leave over 40 to spare for 2^24 e^20.
_PRECISE = Context(prec=60)


def exponential(epsilon: Decimal) -> Decimal:
    """e^epsilon, correctly rounded to 60 digits."""
    return epsilon.exp(_PRECISE)


def exponential_below(epsilon: Decimal) -> Fraction:
    """A rational just below e^epsilon."""
    return Fraction(exponential(epsilon)) * (1 - Fraction(1, 10**58))


def scaled_exponential_floor(scale: int, epsilon: Decimal) -> int:
    """floor(scale e^epsilon)."""
    return int(_PRECISE.multiply(Decimal(scale), exponential(epsilon)).to_integral_value(ROUND_FLOOR))


def is_at_most_exponential(ratio: Fraction, epsilon: Decimal) -> bool:
    """Whether ratio <= e^epsilon. Equality is impossible but at epsilon = 0: e^epsilon is irrational."""
    bound = _PRECISE.multiply(Decimal(ratio.denominator), exponential(epsilon))
    return Decimal(ratio.numerator) <= bound


def is_prime(number: int) -> bool:
    """Whether the number is prime, by trial division."""
    return number > 1 and all(number % divisor for divisor in range(2, math.isqrt(number) + 1))


def smallest_prime_from(number: int) -> int:
    """The smallest prime that is at least `number`."""
    return next(candidate for candidate in count(max(number, 2)) if is_prime(candidate))


def primes_up_to(limit: int) -> list[int]:
    """All primes up to and including the limit, ascending (sieve of Eratosthenes)."""
    is_candidate = bytearray([1]) * (limit + 1)
    is_candidate[:2] = bytes(min(2, limit + 1))
    for divisor in range(2, math.isqrt(max(limit, 0)) + 1):
        if is_candidate[divisor]:
            multiples = range(divisor * divisor, limit + 1, divisor)
            is_candidate[divisor * divisor :: divisor] = bytes(len(multiples))
    return [number for number in range(limit + 1) if is_candidate[number]]


def digit_count(base: int, size: int) -> int:
    """The smallest t >= 1 with base^t >= size."""
    length, power = 1, base
    while power < size:
        length, power = length + 1, power * base
    return length
