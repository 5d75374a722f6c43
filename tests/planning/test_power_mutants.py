"""The proofs about differences have power: each mistake is caught, by exactly the proofs named beside it."""

from __future__ import annotations

from fractions import Fraction

import pytest

from asking import asked
from mutation import mutant, power_of
from paired import (
    check_every_pair,
    check_known_means,
    check_known_options,
    check_linked,
    check_means,
    check_options,
    check_sums,
)
from planned import PLAIN
from tacit.planning.forecast import Forecast, Z
from tacit.planning.pairs import PairNoise, Pairs
from tacit.planning.plan import plan
from tacit.planning.power import chance, people_to_detect, smallest
from tacit.planning.variances import Noise
from tacit.scheme.odds import Odds
from tacit.scheme.rows import Dealt, Direct, Hashed
from tacit.scheme.scheme import Scheme

P = "tacit.planning"


def _means() -> None:
    check_means(Scheme(Direct(3, 2, 6), PLAIN))
    check_means(Scheme(Hashed(3, 2, 3), PLAIN, Fraction(1, 9)))


def _sums() -> None:
    check_sums(Scheme(Hashed(3, 2, 3), PLAIN, Fraction(1, 9)))


def _pairs() -> None:
    check_every_pair(Scheme(Hashed(6, 2, 5), PLAIN))


def _slopes() -> None:
    check_sums(Scheme(Hashed(5, 3, 5), PLAIN))
    check_sums(Scheme(Hashed(5, 2, 5), Odds(5, 3, 4)))


def _linked() -> None:
    check_linked(Scheme(Dealt(4, 1, 3), PLAIN))


def _known() -> None:
    check_known_means(None)
    check_known_means(Fraction(1, 6))


def _known_options() -> None:
    check_known_options(None)
    check_known_options(Fraction(1, 6))


def _textbook() -> None:
    pair = PairNoise(("a", "b"), Noise(None, 400.0), (0.0, 0.0))
    assert smallest(pair, 100, 0.8, 10.0) == pytest.approx((1.959964 + 0.841621) * 2, rel=1e-5)
    assert chance(pair, 100, 0.0) == pytest.approx(0.05, abs=1e-9)


def _unsure() -> None:
    pair = PairNoise(("a", "b"), Noise(None, 1e-9), (100 / Z**2, 0.0))
    assert chance(pair, 100, 5.0) == pytest.approx(0.5)
    assert smallest(pair, 100, 0.8, 10.0) is None


def _fewest() -> None:
    pair = Pairs(Forecast(asked(epsilon="2"))).between(0, 1)
    people = people_to_detect(pair, 1.0, 0.8)
    assert chance(pair, people, 1.0) >= 0.8 > chance(pair, people - 1, 1.0)


def _weights() -> None:
    plain, weighted = (
        plan(asked(epsilon="2"), people, design_effect=people / 9000) for people in (9000, 18_000)
    )
    assert plain.detections[0].smallest == pytest.approx(weighted.detections[0].smallest)
    assert plain.groups[0].is_resolved == weighted.groups[0].is_resolved
    assert plain.useful.people == pytest.approx(weighted.useful.people / 2, abs=1)
    assert plain.useful.epsilon == weighted.useful.epsilon


def _which() -> None:
    found = plan(asked(groups="abcd", shares=("0.4", "0.1", "0.3", "0.2")), 5000).detections
    assert [each.groups for each in found] == [("b", "d"), ("a", "c")]


PROOFS = {
    "pairs": _pairs,
    "slopes": _slopes,
    "means": _means,
    "sums": _sums,
    "linked": _linked,
    "known": _known,
    "options": check_options,
    "known options": _known_options,
    "textbook": _textbook,
    "unsure": _unsure,
    "fewest": _fewest,
    "weights": _weights,
    "which": _which,
}

MUTANTS = [
    mutant(
        "two groups are independent",
        f"{P}.pairs:_difference",
        "first.population + second.population - 2 * covariance",
        "first.population + second.population",
        caught_by="known, known options, linked, means, options, pairs, slopes, sums",
    ),
    mutant(
        "these people's groups are independent",
        f"{P}.pairs:_difference",
        "first.people + second.people - 2 * covariance",
        "first.people + second.people",
        caught_by="linked, means, options, pairs, slopes, sums",
    ),
    mutant(
        "half of all that two groups have in common",
        f"{P}.joint:Joint.apart",
        "first.share * second.size + second.share * first.size",
        "first.share * second.size",
        caught_by="means, linked, options, known options",
    ),
    mutant(
        "means have nothing to do with each other's counts",
        f"{P}.variances:Variances.means_apart",
        "- (first.share + second.share) * self.beside",
        "",
        caught_by="means",
    ),
    mutant(
        "no three groups on a line",
        f"{P}.variances:Variances.sums_apart",
        "aligned * sums_together(self.rows, rounded)",
        "0.0 * aligned",
        caught_by="means, pairs, slopes, sums",
    ),
    mutant(
        "the share of an option is sure of its group",
        f"{P}.variances:Variances.parts_apart",
        "held[0] * held[1] * joint.apart(*wholes)",
        "0.0",
        caught_by="options",
    ),
    mutant(
        "who declines is nobody's business",
        f"{P}.known:KnownSizes.means_apart",
        "2 * (self.declining - self.variances.beside) / self.answering",
        "0.0",
        caught_by="known",
    ),
    mutant(
        "both groups are divided by one size",
        f"{P}.known:KnownSizes.parts_apart",
        "self.bottom(1.0) / self.answering**2",
        "0.0",
        caught_by="known options",
    ),
    mutant(
        "whoever is in one group may be in the other",
        f"{P}.pairs:Pairs.sizes",
        "noise.population + drawn",
        "noise.population",
        caught_by="linked, pairs",
    ),
    mutant(
        "what sums are expected to be is not sampled",
        f"{P}.pairs:Pairs._sums",
        "noise.population + 2 * expected",
        "noise.population",
        caught_by="slopes, sums",
    ),
    mutant(
        "one side of the test only",
        f"{P}.power:chance",
        "NORMAL.cdf(away - Z) + NORMAL.cdf(-away - Z)",
        "NORMAL.cdf(away - Z)",
        caught_by="textbook",
    ),
    mutant(
        "every group is resolved",
        f"{P}.power:chance",
        "* chance_resolved(pair, people)",
        "",
        caught_by="unsure",
    ),
    mutant(
        "one too few",
        f"{P}.power:people_to_detect",
        "return enough",
        "return too_few",
        caught_by="fewest",
    ),
    mutant(
        "weights cost differences nothing",
        f"{P}.pairs:Pairs.holding",
        "noise.times(forecast.design_effect)",
        "noise",
        caught_by="weights",
    ),
    mutant(
        "weights cost groups nothing",
        f"{P}.forecast:Forecast._named",
        "found.times(self.design_effect)",
        "found",
        caught_by="weights",
    ),
    mutant(
        "weights are forgotten at another epsilon",
        f"{P}.needed:at_epsilon",
        ", design_effect=forecast.design_effect",
        "",
        caught_by="weights",
    ),
    mutant(
        "a line that begins at its second point",
        f"{P}.joint:on_the_line",
        "range(2, base)",
        "range(3, base + 1)",
        caught_by="pairs",
    ),
    mutant(
        "lines of whole numbers, not of digits",
        f"{P}.joint:on_the_line",
        "(one + times * (two - one)) % base * place",
        "(one + times * (two - one)) * place",
        caught_by="pairs",
    ),
    mutant(
        "every pair as on average",
        f"{P}.pairs:Pairs._aligned",
        "self.on_average or",
        "True or",
        caught_by="pairs",
    ),
    mutant(
        "those who are aligned are counted twice",
        f"{P}.joint:Joint.apart",
        "aligned / without",
        "2 * aligned / without",
        caught_by="pairs",
    ),
    mutant(
        "no slope hits two other places",
        f"{P}.joint:sums_together",
        "(2 * rounded - squares) / max(rows.columns - 2, 1)",
        "0.0",
        caught_by="slopes",
    ),
    mutant(
        "three weights as if they were two",
        f"{P}.variances:Variances._own_weight",
        "(m.own_hit - m.levels * m.other)",
        "m.gain",
        caught_by="slopes",
    ),
    mutant(
        "the rarest are the first",
        f"{P}.detections:_pairs",
        "sorted(range(len(shares)), key=shares.__getitem__)",
        "list(range(len(shares)))",
        caught_by="which",
    ),
]

TestPower = power_of(PROOFS, MUTANTS)
