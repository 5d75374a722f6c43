"""The [analysis] table: read, frozen, refused where it cannot be, and held against what was done."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import pytest

from tacit.errors import StudyInvalid
from tacit.study.departures import completed, departures
from tacit.study.file import parse_toml
from tacit.study.manifest import parse_manifest
from tacit.study.study import Registered, Study

STUDY = """
title = "Trial"
owner = "owner@example.org"
not_after = 2999-12-31
[question]
kind = "none"
[groups]
text = "Which?"
{groups}
[privacy]
epsilon = 2
"""
LABELS = 'labels = ["ill", "well", "unsure"]'
CROSSED = '[groups.cross]\nage = ["<40", "40+"]\nplace = ["north", "south"]'
WHOLE = """
[analysis]
outcomes = ["reaction", "fever"]
compare = [["ill", "well"], ["well", "unsure"]]
margin = 0.50
covariates = ["age"]
by_group = ["arm"]
weights = "w"
by = ["site"]
cluster = "ward"
level = 0.9
"""
REGISTERED = Registered(
    outcomes=("reaction", "fever"),
    compare=(("ill", "well"), ("well", "unsure")),
    margin=Decimal("0.5"),
    covariates=("age",),
    by_group=("arm",),
    weights="w",
    by=("site",),
    cluster="ward",
    level=Decimal("0.9"),
)


def study(analysis: str = "", groups: str = LABELS) -> Study:
    return parse_toml((STUDY.format(groups=groups) + analysis).encode())


def problems(analysis: str, groups: str = LABELS) -> list[str]:
    with pytest.raises(StudyInvalid) as caught:
        study(f"[analysis]\n{analysis}", groups)
    return [str(problem) for problem in caught.value.problems]


def test_it_is_read_and_frozen_with_the_study() -> None:
    one = study(WHOLE)
    assert one.analysis == REGISTERED
    again = parse_manifest(one.manifest)
    assert again.analysis == REGISTERED
    assert again.id == one.id
    assert b'"margin":"0.5"' in one.manifest


def test_a_study_without_it_has_the_bytes_that_it_had() -> None:
    plain = study()
    assert plain.analysis is None
    assert b"analysis" not in plain.manifest
    assert study("[analysis]\n").id == plain.id, "an empty table registers nothing"
    assert study(WHOLE).id != plain.id
    assert study(WHOLE).id != study(WHOLE.replace("0.50", "0.6")).id


def test_labels_of_crossed_lists_can_be_compared() -> None:
    found = study('[analysis]\ncompare = [["<40", "40+"], ["<40 / north", "40+ / south"]]', CROSSED)
    assert found.analysis is not None
    assert len(found.analysis.compare) == 2


@pytest.mark.parametrize(
    ("analysis", "said"),
    [
        (
            'outcomes = "fever"',
            'analysis.outcomes must be a list of texts in square brackets; got the text "fever"',
        ),
        ('outcomes = ["a", "A"]', "analysis.outcomes[1] repeats outcomes[0]"),
        ('compare = ["ill"]', "analysis.compare[0] must be two groups in square brackets"),
        ('compare = [["ill", "ill"]]', 'analysis.compare[0] must be two different groups; got "ill" twice'),
        (
            'compare = [["il", "well"]]',
            'analysis.compare[0] names no group of the study: "il"; did you mean "ill"?',
        ),
        ('compare = [["ill", "well"]]\nmargin = 0', "analysis.margin must be above 0; got 0"),
        ("margin = 1", "analysis.margin needs compare"),
        ('covariates = ["age"]', "analysis.covariates needs outcomes"),
        ('by_group = ["arm"]', "analysis.by_group needs outcomes"),
        ("level = 95", "analysis.level must be at least 0.5 and below 1; got 95"),
        ("weights = 3", "analysis.weights must be text in quotes"),
        ('outcome = ["fever"]', "analysis.outcome is not a key of [analysis]; did you mean `outcomes`?"),
    ],
)
def test_what_cannot_be_is_refused_with_a_sentence(analysis: str, said: str) -> None:
    (problem,) = problems(analysis)
    assert problem.startswith(said)


@pytest.mark.parametrize(
    ("question", "margin", "width"),
    [
        ('text = "How much?"\nkind = "range"\nlow = 0\nhigh = 10', "10", "10"),
        ('text = "Which?"\nkind = "choice"\noptions = ["no", "yes"]', "1", "1"),
    ],
)
def test_a_margin_that_no_report_could_tell_of_is_not_registered(
    question: str, margin: str, width: str
) -> None:
    text = STUDY.format(groups=LABELS).replace('kind = "none"', question)
    compared = f'[analysis]\ncompare = [["ill", "well"]]\nmargin = {margin}'
    with pytest.raises(StudyInvalid, match=rf"analysis.margin must be below {width}, .*; got {margin}"):
        parse_toml((text + compared).encode())
    parse_toml((text + compared.replace(f"margin = {margin}", "margin = 0.9")).encode())
    parse_toml((text + compared + '\noutcomes = ["fever"]').encode())


def test_all_that_is_wrong_is_said_at_once() -> None:
    assert len(problems('outcomes = "fever"\nmargin = -1\nlevel = 7\nweights = ""')) == 5


def test_what_is_done_as_registered_departs_in_nothing() -> None:
    assert departures(REGISTERED, REGISTERED) == []
    turned = Registered(**{**vars(REGISTERED), "compare": (("unsure", "well"), ("well", "ill"))})
    assert departures(REGISTERED, turned) == [], "turned around, a comparison is the same"
    assert departures(Registered(), Registered(level=Decimal("0.95"))) == []


@pytest.mark.parametrize(
    ("changes", "said"),
    [
        ({"outcomes": ("reaction",)}, ['the registered outcome "fever" is not reported']),
        ({"outcomes": ("reaction", "fever", "pain")}, ['the outcome "pain" was not registered']),
        ({"compare": (("ill", "well"),)}, ['the registered comparison "well" - "unsure" is not made']),
        (
            {"compare": (*REGISTERED.compare, ("ill", "unsure"))},
            ['the comparison "ill" - "unsure" was not registered'],
        ),
        ({"margin": None}, ["the margin is none, registered 0.5"]),
        ({"covariates": ()}, ['the registered covariate "age" is not reported']),
        ({"weights": None}, ['weights are none, registered "w"']),
        ({"cluster": "bed"}, ['the cluster is "bed", registered "ward"']),
        ({"by": ("site", "sex")}, ['the stratum "sex" was not registered']),
        ({"level": None}, ["the level is 0.95, registered 0.9"]),
        ({"outcomes": (), "covariates": (), "by_group": ()}, None),
    ],
)
def test_every_departure_is_named(changes: dict[str, Any], said: list[str] | None) -> None:
    found = departures(REGISTERED, Registered(**{**vars(REGISTERED), **changes}))
    assert found == said if said is not None else len(found) == 4


def test_what_was_not_asked_is_taken_from_the_registration() -> None:
    assert completed({}, REGISTERED) == REGISTERED
    asked = {"outcomes": ("pain",), "level": Decimal("0.99"), "covariates": (), "weights": None}
    found = completed(asked, REGISTERED)
    assert (found.outcomes, found.level, found.weights) == (("pain",), Decimal("0.99"), "w")
