"""A shadow of a study: imagined people answer, and the report is what the real one will look like."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType

from numpy.random import default_rng

from tacit.errors import Refused
from tacit.estimation.estimate import estimate
from tacit.reporting.report import Report, report
from tacit.simulation import counted
from tacit.simulation.imagined import imagined
from tacit.simulation.people import People, answers_of
from tacit.study.study import Study
from tacit.tallying.tally import Tally, fold_batches

SEED = 1
ONE_BY_ONE = 10_000_000  # people; more are drawn by how many have each answer, where that can be done

Advance = Callable[[int], object]


def twin(
    study: Study,
    people: int,
    *,
    guesses: Mapping[str, Fraction] = MappingProxyType({}),
    advance: Advance = lambda people: None,
) -> Report:
    """The report of so many imagined people, marked as that; the same one every time.

    `guesses` are means of groups by their labels, in the question's units; the other groups' are made up.
    `advance` is told how many more people have answered.
    """
    tally = _counted(study, people, guesses, advance) if people > ONE_BY_ONE else None
    if tally is None:
        tally = _drawn(study, people, guesses, advance)
    return report(study, estimate(study, tally), seeds=[SEED])


def _drawn(study: Study, people: int, guesses: Mapping[str, Fraction], advance: Advance) -> Tally:
    """The very answers of `tacit simulate --seed 1`, if nothing is guessed."""
    for_people, for_answers = default_rng(SEED).spawn(2)
    batches = _told(imagined(study, people, for_people, guesses=guesses), advance)
    return fold_batches(study.scheme, answers_of(study, batches, for_answers))


def _counted(study: Study, people: int, guesses: Mapping[str, Fraction], advance: Advance) -> Tally | None:
    """None where there are too many pairs of query and column to go through."""
    try:
        counted.check(study, people)
    except Refused:
        return None
    for_people, for_answers = default_rng(SEED).spawn(2)
    held, values = counted.imagined_counts(study, people, for_people, guesses=guesses)
    tally = counted.answers_counted(study, held, values, for_answers)
    advance(people)
    return tally


def _told(batches: Iterator[People], advance: Advance) -> Iterator[People]:
    for people in batches:
        yield people
        advance(len(people))
