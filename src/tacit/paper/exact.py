"""Numbers without rounding: what people type becomes a Fraction, and e^epsilon one just below the truth."""

from __future__ import annotations

import math
from decimal import ROUND_FLOOR, Context, Decimal, DivisionByZero, InvalidOperation, Overflow
from fractions import Fraction
from numbers import Integral, Rational, Real

from tacit.errors import refuse

Number = int | float | Decimal | Fraction | str

DIGITS = 60
LARGEST_EPSILON = 700  # e^700 is still a float
LARGEST_EXPONENT = 400  # of ten: beyond it a number is a typing error, and too long to work with


def as_fraction(value: Number, field: str) -> Fraction:
    """The number as written: 0.1 means one tenth. Refuses what is not a finite number."""
    if isinstance(value, Fraction):
        return value
    if isinstance(value, bool):
        raise refuse(field, f"must be a number; got {value}")
    if isinstance(value, Integral):
        return Fraction(int(value))
    if isinstance(value, Rational):
        return Fraction(int(value.numerator), int(value.denominator))
    if isinstance(value, Real) and not isinstance(value, Decimal):
        value = repr(float(value))
    try:
        if abs(_exponent(value)) > LARGEST_EXPONENT:
            raise refuse(field, f"must lie within 1e-{LARGEST_EXPONENT}..1e{LARGEST_EXPONENT}; got {value}")
        return Fraction(value)
    except (ValueError, TypeError, OverflowError, ZeroDivisionError):
        raise refuse(field, f"must be a finite number; got {value}") from None


def _exponent(value: Decimal | float | str) -> int:
    """The power of ten of what is written as a decimal; 0 for the rest, such as 1/3."""
    try:
        written = Decimal(value)
    except InvalidOperation:
        return 0
    return written.adjusted() if written.is_finite() and written else 0


def as_count(value: int, field: str, least: int) -> int:
    """A whole number of at least `least`."""
    if isinstance(value, bool) or not isinstance(value, Integral) or int(value) < least:
        raise refuse(field, f"must be a whole number of at least {least}; got {value}")
    return int(value)


def as_probability(value: Number, field: str) -> Fraction:
    """A number in 0..1."""
    number = as_fraction(value, field)
    if not 0 <= number <= 1:
        raise refuse(field, f"must lie in 0..1; got {value}")
    return number


def _context(digits: int) -> Context:
    return Context(
        prec=digits,
        rounding=ROUND_FLOOR,
        traps=[InvalidOperation, DivisionByZero, Overflow],
        Emax=10**6,
        Emin=-(10**6),
    )


def _spare_digits(small: Fraction) -> int:
    """Digits lost when 1 is subtracted from 1 + small."""
    return max(0, len(str(small.denominator)) - len(str(small.numerator)))


def as_epsilon(epsilon: Number) -> Fraction:
    """A promise: from 0, which uniform values alone can keep, to 700."""
    number = as_fraction(epsilon, "epsilon")
    if not 0 <= number <= LARGEST_EPSILON:
        raise refuse("epsilon", f"must be above 0 and at most {LARGEST_EPSILON}; got {epsilon}")
    return number


def ratio_of(epsilon: Number) -> Fraction:
    """A rational just below e^epsilon, so that a promise made with it holds.

    Its distance from 1 is good to 60 digits, however small epsilon is.
    """
    number = as_epsilon(epsilon)
    if number == 0:
        return Fraction(1)
    context = _context(DIGITS + _spare_digits(number))
    exponent = context.divide(Decimal(number.numerator), Decimal(number.denominator))
    return max(Fraction(1), Fraction(context.next_minus(context.exp(exponent))))


def epsilon_of(ratio: Fraction) -> Decimal:
    """The natural logarithm of a ratio of at least 1, to 60 digits."""
    context = _context(DIGITS + _spare_digits(ratio - 1) if ratio > 1 else DIGITS)
    return context.ln(context.divide(Decimal(ratio.numerator), Decimal(ratio.denominator)))


def log2(count: int) -> Fraction:
    """log2 of a whole number: exact for powers of two, else to 60 digits."""
    if count & (count - 1) == 0:
        return Fraction(count.bit_length() - 1)
    context = _context(DIGITS)
    return Fraction(context.divide(context.ln(Decimal(count)), context.ln(Decimal(2))))


def square_root(number: Fraction) -> Fraction:
    """A rational within 10^-60 of the root of a number, relatively."""
    scale = 10**DIGITS
    return Fraction(
        math.isqrt(number.numerator * number.denominator * scale * scale), number.denominator * scale
    )
