"""What the person's own device does, asked by card: `tacit.answer` itself, on recorded bytes.

It has two ways to the same answer: from tables of what the study names, and step by step from any number.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from functools import cache

from tacit.answering.answer import answer
from tacit.answering.card import DECLINE, Group, card_of
from tacit.scheme.randomize import Source, reading
from tacit.study.study import Study

Send = Callable[[int, int, int, Source], int]
Held = tuple[Group, str | int | Fraction | None, bytes]


def devices_of(study: Study) -> tuple[Send, ...]:
    """The device in every way in which people meet it: where they give numbers, in fractions too."""
    if study.question.is_numeric:
        return device_of(study), device_of(study, by_tables=False)
    return (device_of(study),)


def device_of(study: Study, *, by_tables: bool = True) -> Send:
    """From (query, item, level) and a source for the column's draw to the column that is sent."""

    @cache
    def held(item: int, level: int) -> Held:
        group, value, before = _held(study, item, level)
        if isinstance(value, int) and not by_tables:
            value = Fraction(value)
        return group, value, before

    def send(query: int, item: int, level: int, read: Source) -> int:
        group, value, before = held(item, level)

        def source(size: int) -> bytes:
            nonlocal before
            first, before = before[:size], before[size:]
            return first + read(size - len(first)) if len(first) < size else first

        return answer(study, query, group=group, value=value, read=source).column

    return send


def _held(study: Study, item: int, level: int) -> Held:
    """Somebody who holds this card, and the bytes before the column's that make it this card."""
    question = study.question
    group, option = divmod(item, len(question.options)) if study.is_histogram else (item, level)
    if group == study.declined:
        return DECLINE, None, level.to_bytes(reading(study.scheme.rows.levels)[0], "big")
    label = study.groups.labels[group]
    if question.kind == "none":
        return label, None, b""
    if question.options:
        return label, question.options[option], b""
    low, high = Fraction(question.low or 0), Fraction(question.high or 0)
    value: int | Fraction = low + (high - low) * level / (study.scheme.rows.levels - 1)
    if question.kind == "scale" or value.denominator == 1:
        # A whole number, as people give it. Below the level, the draw 0 then rounds up to it.
        value = int(value // 1)
    return label, value, bytes(reading(card_of(study, label, value).run or 1)[0])
