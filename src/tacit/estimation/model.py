"""A linear model as people read it: adjusted levels of groups, their differences, and covariates' slopes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from tacit.errors import AnswersInvalid, refuse
from tacit.estimation.blocks import Block, Row, Section
from tacit.estimation.contrast import Test
from tacit.estimation.figures import Json, interval_json
from tacit.estimation.intervals import Interval, around
from tacit.estimation.regression import Design, Fit, Unsolvable, fit
from tacit.estimation.squares import Floats
from tacit.estimation.student import Confidence, two_sided
from tacit.estimation.tables import WIDTH, as_html, as_text

CONSTANT = "level"
BETWEEN = " - "
CENTRED = "Covariates are taken from their means, so that a level is that of somebody average."


@dataclass(frozen=True)
class Coefficient:
    """One coefficient; `group` is empty for those that all groups share."""

    group: str
    term: str
    figure: Interval
    test: Test

    def to_json(self) -> Json:
        """The member of `coefficients` (or `differences`) of the model."""
        document = interval_json(self.figure, {}, "") or {}
        return {"group": self.group, "term": self.term, **document, "z": self.test.z, "p": self.test.p}


@dataclass(frozen=True)
class LinearModel:
    """An outcome on the hidden group and public covariates.

    `people` intervals are about the model that these people would have if their groups were seen,
    `population` about the population's. `differences` are of the groups' own terms, pair by pair.
    `has_outsiders` says that some may have been in none of the groups.
    """

    title: str
    outcome: str
    answers: int
    missing: int
    level: float
    coefficients: tuple[Coefficient, ...]
    differences: tuple[Coefficient, ...]
    has_outsiders: bool = False

    @property
    def covariates(self) -> tuple[str, ...]:
        """Those with one slope for all groups."""
        return tuple(each.term for each in self.coefficients if not each.group)

    @property
    def by_group(self) -> tuple[str, ...]:
        """Those with a slope in each group."""
        terms = dict.fromkeys(each.term for each in self.coefficients if each.group)
        return tuple(term for term in terms if term != CONSTANT)

    def to_json(self) -> Json:
        """The member `model` of `estimate --json`."""
        return {
            "outcome": self.outcome,
            "answers": self.answers,
            "missing": self.missing,
            "level": self.level,
            "coefficients": [each.to_json() for each in self.coefficients],
            "differences": [each.to_json() for each in self.differences],
        }

    @property
    def blocks(self) -> list[Block]:
        """One block for each term of the groups, then for their differences in it; then shared slopes."""
        own = [each for each in self.coefficients if each.group]
        shared = [each for each in self.coefficients if not each.group]
        blocks = []
        for term in dict.fromkeys(each.term for each in own):
            name = self._name(term)
            levels, gaps = ([each for each in some if each.term == term] for some in (own, self.differences))
            reference = None if term == CONSTANT else 0.0
            blocks.append(_block(name, levels, reference, is_tested=term != CONSTANT))
            blocks += [_block(f"difference of {name}", gaps, 0.0)] if gaps else []
        return [*blocks, *(_block(self._name(each.term), [each], 0.0) for each in shared)]

    def _name(self, term: str) -> str:
        return f"{term} of {self.outcome}" if term == CONSTANT else f"slope of {self.outcome} on {term}"

    @property
    def notes(self) -> list[str]:
        """What a reader must know beside the numbers."""
        told = f"{self.outcome} by least squares from {self.answers:,} answers, with sandwich intervals."
        notes = [f"{told} {CENTRED}"]
        if self.has_outsiders:
            notes.append(
                "It is of those who told their group: those who would rather not say have no part in it."
            )
        if self.missing:
            notes.append(f"{self.missing:,} answers lack the outcome or a covariate and are left out.")
        return notes

    def __str__(self) -> str:
        return as_text(self.title, self.blocks, self.notes, width=WIDTH)

    def _repr_html_(self) -> str:
        return as_html(self.title, self.blocks, self.notes)


def linear_model(
    design: Design,
    *,
    title: str,
    outcome: str,
    groups: Sequence[str],
    own: Sequence[str],
    common: Sequence[str],
    level: float,
    missing: int = 0,
) -> LinearModel:
    """Fitted and named."""
    confidence = Confidence(level)
    try:
        found = fit(design)
    except Unsolvable:
        rule = "cannot all be told apart: is one of them constant, or made of others?"
        raise refuse("covariates", rule) from None
    _check_resolved(found, groups, confidence)
    terms = [CONSTANT, *own]
    names = [(group, term) for group in groups for term in terms] + [("", term) for term in common]
    freedom = None if design.cluster is None else max(found.units - 1, 1)
    rows = np.eye(len(names))
    coefficients = [
        _coefficient(*name, row, found, confidence, freedom) for name, row in zip(names, rows, strict=True)
    ]
    differences = []
    for first, second in combinations(range(len(groups)), 2):
        for at, term in enumerate(terms):
            row = rows[first * len(terms) + at] - rows[second * len(terms) + at]
            label = f"{groups[first]}{BETWEEN}{groups[second]}"
            differences.append(_coefficient(label, term, row, found, confidence, freedom))
    return LinearModel(
        *(title, outcome, design.outcome.size, missing, level, tuple(coefficients), tuple(differences)),
        has_outsiders=design.outside is not None,
    )


def _check_resolved(found: Fit, groups: Sequence[str], confidence: Confidence) -> None:
    """Without people in a group there is nothing to fit to it."""
    for group, count, sd in zip(groups, found.counts, found.count_sds, strict=True):
        if count <= confidence.z() * sd:
            raise AnswersInvalid(
                f"{group}: there may be nobody in this group (count {count:.0f}, noise {sd:.0f}), so that "
                "a model cannot tell its level; merge groups or ask more people"
            )


def _coefficient(
    group: str, term: str, row: Floats, found: Fit, confidence: Confidence, freedom: int | None
) -> Coefficient:
    value = float(row @ found.coefficients)
    people = max(float(row @ found.people @ row), 0.0)
    population = max(float(row @ found.population @ row), people)
    inner, outer = around(value, people, confidence.z()), around(value, population, confidence.z(freedom))
    z = value / (outer.sd or 1.0)
    return Coefficient(group, term, Interval(value, inner, outer), Test(z, two_sided(z, freedom)))


def _block(
    title: str, coefficients: Sequence[Coefficient], reference: float | None, *, is_tested: bool = True
) -> Block:
    """Whether a group's level is zero is no question that anybody asks."""
    rows = (
        Row(each.group or "all groups", each.figure, p=each.test.p if is_tested else None)
        for each in coefficients
    )
    return Block(title, (Section("", tuple(rows)),), reference=reference)
