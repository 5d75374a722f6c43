"""The promise in plain words, what it does not cover, and what that means for this very study."""

from __future__ import annotations

import math
from collections.abc import Iterator
from fractions import Fraction

from tacit.scheme.odds import worst_ratio
from tacit.study.advice import HIDES_LITTLE
from tacit.study.beliefs import TENTHS, Belief, at_most, moved
from tacit.study.promise import (
    describe_promise,
    is_same_for_all,
    promised_odds,
    promised_ratio,
    value_ratio,
)
from tacit.study.spelling import plain
from tacit.study.study import Study

GUESS = Fraction(1, 10)
GROUP = "a person is in a certain group"
VALUE_TOO = "a person is in a certain group or holds a certain value"
VALUE = "a person holds a certain value, when the group is known"
VALUE_KNOWN = "a person is in a certain group, when the value is known"
GUESSES = (Fraction(1, 100), GUESS, Fraction(1, 2))


def promise_of(study: Study) -> str:
    """What everybody was promised, with the real odds."""
    has_values = study.question.kind != "none"
    return describe_promise(study.scheme, study.privacy, has_values=has_values)


def belief_of(study: Study) -> str:
    """What one answer can do to a guess, rounded against us."""
    belief = moved("", GUESS, promised_ratio(study.scheme, study.privacy))
    if belief.most is None or belief.least is None:
        return "So one answer can move a guess about somebody all the way."
    high, low = math.ceil(belief.most * TENTHS) / 10, math.floor(belief.least * TENTHS) / 10
    condition = "" if study.privacy.mean_within is None else ", if those averages are as supposed"
    return (
        f"In numbers: whoever thought that somebody's chances of being in a group were 10% can, after one "
        f"answer, at most come to think {high:g}%, and at least {low:g}%{condition}."
    )


def beliefs_of(study: Study) -> Iterator[Belief]:
    """How far one answer can move what somebody thinks of a person, for guesses from rare to even."""
    scheme, privacy = study.scheme, study.privacy
    ratio = promised_ratio(scheme, privacy)
    hides_all = privacy.promise == "group and value" or is_same_for_all(scheme.odds)
    about = VALUE_TOO if hides_all and study.question.kind != "none" else GROUP
    yield from (moved(about, guess, ratio) for guess in GUESSES)
    if not hides_all and privacy.mean_within is None:
        yield moved(VALUE, GUESS, value_ratio(scheme))
    elif not hides_all:
        yield moved(VALUE_KNOWN, GUESS, worst_ratio(scheme.odds, scheme.rows.columns))


def guess_in_words(study: Study) -> str:
    """Of a guess of 1 in 10, in a sentence or two."""
    told = [belief for belief in beliefs_of(study) if belief.before == GUESS]
    known = "" if study.privacy.mean_within is None else " (if those averages are as supposed)"
    sentences = [
        f"Someone who thought 1 in 10 that {told[0].about} could, after that person's answer, at most come "
        f"to think {at_most(told[0].most)}{known}."
    ]
    sentences += [
        f"Of what is protected less ({belief.about}), 1 in 10 could at most become {at_most(belief.most)}."
        for belief in told[1:]
    ]
    return " ".join(sentences)


def grounds_of(study: Study) -> str:
    """Why it holds."""
    odds, known = study.scheme.odds, f"epsilon {plain(study.privacy.epsilon)}"
    if odds.is_plain:
        weights = f"{odds.keep:,} to {odds.other:,}, at most e^epsilon at {known}"
    else:
        weights = f"{odds.keep:,}, {odds.opposite:,} and {odds.other:,}"
        bounded = "" if study.privacy.mean_within is None else ", if averages are as supposed"
        weights += f"; between groups at most e^epsilon at {known}{bounded}"
    return (
        f"It rests on public whole numbers ({weights}) and on chance that each "
        "device draws by itself before anything is sent; nobody needs to be trusted with the truth. "
        "The command tacit verify re-proves it from those numbers."
    )


def unprotected(study: Study) -> Iterator[str]:
    """What the promise does not cover, the general before the particular."""
    yield (
        "Two answers are two times epsilon: the promise is about one answer of one person, and other studies "
        "that ask the same people add up."
    )
    yield (
        "Groups can be learnt about, that is the purpose: if nearly everybody in a group holds the same "
        "value, the report says so, and that says something about each of its members, whether they "
        "answered or not."
    )
    yield (
        "Who took part, and when, is not hidden by the odds; and whoever controls the device on which "
        "somebody answers sees the truth."
    )
    privacy = study.privacy
    if privacy.epsilon > HIDES_LITTLE:
        odds = promised_odds(study.scheme, privacy)
        yield f"Epsilon {plain(privacy.epsilon)} hides little: a single answer may move the odds by {odds}."
    if privacy.promise == "group" and not study.scheme.odds.is_plain:
        yield "The value is protected less than the group: the promise is about groups."
    if privacy.mean_within is not None:
        yield (
            "The promise supposes a bound on every group's average; if that is false it is broken, and "
            "nothing in the answers shows it. It is for data that somebody holds already."
        )
    yield from _about_tickets(study)


def _about_tickets(study: Study) -> Iterator[str]:
    if study.collect.tickets == "open":
        yield "Tickets are open: nothing keeps anybody from answering more than once."
    if study.collect.tickets == "named":
        yield (
            "Tickets are named: each randomised answer is kept beside the person's record, and the odds are "
            "all that protects."
        )
    if study.collect.publish_answers:
        yield "Everybody may download what each ticket answered; the odds are all that protects."
