"""Own squares are kept within what is possible, in every direction; strata of one are measured somehow."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from numpy.typing import NDArray

from tacit.errors import Refused
from tacit.estimation.own import within
from tacit.estimation.sampling import Drawn, Sampling, degrees_of_freedom, lonely, with_replacement

Floats = NDArray[np.float64]
entry = st.floats(-10, 10)


def symmetric(numbers: tuple[float, float, float]) -> Floats:
    a, b, c = numbers
    return np.array([[a, b], [b, c]])


def positive(numbers: tuple[float, float, float]) -> Floats:
    root = symmetric(numbers)
    return root @ root.T + 0.1 * np.eye(2)


def smallest(matrix: Floats) -> float:
    return float(np.linalg.eigvalsh(matrix).min())


@given(st.tuples(entry, entry, entry), st.tuples(entry, entry, entry))
def test_own_squares_lie_between_nothing_and_everything(
    own: tuple[float, float, float], every: tuple[float, float, float]
) -> None:
    whole = positive(every)
    kept = within(symmetric(own), whole)
    slack = 1e-8 * np.abs(whole).max()
    assert smallest(kept) >= -slack
    assert smallest(whole - kept) >= -slack


@given(st.tuples(entry, entry, entry), st.floats(0, 1))
def test_what_is_possible_is_left_alone(every: tuple[float, float, float], part: float) -> None:
    whole = positive(every)
    assert within(part * whole, whole) == pytest.approx(part * whole, rel=1e-7, abs=1e-9)


def test_many_groups_at_once_are_kept_one_by_one() -> None:
    whole = positive((3.0, 1.0, 2.0))
    several = np.stack([0.5 * whole, 2 * whole, -whole])
    kept = within(several, np.broadcast_to(whole, several.shape))
    assert kept[0] == pytest.approx(0.5 * whole)
    assert kept[1] == pytest.approx(whole)
    assert kept[2] == pytest.approx(np.zeros((2, 2)), abs=1e-9)


def test_where_everybody_is_alike_nothing_is_divided_by_zero() -> None:
    alike = np.ones((2, 2)) * 7
    assert within(0.5 * alike, alike) == pytest.approx(0.5 * alike)


def drawn(*scores: float) -> Drawn:
    values = np.array(scores)[:, None]
    return Drawn(values.size, values.sum(axis=0), values.T @ values)


def test_a_stratum_varies_as_its_sample_does() -> None:
    values = (1.0, 4.0, 10.0)
    assert with_replacement([drawn(*values)])[0, 0] == pytest.approx(3 * np.var(values, ddof=1))
    both = [drawn(*values), drawn(5.0, 7.0)]
    assert with_replacement(both)[0, 0] == pytest.approx(3 * np.var(values, ddof=1) + 2 * 2.0)
    assert degrees_of_freedom(both) == 3
    assert lonely(both) == 0


def test_a_stratum_of_one_is_measured_from_the_mean_of_all_and_one_answer_from_nothing() -> None:
    both = [drawn(5.0, 7.0), drawn(9.0)]
    assert lonely(both) == 1
    assert with_replacement(both)[0, 0] == pytest.approx(2 * 2.0 + (9 - 7) ** 2)
    assert with_replacement([drawn(3.0)])[0, 0] == 9


def test_a_population_smaller_than_the_sample_is_none() -> None:
    assert Sampling("simple", 10).fraction(10) == 1
    assert Sampling().fraction(10) == 0
    with pytest.raises(Refused, match="at least the 11 who answered"):
        Sampling("simple", 10).fraction(11)
