"""The same answer, fast: tables of a study's own labels and values, made once per study.

Out of the same bytes come the same level and column as from the plain path (`card_of`, `draw_level`,
`randomize`); whatever no table holds is left to that path. Nothing that a person gives is kept.
"""

from __future__ import annotations

import weakref
from collections.abc import Callable, Iterable
from math import ceil, floor

from tacit.answering.card import DECLINE, Card, Group, Value, card_of
from tacit.answering.places import place_of
from tacit.scheme.randomize import Source, reading
from tacit.study.given import expect_study
from tacit.study.study import Study

# (query, group, value, source) -> column, or None where the plain path must decide: nothing was read then.
Sampler = Callable[[object, object, object, Source], int | None]
# As in Card, the item counted from the group's first; then the bytes that the level reads, and their mask.
Held = tuple[int, int, int | None, int, int, int]
Choices = dict[object, Held]

MOST_VALUES = 1000
# 1 == True: only what has one of these types is what a table says that it is.
EXACT = frozenset((int, str, type(None)))

_samplers: dict[int, Sampler] = {}


def sampler_of(study: Study) -> Sampler:
    """The sampler of this very study, kept as long as the study is."""
    return _samplers.get(id(study)) or _keep(study)


def _keep(study: Study) -> Sampler:
    expect_study(study)
    sampler = _samplers[id(study)] = prepare(study)
    weakref.finalize(study, _samplers.pop, id(study), None).atexit = False
    return sampler


def prepare(study: Study) -> Sampler:
    """All tables, closed over integers alone: a sampler that held its study would keep it for ever."""
    scheme = study.scheme
    keep, opposite, other = scheme.odds.keep, scheme.odds.opposite, scheme.odds.other
    queries, columns, is_plain = scheme.queries, scheme.rows.columns, scheme.odds.is_plain
    total, (size, bits) = scheme.total, reading(scheme.total)
    groups, place, number_of = _groups(study), place_of(scheme), int.from_bytes
    shift = 8 * size

    def draw(query: object, group: object, value: object, read: Source) -> int | None:
        if type(query) is not int or not 0 <= query < queries or type(value) not in EXACT:
            return None
        try:
            first, choices = groups[group]
            item, level, rise, run, few, mask = choices[value]
        except (KeyError, TypeError):
            return None
        item += first
        if run:
            # The bytes for level and column at once: asking the system costs more than all the rest.
            taken = number_of(read(few + size))
            while (drawn := taken >> shift & mask) >= run:
                taken = taken << 8 * few | number_of(read(few))
            if rise is None:
                level = drawn
            elif drawn < rise:
                level += 1
        else:
            taken = number_of(read(size))
        own = place(query, item, level)
        while (drawn := taken & bits) >= total:
            taken = number_of(read(size))
        if drawn < keep:
            return own
        drawn -= keep
        if is_plain:
            return (own + 1 + drawn // other) % columns
        second = place(query, item, 1 - level)
        if drawn < opposite:
            return second
        steps = 1 + (drawn - opposite) // other
        return (own + steps + (steps >= (second - own) % columns)) % columns

    return draw


def _groups(study: Study) -> dict[object, tuple[int, Choices]]:
    """By label: the group's first item, and what its people may hold."""
    labels = study.groups.labels
    choices: Choices = {value: _held(card_of(study, labels[0], value)) for value in own_values(study)}
    apart = study.card(1, 0)[0]
    groups: dict[object, tuple[int, Choices]] = {
        label: (index * apart, choices) for index, label in enumerate(labels)
    }
    if study.declined is not None:
        card = card_of(study, DECLINE, None)
        declining: Choices = {None: _held(card._replace(item=0))}
        keys: tuple[Group, ...] = (DECLINE, study.group_names[-1])
        groups |= dict.fromkeys(keys, (card.item, declining))
    return groups


def own_values(study: Study) -> Iterable[Value]:
    """The options, or the whole numbers of a small range: what the study itself says that people hold."""
    question = study.question
    if question.low is None or question.high is None:
        return question.options or (None,)
    whole = range(ceil(question.low), floor(question.high) + 1)
    return whole if len(whole) <= MOST_VALUES else ()


def _held(card: Card) -> Held:
    return *card, *reading(card.run or 1)
