"""People in files, checked: every row by the very rules that a person's device has for an answer."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import numpy as np
import numpy.typing as npt

from tacit.answering.card import DECLINE, Card, Group, Value, card_of
from tacit.errors import AnswersInvalid, Refused, refuse
from tacit.files.formulas import undefused
from tacit.files.people_table import Advance, Codes, Table, read_table
from tacit.files.refusals import Refusals
from tacit.simulation.people import People, Values
from tacit.study.spelling import exact_number, printable
from tacit.study.study import Study

GOT = "; got "


@dataclass(frozen=True, eq=False)
class PeopleRead:
    """The people of a file, and which of its rows were left out."""

    people: People
    refused: Refusals


def read_people(
    study: Study, path: Path, *, skip_bad: bool = False, advance: Advance = lambda size: None
) -> PeopleRead:
    """One person per row. Rows that the study refuses are named by reason; left out only if `skip_bad`."""
    name, table = printable(str(path)), read_table(path, advance)
    if not table.has_values and study.question.kind != "none":
        raise refuse(name, "has no column `value`, which this study asks for")
    checked = _Checked(study, table)
    refused = checked.refused(path)
    lines = [f"  {line}" for line in refused.lines()]
    if not checked.good.size:
        why = "every row is refused" if refused else "it has no rows"
        raise AnswersInvalid("\n".join([f"{name} holds nobody of this study: {why}", *lines]))
    if refused and not skip_bad:
        bad = refused.counts.total()
        head = f"{name}: {bad:,} of {bad + checked.good.size:,} rows are nobody who can answer this study"
        foot = "put that right, or leave those rows out with --skip-bad"
        raise AnswersInvalid("\n".join([head, *lines, foot]))
    return PeopleRead(checked.people(), refused)


class _Checked:
    """Each different group and value is checked once; that settles every row."""

    def __init__(self, study: Study, table: Table) -> None:
        self.study, self.table = study, table
        self.groups = [_group_index(study, label) for label in table.group.different]
        self.values = [_spelled(study, text) for text in table.value.different]
        declining = np.array([group == study.declined for group in self.groups], dtype=np.bool_)
        self.declines: npt.NDArray[np.bool_] = declining[table.group.codes]
        self.answering = self._cards(study.groups.labels[0], ~self.declines)
        self.declining = self._cards(DECLINE, self.declines)

    def _cards(self, group: Group, rows: npt.NDArray[np.bool_]) -> list[Card | str]:
        """The card that each value makes these rows hold, or the complaint; of other values nothing."""
        used = np.unique(self.table.value.codes[rows]).tolist()
        cards: list[Card | str] = [""] * len(self.values)
        for at in used:
            cards[at] = _card(self.study, group, self.values[at])
        return cards

    @cached_property
    def _complaints(self) -> list[str]:
        """Everything that is wrong with a group or a value; first of all nothing."""
        found = (each for each in (*self.groups, *self.answering, *self.declining) if isinstance(each, str))
        return list(dict.fromkeys(["", *found]))

    @cached_property
    def _wrong(self) -> Codes:
        """Per row which complaint comes first; 0 for none."""
        numbers = {complaint: number for number, complaint in enumerate(self._complaints)}

        def codes(found: Iterable[object]) -> Codes:
            return np.array([numbers[each] if isinstance(each, str) else 0 for each in found], dtype=np.int64)

        of_group = codes(self.groups)[self.table.group.codes]
        values = self.table.value.codes
        of_value = np.where(self.declines, codes(self.declining)[values], codes(self.answering)[values])
        wrong: Codes = np.where(of_group > 0, of_group, of_value)
        return wrong

    @property
    def good(self) -> Codes:
        """The rows that are people."""
        return np.flatnonzero(self._wrong == 0)

    def refused(self, path: Path) -> Refusals:
        """The rows that are none, by the rule that they break; with the first that came instead."""
        refusals, unit = Refusals(), self.table.unit
        for reason, lines in self.table.bad.items():
            refusals.add_rows(path, unit, reason, lines, count=len(lines))
        rules: dict[str, list[int]] = {}
        for number, complaint in enumerate(self._complaints[1:], 1):
            rules.setdefault(complaint.partition(GOT)[0], []).append(number)
        numbers = np.array(self.table.numbers)
        for rule, broken in rules.items():
            rows = np.flatnonzero(np.isin(self._wrong, broken))
            first = self._complaints[self._wrong[rows[0]]] if rows.size else rule
            reason = first if len(broken) == 1 or GOT not in first else f"{first} and others"
            if rows.size:
                refusals.add_rows(path, unit, reason, numbers[rows].tolist(), count=rows.size)
        return refusals

    def people(self) -> People:
        """Whoever is not refused."""
        good = self.good
        used, chosen = np.unique(self.table.value.codes[good], return_inverse=True)
        cards = ((self.answering[at], self.declining[at]) for at in used.tolist())
        held = tuple(next(card for card in pair if isinstance(card, Card)) for pair in cards)
        groups = np.array([0 if isinstance(group, str) else group for group in self.groups])
        values = Values(self.study, tuple(self.values[at] for at in used), held)
        return People(groups[self.table.group.codes[good]], chosen, values)


def _group_index(study: Study, label: str | None) -> int | str:
    """The index of a group; or what is wrong with the label."""
    if label is None:
        return "group is missing"
    try:
        return study.group_index(undefused(label, study.group_names))
    except Refused as error:
        return str(error)


def _card(study: Study, group: Group, value: Value) -> Card | str:
    """The card of somebody of this group; or what is wrong with the value."""
    try:
        return card_of(study, group, value)
    except Refused as error:
        return str(error)


def _spelled(study: Study, text: str | None) -> Value:
    """The number that a text spells, where numbers are asked for."""
    number = exact_number(text) if study.question.is_numeric else None
    if number is None and text is not None:
        return undefused(text, study.question.options)
    return number
