"""tacit verify: a device, rows or odds with a mistake are named, and what is printed never flatters."""

from __future__ import annotations

from decimal import Decimal
from fractions import Fraction
from itertools import product

import pytest

from asking import asked
from mutation import mutant, mutated
from studies import DIE, STUDIES
from tacit.errors import Refused, StudyInvalid
from tacit.scheme.odds import Odds
from tacit.scheme.randomize import Source, randomize
from tacit.scheme.rows import Direct, Hashed
from tacit.scheme.scheme import Scheme
from tacit.study.manifest import parse_manifest
from tacit.study.privacy import Privacy
from tacit.verification.claim import Claim
from tacit.verification.device import devices_of
from tacit.verification.draws import intervals, sample
from tacit.verification.verify import steps, verify, verify_claim


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
        Claim(Scheme(Direct(5, 1, 5), Odds(2, 1, 1)), Privacy(Decimal(1)), options, has_decline)


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
