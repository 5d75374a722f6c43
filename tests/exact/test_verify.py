"""tacit verify: its ratios are those of an enumeration of its own, and whatever is wrong does not hold."""

from __future__ import annotations

from dataclasses import replace
from decimal import Decimal
from fractions import Fraction
from functools import partial
from itertools import product
from typing import Literal

import pytest

from asking import asked
from mutation import mutant, mutated
from proofs.promises import between_any, laws_of_cards, laws_of_groups, within_a_group, worst
from tacit.errors import Refused, StudyInvalid
from tacit.scheme.odds import Odds, mean_within_odds, pair_odds
from tacit.scheme.randomize import Source, randomize
from tacit.scheme.rows import Dealt, Direct, Hashed, Rows
from tacit.scheme.scheme import Scheme
from tacit.study.manifest import parse_manifest
from tacit.study.privacy import Privacy
from tacit.study.promise import promised_ratio
from tacit.study.study import Study, Wishes
from tacit.verification.cells import Extent
from tacit.verification.claim import Claim
from tacit.verification.device import devices_of
from tacit.verification.draws import intervals, sample
from tacit.verification.ratios import Ratios, enumerated_ratios, ratios_by_classes
from tacit.verification.verify import steps, verify, verify_claim

MANY = [f"group {number}" for number in range(2000)]
DIE = replace(
    asked("choice", options=("no", "yes"), groups=("a", "b"), epsilon="1.2"), wishes=Wishes(device="die")
)


def studies() -> dict[str, Study]:
    """Every kind of question, of rows and of promise, with declining and without."""
    found = {
        "range": asked(),
        "range, declining": asked(decline=True),
        "range, five levels": asked(levels=5, groups=("a", "b"), epsilon="3"),
        "range, five levels, direct": asked(levels=5, rows="direct", epsilon="2", decline=True),
        "range with odd ends": asked(ends=(-3, 4), rows="hashed", decline=True),
        "scale": asked("scale", ends=(1, 5)),
        "scale of two": asked("scale", ends=(0, 1), decline=True),
        "two options": asked("choice", options=("no", "yes"), decline=True),
        "four options": asked("choice", options=("n", "e", "s", "w"), decline=True),
        "four options, direct": asked("choice", options=("n", "e", "s", "w"), rows="direct"),
        "only the group": asked("none"),
        "only the group, declining": asked("none", decline=True, epsilon="4"),
        "crossed": asked(cross={"age": ("<40", "40+"), "sex": ("f", "m")}),
        "shares": asked(shares=("0.2", "0.3", "0.5")),
        "sums in one bit": asked(rows="hashed", columns=2, ask="sum"),
        "hashed": asked(rows="hashed", decline=True),
        "dealt": asked(rows="dealt"),
        "direct": asked(rows="direct", decline=True),
        "a die": DIE,
        "small epsilon": asked(epsilon="0.001"),
        "large epsilon": asked(epsilon="20"),
        "group": asked(promise="group", rows="direct", ask="sum"),
        "group, declining": asked(promise="group", rows="direct", ask="sum", decline=True),
        "group, ordinary rows": asked(promise="group", rows="dealt"),
        "group, options": asked("choice", promise="group", options=("n", "e", "s"), decline=True),
    }
    for rows, within in product(("hashed", "dealt", "direct"), ("0.2", "0.9")):
        wished: Literal["hashed", "dealt", "direct"] = rows  # type: ignore[assignment]
        found[f"within {within}, {rows}"] = asked(promise="group", mean_within=within, rows=wished)
    found["within 0.2, without noise"] = asked(promise="group", mean_within="0.2", ask="sum")
    found["within 0.5, two columns"] = asked(promise="group", mean_within="0.5", columns=2, ask="sum")
    return found


STUDIES = studies()


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


def test_what_is_tried_includes_the_first_and_last_of_everything() -> None:
    scheme = STUDIES["range"].scheme
    seen: list[tuple[int, int, int]] = []

    def send(query: int, item: int, level: int, read: Source) -> int:
        seen.append((query, item, level))
        return randomize(scheme, query, item, level, read)

    assert sample(scheme, send, lambda _steps: None).failure is None
    for query in (0, scheme.queries - 1):
        for item in (0, scheme.rows.items - 1):
            assert {(query, item, 0), (query, item, 1)} <= set(seen)


@pytest.mark.parametrize("odds", [Odds(5, 2, 2), Odds(5, 1, 2), Odds(5, 0, 2)])
def test_intervals_cover_every_draw_once(odds: Odds) -> None:
    scheme = Scheme(Hashed(3, 2, 5), odds)
    for query, item, level in product(range(scheme.queries), range(3), range(2)):
        spans = intervals(scheme, query, item, level)
        assert [start for start, _, _ in spans] == [0, *(end for _, end, _ in spans[:-1])]
        assert spans[-1][1] == scheme.total
        assert sorted(column for _, _, column in spans) == list(range(5))


def test_a_device_that_places_a_card_elsewhere_is_named_by_card_and_query() -> None:
    scheme = Scheme(Hashed(3, 2, 5), Odds(3, 1, 1))

    def send(query: int, item: int, level: int, read: Source) -> int:
        sent = randomize(scheme, query, item, level, read)
        return (sent + 1) % 5 if (query, item, level) == (3, 2, 1) else sent

    found = verify_claim(Claim(scheme, Privacy(Decimal("1.2"))), sends=[send])
    assert not found.holds
    assert found.is_within
    own = scheme.column(3, 2, 1)
    columns = f"to the scheme {own}, the device {(own + 1) % 5}, the tally {own}"
    said = f"the column of card (2, 1) of query 3 is {columns}"
    assert found.failures[0] == said
    assert "IT IS NOT PROVED: the code does not do what is published. Do not ask anybody." in str(found)
    assert f"  {said}" in str(found).splitlines()


def test_a_device_that_draws_wrongly_is_named_with_the_draw() -> None:
    scheme = Scheme(Hashed(3, 2, 5), Odds(3, 1, 1))

    def send(query: int, item: int, level: int, read: Source) -> int:
        sent = randomize(scheme, query, item, level, read)
        return scheme.column(query, item, level) if sent == 4 else sent

    found = verify_claim(Claim(scheme, Privacy(Decimal("1.2"))), sends=[send])
    assert not found.holds
    assert len(found.failures) == 1
    assert "published 4" in found.failures[0]
    assert found.failures[0].startswith("card (0, 0) of query 0: the draws [")


def test_a_device_that_wants_more_bytes_gives_no_answer() -> None:
    scheme = Scheme(Hashed(3, 2, 5), Odds(3, 1, 1))

    def send(query: int, item: int, level: int, read: Source) -> int:
        read(1)
        return randomize(scheme, query, item, level, read)

    found = verify_claim(Claim(scheme, Privacy(Decimal("1.2"))), sends=[send])
    assert "give no answer after" in found.failures[0]


def test_uneven_rows_are_named_and_called_biased_though_the_promise_holds() -> None:
    left_out = mutant(
        "the query 0 is left out",
        "tacit.scheme.rows.hashed:Hashed.count_column",
        "base = self.columns",
        "base = self.columns\n    r = r or 1",
        caught_by="verify",
    )
    shifted = mutant(
        "... by the arrays as well",
        "tacit.tallying.columns:_digit_products",
        "total: Counts = np.zeros(1, dtype=np.int64)",
        "total: Counts = np.zeros(1, dtype=np.int64)\n    r = np.maximum(r, 1)",
        caught_by="verify",
    )
    with mutated(left_out), mutated(shifted):
        found = verify_claim(Claim(Scheme(Hashed(4, 2, 3), Odds(5, 2, 2)), Privacy(Decimal(1))))
    assert found.holds
    assert found.unbiased is False
    assert found.uneven == "cards (0, 0) and (1, 0) share a column with chance 2/9, not 3/9"
    assert f"  estimates would be biased: {found.uneven}" in str(found).splitlines()
    assert "NOT as even as the estimators suppose" in str(found)


def test_rows_that_are_not_well_formed_are_named() -> None:
    forgetful = mutant(
        "the level is forgotten",
        "tacit.tallying.columns:columns_of",
        "(count_columns_of(rows, r, item) + level) % rows.columns",
        "(count_columns_of(rows, r, item) + 0 * level) % rows.columns",
        caught_by="verify",
    )
    with mutated(forgetful):
        found = verify(asked(rows="hashed"))
    assert not found.well_formed
    assert found.failures[0] == "query 0 puts two cards of one group into one column"
    assert "NOT well formed" in str(found)


def test_people_are_not_told_smaller_odds_than_there_are() -> None:
    flattering = mutant(
        "the odds of one's own column forgotten",
        "tacit.study.promise:promised_ratio",
        "known = worst_ratio(odds, rows.columns)",
        "known = Fraction(odds.keep - 1, odds.other)",
        caught_by="verify",
    )
    with mutated(flattering):
        found = verify_claim(Claim(Scheme(Hashed(3, 2, 3), Odds(5, 2, 2)), Privacy(Decimal(1))))
    assert found.failures == ("people are told odds of at most 2, and there are odds of 5/2",)


@pytest.mark.parametrize(
    ("options", "has_decline"), [(0, False), (2, False), (5, False), (3, True), (3, False)]
)
def test_items_must_split_into_two_groups_or_more(options: int, has_decline: bool) -> None:
    with pytest.raises(Refused, match=r"^options must split . items into groups of equal size; got"):
        Claim(Scheme(Direct(5, 1, 5), Odds(2, 1, 1)), PROMISES[0], options, has_decline)


@pytest.mark.parametrize("name", ["range", "four options", "a die", "within 0.9, hashed"])
def test_progress_is_counted_to_about_what_was_announced(name: str) -> None:
    counted: list[int] = []
    verify(STUDIES[name], advance=counted.append)
    assert all(step > 0 for step in counted)
    assert steps(STUDIES[name]) / 2 < sum(counted) <= steps(STUDIES[name])


def test_json_has_the_members_of_the_design_and_exact_text() -> None:
    document = verify(STUDIES["range"]).to_json()
    odds = STUDIES["range"].scheme.odds
    assert document["ratio"] == str(Fraction(odds.keep, odds.other))
    assert (document["epsilon"], document["holds"], document["failures"]) == (1.0, True, [])
    assert document["queries"] == STUDIES["range"].scheme.queries
    assert {"study", "promise", "method", "ratio_value_known", "ratio_value"} <= set(document)


def test_a_whole_ratio_is_written_as_a_fraction_too() -> None:
    assert verify(DIE).to_json()["ratio"] == "3/1"
    assert "worst ratio    3/1 = 3\n" in str(verify(DIE))


@pytest.mark.parametrize("epsilon", ["0.001", "0.1", "1", "3.7", "20"])
def test_decimals_never_flatter(epsilon: str) -> None:
    """The ratio is rounded up, e^epsilon down, with so many digits that the order can still be seen."""
    lines = str(verify(asked("none", epsilon=epsilon))).splitlines()
    ratio = next(line for line in lines if line.startswith("worst ratio")).split()
    bound = next(line for line in lines if line.startswith("e^epsilon")).split()[1].removesuffix("...")
    exact, shown = Fraction(ratio[2].rstrip(",")), Fraction(ratio[-1])
    assert exact <= shown <= Fraction(bound)
    assert Decimal(bound) < Decimal(epsilon).exp()


def test_the_text_says_what_was_gone_through_and_what_is_not_proved() -> None:
    text = str(verify(STUDIES["range, declining"]))
    for said in (
        "Promise: Whatever someone knows, one answer moves the odds between any two (group, value) pairs",
        "It holds.",
        "rows: every card under every query and column (",
        "well formed: a group's cards lie apart in value questions, together in count questions",
        "every two cards of different groups share a column as often as the estimators suppose",
        "What this does not prove:",
        "  - that it asks each person only once",
    ):
        assert said in text
    assert "averages lie as close" not in text
    assert "averages lie as close" in str(verify(STUDIES["within 0.9, hashed"]))


def test_a_manifest_with_another_pool_is_no_manifest() -> None:
    study = STUDIES["range"]
    for change in (study.scheme.rows.pool + 1, study.scheme.rows.pool - 1, 1):
        tampered = study.manifest.replace(
            f'"pool":{study.scheme.rows.pool}'.encode(), f'"pool":{change}'.encode()
        )
        with pytest.raises(
            StudyInvalid, match=f"scheme.pool must be {study.scheme.rows.pool} for these rows"
        ):
            parse_manifest(tampered)


@pytest.mark.parametrize("decline", [False, True])
def test_more_levels_than_a_byte_has_are_all_held_by_the_device(decline: bool) -> None:
    """Whoever draws 0 sends the own column: so every card is the one that was asked for."""
    study = asked(levels=300, rows="hashed", columns=307, decline=decline, ends=(0, 999), epsilon="8")
    items = study.scheme.rows.items
    for send, item, level in product(devices_of(study), (0, items - 1), range(300)):
        assert send(5, item, level, bytes) == study.scheme.column(5, item, level)
