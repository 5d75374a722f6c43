"""The answer of a whole device, from (group, value) to the column, by all its draws."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from decimal import Decimal
from fractions import Fraction
from functools import partial
from typing import TypeVar

from proofs import claim
from proofs.draws import Unfinished
from tacit.answering.card import DECLINE, Group
from tacit.scheme.randomize import Source
from tacit.scheme.scheme import Scheme
from tacit.study.study import Study

Outcome = TypeVar("Outcome")
Value = int | str | Decimal | None
Answer = Callable[..., tuple[int, int]]
Place = Callable[[Fraction, Fraction, Fraction, int], tuple[int, int, int]]

MOST_READS = 2


class Nibbles:
    """A source that gives recorded numbers below 16, one per byte that is read."""

    def __init__(self, numbers: tuple[int, ...]) -> None:
        self.numbers = numbers
        self.reads = 0

    def __call__(self, size: int) -> bytes:
        if size == 0:
            return b""
        claim(size == 1, f"{size} bytes are read where four bits are enough")
        self.reads += 1
        if self.reads > len(self.numbers):
            raise Unfinished
        return self.numbers[self.reads - 1].to_bytes(1, "big")


def law_of_all_draws(draw: Callable[[Source], Outcome]) -> dict[Outcome, Fraction]:
    """The exact law of what reads up to MOST_READS bytes and looks at four bits of each.

    It is the law given that so many reads suffice: whatever draws again begins anew, so it is the law.
    """
    found: dict[Outcome, Fraction] = {}

    def follow(numbers: tuple[int, ...]) -> None:
        try:
            outcome = draw(Nibbles(numbers))
        except Unfinished:
            if len(numbers) < MOST_READS:
                for number in range(16):
                    follow((*numbers, number))
            return
        found[outcome] = found.get(outcome, Fraction(0)) + Fraction(1, 16 ** len(numbers))

    follow(())
    total = sum(found.values())
    return {outcome: chance / total for outcome, chance in found.items()}


def held(study: Study) -> Iterator[tuple[Group, Value, dict[int, Fraction]]]:
    """Everybody who may answer, with the law of the level that SCHEME.md B gives them."""
    question, levels = study.question, study.scheme.rows.levels
    for group in study.groups.labels:
        if question.kind == "none":
            yield group, None, {0: Fraction(1)}
        for at, option in enumerate(question.options):
            yield group, option, {at: Fraction(1)}
        if question.low is not None and question.high is not None:
            low, high = Fraction(question.low), Fraction(question.high)
            for value in range(int(low), int(high) + 1):
                level, rest = divmod((value - low) * (levels - 1) / (high - low), 1)
                law = {int(level): 1 - rest, int(level) + 1: rest}
                yield group, value, {level: chance for level, chance in law.items() if chance}
    if study.groups.decline:
        yield DECLINE, None, dict.fromkeys(range(levels), Fraction(1, levels))


def check_answers(study: Study, answer: Answer) -> None:
    """Every person's answer to every query has the law of their cards: the mixture over the levels."""
    scheme, options = study.scheme, len(study.question.options)
    for query in range(scheme.queries):
        for group, value, levels in held(study):
            at = len(study.groups.labels) if group is DECLINE else study.groups.labels.index(str(group))
            wanted = [Fraction(0)] * scheme.rows.columns
            for level, chance in levels.items():
                card = (at * options + (0 if group is DECLINE else level), 0) if options > 2 else (at, level)
                for column, weight in enumerate(scheme.weights(query, *card)):
                    wanted[column] += chance * Fraction(weight, scheme.total)
            law = law_of_all_draws(partial(_column, study, answer, query, group, value))
            found = [law.get(column, Fraction(0)) for column in range(scheme.rows.columns)]
            person = f"{scheme}: {group} with {value}, query {query}"
            claim(found == wanted, f"{person}: sent as {list(map(str, found))}, not {list(map(str, wanted))}")


def _column(study: Study, answer: Answer, query: int, group: Group, value: Value, read: Source) -> int:
    asked, column = answer(study, query, group=group, value=value, read=read)
    claim(asked == query, f"an answer to query {query} names query {asked}")
    return column


def check_queries(study: Study, draw_query: Callable[[Study, Source], int]) -> None:
    """Count questions with exactly their share; every query of a kind as often as every other."""
    scheme = study.scheme
    law = law_of_all_draws(partial(draw_query, study))
    for query in range(scheme.queries):
        share = chance_of_kind(scheme, query) / scheme.rows.pool
        found = law.get(query, Fraction(0))
        claim(found == share, f"{scheme}: query {query} is asked with chance {found}, not {share}")


def chance_of_kind(scheme: Scheme, query: int) -> Fraction:
    """The chance of a question of the query's kind."""
    return scheme.count_share if query >= scheme.rows.pool else 1 - scheme.count_share


def check_place(place: Place, cases: Iterable[tuple[str, str, str, int]]) -> None:
    """(value, low, high, levels): level and fraction say exactly where the value lies, never past the top."""
    for text, low, high, levels in cases:
        ends = Fraction(low), Fraction(high)
        level, a, b = place(Fraction(text), *ends, levels)
        exact = (Fraction(text) - ends[0]) * (levels - 1) / (ends[1] - ends[0])
        case = f"{text} within {low}..{high} at {levels} levels"
        claim(level + Fraction(a, b) == exact, f"{case} is placed at {level} + {a}/{b}, exactly {exact}")
        claim(0 <= a < b and 0 <= level < levels, f"{case}: {level} + {a}/{b} is not below the top")
