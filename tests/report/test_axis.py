"""Axes: round ticks, everything on them, and a value where its ruler would put it."""

from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tacit.drawing.axis import MOST_TICKS, Axis, axis_over, log_axis_over

VALUES = st.lists(st.floats(-1e12, 1e12).filter(lambda value: value == 0 or abs(value) > 1e-9), min_size=1)
POSITIVE = st.lists(st.floats(1e-9, 1e9), min_size=1)


@given(VALUES)
def test_an_axis_holds_every_value_between_few_round_ticks(values: list[float]) -> None:
    axis = axis_over(values)
    slack = 1e-9 * max(map(abs, values))
    assert axis.low - slack <= min(values) <= max(values) <= axis.high + slack
    assert 2 <= len(axis.ticks) <= MOST_TICKS + 1
    steps = [after - before for before, after in zip(axis.ticks, axis.ticks[1:], strict=False)]
    assert max(steps) == pytest.approx(min(steps), rel=1e-6)
    leading = steps[0] / 10 ** math.floor(math.log10(steps[0]) + 1e-6)
    assert min(abs(leading - step) for step in (1, 2, 5)) < 1e-3


@given(VALUES)
def test_an_axis_is_not_longer_than_it_must_be(values: list[float]) -> None:
    axis = axis_over(values)
    step = axis.ticks[1] - axis.ticks[0]
    if max(values) - min(values) > 1e-6 * max(map(abs, values)):
        assert min(values) - axis.low < step * (1 + 1e-6)
        assert axis.high - max(values) < step * (1 + 1e-6)


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        ([0.0, 1.0], ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        ([0.0, 0.31], ["0.0", "0.1", "0.2", "0.3", "0.4"]),
        ([-40.0, 3120.0], ["-1,000", "0", "1,000", "2,000", "3,000", "4,000"]),
        ([7.0], ["2", "4", "6", "8", "10", "12"]),
        ([0.0], ["-1.0", "-0.5", "0.0", "0.5", "1.0"]),
        ([], ["0.0", "0.2", "0.4", "0.6", "0.8", "1.0"]),
        ([12.25, 12.5], ["12.25", "12.30", "12.35", "12.40", "12.45", "12.50"]),
    ],
)
def test_ticks_are_written_as_people_write_them(values: list[float], labels: list[str]) -> None:
    assert axis_over(values).labels == labels


@given(POSITIVE)
def test_a_logarithmic_axis_holds_every_value_too(values: list[float]) -> None:
    axis = log_axis_over(values)
    assert axis.low <= min(values) * (1 + 1e-6)
    assert axis.high >= max(values) * (1 - 1e-6)
    assert len(axis.ticks) <= MOST_TICKS + 1
    assert list(axis.ticks) == sorted(set(axis.ticks))
    assert len(axis.ticks) >= 3


def test_two_ticks_do_not_show_that_an_axis_is_logarithmic_so_it_is_not() -> None:
    assert log_axis_over([1.0, 1.9]) == axis_over([1.0, 1.9])
    assert log_axis_over([1.0, 2.1]).is_log


@pytest.mark.parametrize(
    ("values", "labels"),
    [
        ([0.7, 2.0], ["0.5", "1", "2"]),
        ([0.9, 2.4], ["0.5", "1", "2", "5"]),
        ([0.03, 44.0], ["0.01", "0.1", "1", "10", "100"]),
        ([1e-4, 1e9], ["0.0001", "0.1", "100", "100,000", "100,000,000", "1e+11"]),
    ],
)
def test_ticks_of_ratios(values: list[float], labels: list[str]) -> None:
    assert log_axis_over(values).labels == labels


def test_a_value_lies_where_a_ruler_puts_it() -> None:
    linear, log = Axis((-10.0, 0.0, 10.0, 20.0, 30.0)), Axis((0.1, 1.0, 10.0), is_log=True)
    assert [linear.place(value) for value in (-10, 0, 25, 30)] == [0, 25, 87.5, 100]
    assert [log.place(value) for value in (0.1, 1, 10)] == [0, 50, 100]
    assert log.place(math.sqrt(10)) == pytest.approx(75)


def test_what_lies_beyond_is_put_at_the_end_and_known_to_be_beyond() -> None:
    axis = Axis((0.0, 1.0))
    assert [axis.place(value) for value in (-5, 5, math.inf)] == [0, 100, 100]
    assert [axis.holds(value) for value in (-5, 0, 1, math.inf)] == [False, True, True, False]
