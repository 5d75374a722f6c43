"""Polynomials with rational coefficients, lowest power first, and their positive roots."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise

Polynomial = tuple[Fraction, ...]

RELATIVE_WIDTH = Fraction(1, 2**170)


def polynomial(*coefficients: Fraction | int) -> Polynomial:
    return tuple(Fraction(c) for c in coefficients)


def add(one: Polynomial, other: Polynomial) -> Polynomial:
    size = max(len(one), len(other))
    pad = (Fraction(0),) * size
    return tuple(a + b for a, b in zip((one + pad)[:size], (other + pad)[:size], strict=True))


def scale(one: Polynomial, factor: Fraction | int) -> Polynomial:
    return tuple(c * factor for c in one)


def multiply(one: Polynomial, other: Polynomial) -> Polynomial:
    product = [Fraction(0)] * (len(one) + len(other) - 1)
    for i, a in enumerate(one):
        for j, b in enumerate(other):
            product[i + j] += a * b
    return tuple(product)


def evaluate(one: Polynomial, x: Fraction) -> Fraction:
    total = Fraction(0)
    for c in reversed(one):
        total = total * x + c
    return total


def _sign(one: Polynomial, x: Fraction) -> int:
    value = evaluate(one, x)
    return (value > 0) - (value < 0)


def _trimmed(one: Sequence[Fraction]) -> Polynomial:
    """Without leading zeros and without roots at 0."""
    coefficients = list(one)
    while coefficients and coefficients[-1] == 0:
        coefficients.pop()
    while coefficients and coefficients[0] == 0:
        coefficients.pop(0)
    return tuple(coefficients)


def positive_roots(one: Polynomial) -> list[Fraction]:
    """Where the polynomial changes sign above 0, ascending, each to 50 digits; none for the zero polynomial.

    Between neighbouring roots of the derivative there is at most one, so none is missed.
    """
    trimmed = _trimmed(one)
    if len(trimmed) < 2:
        return []
    low = 1 / (1 + max(abs(c / trimmed[0]) for c in trimmed))
    high = 1 + max(abs(c / trimmed[-1]) for c in trimmed)
    turns = positive_roots(tuple(power * c for power, c in enumerate(trimmed))[1:])
    points = [low, *(turn for turn in turns if low < turn < high), high]
    roots = [turn for turn in points if _sign(trimmed, turn) == 0]
    crossed = [(a, b) for a, b in pairwise(points) if _sign(trimmed, a) * _sign(trimmed, b) < 0]
    return sorted(set(roots + [_bisect(trimmed, a, b) for a, b in crossed]))


def _bisect(one: Polynomial, low: Fraction, high: Fraction) -> Fraction:
    sign = _sign(one, low)
    while high - low > low * RELATIVE_WIDTH:
        middle = _short((low + high) / 2, high - low)
        if _sign(one, middle) * sign > 0:
            low = middle
        else:
            high = middle
    return (low + high) / 2


def _short(x: Fraction, width: Fraction) -> Fraction:
    """x to a power of two well below `width`, so that numbers stay small."""
    bits = max(0, (width.denominator // width.numerator).bit_length() + 4)
    return Fraction(round(x * 2**bits), 2**bits)
