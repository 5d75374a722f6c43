"""What the promise does not cover, once it is known what stood beside the answers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tacit.estimation.figures import StudyFigures
from tacit.estimation.model import LinearModel
from tacit.study import protection
from tacit.study.spelling import join
from tacit.study.study import Study


def unprotected(study: Study, estimate: StudyFigures, models: Sequence[LinearModel] = ()) -> Iterator[str]:
    """What no study is protected from, this one by its own file, and these answers by what was linked."""
    yield from protection.unprotected(study)
    if columns := public_columns(estimate, models):
        one = len(columns) == 1
        yield (
            f"The public column{'' if one else 's'} {join(columns, 'and')} stood beside each answer: where "
            f"{'it names' if one else 'they name'} one person, {'it names' if one else 'they name'} that "
            "person's answer, and the odds are the only protection."
        )


def public_columns(estimate: StudyFigures, models: Sequence[LinearModel]) -> Sequence[str]:
    """What was used beside the answers."""
    names = [outcome.outcome for outcome in estimate.outcomes]
    names += [name for model in models for name in (*model.covariates, *model.by_group)]
    if estimate.weighing:
        weighing = estimate.weighing
        names += [*weighing.by, *filter(None, (weighing.weights, weighing.cluster))]
    return list(dict.fromkeys(names))
