"""Where nobody sees a bar, long work says once how long the rest will take; short work says nothing."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

import pytest

from tacit.cli.output import progress


def said(times: Iterable[float], steps: Iterable[int], capsys: pytest.CaptureFixture[str]) -> str:
    """What is written to standard error when the clock shows these times."""
    clock: Iterator[float] = iter(times)
    with progress("simulating", 1000, clock=lambda: next(clock)) as advance:
        for step in steps:
            advance(step)
    return capsys.readouterr().err


def test_short_work_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert said([0, 1, 2, 9.9], [100, 100, 100, 700], capsys) == ""


def test_long_work_says_once_what_is_left(capsys: pytest.CaptureFixture[str]) -> None:
    found = said([100, 105, 110, 999], [100, 100, 100, 100], capsys)
    assert found == "simulating: 20% after 10 s, about 40 s to go\n"


def test_the_end_is_not_announced(capsys: pytest.CaptureFixture[str]) -> None:
    assert said([0, 50], [1000], capsys) == ""


def test_work_of_no_size_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert said([0, 50, 60], [0, 0], capsys) == ""
