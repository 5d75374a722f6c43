"""What one answer can do to a thought: Bayes' rule on exact odds, rounded against us, in small numbers."""

from __future__ import annotations

from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from asking import asked
from mutation import mutant, power_of
from tacit.study.beliefs import at_least, at_most, moved, plainly
from tacit.study.promise import promised_ratio
from tacit.study.protection import beliefs_of, guess_in_words, promise_of

CHANCES = st.fractions(min_value=Fraction(1, 2000), max_value=Fraction(1999, 2000))
RATIOS = st.fractions(min_value=1, max_value=10**6)


def read(words: str) -> tuple[Fraction, Fraction]:
    """`3 in 4 (73.2%)` as two numbers."""
    parts, percent = words.removesuffix("%)").split(" (")
    top, bottom = parts.replace(",", "").split(" in ")
    return Fraction(int(top), int(bottom)), Fraction(percent.removeprefix("under ")) / 100


def check_moved(before: Fraction, ratio: Fraction) -> None:
    belief = moved("it", before, ratio)
    assert belief.most is not None
    assert belief.least is not None
    odds = before / (1 - before)
    assert belief.most / (1 - belief.most) == odds * ratio
    assert belief.least / (1 - belief.least) == odds / ratio


@given(CHANCES, RATIOS)
def test_odds_move_by_the_ratio_and_no_further(before: Fraction, ratio: Fraction) -> None:
    check_moved(before, ratio)


def check_sides(chance: Fraction) -> None:
    for words, is_up in ((at_most(chance), True), (at_least(chance), False)):
        for told in read(words):
            if "under" not in words:
                assert told >= chance if is_up else told <= chance


@given(CHANCES)
def test_words_are_never_on_our_side(chance: Fraction) -> None:
    check_sides(chance)


@given(CHANCES)
def test_words_are_near_the_chance(chance: Fraction) -> None:
    told, percent = read(at_most(chance))
    assert percent - chance < Fraction(1, 1000)
    assert told - chance <= max(Fraction(1, 10), chance / 9)


@pytest.mark.parametrize(
    ("chance", "most", "least"),
    [
        ("1/4", "1 in 4 (25%)", "1 in 4 (25%)"),
        ("0.2319", "1 in 4 (23.2%)", "2 in 9 (23.1%)"),
        ("0.451", "1 in 2 (45.1%)", "4 in 9 (45.1%)"),
        ("0.691", "7 in 10 (69.1%)", "2 in 3 (69.1%)"),
        ("0.95", "19 in 20 (95%)", "19 in 20 (95%)"),
        ("0.9933", "994 in 1,000 (99.4%)", "993 in 1,000 (99.3%)"),
        ("0.0392", "1 in 25 (4%)", "1 in 26 (3.9%)"),
        ("0.0004", "1 in 2,500 (0.1%)", "1 in 2,500 (under 0.1%)"),
    ],
)
def test_a_chance_as_people_say_it(chance: str, most: str, least: str) -> None:
    assert at_most(Fraction(chance)) == most
    assert at_least(Fraction(chance)) == least


def test_where_nothing_bounds_it_that_is_said() -> None:
    belief = moved("it", Fraction(1, 2), None)
    assert at_most(belief.most) == "anything, even certainty"
    assert at_least(belief.least) == "anything, even none"
    assert plainly(Fraction(1, 10)) == "1 in 10"


@pytest.mark.parametrize(
    ("epsilon", "told"),
    [("0.5", "1 in 6 (15.5%)"), ("1", "1 in 4 (23.2%)"), ("2", "1 in 2 (45.1%)"), ("3", "7 in 10 (69.1%)")],
)
def test_the_sentence_for_both_promises(epsilon: str, told: str) -> None:
    assert guess_in_words(asked(epsilon=epsilon)) == (
        "Someone who thought 1 in 10 that a person is in a certain group or holds a certain value could, "
        f"after that person's answer, at most come to think {told}."
    )
    of_group = asked(groups="ab", promise="group", epsilon=epsilon, ask="sum", levels=2)
    assert not of_group.scheme.odds.is_plain
    assert guess_in_words(of_group).startswith(
        "Someone who thought 1 in 10 that a person is in a certain group could, after that person's answer, "
        f"at most come to think {told}. Of what is protected less (a person holds a certain value, when the "
        "group is known), 1 in 10 could at most become "
    )


def test_a_condition_and_what_is_known_beside_it_are_said() -> None:
    study = asked(promise="group", mean_within="0.5", epsilon="1")
    words = guess_in_words(study)
    assert "(if those averages are as supposed)" in words
    assert "a person is in a certain group, when the value is known" in words
    assert "average lies within 0.5 half-ranges" in promise_of(study)


def test_whoever_is_asked_for_a_group_alone_holds_no_value() -> None:
    assert "or holds a certain value" not in guess_in_words(asked("none"))


def test_every_guess_is_about_the_odds_that_are_promised() -> None:
    study = asked(epsilon="2")
    ratio = promised_ratio(study.scheme, study.privacy)
    assert [belief.before for belief in beliefs_of(study)] == [
        Fraction(1, 100),
        Fraction(1, 10),
        Fraction(1, 2),
    ]
    for belief in beliefs_of(study):
        assert belief == moved(belief.about, belief.before, ratio)


def _rule() -> None:
    for before, ratio in ((Fraction(1, 10), Fraction(3)), (Fraction(2, 3), Fraction(7, 2))):
        check_moved(before, ratio)


def _sides() -> None:
    for step in range(1, 400):
        check_sides(Fraction(step, 401))


def _sentences() -> None:
    test_the_sentence_for_both_promises("1", "1 in 4 (23.2%)")


B = "tacit.study.beliefs"
PROOFS = {"rule": _rule, "sides": _sides, "sentences": _sentences}
MUTANTS = [
    mutant(
        "the most without the other odds",
        f"{B}:moved",
        "/ (before * ratio + 1 - before)",
        "",
        caught_by="rule, sentences",
    ),
    mutant(
        "the least by the wrong odds",
        f"{B}:moved",
        "(1 - before) * ratio)",
        "(1 - before) / ratio)",
        caught_by="rule",
    ),
    mutant(
        "percents rounded in our favour",
        f"{B}:at_most",
        "math.ceil",
        "math.floor",
        caught_by="sides, sentences",
    ),
    mutant(
        "small chances rounded in our favour",
        f"{B}:_rounded",
        "math.floor(1 / chance) if up",
        "math.ceil(1 / chance) if up",
        caught_by="sides",
    ),
    mutant(
        "the furthest of the small numbers",
        f"{B}:_rounded",
        "return min(found",
        "return max(found",
        caught_by="sentences",
    ),
    mutant(
        "the value as well hidden as the group",
        "tacit.study.protection:beliefs_of",
        "not hides_all and privacy.mean_within is None",
        "False",
        caught_by="sentences",
    ),
]
TestPower = power_of(PROOFS, MUTANTS)
