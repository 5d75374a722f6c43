"""Studies of every kind with rows of every kind, and a few people who answer them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property

from asking import asked
from proofs.enumerated import Enumerated, Floats, Person, at
from tacit.estimation.estimate import estimate
from tacit.estimation.figures import GroupFigures
from tacit.estimation.result import Estimate
from tacit.scheme.odds import Odds
from tacit.scheme.rows import Dealt, Direct, Hashed
from tacit.scheme.scheme import Scheme
from tacit.study.study import Study

PLAIN, GROUP = Odds(7, 2, 2), Odds(7, 1, 3)
THIRD, NINTH = Fraction(1, 3), Fraction(1, 9)


@dataclass(frozen=True)
class Case:
    """A study, and people who answer it."""

    name: str
    study: Study
    people: tuple[Person, ...]

    @cached_property
    def cells(self) -> Enumerated:
        return Enumerated(self.study.scheme)

    @cached_property
    def perfect(self) -> tuple[Estimate, int]:
        """The estimate from the perfect tally, and how many copies of everybody it holds."""
        tally, copies = self.cells.perfect(self.people)
        return estimate(self.study, tally), copies

    @property
    def labelled(self) -> Iterator[tuple[GroupFigures, Sequence[int]]]:
        """All groups and margins: their figures, and the groups that they take together, by their labels."""
        found, asked = self.perfect[0], self.study.groups
        yield from ((each, [index]) for index, each in enumerate(found.groups))
        for position, (axis, names) in enumerate(asked.cross):
            of = [label.split(" / ")[position] for label in asked.labels]
            for each, name in zip(found.margins[axis], names, strict=True):
                yield each, [index for index, own in enumerate(of) if own == name]

    def members(self, items: Sequence[int]) -> list[Person]:
        return [person for person in self.people if person.item in items]

    def scores(self, items: Sequence[int]) -> tuple[Floats, Floats]:
        return self.cells.sums[:, list(items)].sum(axis=1), self.cells.counts[:, list(items)].sum(axis=1)


def crowd(levels: int = 2, *, ends: bool = False, items: int = 3) -> tuple[Person, ...]:
    """The last item is empty; within every other one all have the same value, or one of the two ends."""
    values = [Fraction(1), Fraction(-1)] if ends else [Fraction(1, 2), Fraction(-1, 3), Fraction(1, 7)]
    found = []
    for item in range(items - 1):
        each = [
            values[(item + number) % len(values)] if ends else values[item % 3] for number in range(item + 2)
        ]
        found += [at(item, value, levels) for value in each]
    return tuple(found)


def range_cases() -> Iterator[Case]:
    schemes = [
        Scheme(Dealt(3, 2, 2), PLAIN, THIRD),
        Scheme(Dealt(3, 2, 3), PLAIN, NINTH),
        Scheme(Dealt(3, 2, 4), PLAIN),
        Scheme(Dealt(3, 2, 2), PLAIN),
        Scheme(Hashed(3, 2, 2), PLAIN, THIRD),
        Scheme(Hashed(3, 2, 3), PLAIN, NINTH),
        Scheme(Hashed(3, 2, 5), PLAIN),
        Scheme(Direct(3, 2, 6), PLAIN),
        Scheme(Hashed(3, 3, 3), PLAIN, THIRD),
        Scheme(Hashed(3, 4, 5), PLAIN),
        Scheme(Direct(3, 3, 9), PLAIN),
    ]
    for scheme in schemes:
        rows = scheme.rows
        wished = rows.levels if rows.levels > 2 else None
        study = asked(frozen=scheme, epsilon="3", ends=(2, 12), levels=wished)
        yield Case(
            f"range {rows.name} {rows.levels}/{rows.columns} {scheme.count_share}", study, crowd(rows.levels)
        )
    group = asked(frozen=Scheme(Direct(3, 2, 6), GROUP), epsilon="3", promise="group")
    yield Case("range promise group", group, crowd())
    within = asked(frozen=Scheme(Hashed(3, 2, 3), GROUP), epsilon="1", promise="group", mean_within="0.5")
    yield Case("range mean within", within, crowd())
    by_sum = asked(frozen=Scheme(Direct(3, 2, 6), PLAIN), epsilon="3", ask="sum")
    yield Case("range ask sum, counts known", by_sum, crowd())
    declined = asked(frozen=Scheme(Dealt(4, 2, 5), PLAIN), epsilon="3", decline=True)
    yield Case("range decline", declined, (*crowd(), at(3, 0), at(3, 0)))


def two_valued_cases() -> Iterator[Case]:
    for scheme in (
        Scheme(Dealt(3, 2, 3), PLAIN, NINTH),
        Scheme(Hashed(3, 2, 3), PLAIN),
        Scheme(Direct(3, 2, 6), PLAIN),
    ):
        rows, people = scheme.rows, crowd(ends=True)
        yield Case(f"scale {rows.name}", asked("scale", ends=(0, 1), frozen=scheme, epsilon="3"), people)
        options = asked("choice", options=("no", "yes"), frozen=scheme, epsilon="3")
        yield Case(f"two options {rows.name}", options, people)
    group = asked("scale", ends=(4, 5), frozen=Scheme(Direct(3, 2, 6), GROUP), epsilon="3", promise="group")
    yield Case("scale promise group", group, crowd(ends=True))


def crossed_cases() -> Iterator[Case]:
    cross = {"age": ["young", "old"], "region": ["north", "south", "west"]}
    for scheme in (
        Scheme(Dealt(6, 2, 3), PLAIN, NINTH),
        Scheme(Hashed(6, 2, 3), PLAIN),
        Scheme(Direct(6, 2, 12), PLAIN),
        Scheme(Hashed(6, 3, 5), PLAIN),
        Scheme(Dealt(6, 2, 2), PLAIN),
    ):
        rows = scheme.rows
        wished = rows.levels if rows.levels > 2 else None
        study = asked(frozen=scheme, epsilon="3", cross=cross, levels=wished)
        yield Case(f"crossed {rows.name} {rows.levels}/{rows.columns}", study, crowd(rows.levels, items=6))
    ends = asked(
        "choice", options=("no", "yes"), frozen=Scheme(Hashed(6, 2, 5), PLAIN), epsilon="3", cross=cross
    )
    yield Case("crossed two options", ends, crowd(ends=True, items=6))
    none = asked("none", frozen=Scheme(Hashed(7, 1, 3), PLAIN), epsilon="3", cross=cross, decline=True)
    yield Case("crossed none with decline", none, tuple(at(item, 0, 1) for item in (0, 0, 1, 3, 4, 4, 4, 6)))


def name_of(case: Case) -> str:
    return case.name


VALUED = [*range_cases(), *two_valued_cases(), *crossed_cases()]


SQUARE = {"age": ["young", "old"], "region": ["north", "south"]}


def histogram(
    scheme: Scheme, items: Sequence[int], *, decline: bool = False, is_crossed: bool = False
) -> Case:
    options, cross = ("x", "y", "z"), SQUARE if is_crossed else None
    study = asked("choice", options=options, frozen=scheme, epsilon="3", decline=decline, cross=cross)
    return Case(f"{scheme.rows.name} {scheme.rows.items}", study, tuple(at(item, 0, 1) for item in items))


HISTOGRAMS = [
    histogram(Scheme(Hashed(9, 1, 3), PLAIN), (0, 0, 0, 1, 3, 5, 5)),
    histogram(Scheme(Dealt(9, 1, 4), PLAIN), (0, 1, 2, 2, 3, 3, 4)),
    histogram(Scheme(Direct(9, 1, 9), PLAIN), (0, 0, 2, 4, 4, 4, 5)),
    histogram(Scheme(Hashed(10, 1, 5), PLAIN), (0, 0, 1, 3, 4, 9, 9), decline=True),
    histogram(Scheme(Dealt(12, 1, 5), PLAIN), (0, 1, 1, 3, 4, 6, 7, 8, 8), is_crossed=True),
]


TWO, THREE = ("0.4", "0.6"), ("0.2", "0.3", "0.5")
# Of clock rows with one digit any third item's column follows from two others'.
FEW = Scheme(Hashed(3, 2, 3), PLAIN)
KNOWN = [
    Case(
        "sums over known sizes",
        asked(ends=(2, 12), shares=THREE, frozen=Scheme(Dealt(3, 2, 2), PLAIN), epsilon="3"),
        (*crowd(ends=True), at(2, 1)),
    ),
    Case(
        "two options over known sizes",
        asked("choice", options=("no", "yes"), shares=THREE, frozen=FEW, epsilon="3"),
        (*crowd(ends=True), at(2, 1)),
    ),
    Case(
        "less the declined, dependent rows",
        asked(ends=(2, 12), groups=("a", "b"), shares=TWO, decline=True, frozen=FEW, epsilon="3"),
        (at(0, 1), at(0, 1), at(1, -1), at(1, -1), at(1, -1), at(2, 0), at(2, 0)),
    ),
    Case(
        "less the declined, dealt",
        asked(shares=THREE, decline=True, frozen=Scheme(Dealt(4, 2, 5), PLAIN), epsilon="3"),
        (*crowd(ends=True), at(2, 1), at(3, 0), at(3, 0)),
    ),
]


SMALL = [
    asked(groups=("a", "b"), frozen=Scheme(Dealt(2, 2, 3), PLAIN, NINTH), epsilon="3"),
    asked(groups=("a", "b"), frozen=Scheme(Hashed(2, 2, 2), PLAIN, THIRD), epsilon="3"),
    asked("scale", ends=(0, 1), groups=("a", "b"), frozen=Scheme(Direct(2, 2, 4), PLAIN), epsilon="3"),
]
