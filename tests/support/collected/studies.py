"""Frozen studies of every kind that the tests and the vectors collect."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from typing import Literal

from collected.keys import SIGNING_KEY, published
from tacit.study.study import Collect, Groups, Key, Privacy, Question, Study, Wishes

Axes = tuple[tuple[str, tuple[str, ...]], ...]
Tickets = Literal["blind", "open", "named"]

RANGE = Question("How strong was your reaction?", "range", Decimal(0), Decimal(10))
NO_WISHES = Wishes()
TWO = ("diabetic", "not diabetic")


def study_of(
    question: Question = RANGE,
    labels: tuple[str, ...] = TWO,
    *,
    cross: Axes = (),
    decline: bool = False,
    epsilon: str = "1",
    promise: Literal["group and value", "group"] = "group and value",
    mean_within: str | None = None,
    wishes: Wishes = NO_WISHES,
    tickets: Tickets = "blind",
    keys: tuple[Key, ...] | None = None,
    title: str = "Vaccine reaction and diabetes",
) -> Study:
    """A study with its scheme fixed, as `tacit open` would freeze it."""
    within = None if mean_within is None else Decimal(mean_within)
    study = Study(
        title=title,
        owner="trial@example.org",
        not_after=date(2027, 1, 31),
        question=question,
        groups=Groups("Which describes you?", () if cross else labels, cross=cross, decline=decline),
        privacy=Privacy(Decimal(epsilon), promise, within),
        collect=Collect(tickets=tickets),
        wishes=wishes,
        keys=((published(SIGNING_KEY),) if tickets == "blind" else ()) if keys is None else keys,
    )
    return replace(study, frozen=study.scheme)
