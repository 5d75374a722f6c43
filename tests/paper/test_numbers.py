"""Numbers as they are typed, e^epsilon just below the truth, roots and logarithms, polynomials."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from mpmath import mp

from published.precise import real
from tacit.errors import Refused
from tacit.paper.exact import (
    as_count,
    as_fraction,
    as_probability,
    epsilon_of,
    log2,
    ratio_of,
    square_root,
)
from tacit.paper.polynomials import evaluate, multiply, polynomial, positive_roots


@pytest.mark.parametrize(
    "written",
    [0.1, "0.1", Decimal("0.1"), Fraction(1, 10), np.float64(0.1), "1/10", "1e-1"],
    ids=lambda written: f"{type(written).__name__} {written}",
)
def test_a_number_is_what_was_written(written: float) -> None:
    assert as_fraction(written, "x") == Fraction(1, 10)


@pytest.mark.parametrize(
    ("written", "message"),
    [
        ("a half", "x must be a finite number; got a half"),
        (math.nan, "x must be a finite number; got nan"),
        (math.inf, "x must be a finite number; got inf"),
        ("1/0", "x must be a finite number; got 1/0"),
        (True, "x must be a number; got True"),
        (None, "x must be a finite number; got None"),
        ([1], "x must be a finite number; got [1]"),
        ("1e999999999", "x must lie within 1e-400..1e400; got 1e999999999"),
        ("1e-999999999", "x must lie within 1e-400..1e400; got 1e-999999999"),
    ],
)
def test_what_is_no_number_is_refused_by_name(written: str, message: str) -> None:
    with pytest.raises(Refused) as refused:
        as_fraction(written, "x")
    assert str(refused.value) == message


def test_counts_and_probabilities_keep_their_ranges() -> None:
    assert as_count(np.int64(3), "n", 2) == 3  # type: ignore[arg-type]
    for wrong in (1, 2.0, "3", True):
        with pytest.raises(Refused, match="n must be a whole number of at least 2"):
            as_count(wrong, "n", 2)  # type: ignore[arg-type]
    with pytest.raises(Refused, match=r"p must lie in 0..1; got 1.5"):
        as_probability(1.5, "p")


@pytest.mark.parametrize("epsilon", ["1e-300", "1e-9", "0.001", "0.5", "1", "ln", "3.7", "20", "700"])
def test_e_to_the_epsilon_is_just_below_the_truth(epsilon: str) -> None:
    typed = Fraction("0.6931471805599453") if epsilon == "ln" else Fraction(epsilon)
    ratio = ratio_of(typed)
    with mp.workdps(1000):
        truth = mp.exp(real(typed))
        short = (truth - real(ratio)) / (truth - 1)
        assert 0 < short < mp.mpf(10) ** -58
        assert abs(mp.mpf(str(epsilon_of(ratio))) / real(typed) - 1) < mp.mpf(10) ** -55


def test_promises_outside_of_0_to_700_are_refused() -> None:
    assert ratio_of(0) == 1
    for wrong in ("-0.001", "700.5"):
        with pytest.raises(Refused, match=f"epsilon must be above 0 and at most 700; got {wrong}"):
            ratio_of(wrong)


@pytest.mark.parametrize("count", [2, 4, 64, 3, 6, 10, 30, 1000])
def test_log2_is_exact_for_powers_of_two_and_else_to_sixty_digits(count: int) -> None:
    with mp.workdps(80):
        found, truth = real(log2(count)), mp.log(count, 2)
        assert abs(found / truth - 1) < mp.mpf(10) ** -57
    if count in (2, 4, 64):
        assert log2(count) == count.bit_length() - 1


@given(st.fractions(min_value=Fraction(1, 10**9), max_value=10**9))
def test_square_roots_are_right_to_fifty_digits(number: Fraction) -> None:
    assert abs(square_root(number) ** 2 / number - 1) < Fraction(1, 10**50)


ROOTS = st.fractions(min_value=Fraction(1, 50), max_value=50, max_denominator=50)


@given(st.lists(ROOTS, min_size=1, max_size=5, unique=True), st.sampled_from([1, -3]))
def test_every_positive_root_is_found_and_no_other(roots: list[Fraction], leading: int) -> None:
    product = polynomial(leading, 0, leading)  # x^2 + 1 has no root
    for root in (*roots, Fraction(-2)):
        product = multiply(product, polynomial(-root, 1))
    found = positive_roots(product)
    assert len(found) == len(roots)
    assert all(
        abs(one / other - 1) < Fraction(1, 10**45) for one, other in zip(found, sorted(roots), strict=True)
    )


def test_a_polynomial_without_positive_roots_has_none() -> None:
    assert positive_roots(polynomial(0)) == []
    assert positive_roots(polynomial(5)) == []
    assert positive_roots(polynomial(1, 2, 3)) == []
    assert positive_roots(polynomial(0, 0, 3)) == []
    assert evaluate(polynomial(1, 2, 3), Fraction(1, 2)) == Fraction(11, 4)
