"""The proofs about plans have power: each mistake is caught, by exactly the proofs named beside it."""

from __future__ import annotations

import math
from decimal import Decimal
from fractions import Fraction

import pytest

from asking import asked
from mutation import mutant, power_of
from planned import (
    PLAIN,
    check_a_group,
    check_aligned_options,
    check_an_option,
    check_counts_of_unions,
    check_known_histogram,
    check_known_sizes,
    check_linked,
    check_linked_apart,
    check_values_of_unions,
    check_worst,
    check_worst_of_two_values,
)
from tacit.planning.forecast import Forecast, Z
from tacit.planning.joint import Union
from tacit.planning.needed import epsilon_for, is_within, people_for, with_epsilon
from tacit.planning.plan import plan
from tacit.scheme.odds import Odds
from tacit.scheme.rows import Dealt, Direct, Hashed
from tacit.scheme.scheme import Scheme

P = "tacit.planning"
AXES = {"age": ["young", "old"], "region": ["north", "south", "west"]}


def _groups() -> None:
    check_a_group(Scheme(Hashed(3, 2, 3), PLAIN, Fraction(1, 9)))
    check_a_group(Scheme(Hashed(3, 3, 5), PLAIN))


def _linked() -> None:
    check_linked(Scheme(Dealt(5, 1, 3), PLAIN))
    check_linked_apart(Scheme(Dealt(5, 1, 3), PLAIN))


def _unions() -> None:
    for scheme in (
        Scheme(Dealt(5, 1, 3), PLAIN),
        Scheme(Hashed(5, 2, 5), PLAIN),
        Scheme(Hashed(5, 1, 5), PLAIN),
    ):
        check_counts_of_unions(scheme)


def _values_of_unions() -> None:
    check_values_of_unions(Scheme(Hashed(5, 2, 5), PLAIN))
    check_values_of_unions(Scheme(Direct(3, 2, 6), PLAIN))


def _options() -> None:
    check_an_option(Direct(6, 1, 6), Fraction(1, 4))
    check_aligned_options(4)


def _known_sizes() -> None:
    check_known_sizes(Scheme(Dealt(4, 2, 4), PLAIN), Fraction(1, 5))
    check_known_sizes(Scheme(Direct(3, 2, 6), PLAIN), None)
    check_known_histogram(Fraction(1, 6))


def _worst() -> None:
    for scheme in (Scheme(Hashed(3, 2, 3), PLAIN, Fraction(1, 9)), Scheme(Hashed(3, 5, 7), Odds(40, 1, 1))):
        check_worst(scheme, 0.3)
    for share in (0.02, 0.3):
        check_worst_of_two_values(Scheme(Dealt(3, 2, 2), PLAIN, Fraction(1, 3)), share)
        check_worst_of_two_values(Scheme(Direct(3, 2, 6), Odds(200, 1, 1)), share)
        check_worst(Scheme(Direct(3, 2, 6), Odds(200, 1, 1)), share)


def _printed() -> None:
    """MISSION.md 2b and 4a: people for 5 points of a linked outcome, and a rare group in a trial."""
    assert abs(people_for(Forecast(asked("none", groups=("a", "b"), epsilon="1")).group(0), 0.05) - 2183) <= 1
    trial = asked("none", groups=("a", "b"), epsilon="2", shares=("0.1", "0.9"))
    judged = plan(trial, 2400).groups[0].judged
    assert judged is not None
    assert judged.people == pytest.approx(0.085, abs=5e-4)
    assert judged.population == pytest.approx(0.106, abs=5e-4)


def _shares() -> None:
    """Whose share is whose, in margins, with people declining, and in the middle of them all."""
    crossed = Forecast(asked(cross=AXES, shares=("0.1", "0.15", "0.05", "0.2", "0.2", "0.3"), epsilon="2"))
    assert [group.share for group in crossed.margins["age"]] == pytest.approx([0.3, 0.7])
    assert [group.share for group in crossed.margins["region"]] == pytest.approx([0.3, 0.35, 0.35])
    some = Forecast(asked(decline=True), declining=0.1)
    assert [group.share for group in some.groups] == pytest.approx([0.3] * 3)
    assert Forecast(asked(groups=("a", "b"), shares=("0.6", "0.4"))).median == 1


def _resolved() -> None:
    forecast = Forecast(asked(epsilon="2"))
    group = forecast.group(0)
    square = forecast.variances.counts.square
    sd = math.sqrt(square(Union(1 / 3)))
    assert group.least_people / 3 > Z * sd * math.sqrt(group.least_people)
    assert (group.least_people - 1) / 3 <= Z * sd * math.sqrt(group.least_people - 1)


def _needed() -> None:
    study = asked("choice", options=("no", "yes"), epsilon="3")
    people = people_for(Forecast(study).group(0), 0.1)
    assert plan(study, people).groups[0].judged.population <= 0.1  # type: ignore[union-attr]
    assert plan(study, people - 1).groups[0].judged.population > 0.1  # type: ignore[union-attr]
    epsilon = epsilon_for(Forecast(study), people, 0.1, 0)
    assert epsilon is not None
    assert epsilon <= 3
    before = Forecast(with_epsilon(study, epsilon - Decimal("0.01"))).group(0)
    assert not is_within(before, people, 0.1)


def _verdict() -> None:
    study = asked(shares=("0.1", "0.3", "0.6"), epsilon="2")
    noise = Forecast(study).group(1).judged.population
    for part, below, above in ((0.1, "weak", "useful"), (0.25, "hopeless", "weak")):
        people = math.ceil(Z**2 * noise / (10 * part) ** 2)
        assert (plan(study, people - 1).verdict, plan(study, people).verdict) == (below, above)


def _influence() -> None:
    found = plan(asked(groups=[f"g{at}" for at in range(1000)], epsilon="1"), 5000).influence
    assert found.furthest == pytest.approx(3.089, abs=2e-3)
    assert found.answers_for_one_sd == pytest.approx(62, abs=1)


PROOFS = {
    "groups": _groups,
    "linked": _linked,
    "unions": _unions,
    "values of unions": _values_of_unions,
    "options": _options,
    "known sizes": _known_sizes,
    "worst": _worst,
    "printed": _printed,
    "shares": _shares,
    "resolved": _resolved,
    "needed": _needed,
    "verdict": _verdict,
    "influence": _influence,
}

MUTANTS = [
    mutant(
        "of these people, their own values are not taken out",
        f"{P}.variances:Variances.mean",
        "raw - share * (values.square - mean**2)",
        "raw",
        caught_by="groups",
    ),
    mutant(
        "means by the share, not by its square",
        f"{P}.variances:Variances.mean",
        "1 / share**2",
        "1 / share",
        caught_by="groups, values of unions",
    ),
    mutant(
        "half of the covariance",
        f"{P}.variances:Variances.sum",
        "2 * half * mid * self._cross",
        "half * mid * self._cross",
        caught_by="groups, values of unions",
    ),
    mutant(
        "a union's groups count as one",
        f"{P}.variances:Variances.sum_square",
        "union.size * spread.other",
        "spread.other",
        caught_by="values of unions",
    ),
    mutant(
        "a union's cross term without the base",
        f"{P}.variances:Variances._cross",
        "(union.size - 1) * self.beside",
        "(union.size - 1) * m.match / m.count_gain",
        caught_by="values of unions",
    ),
    mutant(
        "no sampling in totals",
        f"{P}.variances:_total",
        "raw - expected**2",
        "raw - own",
        caught_by="groups, values of unions",
    ),
    mutant(
        "the noisiest value is always the end",
        f"{P}.variances:Variances._noisiest",
        "min(max((1 + step) / (2 * gain), step, 0.0), 1.0)",
        "1.0",
        caught_by="worst",
    ),
    mutant(
        "only one end of two is looked at",
        f"{P}.variances:Variances.worst_of_sums",
        "max(people(-1.0), people(1.0))",
        "people(-1.0)",
        caught_by="worst",
    ),
    mutant(
        "the share of an option without its own sampling",
        f"{P}.variances:Variances.part",
        "raw - part.share * (1 - share)",
        "raw",
        caught_by="options",
    ),
    mutant(
        "a linked outcome without the group's own people",
        f"{P}.variances:Variances.linked_mean",
        "Noise(square - union.share, square)",
        "Noise(square, square)",
        caught_by="linked, printed",
    ),
    mutant(
        "groups that differ are noise as if they differed by half of it",
        f"{P}.variances:linked_factor",
        "1 + 4 * away**2",
        "1 + away**2",
        caught_by="linked",
    ),
    mutant(
        "two groups of one person",
        f"{P}.joint:Joint._seen",
        "in_part * (self._spread.own + 1)",
        "in_part * self._spread.own",
        caught_by="groups, known sizes, linked, options, printed, unions, values of unions, worst",
    ),
    mutant(
        "pairs as if they were independent",
        f"{P}.joint:Joint._of_pair_with_own",
        "m.own_hit * (m.match - m.base)",
        "0.0",
        caught_by="options, unions, values of unions",
    ),
    mutant(
        "triples with repetition",
        f"{P}.joint:_triples",
        "size * (size - 1) * (size - 2)",
        "size**3",
        caught_by="unions",
    ),
    mutant(
        "no three items on a line",
        f"{P}.joint:aligned_anywhere",
        "(rows.columns - 2) / (rows.pool - 2)",
        "0.0",
        caught_by="unions, values of unions",
    ),
    mutant(
        "options on lines as everywhere",
        f"{P}.joint:aligned_within",
        "sum(map(_triples, pieces)) / _triples(size)",
        "None",
        caught_by="options",
    ),
    mutant(
        "how many are drawn into a known group does not vary",
        f"{P}.known:KnownSizes.sum",
        "self.answering * share * (1 - share)",
        "0.0",
        caught_by="known sizes",
    ),
    mutant(
        "those who decline are counted apart from the sum",
        f"{P}.known:KnownSizes._sums",
        "- (m.match - m.base) / m.count_gain",
        "",
        caught_by="known sizes",
    ),
    mutant(
        "nobody declines from a cell",
        f"{P}.known:KnownSizes.part",
        "hits * (m.match - m.base) / m.count_gain**2",
        "0.0",
        caught_by="known sizes",
    ),
    mutant(
        "those who decline are still in their groups",
        f"{P}.forecast:Forecast._named",
        "share * (1 - self.declining)",
        "share",
        caught_by="shares",
    ),
    mutant(
        "the range of a linked outcome is 1 half-range",
        f"{P}.forecast:Forecast._noise",
        "times(1 / 4)",
        "times(1 / 2)",
        caught_by="printed",
    ),
    mutant(
        "of two groups the larger is the median one",
        f"{P}.forecast:Forecast.median",
        "(len(order) - 1) // 2",
        "len(order) // 2",
        caught_by="shares",
    ),
    mutant(
        "margins of the wrong axis",
        f"{P}.forecast:Forecast.margins",
        "index % outer // inner",
        "index // inner % len(labels) - 1",
        caught_by="shares",
    ),
    mutant(
        "everything is resolved",
        f"{P}.forecast:GroupNoise.least_people",
        "math.floor(Z**2 * self.bottom) + 1",
        "1",
        caught_by="resolved",
    ),
    mutant(
        "people needed without sampling",
        f"{P}.needed:is_within",
        "group.judged.population",
        "group.judged.first",
        caught_by="needed",
    ),
    mutant(
        "people for the noise of privacy alone",
        f"{P}.needed:people_for",
        "group.judged.population",
        "group.judged.first",
        caught_by="needed, printed",
    ),
    mutant(
        "one step of epsilon too many",
        f"{P}.needed:least_epsilon",
        "return enough * STEP",
        "return (enough + 1) * STEP",
        caught_by="needed",
    ),
    mutant(
        "half-widths not over the range",
        f"{P}.judgement:verdicts",
        "median.judged.first / width",
        "median.judged.first",
        caught_by="verdict",
    ),
    mutant(
        "useful up to 11%",
        f"{P}.judgement:_verdict",
        "halfwidth <= USEFUL",
        "halfwidth <= USEFUL + 0.01",
        caught_by="verdict",
    ),
    mutant(
        "count questions move sums too",
        f"{P}.outlook:Outlook.influence",
        "average, in_half_ranges = 1 / variances.moments.gain, Units(0.0, 1.0)",
        "in_half_ranges = Units(0.0, 1.0)",
        caught_by="influence",
    ),
]

TestPower = power_of(PROOFS, MUTANTS)
