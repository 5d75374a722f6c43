"""The truth beside estimates, where it is known: which true number belongs to which figure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Protocol

from tacit.estimation.figures import GroupFigures, StudyFigures, TrueFigures

Truths = Mapping[tuple[str, str], TrueFigures]


class TrueGroup(Protocol):
    """One group's people, and the sum and mean of their values where the question has numbers."""

    @property
    def count(self) -> int: ...
    @property
    def sum(self) -> float | None: ...
    @property
    def mean(self) -> float | None: ...
    @property
    def options(self) -> Sequence[tuple[str, int]]: ...


class TrueStudy(Protocol):
    """Everybody's truth, by group and by label of every margin."""

    @property
    def groups(self) -> Sequence[TrueGroup]: ...
    @property
    def margins(self) -> Mapping[str, Sequence[TrueGroup]]: ...
    @property
    def declined(self) -> int | None: ...
    @property
    def people(self) -> int: ...


def truths_of(estimate: StudyFigures, truth: TrueStudy | None) -> Truths:
    """The truth of every group, by the name of its margin ("" for the groups themselves) and its label."""
    if truth is None:
        return {}
    return {
        (margin, figures.group): _true_figures(figures, each, truth.people, estimate.answers)
        for margin, groups in estimate.every_group()
        for figures, each in zip(groups, truth.margins[margin] if margin else truth.groups, strict=True)
    }


def true_declined(estimate: StudyFigures, truth: TrueStudy | None) -> TrueFigures | None:
    """The truth about those who would rather not say."""
    if truth is None or truth.declined is None:
        return None
    is_same = truth.people == estimate.answers
    share = truth.declined / truth.people if truth.people else None
    return TrueFigures(truth.declined if is_same else None, share)


def _true_figures(figures: GroupFigures, truth: TrueGroup, people: int, answers: int) -> TrueFigures:
    """Counts and sums are of the people who answered: beside those of other people they say nothing."""
    is_same = people == answers
    total = None if truth.sum is None else truth.sum - figures.about * truth.count
    options = tuple(
        (count if is_same else None, count / truth.count if truth.count else None)
        for _, count in truth.options
    )
    return TrueFigures(
        count=truth.count if is_same else None,
        share=truth.count / people if people else None,
        sum=total if is_same else None,
        mean=truth.mean,
        options=options if figures.options else (),
    )
