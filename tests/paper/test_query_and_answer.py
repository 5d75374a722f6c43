"""Theorem 1 by enumeration: every query, value, lie and answer of small cases, as rationals."""

from __future__ import annotations

import itertools
from fractions import Fraction

import pytest

from tacit.paper import QueryAndAnswer, law_of
from tacit.paper.instances import FAMILIES
from tacit.paper.query_and_answer import Query

LIES = [Fraction(0), Fraction(1, 5), Fraction(2, 5)]
SIZES = [(2, 1), (3, 1), (4, 1), (2, 2)]
KNOWN = [name for name in FAMILIES if name != "nothing known"]

Row = tuple[Fraction, ...]


def answer_law(scheme: QueryAndAnswer, query: Query, group: int) -> dict[int, Row]:
    """By value: the chances of every answer of this group to this query."""
    told = {}
    for value in scheme.values:
        law = law_of(lambda source, value=value: scheme.answer(query, group, value, source))  # type: ignore[misc]
        told[value] = tuple(law.get(answer, Fraction(0)) for answer in range(1, scheme.messages + 1))
    return told


def mixed(told: dict[int, Row], law: Row) -> Row:
    """The chances of every answer when the value follows a law."""
    return tuple(
        sum((p * row[place] for p, row in zip(law, told.values(), strict=True)), Fraction(0))
        for place in range(len(law))
    )


def worst_ratio(rows: list[Row]) -> Fraction:
    pairs = itertools.permutations(rows, 2)
    return max(one / other for a, b in pairs for one, other in zip(a, b, strict=True))


@pytest.mark.parametrize("lie", LIES, ids=str)
@pytest.mark.parametrize(("groups", "m"), SIZES)
def test_the_ratio_is_the_worst_over_every_query_and_answer(groups: int, m: int, lie: Fraction) -> None:
    scheme = QueryAndAnswer(groups, m, lie)
    # Answers depend on the own row only; that is what makes all queries few enough.
    rows = {query[0]: answer_law(scheme, query, 1) for query in scheme.queries()}
    for name in KNOWN:
        laws = FAMILIES[name](groups, m).laws
        assert laws is not None
        told = [{row: mixed(rows[row], law) for row in rows} for law in laws]
        worst = max(worst_ratio([told[g][row] for g, row in enumerate(query)]) for query in scheme.queries())
        assert scheme.ratio(laws) == worst, name
