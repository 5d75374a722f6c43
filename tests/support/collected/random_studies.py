"""Studies of all kinds, as hypothesis draws them, each with somebody who answers."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from fractions import Fraction

from hypothesis import strategies as st

from collected.keys import OTHER_KEY, SIGNING_KEY, published
from collected.studies import Tickets
from tacit.errors import Refused
from tacit.scheme.exact import digit_count, is_prime
from tacit.scheme.odds import Odds, group_odds, pair_odds
from tacit.scheme.rows import Dealt, Direct, Hashed, Rows
from tacit.scheme.scheme import Scheme
from tacit.study.spelling import plain
from tacit.study.study import Collect, Groups, Privacy, Question, Study, Wishes

TICKETS: st.SearchStrategy[Tickets] = st.sampled_from(["blind", "open", "named"])
LETTERS = st.sampled_from("abcxyzABCXYZ019 .,;:!?<>&\"'\\/-_()éüßçñøČ東京Яא\U0001f600\U0001d54f")
TEXTS = st.text(LETTERS, min_size=1, max_size=20).map(lambda text: f"q{text}q")
DAYS = st.dates(date(2026, 11, 20), date(2099, 12, 31))
EPSILONS = st.one_of(st.sampled_from(["0.001", "0.5", "1", "1.5", "2", "3"]), st.integers(10, 29999).map(str))


@dataclass(frozen=True)
class Answering:
    """A study and one person: label None declines."""

    study: Study
    group: str | None
    value: str | None
    key: int


def decimals(low: int, high: int, digits: int) -> st.SearchStrategy[Decimal]:
    """Numbers with so many decimals, trailing zeros taken off."""
    scaled = st.integers(low * 10**digits, high * 10**digits)
    return scaled.map(lambda number: Decimal(plain(Decimal(number).scaleb(-digits).normalize())))


@st.composite
def answerings(draw: st.DrawFn) -> Answering:
    """A study that a device admits, and an answer that it asks for."""
    question, levels = draw(questions())
    groups = draw(groups_of())
    items, row_levels = _shape(question, groups, levels)
    rows = draw(rows_for(items, row_levels))
    epsilon = Decimal(draw(EPSILONS)) if draw(st.booleans()) else Decimal("1.25")
    epsilon = epsilon if epsilon <= 3 else epsilon.scaleb(-4)
    privacy, odds = _promise(draw, rows, epsilon)
    tickets = draw(TICKETS)
    keys = (published(SIGNING_KEY, "north"), published(OTHER_KEY, draw(TEXTS)))[: draw(st.integers(1, 2))]
    study = Study(
        title=draw(TEXTS),
        owner="trial@example.org",
        not_after=draw(DAYS),
        question=question,
        groups=groups,
        privacy=privacy,
        collect=Collect(tickets=tickets, batch=draw(st.integers(1, 1000))),
        wishes=Wishes(ask=draw(st.sampled_from(["mean", "sum"])), levels=levels),
        frozen=Scheme(rows, odds, _count_share(draw, rows, odds)),
        keys=keys if tickets == "blind" else (),
    )
    group, value = draw(said(study))
    return Answering(study, group, value, draw(st.integers(0, len(study.keys) - 1)) if study.keys else 0)


@st.composite
def questions(draw: st.DrawFn) -> tuple[Question, int | None]:
    """A question, and a wish for levels."""
    kind = draw(st.sampled_from(["range", "scale", "choice", "none"]))
    if kind == "none":
        return Question(draw(st.sampled_from(["", "Why?"])), "none"), None
    text = draw(TEXTS) + draw(st.sampled_from(["", "\nsecond line"]))
    if kind == "choice":
        count = draw(st.integers(2, 5))
        return Question(text, "choice", options=tuple(f"{draw(TEXTS)} {at}" for at in range(count))), None
    if kind == "scale":
        low = draw(st.integers(-20, 20))
        high = low + draw(st.integers(1, 12))
        levels = draw(st.one_of(st.none(), st.integers(2, high - low + 1)))
        return Question(text, "scale", Decimal(low), Decimal(high)), levels
    low_end = draw(decimals(-100, 100, draw(st.integers(0, 6))))
    width = draw(decimals(0, 100, draw(st.integers(0, 6))).filter(lambda number: number > 0))
    return Question(text, "range", low_end, low_end + width), draw(st.one_of(st.none(), st.integers(2, 6)))


@st.composite
def groups_of(draw: st.DrawFn) -> Groups:
    """Between 2 and 90 groups, with declining or without."""
    count = draw(st.one_of(st.integers(2, 8), st.integers(9, 90)))
    return Groups(
        draw(TEXTS), tuple(f"{draw(TEXTS)} {at}" for at in range(count)), decline=draw(st.booleans())
    )


@st.composite
def rows_for(draw: st.DrawFn, items: int, levels: int) -> Rows:
    """Rows of any kind that these items and levels allow."""
    made: list[Rows] = []
    for columns in range(max(2, levels), 40):
        if is_prime(columns) and digit_count(columns, items) < 8:
            made.append(Hashed(items, levels, columns))
        if levels <= 2 and items <= 64:
            try:
                made.append(Dealt(items, levels, columns))
            except Refused:
                continue
    made.append(Direct(items, levels, items * levels))
    kind = draw(st.sampled_from(sorted({rows.name for rows in made})))
    return draw(st.sampled_from([rows for rows in made if rows.name == kind]))


def _shape(question: Question, groups: Groups, levels: int | None) -> tuple[int, int]:
    declining = int(groups.decline)
    if question.is_histogram:
        return len(groups.labels) * len(question.options) + declining, 1
    return len(groups.labels) + declining, 1 if question.kind == "none" else levels or 2


def _promise(draw: st.DrawFn, rows: Rows, epsilon: Decimal) -> tuple[Privacy, Odds]:
    if rows.name == "direct" and rows.levels == 2 and draw(st.booleans()):
        return Privacy(epsilon, "group"), group_odds(epsilon)
    odds = pair_odds(epsilon)
    if draw(st.booleans()):  # fewer chances for the truth than epsilon allows are as good
        weaker = draw(st.integers(odds.other + 1, odds.keep))
        odds = Odds(weaker, odds.opposite, odds.other)
    return Privacy(epsilon), odds


def _count_share(draw: st.DrawFn, rows: Rows, odds: Odds) -> Fraction:
    if rows.name == "direct" or rows.levels == 1 or not odds.is_plain:
        return Fraction(0)
    return draw(st.sampled_from([Fraction(0), Fraction(1, 3), Fraction(1, 9), Fraction(5, 7)]))


@st.composite
def said(draw: st.DrawFn, study: Study) -> tuple[str | None, str | None]:
    """What somebody may answer."""
    if study.groups.decline and draw(st.integers(0, 3)) == 0:
        return None, None
    group = draw(st.sampled_from(study.groups.labels))
    question = study.question
    if question.kind == "none":
        return group, None
    if question.kind == "choice":
        return group, draw(st.sampled_from(question.options))
    low, high = question.low or Decimal(0), question.high or Decimal(0)
    if question.kind == "scale":
        return group, str(draw(st.integers(int(low), int(high))))
    digits = draw(st.integers(0, 27))
    part = draw(st.integers(0, 10**digits))
    number = Fraction(low) + (Fraction(high) - Fraction(low)) * Fraction(part, 10**digits)
    cut = Fraction(int(number * 10**digits), 10**digits)
    inside = max(Fraction(low), min(Fraction(high), cut))
    return group, _text(inside)


def _text(number: Fraction) -> str:
    """A fraction whose denominator is a power of ten, as a decimal."""
    digits = 0
    while (number * 10**digits).denominator != 1:
        digits += 1
    whole = int(number * 10**digits)
    return (
        plain(Decimal(whole).scaleb(-digits)) if abs(whole) < 10**27 else str(Decimal(whole).scaleb(-digits))
    )
