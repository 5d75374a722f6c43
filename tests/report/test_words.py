"""The sentences of a report: each holds for the study that it stands in, and is there only where it does."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import pytest

from asking import asked
from reported import STUDIES, answers_to, estimated, every_report, linked, modelled, reported
from tacit.errors import Refused
from tacit.estimation.estimate import estimate
from tacit.files.tally import tally
from tacit.reporting.contents import contents_of, methods_of
from tacit.reporting.meaning import meaning
from tacit.reporting.methods import methods
from tacit.reporting.protection import unprotected
from tacit.reporting.report import Report, report
from tacit.study.promise import promised_ratio
from tacit.study.protection import belief_of, grounds_of, promise_of
from tacit.study.study import Registered
from tacit.verification.verify import verify
from tacit.writing.parts import Points, Text


def method(name: str) -> str:
    return methods_of(every_report()[name].findings)


def limits(found: Report) -> str:
    findings = found.findings
    return " ".join(unprotected(findings.study, findings.estimate, findings.models))


def meant(found: Report) -> str:
    findings = found.findings
    return " ".join(meaning(findings.study, findings.estimate, findings.comparisons))


PARAGRAPH = """
Estimates are from 6,000 randomised answers about 2 private groups ("Which?"; whoever would rather not say
could say so) and a number from 0 to 10 ("How much?"). Values were rounded at random, up or down and without
bias, to one end of the range. Each was randomised on the person's own device before it was sent (local
differential privacy, epsilon 2, promise "group and value"): each of 6 cards (a group with a level, declining
included) has a column of its own, and the answer (3 bits) is a column drawn with weight {keep} for the own
one and {other} for each other; the odds that are protected move by at most 7.39 to 1. From how often each
pair of query and column came, counts and sums of the value were estimated per group, without bias. Means are
ratios of two such totals. Intervals (95%) are of two kinds: "these people" allows for the randomisation
alone, "population" also for sampling, taking those who answered as drawn at random from a large population.
They use the normal law, and Fieller's method where a figure is a ratio. For sums and means "these people" is
conservative: how far apart the values of a group lie cannot be told from rounded ones, so they are taken to
be alike. Differences and ratios of groups have intervals made of both figures' own limits and their
covariance (Zou and Donner's method); p-values are two-sided and about the population. Computed with tacit
0.1.0 (study {study}, answers {answers}).
"""


class TestPromise:
    @pytest.mark.parametrize(
        ("epsilon", "most", "least"),
        [("0.5", 15.5, 6.3), ("1", 23.2, 3.9), ("2", 45.1, 1.4), ("3", 69.1, 0.5), ("5", 94.3, 0)],
    )
    def test_a_guess_of_one_in_ten_goes_no_further_than_the_odds_allow(
        self, epsilon: str, most: float, least: float
    ) -> None:
        study = asked(epsilon=epsilon)
        told = f"at most come to think {most:g}%, and at least {least:g}%."
        assert belief_of(study).endswith(told)
        ratio = promised_ratio(study.scheme, study.privacy)
        assert ratio is not None
        odds = Fraction(1, 9)
        assert 1 - 1 / (1 + odds * ratio) <= Fraction(str(most)) / 100
        assert 1 - 1 / (1 + odds / ratio) >= Fraction(str(least)) / 100
        assert float(ratio) == pytest.approx(math.exp(float(epsilon)), rel=1e-6)

    def test_it_names_the_very_numbers(self) -> None:
        odds = STUDIES["range"].scheme.odds
        assert f"({odds.keep:,} to {odds.other:,}, at most e^epsilon at epsilon 2)" in grounds_of(
            STUDIES["range"]
        )
        weak = STUDIES["weaker promise"].scheme.odds
        weights = f"({weak.keep:,}, {weak.opposite:,} and {weak.other:,}; between groups at most e^epsilon"
        assert weights in grounds_of(STUDIES["weaker promise"])
        assert "at most e^epsilon at epsilon 1, if averages are as supposed)" in grounds_of(STUDIES["within"])

    def test_whoever_is_asked_for_a_group_alone_is_promised_nothing_about_values(self) -> None:
        study = STUDIES["none"]
        assert "between any two groups by at most" in promise_of(study)
        assert verify(study).promise == promise_of(study)

    def test_a_promise_on_a_condition_says_so(self) -> None:
        within = STUDIES["within"]
        assert promise_of(within).startswith("If, to whoever looks, each group's average lies within 0.5")
        assert belief_of(within).endswith("if those averages are as supposed.")
        assert "supposes a bound on every group's average" in limits(reported("within"))

    def test_what_is_not_protected_is_said_where_it_applies(self) -> None:
        assert "Epsilon 3 hides little" not in limits(reported("crossed"))
        study = asked(epsilon="4")
        found = report(study, estimate(study, tally(study, [0] * 50, [0] * 50)))
        assert "Epsilon 4 hides little: a single answer may move the odds by 54.60 to 1." in limits(found)
        assert "value is protected less than the group" in limits(reported("weaker promise"))
        assert "value is protected less" not in limits(reported("range"))

    def test_public_columns_are_named_once_each(self) -> None:
        assert "The public columns reaction, age, region and w stood beside each answer" in limits(linked())
        assert "public column" not in limits(reported("range"))

    def test_what_only_a_model_uses_is_named_and_described(self) -> None:
        found = modelled()
        assert "The public columns reaction, age, arm and w stood beside each answer" in limits(found)
        said = methods_of(found.findings)
        assert "Linear models of reaction have a level for each group and slopes on age, alike in all" in said
        assert "on arm, in each group its own. They are least squares" in said
        assert "Linear models" not in methods_of(linked().findings)


class TestMethods:
    def test_the_whole_paragraph(self) -> None:
        study = STUDIES["range"]
        odds, found = study.scheme.odds, reported("range").findings
        numbers = {"keep": f"{odds.keep:,}", "other": f"{odds.other:,}"}
        named = {"study": study.id, "answers": found.answers_id}
        assert methods_of(found) == " ".join(PARAGRAPH.split()).format(**numbers, **named)

    @pytest.mark.parametrize(
        ("name", "sentences"),
        [
            ("crossed", ["4 private groups (2 of age x 2 of region)", "a whole number from 1 to 5"]),
            ("two options", ["one of 2 options", "(a group with an option)", "counts of each option"]),
            ("histogram", ["Shares of options within a group are ratios of two such totals."]),
            ("known", ["Groups were taken to be as large as their shares, which are known."]),
            ("sum", ["sums of the value less 5 were estimated"]),
            ("none", ["and nothing else.", "each of 2 groups has a column of its own"]),
            ("weaker promise", ["for that of the group's other level and", 'promise "group"']),
            (
                "linked",
                ["The outcomes reaction and age are known from elsewhere", "this costs no further privacy"],
            ),
            ("linked", ["the sums of weights for each pair of query and column (w)", "within each region"]),
        ],
    )
    def test_each_kind_of_study_has_its_sentences(self, name: str, sentences: list[str]) -> None:
        for sentence in sentences:
            assert sentence in method(name)

    @pytest.mark.parametrize(
        ("name", "words"),
        [
            ("none", ["rounded", "conservative", "Means are", "could say so"]),
            ("two options", ["rounded", "conservative"]),
            ("sum", ["Means are", "counts"]),
            ("range", ["Sidak", "Equivalence", "known from elsewhere", "weights"]),
            ("histogram", ["rounded", "sums of the value"]),
        ],
    )
    def test_and_none_that_is_not_true_of_it(self, name: str, words: list[str]) -> None:
        for word in words:
            assert word not in method(name)

    def test_rows_that_put_cards_together_are_said_with_their_queries(self) -> None:
        study = asked(decline=True, groups=("a", "b"))
        words = methods(study, estimate(study, tally(study, [0] * 90, [0] * 90)), [], "x")
        assert "a public random query (dealt rows, 24 of them) puts each of 6 cards (a group with a" in words
        assert "into one of 3 columns, and the answer (2 bits)" in words
        assert "A part of the queries, 1/9, put all levels of a group into one column." in words

    def test_what_holds_together_is_said(self) -> None:
        study = STUDIES["two options"]
        found = estimate(study, tally(study, [0] * 90, [0] * 90), simultaneous=True)
        together = methods(study, found, [], "x")
        assert "Intervals (95%, 6 of each figure holding together (Sidak))" in together
        assert "3 comparisons of one figure holding together (Sidak)" in method("two options")

    def test_a_margin_is_said_with_its_test(self) -> None:
        found = report(STUDIES["range"], estimated("range"), margin=0.5)
        assert "Equivalence is the claim that two groups differ by less than 0.5" in methods_of(
            found.findings
        )
        page = found.to_markdown()
        assert "### Mean: less than 0.5 apart, by 90% intervals all at once" not in page
        assert "### Mean: less than 0.5 apart, by 90% intervals" in page
        assert "| estimate | population | p | verdict |" in page
        assert "| not shown |" in page

    def test_a_margin_that_was_registered_for_outcomes_is_not_one_of_shares(self) -> None:
        registered = Registered(outcomes=("y",), compare=(("a", "b"),), margin=Decimal("0.5"))
        study = asked("none", groups=("a", "b"), analysis=registered)
        found = report(study, estimate(study, tally(study, [0] * 90, [0, 1] * 45)))
        assert found.findings.comparisons[0].margin is None
        assert "Equivalence" not in methods_of(found.findings)
        assert found.findings.departures == [
            'the registered outcome "y" is not reported',
            "the margin is none, registered 0.5",
        ]


class TestMeaning:
    def test_intervals_are_said_to_hold_one_at_a_time_unless_they_hold_together(self) -> None:
        assert "Intervals hold one at a time: of many, about 1 in 20 miss." in meant(reported("range"))
        study = STUDIES["range"]
        found = report(study, estimate(study, tally(study, [0] * 90, [0] * 90), level=0.9, simultaneous=True))
        assert "hold for all groups at once, in 90% of repetitions" in meant(found)
        assert "one at a time" not in meant(found)

    @pytest.mark.parametrize(
        ("name", "sentence", "is_there"),
        [
            ("known", "as large as their known shares", True),
            ("range", "known shares", False),
            ("linked", "Counts and sums are of weights (w), not of answers.", True),
            ("range", "of weights", False),
            ("two options", "Groups that are not told apart are not shown to be alike", True),
            ("none", "told apart", False),
        ],
    )
    def test_a_sentence_is_there_where_it_holds(self, name: str, sentence: str, is_there: bool) -> None:
        assert (sentence in meant(every_report()[name])) == is_there


class TestUnsaid:
    def test_a_report_that_tells_everything_has_nothing_to_say_first(self) -> None:
        assert reported("crossed").unsaid == []

    def test_too_few_answers_are_reported_and_what_they_cannot_say_comes_first(self) -> None:
        study = asked(epsilon="0.5", groups=[f"g{at}" for at in range(6)])
        found = report(study, estimate(study, tally(study, *answers_to(study, 12))))
        assert found.unsaid == [
            "12 answers are too few for intervals to be relied on: they are rough, and hold the truth less "
            "often than 95% of the time.",
            "The mean of every group is not resolved: for all that is told the group may be empty, and then "
            "it could be anything.",
            "No two of the groups that were compared can be told apart: every difference could be zero, or "
            "is not resolved. That does not show that they are equal.",
        ]

    def test_groups_of_which_nothing_is_learnt_are_named_though_their_size_is_known(self) -> None:
        study = asked("choice", options=("x", "y", "z"), shares=("0.2", "0.3", "0.5"), epsilon="0.4")
        found = report(study, estimate(study, tally(study, *answers_to(study, 60))))
        said = "The share of some option in every group could be anything: its interval is the whole range."
        assert said in found.unsaid
        many = report(study, estimate(study, tally(study, *answers_to(study, 60_000))))
        assert "could be anything" not in " ".join(many.unsaid)
        means = asked("range", shares=("0.2", "0.3", "0.5"), epsilon="0.4")
        found = report(means, estimate(means, tally(means, *answers_to(means, 60))))
        assert "The mean in every group could be anything" in " ".join(found.unsaid)

    def test_one_answer_is_enough_for_a_report(self) -> None:
        study = STUDIES["histogram"]
        found = report(study, estimate(study, tally(study, [0], [0])))
        assert found.unsaid[0].startswith("1 answer is too few")
        assert found.unsaid[1].startswith("The share of any option of every group is not resolved")

    def test_a_study_for_sums_says_that_it_tells_no_counts(self) -> None:
        assert reported("sum").unsaid == [
            "How many people a group has is not told: this study was planned for sums alone.",
            "So there are no means either.",
        ]

    def test_of_many_groups_the_first_are_named_and_the_others_counted(self) -> None:
        labels = [f"g{at}" for at in range(9)]
        study = asked(groups=labels, epsilon="2")
        # Everybody answers as the first group would.
        queries = list(range(study.scheme.queries)) * 4
        columns = [study.scheme.column(query, 0, level % 2) for level, query in enumerate(queries)]
        found = report(study, estimate(study, tally(study, queries, columns)))
        named = next(sentence for sentence in found.unsaid if sentence.startswith("The mean"))
        assert named.startswith('The mean of "g1", "g3", "g5", "g6", "g7" and 1 more is not resolved')

    def test_a_group_that_may_be_empty_is_named_where_only_groups_were_asked(self) -> None:
        study = asked("none", groups=("all", "nobody"), epsilon="2")
        columns = [study.scheme.column(0, 0, 0)] * 400
        found = report(study, estimate(study, tally(study, [0] * 400, columns)))
        assert 'Whether anybody is in "nobody" is not told.' in found.unsaid


def test_chapters_come_in_one_order_and_only_with_something_in_them() -> None:
    every = ["results", "outcomes", "differences", "models", "response", "shares", "leaning", "methods"]
    every += ["meaning", "protection", "check"]
    for name, found in every_report().items():
        chapters = contents_of(found.findings, ".html").chapters
        names = [chapter.name for chapter in chapters]
        assert names == [chapter for chapter in every if chapter in names]
        assert all(chapter.parts for chapter in chapters)
        assert ("outcomes" in names) == (name == "linked")
        assert ("shares" in names) == (STUDIES[name].groups.shares is not None if name in STUDIES else False)
        assert ("leaning" in names) == (name != "linked")


def test_too_many_pairs_are_not_compared_unasked() -> None:
    study = asked(groups=[f"g{at}" for at in range(7)], epsilon="3")
    found = estimate(study, tally(study, [0] * 200, [0] * 200))
    assert not report(study, found).findings.comparisons
    chapter = next(
        each for each in contents_of(report(study, found).findings, "").chapters if each.name == "differences"
    )
    assert isinstance(chapter.parts[0], Text)
    assert "21 pairs are too many to be compared unasked" in chapter.parts[0].text
    some = report(study, found, compare=[("g0", "g1"), ("g0", "g2")])
    assert [(each.first, each.second) for each in some.findings.comparisons] == [("g0", "g1"), ("g0", "g2")]


def test_an_estimate_of_another_study_is_refused() -> None:
    with pytest.raises(Refused, match=r"estimate is of another study, .{43}; this one is .{43}"):
        report(STUDIES["none"], estimated("range"))


@pytest.mark.parametrize(
    ("asked_for", "message"),
    [
        ({"invited": -1}, "invited must be at least 0; got -1"),
        ({"invited": 10}, "invited must be at least the 6,000 who answered or skipped; got 10"),
        ({"skipped": -5}, "skipped must be at least 0; got -5"),
        ({"margin": 0.0}, "margin must be above 0; got 0"),
        ({"margin": float("nan")}, "margin must be above 0; got nan"),
        (
            {"compare": [("diabetic", "diabetics")]},
            'group must be .* got "diabetics"; did you mean "diabetic"',
        ),
        ({"compare": [("diabetic", "diabetic")]}, "groups must be two different ones"),
    ],
)
def test_what_makes_no_sense_is_refused(asked_for: dict[str, object], message: str) -> None:
    with pytest.raises(Refused, match=message):
        report(STUDIES["range"], estimated("range"), **asked_for)  # type: ignore[arg-type]


def test_how_the_answers_came_in_is_said_where_it_is_known() -> None:
    told = ["The study is still open: these are the answers of full batches of 20, so far."]
    found = report(STUDIES["none"], estimated("none"), collected=told)
    chapter = next(each for each in contents_of(found.findings, "").chapters if each.name == "collected")
    assert chapter.parts == (Points(tuple(told)),)
    assert found.to_json()["collected"] == told
    assert "How the answers came in" not in reported("none").to_markdown()
