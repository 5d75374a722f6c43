"""The paper's schemes by exact enumeration: every query, lie and answer of one person, as rationals.

Nothing of the closed forms is used, only what a person sends and what the server makes of it.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction

from tacit.paper import QueryAndAnswer, RandomizedGroup, Source, law_of
from tacit.paper.query_and_answer import Query

Row = tuple[Fraction, ...]
Laws = Sequence[Row]
Law = dict[Row, Fraction]
Scheme = QueryAndAnswer | RandomizedGroup

HALF = Fraction(1, 2)


def contribution(scheme: Scheme, group: int, value: int) -> Law:
    """The exact law of what one person of this group and value adds to all estimates."""
    if isinstance(scheme, RandomizedGroup):
        return law_of(lambda source: scheme.estimate([scheme.answer(group, value, source)]))
    return law_of(lambda source: _asked(scheme, scheme.draw_query(source), group, value, source))


def contribution_to_shifts(scheme: QueryAndAnswer, group: int, value: int) -> Law:
    """The same when rows are cyclic shifts."""
    return law_of(lambda source: _asked(scheme, scheme.draw_shifted_query(source), group, value, source))


def _asked(scheme: QueryAndAnswer, query: Query, group: int, value: int, source: Source) -> Row:
    return scheme.estimate([query], [scheme.answer(query, group, value, source)])


def noise_of_anybody(scheme: Scheme, laws: Laws, shares: Row) -> Law:
    """Estimates less truth for one person, whose group and value are drawn."""
    noise: Law = {}
    for group, (share, law) in enumerate(zip(shares, laws, strict=True), start=1):
        for value, chance in zip(scheme.values, law, strict=True):
            for added, probability in contribution(scheme, group, value).items():
                left = tuple(x - value * (place == group) for place, x in enumerate(added, start=1))
                noise[left] = noise.get(left, Fraction(0)) + share * chance * probability
    return noise


def together(one: Law, other: Law) -> Law:
    """The law of the sum of two independent rows."""
    law: Law = {}
    for (a, p), (b, q) in itertools.product(one.items(), other.items()):
        total = tuple(x + y for x, y in zip(a, b, strict=True))
        law[total] = law.get(total, Fraction(0)) + p * q
    return law


def mean(law: Law) -> Row:
    return tuple(
        sum((p * x for x, p in zip(column, law.values(), strict=True)), Fraction(0))
        for column in zip(*law, strict=True)
    )


def mean_squares(law: Law, around: Sequence[int | Fraction]) -> Row:
    """Mean squared distance from a point, place by place."""
    return tuple(
        sum((p * (row[place] - centre) ** 2 for row, p in law.items()), Fraction(0))
        for place, centre in enumerate(around)
    )


def told_to(scheme: QueryAndAnswer, query: Query, group: int) -> dict[int, Row]:
    """By value: the chances of every answer of this group to this query."""
    told = {}
    for value in scheme.values:
        law = law_of(_answering(scheme, query, group, value))
        told[value] = tuple(law.get(answer, Fraction(0)) for answer in range(1, scheme.messages + 1))
    return told


def _answering(scheme: QueryAndAnswer, query: Query, group: int, value: int) -> Callable[[Source], int]:
    return lambda source: scheme.answer(query, group, value, source)


def told_without_query(scheme: RandomizedGroup, group: int) -> dict[int, Row]:
    """By value: the chances of every message of this group."""
    told = {}
    for value in scheme.values:
        law = law_of(_packing(scheme, group, value))
        told[value] = tuple(law.get(message, Fraction(0)) for message in range(scheme.messages))
    return told


def _packing(scheme: RandomizedGroup, group: int, value: int) -> Callable[[Source], int]:
    return lambda source: scheme.pack(scheme.answer(group, value, source))


def mixed(told: dict[int, Row], law: Row) -> Row:
    """The chances of every answer when the value follows a law."""
    places = zip(*told.values(), strict=True)
    return tuple(sum((p * x for p, x in zip(law, column, strict=True)), Fraction(0)) for column in places)


def worst_ratio(rows: Sequence[Row]) -> Fraction | float:
    """The largest ratio of chances of one answer between two rows; what nobody answers is passed over."""
    both = itertools.permutations(rows, 2)
    pairs = ((x, y) for one, other in both for x, y in zip(one, other, strict=True))
    return max((float("inf") if y == 0 else x / y for x, y in pairs if x > 0), default=Fraction(1))


def worst_group_ratio(scheme: Scheme, laws: Laws) -> Fraction | float:
    """e^epsilon between groups, over every query and answer."""
    return max(
        worst_ratio([mixed(told, law) for told, law in zip(tables, laws, strict=True)])
        for tables in _tables(scheme)
    )


def worst_pair_ratio(scheme: Scheme) -> Fraction | float:
    """e^epsilon between any two (group, value) pairs, over every query and answer."""
    return max(worst_ratio([row for told in tables for row in told.values()]) for tables in _tables(scheme))


def worst_value_ratio(scheme: Scheme) -> Fraction | float:
    """e^epsilon between two values of one group, over every query and answer."""
    return max(worst_ratio(list(told.values())) for tables in _tables(scheme) for told in tables)


def _tables(scheme: Scheme) -> Iterator[list[dict[int, Row]]]:
    """Per query, a table for every group."""
    if isinstance(scheme, RandomizedGroup):
        yield [told_without_query(scheme, group) for group in range(1, scheme.groups + 1)]
        return
    # Answers depend on the own row only; that is what makes all queries few enough.
    tables = {query[0]: told_to(scheme, query, 1) for query in scheme.queries()}
    for query in scheme.queries():
        yield [tables[row] for row in query]


def faults(scheme: Scheme, laws: Laws, shares: Row) -> set[str]:
    """What enumeration finds wrong with a scheme: its ratio, its mean, its error, or how it is split."""
    noise = noise_of_anybody(scheme, laws, shares)
    pair = together(noise, noise)
    found = {
        "ratio": scheme.ratio(laws) != worst_group_ratio(scheme, laws),
        "mean": any(mean(noise)),
        "error": scheme.error(laws, shares) != sum(mean_squares(noise, [0] * scheme.groups)),
        "error of two": scheme.error(laws, shares) != sum(mean_squares(pair, [0] * scheme.groups)) / 2,
        "chances": sum(noise.values()) != 1,
    }
    return {name for name, is_wrong in found.items() if is_wrong}
