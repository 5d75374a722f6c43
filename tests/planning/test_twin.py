"""The shadow of a study: the report that the real one will give, of people that are marked as imagined."""

from __future__ import annotations

import math
from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pytest
from click.testing import CliRunner, Result

from asking import asked
from mutation import mutant, power_of
from parsed import html_of
from tacit.answering.card import Value, exact_value
from tacit.cli.main import tacit
from tacit.errors import Refused
from tacit.reporting.report import report
from tacit.simulation.imagined import LAW_PARTS, imagined_parts, imagined_values
from tacit.study.study import Registered, Study
from tacit.twin import ONE_BY_ONE, SEED, twin
from written_study import how_strong

STUDIES = [
    asked("range", groups=("a", "b"), ends=(-5, 15), title="range"),
    asked("scale", groups=("a", "b"), ends=(1, 5), title="scale"),
    asked("choice", groups=("a", "b"), options=("no", "yes"), title="two options"),
    asked("range", groups=("a", "b"), decline=True, title="declining"),
]
COMPARED = '["diabetic", "not diabetic"]'
TRIAL = how_strong(
    f"labels = {COMPARED}",
    title="Reactions",
    more=f"[collect]\npeople = 3000\n[analysis]\ncompare = [{COMPARED}]\n",
)


@pytest.fixture
def trial(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    path = tmp_path / "trial.toml"
    path.write_text(TRIAL, encoding="utf-8")
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(tacit, [str(each) for each in arguments], standalone_mode=False)


def mean_of(study: Study, guesses: dict[str, Fraction], group: int) -> Fraction:
    """What is expected of a group, from the parts that people are drawn from."""
    parts, values = imagined_parts(study, guesses)[group], imagined_values(study)
    held = [
        (part, _number(study, value)) for part, value in zip(parts, values, strict=True) if value is not None
    ]
    total = sum((int(part) * number for part, number in held), Fraction(0))
    return total / sum(int(part) for part, _ in held)


def _number(study: Study, value: Value) -> Fraction:
    return Fraction(study.question.options.index(value)) if isinstance(value, str) else exact_value(value)


def test_it_is_the_report_that_the_commands_write(trial: Path) -> None:
    done = run("plan", trial, "--twin")
    assert done.exception is None
    told = "trial.imagined.html is the report of an imagined study: nobody gave its answers.\n"
    assert done.output.endswith(told)
    run("simulate", trial, "--seed", SEED, "--out", "answers.parquet")
    run("report", trial, "answers.parquet", "--out", "report.html")
    assert Path("trial.imagined.html").read_bytes() == Path("report.html").read_bytes()


def test_it_is_marked_wherever_it_may_be_read_alone(trial: Path) -> None:
    run("plan", trial, "--twin")
    page = html_of(Path("trial.imagined.html").read_text(encoding="utf-8"))
    assert page.first("title").text == page.first("h1").text == "Imagined: Reactions"
    assert "Imagined answers: nobody gave them." in page.first("header").text
    assert "nobody did. These answers were simulated." in page.first("section", named="unsaid").text
    (methods,) = [each for each in page.every("section") if each.attributes.get("id") == "methods"]
    assert methods.first("blockquote").text.startswith("Imagined: Estimates are from 3,000")


def test_a_report_of_real_answers_is_not_marked() -> None:
    study = STUDIES[0]
    made = twin(study, 500).findings
    page = report(study, made.estimate).to_html()
    assert "Imagined" not in page


def test_it_is_the_same_every_time(trial: Path) -> None:
    study = STUDIES[0]
    assert twin(study, 900).to_html() == twin(study, 900).to_html()
    assert run("plan", trial, "--twin").exception is None
    assert run("plan", trial, "--twin").exception is None, "the same bytes may be written over"
    refused = run("plan", trial, "--twin", "--people", 4000)
    assert "trial.imagined.html holds something else and was left as it is" in str(refused.exception)


@pytest.mark.parametrize("study", STUDIES, ids=lambda study: study.title)
def test_a_guess_is_the_mean_of_its_group_and_leaves_others_alone(study: Study) -> None:
    check_guess(study)


def check_guess(study: Study) -> None:
    low, high = (0, 1) if study.question.options else (study.question.low, study.question.high)
    assert low is not None
    assert high is not None
    for part in (Fraction(0), Fraction(1, 4), Fraction(9, 10), Fraction(1)):
        guess = Fraction(low) + part * (Fraction(high) - Fraction(low))
        found = mean_of(study, {"b": guess}, 1)
        assert abs(found - guess) < Fraction(20 * int(high - low), LAW_PARTS)
        assert mean_of(study, {"b": guess}, 0) == mean_of(study, {}, 0)
        assert np.array_equal(imagined_parts(study, {"b": guess})[0], imagined_parts(study)[0])


def test_the_report_finds_what_was_guessed() -> None:
    study = asked("range", groups=("a", "b"), epsilon="4")
    mean = twin(study, 200_000, guesses={"b": Fraction(9)}).findings.estimate["b"].mean
    assert mean is not None
    assert mean.population.low is not None
    assert mean.population.high is not None
    assert mean.population.low < 9.0 < mean.population.high
    assert mean.population.high - mean.population.low < 0.2


def test_registered_comparisons_are_made() -> None:
    study = asked(groups=("a", "b", "c"), analysis=Registered(compare=(("a", "c"),)))
    (found,) = {(each.first, each.second) for each in twin(study, 2000).findings.comparisons}
    assert found == ("a", "c")


EVERYTHING = Registered(
    outcomes=("reaction", "fever"),
    compare=(("a", "b"),),
    margin=Decimal("0.1"),
    covariates=("age",),
    by_group=("arm",),
    weights="w",
    by=("region",),
    cluster="site",
    level=Decimal("0.9"),
)


@pytest.mark.parametrize("study", [asked("none", decline=True, epsilon="3"), asked("range", epsilon="3")])
def test_all_that_is_registered_is_done_with_columns_that_are_imagined(study: Study) -> None:
    study = replace(study, analysis=EVERYTHING)
    found = twin(study, 4000)
    assert found.findings.departures == []
    assert "the report is as registered" in found.to_html()
    assert [each.outcome for each in found.findings.models] == ["reaction", "fever"]
    assert found.to_html() == twin(study, 4000).to_html()
    level = replace(study, analysis=Registered(level=Decimal("0.9")))
    assert twin(level, 500).findings.departures == []


def test_where_a_group_may_be_empty_the_model_is_what_is_missing() -> None:
    study = asked("none", epsilon="0.3", analysis=replace(EVERYTHING, compare=(), margin=None))
    departures = twin(study, 60).findings.departures
    assert departures == [
        'the registered covariate "age" is not reported',
        'the registered covariate with a slope in each group "arm" is not reported',
    ]


def test_outcomes_are_as_they_were_guessed() -> None:
    check_outcomes()


def check_outcomes() -> None:
    """Of shares and of numbers, whose standard deviation is what was said."""
    study = asked("none", groups=("a", "b"), epsilon="6", analysis=Registered(outcomes=("y",)))
    for spread, guess in ((None, Fraction(1, 10)), (Fraction(3, 2), Fraction(-47, 10))):
        found = twin(study, 40_000, guesses={"b": guess}, spread=spread).findings.estimate.outcomes[0]
        mean = found.groups[1].mean
        assert mean.estimate == pytest.approx(float(guess), abs=0.05)
        sd = math.sqrt(0.1 * 0.9) if spread is None else 1.5
        assert mean.population.sd == pytest.approx(sd / math.sqrt(20_000), rel=0.1)
        other = found.groups[0].mean.estimate
        assert other == pytest.approx(5 / 16 if spread is None else 1.5 * (2 * 5 / 16 - 1), abs=0.05)


def test_outcomes_that_cannot_be_are_refused() -> None:
    study = asked("none", groups=("a", "b"), decline=True, analysis=Registered(outcomes=("y",)))
    with pytest.raises(Refused, match=r'guess of "a" is a share, 0..1; got 5; a number .* \(--spread\)'):
        twin(study, 100, guesses={"a": Fraction(5)})
    with pytest.raises(Refused, match="those who decline hold no value"):
        twin(study, 100, guesses={study.group_names[-1]: Fraction(1, 2)})
    with pytest.raises(Refused, match="spread must be above 0; got 0"):
        twin(study, 100, spread=Fraction(0))
    with pytest.raises(Refused, match="spread is of outcomes registered under"):
        twin(asked("none"), 100, spread=Fraction(1))
    with pytest.raises(Refused, match="people must be at most 10,000,000, where columns are registered"):
        twin(study, ONE_BY_ONE + 1)


def test_very_many_are_drawn_by_how_many_have_each_answer() -> None:
    told: list[int] = []
    study = asked("scale", groups=("a", "b"), ends=(0, 1), epsilon="3")
    found = twin(study, 10 * ONE_BY_ONE, guesses={"a": Fraction(1, 4)}, advance=told.append)
    mean = found.findings.estimate["a"].mean
    assert mean is not None
    assert mean.estimate == pytest.approx(0.25, abs=0.001)
    assert sum(told) == 10 * ONE_BY_ONE


def test_progress_is_told_of_everybody() -> None:
    told: list[int] = []
    twin(STUDIES[0], 1234, advance=told.append)
    assert sum(told) == 1234


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--twin", "--guess", "nobody", "3"], 'group must be "diabetic" or "not diabetic"; got "nobody"'),
        (["--twin", "--guess", "diabetic", "11"], 'guess of "diabetic" must lie within 0..10; got 11'),
        (["--twin", "--guess", "diabetic", "-0.5"], 'guess of "diabetic" must lie within 0..10; got -0.5'),
        (["--twin", "--guess", "diabetic", "x"], '--guess of "diabetic" must be a number; got "x"'),
        (["--twin", "--guess", "diabetic", "nan"], '--guess of "diabetic" must be a number; got "nan"'),
        (
            ["--twin", "--guess", "diabetic", "3", "--guess", "diabetic", "4"],
            '--guess names "diabetic" twice',
        ),
        (["--guess", "diabetic", "3"], "--guess is for the imagined study; give --twin, too"),
        (["--spread", "3"], "--spread is for the imagined study; give --twin, too"),
        (["--twin", "--spread", "x"], '--spread must be a number; got "x"'),
        (["--twin", "--spread", "3"], "spread is of outcomes registered under [analysis]"),
    ],
)
def test_what_cannot_be_imagined_is_refused_and_nothing_is_written(
    trial: Path, options: list[str], message: str
) -> None:
    done = run("plan", trial, *options)
    assert isinstance(done.exception, Refused)
    assert message in str(done.exception)
    assert [path.name for path in trial.parent.iterdir()] == [trial.name]


@pytest.mark.parametrize("study", [asked("none"), asked("choice", options=("x", "y", "z"))])
def test_where_there_is_no_mean_none_can_be_guessed(study: Study) -> None:
    with pytest.raises(Refused, match="guess needs a question with a mean"):
        twin(study, 100, guesses={"a": Fraction(1, 2)})
    assert twin(study, 400).findings.estimate.answers == 400


def test_those_who_decline_hold_nothing() -> None:
    with pytest.raises(Refused, match="guess must name a group; those who decline hold no value"):
        twin(STUDIES[3], 100, guesses={STUDIES[3].group_names[-1]: Fraction(1, 2)})


def test_without_people_it_asks_for_them(trial: Path) -> None:
    trial.write_text(TRIAL.replace("people = 3000", ""), encoding="utf-8")
    assert "--people is missing" in str(run("plan", trial, "--twin").exception)
    assert [path.name for path in trial.parent.iterdir()] == [trial.name]


def _guesses() -> None:
    for study in STUDIES:
        check_guess(study)


def _marks() -> None:
    page = html_of(twin(STUDIES[0], 300).to_html())
    assert page.first("h1").text.startswith("Imagined: ")
    assert "nobody gave them" in page.first("header").text


def _finds() -> None:
    test_the_report_finds_what_was_guessed()


S = "tacit.simulation.imagined"
PROOFS = {"guesses": _guesses, "marks": _marks, "finds": _finds, "outcomes": check_outcomes}
BESIDE = "tacit.simulation.public"
MUTANTS = [
    mutant(
        "guessed from the other end",
        f"{S}:_bell_around",
        "up, steps = (mean - low)",
        "up, steps = (high - mean)",
        caught_by="finds, guesses",
    ),
    mutant(
        "guesses not over the range",
        f"{S}:_bell_around",
        "/ (high - low), values",
        "/ high, values",
        caught_by="guesses",
    ),
    mutant(
        "a guess for the group after the one that was named",
        f"{S}:guessed_group",
        "return group",
        "return group - 1",
        caught_by="finds, guesses, outcomes",
    ),
    mutant(
        "outcomes of the group after the one that was named",
        f"{BESIDE}:Outcomes.means",
        "means[guessed_group(study, label)] = mean",
        "means[guessed_group(study, label) - 1] = mean",
        caught_by="outcomes",
    ),
    mutant(
        "outcomes twice as far apart",
        f"{BESIDE}:_outcome",
        "/ COINS_SD for",
        "for",
        caught_by="outcomes",
    ),
    mutant(
        "outcomes that have nothing to do with groups",
        f"{BESIDE}:_outcome",
        "stream.below(PARTS, groups.size) < parts[groups]",
        "stream.below(PARTS, groups.size) < parts[0]",
        caught_by="outcomes",
    ),
    mutant(
        "imagined answers passed off as given ones",
        "tacit.twin:twin",
        ", seeds=[SEED]",
        "",
        caught_by="marks",
    ),
    mutant(
        "a title without its mark",
        "tacit.reporting.contents:_marked",
        "if found.seeds else text",
        "if False else text",
        caught_by="marks",
    ),
    mutant(
        "guesses left out",
        "tacit.twin:_drawn",
        ", guesses=guesses",
        "",
        caught_by="finds",
    ),
]
TestPower = power_of(PROOFS, MUTANTS)
