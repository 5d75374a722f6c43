"""One real, randomised answer, made on the person's own device: the only place that ever sees the truth.

Needs neither numpy nor floats. `card_of` checks and says which card a person holds; `randomize` draws. What
the study itself names goes through `sampler_of` instead: the same draws, several times as fast.
"""

from __future__ import annotations

import os
from operator import index
from typing import NamedTuple

from tacit.answering.card import Group, Value, card_of, draw_level
from tacit.answering.sampler import sampler_of
from tacit.errors import refuse
from tacit.scheme.randomize import Source, below, randomize
from tacit.study.given import expect_study
from tacit.study.spelling import show
from tacit.study.study import Study


class Answer(NamedTuple):
    """All that leaves the device: the public query, and a column."""

    query: int
    column: int


def answer(
    study: Study, query: int, *, group: Group, value: Value = None, read: Source = os.urandom
) -> Answer:
    """One person's answer to this query. Everything is checked before anything is drawn.

    `group` is a label or DECLINE. `value` is a number within the range or on the scale (a float counts as the
    shortest decimal that spells it), the label of an option, or None where nothing is asked. Draws, in this
    order: the level, then the column. `read` is the operating system's source; tests give recorded bytes.
    """
    column = sampler_of(study)(query, group, value, read)
    if column is not None:
        # As Answer(query, column), in half the time.
        return tuple.__new__(Answer, (query, column))
    number = check_query(study, query)
    card = card_of(study, group, value)
    return Answer(number, randomize(study.scheme, number, card.item, draw_level(card, read), read))


def draw_query(study: Study, read: Source = os.urandom) -> int:
    """A uniform query of a kind drawn by the share of count questions."""
    expect_study(study)
    share, pool = study.scheme.count_share, study.scheme.rows.pool
    kind = below(share.denominator, read) < share.numerator
    return kind * pool + below(pool, read)


def check_query(study: Study, query: object) -> int:
    """The query as a plain integer that the study has."""
    try:
        number = None if isinstance(query, bool) else index(query)  # type: ignore[arg-type]
    except TypeError:
        number = None
    if number is None:
        raise refuse("query", f"must be a whole number; got {show(query)}")
    if not 0 <= number < study.scheme.queries:
        rule = f"must lie within 0..{study.scheme.queries - 1} for this study; got {show(query)}"
        raise refuse("query", rule)
    return number
