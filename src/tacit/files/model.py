"""`tacit.model`: a linear model needs every answer with what is public beside it, not only the tally."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from tacit.errors import AnswersInvalid, refuse
from tacit.estimation.estimate import check_level
from tacit.estimation.evidence import check_counted
from tacit.estimation.model import LinearModel, linear_model
from tacit.estimation.regression import Design, Scores
from tacit.estimation.squares import Floats, union_scorer
from tacit.estimation.vectors import unions_for
from tacit.files.linked import LinkedAnswers, read_linked
from tacit.files.public import Beside
from tacit.files.refusals import Refusals
from tacit.files.tally import Names, names, sources
from tacit.study.given import expect_study
from tacit.study.study import Study
from tacit.tallying.columns import Counts


def model(
    study: Study,
    /,
    *answers: Any,  # noqa: ANN401
    outcome: str,
    covariates: Names = (),
    by_group: Names = (),
    weights: str | None = None,
    cluster: str | None = None,
    level: float = 0.95,
    skip_bad: bool = False,
) -> LinearModel:
    """Least squares of a public outcome on the hidden group and public covariates.

    Each group has its own level. `covariates` have one slope for all groups, `by_group` one in each group.
    Answers that lack the outcome or a covariate are left out and counted; those who would rather not say
    their group are no part of the model.
    """
    expect_study(study)
    check_level(level)
    shared, own = names(covariates), names(by_group)
    beside = Beside(weights, (outcome,), (), cluster, (*shared, *own))
    refusals = Refusals()
    read = read_linked(study, sources(answers), beside, refusals)
    if refusals and not skip_bad:
        raise refusals.to_error("skip_bad=True")
    return model_of(study, read, outcome=outcome, shared=shared, own=own, cluster=cluster, level=level)


def model_of(
    study: Study,
    answers: LinkedAnswers,
    *,
    outcome: str,
    shared: Sequence[str],
    own: Sequence[str],
    cluster: str | None,
    level: float,
) -> LinearModel:
    """The model of answers that were read before."""
    check_counted(study)
    if outcome in (*shared, *own):
        raise refuse("covariates", f"cannot hold the outcome itself, {outcome}")
    public = answers.public
    columns = [public.numbers[name] for name in (outcome, *shared, *own)]
    is_whole = ~np.isnan(np.stack(columns)).any(axis=0)
    if not is_whole.any():
        raise AnswersInvalid("no answer has the outcome and every covariate")
    kept = np.flatnonzero(is_whole)
    y, *others = (column[kept] for column in columns)
    weights = np.ones(kept.size) if public.weights is None else public.weights[kept]
    if not weights.any():
        raise AnswersInvalid("every answer that has the outcome and every covariate weighs 0")
    centred = [column - weights @ column / weights.sum() for column in others]
    ones = np.ones((kept.size, 1))
    scores = _scores(study, answers.queries[kept].astype(np.int64), answers.columns[kept].astype(np.int64))
    groups = len(study.groups.labels)
    design = Design(
        lambda rows: scores(rows)[:, :groups],
        y,
        np.concatenate([ones, *(each[:, None] for each in centred[len(shared) :])], axis=1),
        np.stack(centred[: len(shared)], axis=1) if shared else np.zeros((kept.size, 0)),
        weights,
        None if cluster is None else np.unique(public.labels[cluster].codes[kept], return_inverse=True)[1],
        (lambda rows: scores(rows)[:, groups]) if study.groups.decline else None,
    )
    return linear_model(
        design,
        title=study.title,
        outcome=outcome,
        groups=study.groups.labels,
        own=own,
        common=shared,
        level=level,
        missing=int((~is_whole).sum()),
    )


def _scores(study: Study, queries: Counts, columns: Counts) -> Scores:
    """The count scores of some rows, for every group, and for declining if it is offered."""
    labels = [np.array([at]) for at in range(len(study.groups.labels))]
    unions = unions_for(study, labels)
    options = len(study.question.options) if study.is_histogram else 1
    score, pool = union_scorer(study.scheme, unions), study.scheme.rows.pool

    def scores(rows: slice) -> Floats:
        query, column = queries[rows], columns[rows]
        found = np.zeros((query.size, len(unions)))
        for is_count in (False, True):
            places = np.flatnonzero((query >= pool) == is_count)
            if places.size:
                found[places] = score(is_count, query[places] - is_count * pool, column[places])[1]
        asked = len(labels) * options
        groups = found[:, :asked].reshape(query.size, len(labels), options).sum(axis=2)
        return np.concatenate([groups, found[:, asked:]], axis=1)

    return scores
