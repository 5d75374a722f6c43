"""tacit verify: its ratios are those of an enumeration of its own, for every kind of study and of rows."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import product

import pytest

from asking import asked
from proofs.promises import between_any, laws_of_cards, laws_of_groups, within_a_group, worst
from studies import STUDIES
from tacit.errors import Refused
from tacit.scheme.odds import Odds, mean_within_odds, pair_odds
from tacit.scheme.rows import Dealt, Direct, Hashed, Rows
from tacit.scheme.scheme import Scheme
from tacit.study.manifest import parse_manifest
from tacit.study.privacy import Privacy
from tacit.study.promise import promised_ratio
from tacit.study.study import Study
from tacit.verification.cells import Extent
from tacit.verification.claim import Claim
from tacit.verification.ratios import Ratios, enumerated_ratios, ratios_by_classes
from tacit.verification.verify import verify, verify_claim

MANY = [f"group {number}" for number in range(2000)]


def groups_of(claim: Claim) -> list[int]:
    """The group of each item; whoever declines is a group of their own."""
    items = claim.scheme.rows.items - claim.has_decline
    return [item // claim.options for item in range(items)] + [items] * claim.has_decline


def enumerated(claim: Claim) -> Ratios:
    """The three ratios by the tests' own enumeration, over every query, column and pair of laws."""
    scheme, groups = claim.scheme, groups_of(claim)

    def are_apart(left: int, right: int) -> bool:
        return groups[left] != groups[right]

    def are_together(left: int, right: int) -> bool:
        return groups[left] == groups[right]

    cards = partial(laws_of_cards, scheme, declines=claim.has_decline)
    known = worst(cards(), are_apart)
    if claim.privacy.promise == "group and value":
        promised = worst(cards(), between_any)
    elif claim.within is None:
        promised = known
    else:
        promised = worst(laws_of_groups(scheme, claim.within), are_apart)
    return Ratios(promised, known, worst(cards(), are_together if claim.options > 1 else within_a_group))


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_what_the_planner_chooses_holds_with_the_ratio_of_an_enumeration(study: Study) -> None:
    found = verify(study)
    assert found.holds, str(found)
    assert found.unbiased is True
    assert found.is_full
    assert Ratios(found.ratio, found.ratio_value_known, found.ratio_value) == enumerated(Claim.of(study))
    assert (found.study, found.epsilon) == (study.id, study.privacy.epsilon)


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_a_frozen_study_is_proved_from_its_own_integers(study: Study) -> None:
    frozen = parse_manifest(study.manifest)
    assert frozen.frozen is not None
    assert verify(frozen).to_json() == verify(study).to_json()


@pytest.mark.parametrize("study", STUDIES.values(), ids=STUDIES)
def test_a_weight_that_is_off_by_one_is_refused_or_does_not_hold(study: Study) -> None:
    """keep one higher, opposite or other one lower: the manifest is refused, or the proof fails."""
    odds, claim = study.scheme.odds, Claim.of(study)
    off = [(odds.keep + 1, odds.opposite, odds.other), (odds.keep, odds.opposite, odds.other - 1)]
    off += [(odds.keep, odds.opposite - 1, odds.other)]
    if odds.is_plain:
        off[1:] = [(odds.keep, odds.opposite - 1, odds.other - 1)]
    refused = 0
    for weights in off:
        try:
            scheme = replace(study.scheme, odds=Odds(*weights))
            replace(study, frozen=scheme)
        except Refused:
            refused += 1
        else:
            # Under a bound on means one weight alone may leave the other ratio the worst.
            assert claim.within is not None
            found = verify_claim(replace(claim, scheme=scheme))
            assert found.holds == (found.ratio is not None and found.is_within)
    assert refused >= 1


@pytest.mark.parametrize(
    "name", ["range", "four options", "only the group", "direct", "a die", "large epsilon"]
)
def test_keep_one_higher_does_not_hold_even_where_nobody_refused_it(name: str) -> None:
    claim = Claim.of(STUDIES[name])
    odds = claim.scheme.odds
    above = replace(claim.scheme, odds=Odds(odds.keep + 1, odds.opposite, odds.other))
    found = verify_claim(replace(claim, scheme=above))
    assert not found.holds
    assert not found.is_within
    assert found.failures == ()
    assert "IT DOES NOT HOLD: the worst ratio is above e^epsilon. Do not ask anybody." in str(found)


def test_weights_without_noise_have_no_bound() -> None:
    """Two columns and no other weight: whoever knows the value knows the group."""
    claim = Claim(Scheme(Dealt(3, 2, 2), Odds(1, 0, 0)), Privacy(Decimal(1)))
    found = verify_claim(claim)
    assert (found.ratio, found.holds, found.to_json()["ratio"]) == (None, False, None)
    assert "IT DOES NOT HOLD: an answer can give a person away. Do not ask anybody." in str(found)
    assert "worst ratio    without bound" in str(found)


def test_three_weights_on_rows_in_which_groups_meet_do_not_hold() -> None:
    study = asked(promise="group", rows="direct", ask="sum", groups=("a", "b"))
    claim = replace(Claim.of(study), scheme=Scheme(Dealt(2, 2, 3), study.scheme.odds))
    found = verify_claim(claim)
    assert found.ratio == Fraction(study.scheme.odds.keep, study.scheme.odds.opposite)
    assert not found.holds


def test_a_bound_on_means_does_not_cover_count_questions() -> None:
    odds = mean_within_odds(Decimal(1), Decimal("0.5"), 3)
    with pytest.raises(Refused, match="count_share"):
        Scheme(Hashed(3, 2, 3), odds, Fraction(1, 9))
    plain = Scheme(Hashed(3, 2, 3), pair_odds(Decimal("1.2")), Fraction(1, 9))
    found = verify_claim(Claim(plain, Privacy(Decimal(1), "group", Decimal("0.5"))))
    assert found.ratio == Fraction(plain.odds.keep, plain.odds.other)
    assert not found.holds


SMALL: list[Rows] = [
    Hashed(2, 2, 2),
    Hashed(3, 2, 3),
    Hashed(5, 2, 3),
    Hashed(6, 1, 3),
    Hashed(5, 3, 3),
    Hashed(4, 3, 5),
    Hashed(4, 4, 5),
    Dealt(3, 2, 3),
    Dealt(4, 2, 4),
    Dealt(5, 2, 7),
    Dealt(6, 1, 4),
    Direct(3, 2, 6),
    Direct(6, 1, 6),
    Direct(3, 4, 12),
]
PROMISES = [
    Privacy(Decimal(2)),
    Privacy(Decimal(2), "group"),
    Privacy(Decimal(2), "group", Decimal("0.5")),
]


def claims(rows: Rows) -> list[Claim]:
    """Every promise, odds, share of count questions and way to read the items, where they go together."""
    found = []
    for odds, share, privacy, options, has_decline in product(
        (Odds(5, 1, 1), Odds(5, 1, 2), Odds(5, 3, 2), Odds(5, 0, 1)),
        (Fraction(0), Fraction(1, 3)),
        PROMISES,
        (1, 2, 3),
        (False, True),
    ):
        try:
            scheme = Scheme(rows, odds, share)
            claim = Claim(scheme, privacy, options, has_decline)
        except Refused:
            continue
        has_groups = (rows.items - has_decline) // options > 1
        if has_groups and (options == 1 or rows.levels == 1):
            found.append(claim)
    return found


@pytest.mark.parametrize("rows", SMALL, ids=repr)
def test_ratios_by_classes_bound_those_of_all_queries_and_are_nearly_always_the_same(
    rows: Rows,
) -> None:
    """Classes are every way in which cards can meet; where rows have all of them, the ratio is the same."""
    same = 0
    for claim in claims(rows):
        every = enumerated_ratios(claim, Extent(claim.scheme).placed)
        classes = ratios_by_classes(claim)
        for one, bound in zip(vars(every).values(), vars(classes).values(), strict=True):
            assert bound is None or (one is not None and one <= bound), claim
        same += every == classes
    assert same >= len(claims(rows)) * 3 // 4


@pytest.mark.parametrize("rows", SMALL, ids=repr)
def test_ratios_of_all_queries_are_those_of_an_enumeration(rows: Rows) -> None:
    for claim in claims(rows)[::3]:
        if claim.within is not None and (rows.levels != 2 or claim.has_decline):
            continue
        assert enumerated_ratios(claim, Extent(claim.scheme).placed) == enumerated(claim), claim


LARGE = {
    "hashed, 2000 groups": asked(groups=MANY, epsilon="2", decline=True),
    "dealt, 60 groups": asked(groups=MANY[:60], rows="dealt", columns=20, epsilon="3"),
    "options": asked("choice", groups=MANY[:400], options=("n", "e", "s", "w"), decline=True, epsilon="2"),
    "within": asked(groups=MANY, promise="group", mean_within="0.5", rows="hashed", epsilon="2"),
}


@pytest.mark.parametrize("study", LARGE.values(), ids=LARGE)
def test_large_studies_hold_by_classes_and_say_so(study: Study) -> None:
    found, odds = verify(study), study.scheme.odds
    assert found.holds, str(found)
    assert not found.is_full
    if study.privacy.mean_within is None:
        assert found.ratio == Fraction(odds.keep, odds.other)
    assert found.ratio == promised_ratio(study.scheme, study.privacy)
    assert found.method == f"classes, and {found.checked} queries scanned"
    assert "rows: too many to meet them all" in str(found)
    assert found.unbiased is None
    assert "not compared pair by pair: there are too many" in str(found)


def test_a_hundred_thousand_groups_take_seconds() -> None:
    groups = [f"{number}" for number in range(100_000)]
    found = verify(asked("none", groups=groups, epsilon="4"))
    assert found.holds
    assert found.queries > 100_000
    assert found.compared == 200_000
