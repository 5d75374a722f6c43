"""`tacit estimate` with weights, outcomes, comparisons and models: tables, JSON, and what is refused."""

from __future__ import annotations

import csv
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from click.testing import CliRunner, Result

from tacit.cli.main import tacit
from tacit.errors import AnswersInvalid, Refused
from tacit.simulation.draw import Cards, draw_answers
from tacit.study.file import read_study

STUDY = """
title = "Vote"
owner = "owner@example.org"
not_after = 2999-12-31
[question]
text = "A or B?"
kind = "choice"
options = ["A", "B"]
[groups]
text = "Which?"
labels = ["north", "south", "east", "west"]
[privacy]
epsilon = 3
"""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A study and 3,000 answers with weights, a place, a town, an age and an income that some lack."""
    monkeypatch.chdir(tmp_path)
    Path("poll.toml").write_text(STUDY, encoding="utf-8")
    study, rng, size = read_study("poll.toml"), np.random.default_rng(1), 3000
    items = rng.choice(4, size, p=[0.4, 0.3, 0.2, 0.1])
    levels = rng.random(size) < np.array([0.3, 0.5, 0.6, 0.4])[items]
    cards = Cards(items.astype(np.uint64), levels.astype(np.uint64))
    queries, columns = draw_answers(study.scheme, cards, rng)
    with Path("a.csv").open("w", newline="", encoding="utf-8") as file:
        writer = csv.writer(file)
        writer.writerow(["query", "column", "w", "nil", "place", "town", "age", "income"])
        for n in range(size):
            age = int(rng.integers(18, 90))
            income = f"{3 + items[n] + 0.01 * age + rng.normal():.2f}" if n % 10 else ""
            weight = rng.choice(["0.5", "1", "2.25"])
            place = rng.choice(["rural", "urban"])
            writer.writerow([queries[n], columns[n], weight, 0, place, f"t{n % 40}", age, income])
    return tmp_path


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tacit, ["estimate", "poll.toml", "a.csv", *arguments])


def document(*arguments: str) -> dict[str, Any]:
    done = run(*arguments, "--json")
    assert done.exception is None, done.exception
    found: dict[str, Any] = json.loads(done.stdout)
    return found


def refusal(*arguments: str) -> str:
    done = run(*arguments)
    assert isinstance(done.exception, AnswersInvalid | Refused), done.output
    assert done.stdout == ""
    return str(done.exception)


def test_everything_at_once_as_tables_within_80_columns(folder: Path) -> None:
    done = run(
        *("--weights", "w", "--by", "place", "--outcome", "income", "--covariate", "age", "--pairs"),
        *("--margin", "1", "--invited", "9000", "--skipped", "500", "--consistent", "--shrink"),
        *("--known", "north", "0.2", "--known", "south", "0.3", "--known", "east", "0.3"),
        *("--known", "west", "0.2"),
    )
    assert done.exception is None, done.exception
    for part in (
        "count by place",
        "\nrural\n",
        "mean of income by place",
        "level of income",
        "slope of income on age",
        "mean of income",
        "without income",
        "difference of mean of income",
        "ratio of mean of income",
        "less than 1 apart, by 90% intervals all at once",
        "verdict",
        "p-values are\nadjusted to that (Sidak)",
        "count, adding up",
        "shrunk",
        "Weighted by w",
        "3,000 of 9,000 who were invited answered (33.3%).",
        "north: 4",
        "income: 300 of 3,000 answers lack it",
    ):
        assert part in done.stdout, part
    wide = [line for line in done.stdout.splitlines() if len(line) > 80]
    assert not wide


def test_json_gains_members_and_loses_none(folder: Path) -> None:
    plain = document()
    found = document("--weights", "w", "--by", "place", "--outcome", "income", "--compare", "north", "east")
    assert set(plain) <= set(found)
    assert [group["group"] for group in found["groups"]] == ["north", "south", "east", "west"]
    assert set(plain["groups"][0]) == set(found["groups"][0])
    assert [each["stratum"] for each in found["strata"]] == [{"place": "rural"}, {"place": "urban"}]
    assert found["weighing"]["weights"] == "w"
    assert found["weighing"]["design_effect"] > 1.1
    (outcome,) = found["outcomes"]
    assert (outcome["answers"], outcome["missing"]) == (2700, 300)
    comparison, own = found["comparisons"]
    assert (own["figure"], own["option"]) == ("share", "B")
    assert comparison["groups"] == ["north", "east"]
    assert (comparison["figure"], comparison["outcome"]) == ("mean", "income")
    assert comparison["difference"]["low"] < -2 < comparison["difference"]["high"]
    assert comparison["difference"]["population"]["test"]["p"] < 1e-6


def test_two_options_are_compared_by_the_share_of_the_second(folder: Path) -> None:
    (found,) = document("--compare", "north", "east")["comparisons"]
    assert (found["figure"], found["option"]) == ("share", "B")
    north, east = (document()["groups"][at]["mean"]["estimate"] for at in (0, 2))
    assert found["difference"]["estimate"] == pytest.approx(north - east)
    (counts,) = document("--compare", "north", "east", "--figure", "count")["comparisons"]
    assert counts["difference"]["estimate"] > 100


def test_all_pairs_hold_at_once(folder: Path) -> None:
    pairs = document("--pairs")["comparisons"]
    assert len(pairs) == 6
    assert {pair["comparisons"] for pair in pairs} == {6}
    (one,) = document("--compare", *pairs[0]["groups"])["comparisons"]
    assert one["comparisons"] == 1
    assert pairs[0]["difference"]["low"] < one["difference"]["low"]


def test_clusters_models_and_a_finite_population(folder: Path) -> None:
    clustered = document("--cluster", "town")
    assert clustered["weighing"]["clusters"] == 40
    small = document("--population", "3100")
    assert small["weighing"]["people"] == 3100
    sds = [found["groups"][0]["count"]["population"]["sd"] for found in (small, document())]
    assert sds[0] < sds[1]
    (model,) = document("--outcome", "income", "--covariate", "age", "--by-group", "w")["models"]
    terms = [(each["group"], each["term"]) for each in model["coefficients"]]
    assert terms[:2] == [("north", "level"), ("north", "w")]
    assert terms[-1] == ("", "age")
    assert model["coefficients"][-1]["low"] < 0.01 < model["coefficients"][-1]["high"]
    assert len(model["differences"]) == 12


REGISTERED = """
[analysis]
outcomes = ["income"]
compare = [["north", "south"]]
covariates = ["age"]
level = 0.9
"""


def test_at_known_shares_everybody_has_a_mean(folder: Path) -> None:
    known = [word for group in ("north", "south", "east", "west") for word in ("--known", group, "0.25")]
    found = document("--outcome", "income", *known)
    assert list(found["overall"]) == ['share of "B"', "mean of income"]
    means = [group["mean"]["estimate"] for group in found["groups"]]
    assert found["overall"]['share of "B"']["estimate"] == pytest.approx(sum(means) / 4)
    told = run("--outcome", "income", *known).stdout
    assert "share of everybody, groups at their known shares (%)" in told
    assert "everybody, groups at their known shares" in told


def test_what_is_registered_is_done_and_every_departure_is_named(folder: Path) -> None:
    Path("poll.toml").write_text(STUDY + REGISTERED, encoding="utf-8")
    found = document("--registered")
    assert found["registered"] == {"as_registered": True, "departures": []}
    assert found["level"] == 0.9
    assert [outcome["outcome"] for outcome in found["outcomes"]] == ["income"]
    assert [each["groups"] for each in found["comparisons"]] == [["north", "south"]] * 2
    assert len(found["models"]) == 1
    assert "As registered in the study." in run("--registered").stdout
    other = document("--registered", "--level", "0.95", "--weights", "w")
    assert other["registered"]["departures"] == [
        'weights are "w", registered none',
        "the level is 0.95, registered 0.9",
    ]
    assert "Not as registered: " in run().stdout
    assert "registered" in document()


def test_what_is_typed_beside_what_is_registered_completes_it(folder: Path) -> None:
    """A covariate without an outcome, or a margin without groups, is of the registered ones."""
    registered = '[analysis]\noutcomes = ["income"]\ncompare = [["north", "south"]]\n'
    Path("poll.toml").write_text(STUDY + registered, encoding="utf-8")
    found = document("--registered", "--covariate", "age", "--margin", "2")
    assert [each["margin"] for each in found["comparisons"]] == [2.0, None], "shares cannot be 2 apart"
    assert [model["outcome"] for model in found["models"]] == ["income"]
    assert found["registered"]["departures"] == [
        'the covariate "age" was not registered',
        "the margin is 2, registered none",
    ]


def test_a_registered_column_that_is_missing_is_named(folder: Path) -> None:
    Path("poll.toml").write_text(STUDY + REGISTERED.replace("income", "incom"), encoding="utf-8")
    assert "`incom` is no column of a.csv" in refusal("--registered")


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--registered"], "--registered needs a table [analysis] in the study file"),
        (["--weights", "weight"], "`weight` is no column of a.csv"),
        (["--weights", "place"], "place is not a number (3,000)"),
        (["--weights", "nil"], "nil is 0 in every answer: nobody counts"),
        (["--weights", "nil", "--by", "place", "--outcome", "income"], "nil is 0 in every answer"),
        (["--outcome", "place"], "place is not a number (3,000)"),
        (["--weights", "w", "--poisson"], "w is below 1 (1,031)"),
        (["--poisson"], "--poisson needs --weights"),
        (["--population", "10"], "population must be at least the 3,000 who answered; got 10"),
        (["--population", "9999", "--weights", "w"], "--population is for people who were equally likely"),
        (["--compare", "north", "noth"], 'did you mean "north"?'),
        (["--compare", "north", "north"], "must be two different ones"),
        (["--compare", "north", "east", "--margin", "-1"], "margin must be above 0; got -1"),
        (
            ["--compare", "north", "east", "--margin", "1"],
            "margin is so wide that any two groups lie within it",
        ),
        (["--margin", "1"], "--margin needs --compare or --pairs"),
        (["--figure", "count"], "--figure needs --compare or --pairs"),
        (["--pairs", "--compare", "north", "east"], "--pairs cannot stand beside --compare"),
        (["--covariate", "age"], "--covariate needs an --outcome"),
        (["--known", "north", "0.5"], 'not given for "south", "east" and "west"'),
        (["--known", "nort", "0.5"], 'names no group of the study: "nort"'),
        (["--invited", "10"], "invited must be at least the 3,000"),
        (
            ["--outcome", "age", "--covariate", "w", "--tally", "t.parquet"],
            "--tally adds up, and a model needs every row",
        ),
        (["--outcome", "income", "--covariate", "income"], "cannot hold the outcome itself"),
    ],
)
def test_wrong_use_is_refused_with_a_sentence(folder: Path, arguments: list[str], said: str) -> None:
    assert said in refusal(*arguments)
    assert sorted(path.name for path in folder.iterdir()) == ["a.csv", "poll.toml"]


def test_help_names_every_option_of_an_analysis(folder: Path) -> None:
    told = CliRunner().invoke(tacit, ["estimate", "--help"]).stdout
    for option in ("--weights", "--by", "--cluster", "--outcome", "--compare", "--pairs", "--known"):
        assert f"{option} " in told
