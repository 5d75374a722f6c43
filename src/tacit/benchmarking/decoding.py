"""Decoding a tally of a million answers, at the sizes that are promised."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

import numpy as np

from tacit.benchmarking.inputs import scheme_for, uniform_answers
from tacit.benchmarking.runner import Effort, Measured, best_seconds
from tacit.scheme.scheme import Scheme
from tacit.tallying.decode import decode, decode_answerwise
from tacit.tallying.tally import fold

PEOPLE = 1_000_000


def decode_speed(effort: Effort) -> Iterator[Measured]:
    """Milliseconds, each decoding first shown equal to the one that goes answer by answer."""
    for epsilon in ("1", "2", "3", "4"):
        scheme = scheme_for(1000, epsilon)
        yield _speed(scheme, f"decode, k = 1,000, epsilon {epsilon}", 50, effort.rounds)
    for epsilon in ("1", "2", "3", "4"):
        scheme = scheme_for(64, epsilon, rows="dealt")
        yield _speed(scheme, f"decode, k = 64 dealt, epsilon {epsilon}", 300, effort.rounds)
    for epsilon in ("1", "2", "3", "4", "5"):
        scheme = scheme_for(100_000, epsilon)
        name = f"decode, k = 100,000 ({scheme.rows.columns} columns), epsilon {epsilon}"
        yield _speed(scheme, name, 10_000, 1, check=10)


def _speed(scheme: Scheme, name: str, bound: float, rounds: int, *, check: int = 200) -> Measured:
    few = fold(scheme, *uniform_answers(scheme, check))
    assert np.array_equal(decode(scheme, few).value, decode_answerwise(scheme, few).value)  # noqa: S101
    tally = fold(scheme, *uniform_answers(scheme, PEOPLE))
    seconds = best_seconds({"": partial(decode, scheme, tally)}, rounds)[""]
    return Measured(name, 1000 * seconds, "ms", at_most=bound)
