"""A shadow of a study: imagined people answer, and the report is what the real one will look like."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

import numpy as np
from numpy.random import default_rng

from tacit.errors import AnswersInvalid, Refused, refuse
from tacit.estimation.estimate import estimate
from tacit.estimation.model import LinearModel
from tacit.files.model import model
from tacit.files.tally import tally as tally_of
from tacit.reporting.report import Report, report
from tacit.simulation import counted
from tacit.simulation.imagined import imagined
from tacit.simulation.people import People, answers_of
from tacit.simulation.public import Outcomes, columns_of, imagined_columns
from tacit.study.registered import Registered
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
    spread: Fraction | None = None,
    advance: Advance = lambda people: None,
) -> Report:
    """The report of so many imagined people, marked as that; the same one every time.

    What the study registered is done, with public columns that are imagined, too. `guesses` are means of
    groups by their labels, in the question's units; where only groups are asked for, of the registered
    outcomes: shares, or with `spread`, their standard deviation, numbers. The other groups' are made up.
    `advance` is told how many more people have answered.
    """
    registered = study.analysis or Registered()
    has_outcomes = study.question.kind == "none" and bool(registered.outcomes)
    if spread is not None and not has_outcomes:
        raise refuse("spread", "is of outcomes registered under [analysis], where only groups are asked for")
    if spread is not None and spread <= 0:
        raise refuse("spread", f"must be above 0; got {float(spread):g}")
    if columns_of(registered):
        outcomes = Outcomes(guesses, spread) if has_outcomes else Outcomes()
        return _analysed(study, people, {} if has_outcomes else guesses, outcomes, registered, advance)
    tally = _counted(study, people, guesses, advance) if people > ONE_BY_ONE else None
    if tally is None:
        tally = _drawn(study, people, guesses, advance)
    return report(study, estimate(study, tally, level=_level(registered)), seeds=[SEED])


def _level(registered: Registered) -> float:
    return 0.95 if registered.level is None else float(registered.level)


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


def _analysed(
    study: Study,
    people: int,
    guesses: Mapping[str, Fraction],
    outcomes: Outcomes,
    registered: Registered,
    advance: Advance,
) -> Report:
    """The same answers, beside public columns, as the study's [analysis] says."""
    if people > ONE_BY_ONE:
        rule = (
            f"must be at most {ONE_BY_ONE:,}, where columns are registered under [analysis] and imagined, too"
        )
        raise refuse("people", f"{rule}; got {people:,}")
    for_people, for_answers, for_columns = default_rng(SEED).spawn(3)
    groups = [np.zeros(0, dtype=np.int64)]
    batches = _told(imagined(study, people, for_people, guesses=guesses), advance, groups)
    answers = list(answers_of(study, batches, for_answers))
    query, column = (np.concatenate(each) for each in zip(*answers, strict=True))
    columns = imagined_columns(study, np.concatenate(groups), for_columns, outcomes)
    table = {"query": query, "column": column, **columns}
    sums = tally_of(
        study,
        table,
        weights=registered.weights,
        by=registered.by,
        cluster=registered.cluster,
        outcomes=registered.outcomes,
    )
    found = estimate(study, sums, level=_level(registered))
    return report(study, found, models=list(_models(study, table, registered)), seeds=[SEED])


def _models(study: Study, table: Mapping[str, Any], registered: Registered) -> Iterator[LinearModel]:
    """Those that are registered; none where a group may have nobody in it."""
    if not (registered.covariates or registered.by_group):
        return
    for outcome in registered.outcomes:
        try:
            yield model(
                study,
                dict(table),
                outcome=outcome,
                covariates=registered.covariates,
                by_group=registered.by_group,
                weights=registered.weights,
                cluster=registered.cluster,
                level=_level(registered),
            )
        except AnswersInvalid:
            continue


def _told(batches: Iterator[People], advance: Advance, groups: list[Any] | None = None) -> Iterator[People]:
    for people in batches:
        if groups is not None:
            groups.append(people.groups)
        yield people
        advance(len(people))
