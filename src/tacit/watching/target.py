"""What the plan promised: how wide every dot's interval will be when all have answered."""

from __future__ import annotations

from dataclasses import dataclass

from tacit.planning.figures import Precision
from tacit.planning.forecast import Forecast, Z
from tacit.planning.outlook import Outlook
from tacit.study.study import Study
from tacit.watching.figure import Drawn

Widths = tuple[float | None, ...]


@dataclass(frozen=True)
class Target:
    """Half-widths by group, None where nothing is promised; and the place of the group of median share."""

    people: int | None
    halfwidths: Widths
    median: int


def target_of(study: Study, drawn: Drawn) -> Target:
    """For as many people as the study expects, at whatever values are worst."""
    forecast, people = Forecast(study), study.collect.people
    if people is None:
        return Target(None, (None,) * len(forecast.shares), forecast.median)
    groups = Outlook(forecast, people, None).groups(forecast.groups)
    if drawn.name == "share":
        widths = tuple(_share(group.count_sd, people) for group in groups)
    elif drawn.name == "sum":
        widths = tuple(None if group.sum_sd is None else Z * group.sum_sd.first for group in groups)
    else:
        widths = tuple(None if group.judged is None else group.judged.first for group in groups)
    return Target(people, widths, forecast.median)


def influence_of(study: Study, answers: int) -> dict[str, object]:
    """How far one invented answer moves a group's sum in half-ranges (or its count), as the plan says it.

    And how many of them move it by one standard deviation, with so many answers.
    """
    found = Outlook(Forecast(study), max(answers, 1), None).influence
    return {
        "of": "count" if study.scheme.rows.levels == 1 else "sum",
        "furthest": found.furthest,
        "answers_for_one_sd": found.answers_for_one_sd if answers else None,
    }


def _share(count: Precision | None, people: int) -> float | None:
    return None if count is None else Z * count.first / people
