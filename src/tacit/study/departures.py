"""What was done against what was registered: as registered, or each departure by name."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from decimal import Decimal
from typing import Any

from tacit.study.registered import Registered
from tacit.study.spelling import plain, show

USUAL_LEVEL = Decimal("0.95")
NAMES = {
    "outcomes": "outcome",
    "covariates": "covariate",
    "by_group": "covariate with a slope in each group",
    "by": "stratum",
}


def departures(registered: Registered, done: Registered) -> list[str]:
    """Sentences without their end; none if everything was done as registered, and nothing else."""
    return [*_lists(registered, done), *_pairs(registered, done), *_singles(registered, done)]


def completed(asked: Mapping[str, Any], registered: Registered) -> Registered:
    """What was asked, by the names of `Registered`, and what was registered wherever nothing was asked."""
    return replace(registered, **{name: value for name, value in asked.items() if value not in (None, ())})


def _lists(registered: Registered, done: Registered) -> Iterator[str]:
    for key, name in NAMES.items():
        due, got = getattr(registered, key), getattr(done, key)
        yield from (f"the registered {name} {show(each)} is not reported" for each in due if each not in got)
        yield from (f"the {name} {show(each)} was not registered" for each in got if each not in due)


def _pairs(registered: Registered, done: Registered) -> Iterator[str]:
    """Turned around, a comparison is the same."""
    due, got = ({frozenset(pair): pair for pair in each.compare} for each in (registered, done))
    yield from (f"the registered comparison {_pair(due[key])} is not made" for key in due if key not in got)
    yield from (f"the comparison {_pair(got[key])} was not registered" for key in got if key not in due)


def _pair(pair: Sequence[str]) -> str:
    return f"{show(pair[0])} - {show(pair[1])}"


def _singles(registered: Registered, done: Registered) -> Iterator[str]:
    for key, name in (("weights", "weights are"), ("cluster", "the cluster is")):
        due, got = getattr(registered, key), getattr(done, key)
        if due != got:
            yield f"{name} {_told(got)}, registered {_told(due)}"
    if registered.margin != done.margin:
        yield f"the margin is {_number(done.margin)}, registered {_number(registered.margin)}"
    levels = [each.level if each.level is not None else USUAL_LEVEL for each in (done, registered)]
    if levels[0] != levels[1]:
        yield f"the level is {plain(levels[0])}, registered {plain(levels[1])}"


def _told(name: str | None) -> str:
    return "none" if name is None else show(name)


def _number(value: Decimal | None) -> str:
    return "none" if value is None else plain(value)
