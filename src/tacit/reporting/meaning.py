"""What the numbers of this report mean, and what they do not: sentences that hold for this very study."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from tacit.estimation.comparison import GroupComparison
from tacit.estimation.figures import StudyFigures
from tacit.estimation.notes import percent
from tacit.reporting.methods import drawn_as
from tacit.study.study import Study


def meaning(study: Study, estimate: StudyFigures, comparisons: Sequence[GroupComparison]) -> Iterator[str]:
    """The intervals first, then what no interval covers."""
    level, weighing = percent(estimate.level), estimate.weighing
    yield (
        f'"These people": were the same people to answer again, with new chance on their devices, {level} of '
        "such intervals would hold what is true of them."
    )
    yield (
        f'"Population": the same for all those whom they stand for. It takes them {drawn_as(estimate)}, and '
        "says nothing of people who could not or would not answer."
    )
    if estimate.comparisons > 1:
        yield f"The intervals of one figure hold for all groups at once, in {level} of repetitions."
    else:
        yield f"Intervals hold one at a time: of many, about 1 in {1 / (1 - estimate.level):.3g} miss."
    yield (
        "Estimates are printed as they come out: without bias, and therefore sometimes below 0 or above the "
        "number of people. Read a negative count as few or nobody."
    )
    if weighing is not None and weighing.weights:
        yield f"Counts and sums are of weights ({weighing.weights}), not of answers."
    if study.groups.shares is not None:
        yield (
            "Groups are taken to be as large as their known shares say; where those are wrong, so are sums "
            "and means."
        )
    if comparisons:
        yield (
            "Groups that are not told apart are not shown to be alike: these answers do not tell, and more "
            "of them might."
        )
    yield (
        "What people do not say is not known. Nobody's honesty is checked, and a person may have given any "
        "group and value, as in any survey."
    )
