"""What a plan is asked beside a study: checked before anything is computed, all problems named at once."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from tacit.errors import Problem, Refused
from tacit.planning.power import LEAST, USUAL
from tacit.study.collect import MOST_PEOPLE
from tacit.study.given import is_number
from tacit.study.inspection import Inspection
from tacit.study.spelling import show
from tacit.study.study import Study

MOST_DESIGN_EFFECT = 1000
MOST_PAIRS = 100
# Of the range: what is finer takes more people than numbers can count.
FINEST_PART = 1e-12

Pair = tuple[int, int]


@dataclass(frozen=True)
class Asked:
    """`within` and `detect` are in the question's own units; `pairs` are groups by their places."""

    people: int | None
    within: float | None
    detect: float | None
    power: float
    design_effect: float
    pairs: tuple[Pair, ...]


def asked_of(
    study: Study,
    width: float,
    *,
    people: object,
    within: float | Decimal | None = None,
    detect: float | Decimal | None = None,
    power: float | Decimal = USUAL,
    design_effect: float | Decimal = 1.0,
    compare: Iterable[tuple[str, str]] = (),
) -> Asked:
    """All of it, or a refusal that names every problem; `width` is the range of what is judged."""
    inspection = Inspection()
    if people is not None:
        inspection.whole("people", people, least=1, most=MOST_PEOPLE)
    half, finest = width / 2, width * FINEST_PART
    if within is not None and not (is_number(within) and 0 < within < half):
        inspection.add("within", f"must be above 0 and below {half:g}, half of the range; got {_got(within)}")
    elif within is not None and within < finest:
        inspection.add("within", f"must be at least {finest:g}; got {_got(within)}")
    if detect is not None and not (is_number(detect) and 0 < detect < width):
        inspection.add("detect", f"must be above 0 and below {width:g}, the range; got {_got(detect)}")
    elif detect is not None and detect < finest:
        inspection.add("detect", f"must be at least {finest:g}; got {_got(detect)}")
    if not (is_number(power) and LEAST + 1e-9 < power < 1):
        rule = f"must be above {LEAST:.2f}, which chance alone gives, and below 1; got {_got(power)}"
        inspection.add("power", rule)
    if not (is_number(design_effect) and 1 <= design_effect <= MOST_DESIGN_EFFECT):
        rule = f"must lie within 1..{MOST_DESIGN_EFFECT}, and is 1 where weights are alike; "
        inspection.add("design_effect", f"{rule}got {_got(design_effect)}")
    pairs = _pairs(study, compare, inspection)
    if inspection.problems:
        # It is not the study that is wrong.
        raise Refused(inspection.problems)
    assert people is None or isinstance(people, int)  # noqa: S101 - settled
    return Asked(people, _float(within), _float(detect), float(power), float(design_effect), pairs)


def _pairs(study: Study, given: Iterable[tuple[str, str]], inspection: Inspection) -> tuple[Pair, ...]:
    compare = list(given) if isinstance(given, Iterable) else [given]
    if not all(
        isinstance(labels, Sequence) and not isinstance(labels, str) and len(labels) == 2
        for labels in compare
    ):
        inspection.add("compare", f'must be a list of pairs of groups, as [("a", "b")]; got {show(given)}')
        return ()
    if len(compare) > MOST_PAIRS:
        inspection.add("compare", f"must name at most {MOST_PAIRS} pairs; got {len(compare):,}")
        return ()
    found = []
    for labels in compare:
        first, second = (_index(study, label, inspection) for label in labels)
        if first is not None and first == second:
            inspection.add("compare", f"must name two different groups; got {show(labels[0])} twice")
        elif first is not None and second is not None:
            found.append((first, second))
    return tuple(dict.fromkeys(found))


def _index(study: Study, label: str, inspection: Inspection) -> int | None:
    try:
        index = study.group_index(label)
    except Refused as refused:
        inspection.problems += [Problem("compare", problem.rule) for problem in refused.problems]
        return None
    if index == study.declined:
        inspection.add("compare", f"must name groups; those who decline hold no value; got {show(label)}")
        return None
    return index


def _got(given: object) -> str:
    if not is_number(given):
        return show(given)
    return f"{given:g}" if math.isfinite(given) else str(float(given))


def _float(number: float | Decimal | None) -> float | None:
    return None if number is None else float(number)
