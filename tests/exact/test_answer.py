"""One real answer, for every kind of study: its law by all its bytes; from tables as step by step."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tacit
from asking import asked
from proofs.answers import (
    Stream,
    check_answer_law,
    check_paths,
    check_places,
    check_reads_by_bytes,
    people_of,
)
from proofs.draws import check_edges, check_law, check_reads
from proofs.queries import check_queries
from tacit.scheme.odds import Odds
from tacit.scheme.rows import Dealt, Direct, Hashed, Rows
from tacit.scheme.scheme import Scheme
from tacit.study.study import Study, Wishes
from tacit.verification.device import device_of

PLAIN = Odds(3, 1, 1)
THIRD, NINTH = Fraction(1, 3), Fraction(1, 9)
AB = ("a", "b")


def tiny_studies() -> dict[str, Study]:
    """Every kind of study, with odds so small that one byte decides each draw."""

    def tiny(rows: Rows, *, odds: Odds = PLAIN, share: Fraction = Fraction(0), **parts: object) -> Study:
        return asked(frozen=Scheme(rows, odds, share), **{"epsilon": "2", "groups": AB, **parts})  # type: ignore[arg-type]

    crossed = {"age": ("<40", "40+"), "region": ("north", "south")}
    die = replace(asked("choice", options=("no", "yes"), epsilon="2"), wishes=Wishes(device="die"))
    return {
        "range, hashed": tiny(Hashed(2, 2, 3)),
        "range from below 0, bits": tiny(Hashed(3, 2, 2), groups="abc", ends=(-5, 4)),
        "range, three levels": tiny(Hashed(2, 3, 3), levels=3),
        "range, five levels, direct": tiny(Direct(2, 5, 10), levels=5, ends=(0, 8)),
        "scale, dealt": tiny(Dealt(2, 2, 3), kind="scale", ends=(1, 7)),
        "two options, direct": tiny(Direct(2, 2, 4), kind="choice", options=("no", "yes")),
        "three options, hashed": tiny(Hashed(6, 1, 3), kind="choice", options="xyz"),
        "only the group, dealt": tiny(Dealt(3, 1, 2), kind="none", groups="abc"),
        "only the group, direct": tiny(Direct(3, 1, 3), kind="none", groups="abc"),
        "crossed groups": tiny(Hashed(4, 2, 2), cross=crossed),
        "declining, hashed": tiny(Hashed(3, 2, 3), decline=True),
        "declining, dealt": tiny(Dealt(3, 2, 3), decline=True, kind="scale"),
        "declining, three levels": tiny(Hashed(3, 3, 5), decline=True, levels=3),
        "declining, three options": tiny(Direct(7, 1, 7), decline=True, kind="choice", options="xyz"),
        "declining, only the group": tiny(Hashed(3, 1, 2), decline=True, kind="none"),
        "count questions, hashed": tiny(Hashed(3, 2, 3), groups="abc", share=NINTH),
        "count questions, bits": tiny(Hashed(3, 2, 2), groups="abc", share=THIRD),
        "count questions, dealt": tiny(Dealt(3, 2, 3), decline=True, share=NINTH),
        "promise group": tiny(Direct(2, 2, 4), odds=Odds(6, 1, 3), promise="group"),
        "promise group, declining": tiny(Direct(3, 2, 6), odds=Odds(4, 1, 2), promise="group", decline=True),
        "mean within, hashed": tiny(Hashed(2, 2, 3), odds=Odds(5, 2, 3), promise="group", mean_within="0.5"),
        "mean within, 0 for the opposite": tiny(
            Dealt(2, 2, 3), odds=Odds(4, 0, 2), promise="group", mean_within="0.25"
        ),
        "a die": die,
    }


TINY = tiny_studies()


def real_studies() -> dict[str, Study]:
    """The planner's own choices, of all rows."""
    many = [f"group {number}" for number in range(70)]
    return {
        "direct": asked(epsilon="1"),
        "dealt": asked(groups="abcdefgh", kind="scale", epsilon="2"),
        "hashed": asked(groups=many, ends=(-3, 3), decline=True, epsilon="3"),
        "hashed, two columns": asked(groups=many, rows="hashed", columns=2, ask="sum", epsilon="0.5"),
        "count questions": asked(groups=many, rows="hashed", columns=3, ends=(1, 1000)),
        "four levels": asked(groups="abcdefgh", levels=4, epsilon="8", rows="direct"),
        "options": asked("choice", options=("x", "y", "z", "é"), decline=True, epsilon="2"),
        "only the group": asked("none", groups=many, epsilon="4"),
        "promise group": asked(promise="group", ask="sum", epsilon="1", rows="direct", decline=True),
        "mean within": asked(promise="group", mean_within="0.6", ask="sum"),
    }


REAL = real_studies()


def two_bytes() -> Iterator[bytes]:
    """All four low bits of two bytes, other bits above them, and a tail for what is drawn again."""
    for first, second in product(range(16), repeat=2):
        yield bytes([first | 16 * second, second | 16 * (first ^ 5)]) + bytes(range(7))


@pytest.mark.parametrize("study", TINY.values(), ids=TINY)
def test_every_answer_has_the_law_of_the_published_table(study: Study) -> None:
    check_answer_law(study, people_of(study))


@pytest.mark.parametrize("study", TINY.values(), ids=TINY)
def test_tables_and_the_plain_path_take_the_same_from_all_bytes(study: Study) -> None:
    check_paths(study, people_of(study), two_bytes())


@pytest.mark.parametrize("study", TINY.values(), ids=TINY)
def test_reads_depend_on_bytes_and_never_on_the_group(study: Study) -> None:
    check_reads_by_bytes(study, [*two_bytes()][::5])


@pytest.mark.parametrize("study", TINY.values(), ids=TINY)
def test_the_device_sends_each_card_by_the_law_of_randomize(study: Study) -> None:
    send = device_of(study)
    check_law(study.scheme, lambda _, *card_and_source: send(*card_and_source))
    check_reads(study.scheme, lambda _, *card_and_source: send(*card_and_source))


@pytest.mark.parametrize("study", REAL.values(), ids=REAL)
def test_the_device_is_right_at_every_edge_of_real_odds(study: Study) -> None:
    send = device_of(study)
    queries = {0, study.scheme.queries // 2, study.scheme.queries - 1}
    check_edges(study.scheme, lambda _, *card_and_source: send(*card_and_source), queries)


@given(st.sampled_from([*REAL]), st.integers(0), st.integers(0), st.binary(min_size=8, max_size=64))
def test_tables_and_the_plain_path_take_the_same_from_any_bytes(
    name: str, query: int, person: int, content: bytes
) -> None:
    study = REAL[name]
    people = people_of(study)
    group, value = people[person % len(people)]
    outcomes = []
    # A float is in no table.
    for given_value in (value, float(value) if isinstance(value, int) else value):
        read = Stream(content + bytes(64))
        sent = tacit.answer(study, query % study.scheme.queries, group=group, value=given_value, read=read)
        outcomes.append((sent, len(read.left)))
    assert outcomes[0] == outcomes[1]


PLACED = [
    Scheme(rows, PLAIN, share)
    for rows, share in [
        *(
            (Hashed(items, levels, s), Fraction(0))
            for s in (3, 5)
            for items in (2, 7, 28)
            for levels in (1, 2, 3)
        ),
        *((Hashed(items, 2, 2), share) for items in (2, 5, 17) for share in (Fraction(0), THIRD)),
        *((Hashed(items, 2, 3), NINTH) for items in (2, 4, 30)),
        *((Dealt(items, levels, 4), Fraction(0)) for items in (4, 5, 8, 9) for levels in (1, 2)),
        *((Dealt(items, 2, s), NINTH) for items in (3, 4, 6) for s in (2, 3, 5)),
        *((Direct(items, levels, items * levels), Fraction(0)) for items in (2, 5) for levels in (1, 2, 4)),
        (Hashed(3, 2, 401), Fraction(0)),
        (Hashed(23, 2, 23), Fraction(0)),
        (Hashed(24, 1, 23), Fraction(0)),
    ]
]


@pytest.mark.parametrize("scheme", PLACED, ids=repr)
def test_every_card_lies_where_the_rows_say(scheme: Scheme) -> None:
    check_places(scheme)


@pytest.mark.parametrize(
    "name",
    [
        "range, hashed",
        "crossed groups",
        "range, five levels, direct",
        "count questions, hashed",
        "count questions, bits",
    ],
)
def test_queries_are_drawn_evenly_and_count_questions_in_their_share(name: str) -> None:
    check_queries(TINY[name], tacit.draw_query)


def test_the_system_gives_the_bytes_when_nobody_else_does() -> None:
    study = TINY["range, hashed"]
    query = tacit.draw_query(study)
    columns = {tacit.answer(study, query, group="a", value=7).column for _ in range(200)}
    # All three columns: each of 200 draws misses one with chance 4/5 at most.
    assert columns == {0, 1, 2}
