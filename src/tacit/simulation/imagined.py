"""People imagined from a study alone: shares as known, or even; values that differ by group."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb
from types import MappingProxyType

import numpy as np
import numpy.typing as npt

from tacit.answering.card import Value
from tacit.errors import refuse
from tacit.simulation.people import BATCH, People, Values
from tacit.simulation.stream import divide, streams_of
from tacit.study.spelling import in_full, show
from tacit.study.study import Study
from tacit.study.units import units_of

STEPS = 10  # a range has one value more than this
SIDES = 16  # by group, each step up is taken in so many of 16 cases: means from 0.31 to 0.69 of the range
TILTS = (5, 8, 11, 7, 10, 6, 9)
DECLINING = Fraction(1, 20)
# Shares, and laws within a group, in whole parts; all people together have at most 2^60 of both.
SHARE_PARTS = 1 << 40
LAW_PARTS = 1 << 20

Parts = npt.NDArray[np.int64]


def imagined(
    study: Study,
    count: int,
    rng: np.random.Generator,
    size: int = BATCH,
    *,
    guesses: Mapping[str, Fraction] = MappingProxyType({}),
) -> Iterator[People]:
    """So many people, batch by batch; the same ones however large a batch is.

    `guesses` are means of groups by their labels; of two options, the share of the second.
    """
    (stream,) = streams_of(rng, 1)
    parts = imagined_parts(study, guesses)
    values = Values.of(study, imagined_values(study))
    ends = np.cumsum(parts, dtype=np.uint64)
    for start in range(0, count, size):
        drawn = stream.below(int(ends[-1]), min(size, count - start))
        cells = np.searchsorted(ends, drawn, side="right").astype(np.uint32)
        yield People(*divide(cells, parts.shape[1]), values)


def imagined_values(study: Study) -> tuple[Value, ...]:
    """What people hold: every option, or steps of the range; None last if some decline to say."""
    question = study.question
    declining = (None,) if study.groups.decline else ()
    if question.low is None or question.high is None:
        return (*question.options, *declining) or (None,)
    low, wide = question.low, question.high - question.low
    if question.kind == "range":
        return (*(low + wide * step / STEPS for step in range(STEPS + 1)), *declining)
    steps = min(STEPS, int(wide))
    return (*(int(low) + int(wide) * step // steps for step in range(steps + 1)), *declining)


def imagined_parts(study: Study, guesses: Mapping[str, Fraction] = MappingProxyType({})) -> Parts:
    """How many parts of all people have each group (row) and value (column); those who decline come last."""
    count, values = len(study.groups.labels), len(imagined_values(study))
    held = max(1, values - study.groups.decline)
    laws = _slopes(count, held) if study.question.options else _bells(count, held)
    laws = laws * LAW_PARTS // laws.sum(axis=1, keepdims=True)
    for label, mean in guesses.items():
        laws[guessed_group(study, label)] = _bell_around(study, label, mean, held)
    parts = np.zeros((len(study.group_names), values), dtype=np.int64)
    parts[:count, :held] = laws * _shares(study)[:, np.newaxis]
    if study.declined is not None:
        parts[study.declined, -1] = LAW_PARTS * int(SHARE_PARTS * DECLINING)
    return parts


def _shares(study: Study) -> Parts:
    shares = study.groups.shares or [Fraction(1, len(study.groups.labels))] * len(study.groups.labels)
    answering = SHARE_PARTS * (1 - DECLINING if study.groups.decline else 1)
    return np.array([int(answering * Fraction(share)) for share in shares], dtype=np.int64)


def guessed_group(study: Study, label: str) -> int:
    """The group that somebody guesses the mean of."""
    group = study.group_index(label)
    if group == study.declined:
        raise refuse("guess", f"must name a group; those who decline hold no value; got {show(label)}")
    return group


def _bell_around(study: Study, label: str, mean: Fraction, values: int) -> Parts:
    """How often each value is held in a group with this mean."""
    units = units_of(study.question)
    if units is None:
        rule = (
            "needs a question with a mean (a range, a scale, a choice of 2 options), or, where only groups "
        )
        raise refuse("guess", f"{rule}are asked for, outcomes registered under [analysis]")
    low, high = Fraction(units.low), Fraction(units.high)
    if not low <= mean <= high:
        ends = f"{in_full(low)}..{in_full(high)}"
        raise refuse("guess", f"of {show(label)} must lie within {ends}; got {in_full(mean)}")
    up, steps = (mean - low) / (high - low), values - 1
    law = [comb(steps, at) * up**at * (1 - up) ** (steps - at) for at in range(values)]
    return np.array([int(LAW_PARTS * part) for part in law], dtype=np.int64)


def _bells(groups: int, values: int) -> Parts:
    """Of numbers: how often so many of all steps are taken up."""
    steps = values - 1
    bells = [
        [comb(steps, at) * up**at * (SIDES - up) ** (steps - at) for at in range(values)] for up in TILTS
    ]
    return np.array(bells, dtype=np.int64)[np.arange(groups) % len(TILTS)]


def _slopes(groups: int, values: int) -> Parts:
    """Of options: each group likes another one best, the one before it less, and so on round."""
    return 1 + (np.arange(groups)[:, np.newaxis] + np.arange(values)) % values
