"""The card that a person holds: group and value checked, and placed between two levels, before any chance."""

from __future__ import annotations

from decimal import Decimal
from enum import Enum
from fractions import Fraction
from numbers import Real
from typing import Final, NamedTuple, SupportsFloat

from tacit.errors import refuse
from tacit.scheme.randomize import Source, below, place, round_to_level
from tacit.study.spelling import did_you_mean, exact_number, join, normal, plain, show
from tacit.study.study import Study

OPTIONS_SHOWN = 8


class Declining(Enum):
    """The type of DECLINE."""

    DECLINE = "decline"


DECLINE: Final = Declining.DECLINE

Group = str | Declining
# Type checkers know floats and numpy's numbers by this one, and not by Real.
Value = int | str | Decimal | Fraction | SupportsFloat | None


class Card(NamedTuple):
    """What a person holds: an item, and a level from which chance goes up by one in `rise` of `run` cases.

    `rise` None: the level is any of `run` with equal chances. `run` 0: nothing to draw.
    """

    item: int
    level: int
    rise: int | None
    run: int


def draw_level(card: Card, read: Source) -> int:
    """The level of somebody who holds this card."""
    if not card.run:
        return card.level
    if card.rise is None:
        return below(card.run, read)
    return round_to_level(card.level, card.rise, card.run, read)


def card_of(study: Study, group: Group, value: Value) -> Card:
    """The card of somebody of this group with this value; refuses whatever the study does not ask."""
    at = _group_index(study, group)
    if at == study.declined:
        if value is not None:
            raise refuse("value", f"must be left out when declining; got {show(value)}")
        levels = study.scheme.rows.levels
        return Card(*study.card(at, 0), None, levels if levels > 1 else 0)
    level, rise, run = _between_levels(study, value)
    return Card(*study.card(at, level), rise, run)


def _group_index(study: Study, group: object) -> int:
    if group is DECLINE:
        if study.declined is None:
            raise refuse("group", "must be given: this study does not offer to decline")
        return study.declined
    if not isinstance(group, str):
        raise refuse("group", f"must be the label of a group; got {show(group)}")
    return study.group_index(group)


def _between_levels(study: Study, value: object) -> tuple[int, int, int]:
    """(level, rise, run) of a value; whatever is a level itself leaves nothing to draw."""
    question = study.question
    if question.kind == "none":
        if value is not None:
            raise refuse("value", f"must be left out: this study asks for the group only; got {show(value)}")
        return 0, 0, 0
    if value is None:
        raise refuse("value", f"is missing; {_wanted(study)}")
    if question.kind == "choice":
        return _option_index(study, value), 0, 0
    low, high = Fraction(question.low or 0), Fraction(question.high or 0)
    number = exact_value(value)
    if not low <= number <= high:
        raise refuse("value", f"must lie within {_ends(study)}; got {show(value)}")
    if question.kind == "scale" and number.denominator != 1:
        raise refuse("value", f"must be a whole step of the scale {_ends(study)}; got {show(value)}")
    level, rise, run = place(number, low, high, study.scheme.rows.levels)
    return (level, rise, run) if rise else (level, 0, 0)


def exact_value(value: object) -> Fraction:
    """The number that was given, exactly; any other real number counts as its shortest decimal text."""
    if isinstance(value, Fraction):
        return value
    is_other_real = isinstance(value, Real) and not isinstance(value, int)
    number = exact_number(str(value) if is_other_real else value)
    if number is None:
        raise refuse(
            "value", f"must be a number of at most 30 digits before and after the point; got {show(value)}"
        )
    return Fraction(number)


def _option_index(study: Study, value: object) -> int:
    options = study.question.options
    if isinstance(value, str) and normal(value) in options:
        return options.index(normal(value))
    near = did_you_mean(value, options) if isinstance(value, str) else ""
    raise refuse("value", f"{_wanted(study)}; got {show(value)}{near}")


def _wanted(study: Study) -> str:
    """What a value must be."""
    options = study.question.options
    if not options:
        return f"it must be a number within {_ends(study)}"
    names = [show(name) for name in options[:OPTIONS_SHOWN]]
    if len(options) > OPTIONS_SHOWN:
        names.append(f"{len(options) - OPTIONS_SHOWN} more")
    return f"must be {join(names, 'or')}"


def _ends(study: Study) -> str:
    low, high = study.question.low, study.question.high
    return "" if low is None or high is None else f"{plain(low)}..{plain(high)}"
