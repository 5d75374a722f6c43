"""Studies of every kind with answers to report on: small, and the same every time."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import numpy as np

from asking import asked
from tacit.estimation.estimate import estimate
from tacit.estimation.result import Estimate
from tacit.files.model import model
from tacit.files.tally import tally
from tacit.reporting.report import Report, report
from tacit.simulation.imagined import imagined
from tacit.simulation.people import answers_of
from tacit.study.study import Study
from tacit.tallying.columns import Counts

HOSTILE = '<script>alert(1)</script> & "x" | *y* `z`'
FORMULA = "=cmd|' /C calc'!A0"
CROSS = {"age": ["<40", "40+"], "region": ["north", "south"]}

STUDIES: Mapping[str, Study] = {
    "range": asked(groups=("diabetic", "not diabetic"), decline=True, epsilon="2", levels=2),
    "hostile": asked(groups=(HOSTILE, FORMULA, "نعم"), title=HOSTILE, epsilon="3"),
    "crossed": asked("scale", ends=(1, 5), cross=CROSS, epsilon="3"),
    "two options": asked("choice", options=("no", "yes"), groups=("a", "b", "c"), epsilon="2"),
    "histogram": asked("choice", options=("x", "+y", "z"), groups=("a", "b"), decline=True, epsilon="3"),
    "known": asked(shares=("0.2", "0.3", "0.5"), epsilon="2"),
    "known of a choice": asked(
        "choice", options=("x", "y", "z"), groups=("a", "b"), shares=("0.4", "0.6"), decline=True, epsilon="3"
    ),
    "sum": asked(ask="sum", epsilon="0.5"),
    "none": asked("none", groups=("p", "q"), epsilon="2"),
    "weaker promise": asked(promise="group", rows="direct", groups=("a", "b"), epsilon="1"),
    "within": asked(promise="group", mean_within="0.5", groups=("a", "b"), ask="sum", epsilon="1"),
}
ANSWERS = 6000


def answers_to(study: Study, answers: int = ANSWERS, seed: int = 1) -> tuple[Counts, Counts]:
    """The queries and columns of imagined people."""
    people, chance = np.random.default_rng(seed).spawn(2)
    batches = list(answers_of(study, imagined(study, answers, people), chance))
    queries, columns = (np.concatenate([batch[at] for batch in batches]) for at in (0, 1))
    return queries.astype(np.int64), columns.astype(np.int64)


def estimated(name: str, answers: int = ANSWERS) -> Estimate:
    """The estimate of one of these studies."""
    study = STUDIES[name]
    return estimate(study, tally(study, *answers_to(study, answers)))


@cache
def reported(name: str, answers: int = ANSWERS) -> Report:
    """A report with everything that can be asked of it."""
    found = estimated(name, answers)
    return report(STUDIES[name], found, consistent=True, shrink=True, invited=2 * answers, skipped=70)


LINKED = asked("none", groups=("yes", "no"), decline=True, epsilon="2", title="Linked")


@cache
def modelled() -> Report:
    """A model of an outcome, with a slope for all groups and one in each; nothing else uses those columns."""
    size, rng = 3000, np.random.default_rng(6)
    queries, columns = answers_to(LINKED, size)
    table = {
        "query": queries,
        "column": columns,
        "reaction": rng.integers(0, 11, size).astype(float),
        "age": rng.integers(18, 90, size),
        "arm": rng.integers(0, 2, size),
        "w": np.round(rng.uniform(0.5, 2, size), 2),
    }
    counted = tally(LINKED, table, weights="w", outcomes="reaction")
    found = model(LINKED, table, outcome="reaction", covariates="age", by_group="arm", weights="w")
    return report(LINKED, estimate(LINKED, counted), models=[found])


def linked(*, weights: str | None = "w") -> Report:
    """Weights, strata and two public outcomes, one of them with gaps."""
    size = 3000
    rng = np.random.default_rng(5)
    queries, columns = answers_to(LINKED, size)
    table = {
        "query": queries,
        "column": columns,
        "reaction": rng.integers(0, 11, size).astype(float),
        "age": np.where(rng.random(size) < 0.05, np.nan, rng.integers(18, 90, size)),
        "w": np.round(rng.uniform(0.5, 2, size), 2),
        "region": rng.choice(["north", "=south"], size),
    }
    counted = tally(LINKED, table, weights=weights, by="region", outcomes=["reaction", "age"])
    return report(LINKED, estimate(LINKED, counted))


@cache
def every_report() -> Mapping[str, Report]:
    """By name."""
    return {**{name: reported(name) for name in STUDIES}, "linked": linked()}
