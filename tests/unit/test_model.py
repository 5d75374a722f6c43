"""`tacit.model`: what a linear model of answers tells, what it leaves out, and what it refuses."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

import tacit
from asking import asked
from tacit.errors import AnswersInvalid, Refused
from tacit.simulation.draw import Cards, draw_answers
from tacit.study.study import Study

GROUPS = ("ill", "well")
STUDY = asked("none", groups=GROUPS, epsilon="4", decline=True)
SIZE = 3000


def table(
    study: Study = STUDY, seed: int = 1, *, shares: tuple[float, ...] = (0.3, 0.6, 0.1)
) -> dict[str, Any]:
    """The outcome is 2 for the ill and 5 for the well, 0.1 more for each year, 1 more for the treated ill."""
    rng = np.random.default_rng(seed)
    items = rng.choice(len(shares), SIZE, p=shares)
    cards = Cards(items.astype(np.uint64), np.zeros(SIZE, np.uint64))
    queries, columns = draw_answers(study.scheme, cards, rng)
    age, treated = rng.integers(20, 80, SIZE), rng.integers(0, 2, SIZE)
    outcome = np.array([2.0, 5.0, 4.0])[items] + 0.1 * age + treated * (items == 0) + rng.normal(size=SIZE)
    return {
        "query": queries,
        "column": columns,
        "age": age,
        "treated": treated,
        "y": outcome,
        "w": rng.choice([1.0, 3.0], SIZE),
        "town": [f"t{n % 60}" for n in range(SIZE)],
    }


def terms(model: tacit.LinearModel) -> dict[tuple[str, str], tuple[float, float]]:
    """Of each coefficient and difference the interval for the population."""
    found = {}
    for each in (*model.coefficients, *model.differences):
        bounds = each.figure.population
        assert bounds.low is not None
        assert bounds.high is not None
        found[each.group, each.term] = bounds.low, bounds.high
    return found


@pytest.mark.parametrize("settings", [{}, {"weights": "w"}, {"cluster": "town"}])
def test_levels_slopes_and_differences_are_found(settings: dict[str, str]) -> None:
    model = tacit.model(STUDY, table(), outcome="y", covariates="age", by_group="treated", **settings)  # type: ignore[arg-type]
    truths = {
        ("ill", "level"): 2 + 0.1 * 49.5 + 0.5,
        ("well", "level"): 5 + 0.1 * 49.5,
        ("ill", "treated"): 1.0,
        ("well", "treated"): 0.0,
        ("", "age"): 0.1,
        ("ill - well", "level"): -2.5,
        ("ill - well", "treated"): 1.0,
    }
    found = terms(model)
    assert set(found) == set(truths), "those who declined are no group"
    for name, truth in truths.items():
        low, high = found[name]
        slack = 0.6 * (high - low)  # three standard errors and more: seven claims of one seed
        assert low - slack <= truth <= high + slack, (name, truth, low, high)


def test_two_looks_at_the_same_answers_agree() -> None:
    """Without covariates the model's levels are the outcome's means, which the tally alone tells."""
    answers = table()
    model = tacit.model(STUDY, answers, outcome="y")
    (outcome,) = tacit.estimate(STUDY, tacit.tally(STUDY, answers, outcomes="y")).outcomes
    for group, coefficient in zip(outcome.groups, model.coefficients, strict=True):
        assert coefficient.figure.estimate == pytest.approx(group.mean.estimate)
        assert group.mean.people is not None
        assert coefficient.figure.people is not None
        assert coefficient.figure.people.sd == pytest.approx(group.mean.people.sd, rel=1e-3)
        assert coefficient.figure.population.sd == pytest.approx(group.mean.population.sd, rel=1e-3)


def test_answers_that_lack_something_are_left_out_and_counted() -> None:
    answers = table()
    answers["y"] = [None if n % 10 == 0 else value for n, value in enumerate(answers["y"])]
    answers["age"] = [None if n % 15 == 0 else int(value) for n, value in enumerate(answers["age"])]
    model = tacit.model(STUDY, answers, outcome="y", covariates="age")
    lacking = sum(n % 10 == 0 or n % 15 == 0 for n in range(SIZE))
    assert (model.answers, model.missing) == (SIZE - lacking, lacking)
    assert f"{lacking} answers lack the outcome or a covariate" in str(model)


def test_it_reads_as_text_html_and_json() -> None:
    study = asked("none", groups=("<ill>", "well"), epsilon="4", decline=True)
    model = tacit.model(study, table(study), outcome="y", covariates="age")
    assert "<ill> - well" in str(model)
    assert [block.title for block in model.blocks] == [
        *("level of y", "difference of level of y", "slope of y on age")
    ]
    shown = model._repr_html_()
    assert "&lt;ill&gt; - well" in shown
    assert "<ill>" not in shown
    document = json.loads(json.dumps(model.to_json()))
    assert [each["term"] for each in document["coefficients"]] == ["level", "level", "age"]
    assert set(document["differences"][0]) >= {"estimate", "sd", "low", "high", "population", "z", "p"}


def test_options_of_a_histogram_are_one_group_and_count_questions_count() -> None:
    """The hidden group is what matters, whatever else was asked beside it."""
    choice = asked("choice", options=("x", "y", "z"), groups=GROUPS, epsilon="4")
    rng = np.random.default_rng(3)
    groups, options = rng.integers(0, 2, SIZE), rng.integers(0, 3, SIZE)
    outcome = 3.0 * groups + rng.normal(size=SIZE)
    counted = asked("scale", ends=(0, 1), groups=GROUPS, epsilon="1", rows="hashed", columns=2)
    for study, items, levels in (
        (choice, 3 * groups + options, np.zeros(SIZE)),
        (counted, groups, options % 2),
    ):
        cards = Cards(items.astype(np.uint64), levels.astype(np.uint64))
        queries, columns = draw_answers(study.scheme, cards, rng)
        model = tacit.model(study, {"query": queries, "column": columns, "y": outcome}, outcome="y")
        low, high = terms(model)["ill - well", "level"]
        assert low - 0.6 * (high - low) <= -3 <= high + 0.6 * (high - low)
    assert study.scheme.count_share > 0


def test_a_group_that_may_be_empty_is_named() -> None:
    with pytest.raises(AnswersInvalid, match="ill: there may be nobody in this group"):
        tacit.model(STUDY, table(shares=(0.0, 0.9, 0.1)), outcome="y")


def test_nobody_need_have_declined_where_it_was_offered() -> None:
    """And then the model is as if it had not been."""
    model = tacit.model(STUDY, table(shares=(0.3, 0.7)), outcome="y", covariates="age", by_group="treated")
    low, high = terms(model)["ill - well", "treated"]
    assert low < 1 < high
    assert "those who would rather not say have no part in it" in " ".join(str(model).split())
    plain = asked("none", groups=GROUPS, epsilon="4")
    assert "rather not say" not in str(tacit.model(plain, table(plain, shares=(0.3, 0.7)), outcome="y"))


@pytest.mark.parametrize(
    ("settings", "said"),
    [
        ({"covariates": ["age", "age"]}, "cannot all be told apart"),
        ({"covariates": "age", "by_group": "age"}, "cannot all be told apart"),
        ({"covariates": "y"}, "cannot hold the outcome itself"),
        ({"level": 95}, "level must be at least 0.5 and below 1"),
        ({"covariates": "nothing"}, "`nothing` is no column"),
    ],
)
def test_wrong_covariates_are_refused(settings: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused, match=said):
        tacit.model(STUDY, table(), outcome="y", **settings)


def test_without_a_single_whole_answer_there_is_no_model() -> None:
    with pytest.raises(AnswersInvalid, match="no answer has the outcome and every covariate"):
        tacit.model(STUDY, table() | {"y": [None] * SIZE}, outcome="y")
