"""Every proof by its name, on cases small enough to run all of them against every mutant."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction
from itertools import product

from asking import asked
from proofs import claim
from proofs.answers import check_answer_law, check_paths, check_places, check_reads_by_bytes, people_of
from proofs.draws import (
    check_below,
    check_edges,
    check_joint_law,
    check_law,
    check_place,
    check_reads,
    check_rounding,
)
from proofs.promises import (
    check_die,
    check_group_promise,
    check_keep_is_the_floor,
    check_mean_promise,
    check_pair_promise,
)
from proofs.queries import check_queries
from proofs.rows import check_as_written, check_pairs, check_well_formed
from proofs.scores import check_scores
from tacit.answering.answer import draw_query
from tacit.scheme.odds import Odds, die_odds, group_odds, group_ratio, mean_within_odds, pair_odds
from tacit.scheme.randomize import below, place, randomize, round_to_level
from tacit.scheme.rows import Dealt, Direct, Hashed, Rows
from tacit.scheme.scheme import Scheme
from tacit.study.study import Study
from tacit.verification.verify import verify

THIRD = Fraction(1, 3)
PLAIN = Odds(3, 1, 1)
UNEQUAL = Odds(5, 1, 2)
AB = ("a", "b")


def _rows() -> list[Rows]:
    hashed = [Hashed(2, 2, 2), Hashed(4, 2, 3), Hashed(3, 3, 5), Hashed(5, 1, 2), Hashed(9, 1, 3)]
    dealt = [Dealt(2, 2, 3), Dealt(3, 2, 3), Dealt(4, 2, 4), Dealt(5, 2, 5), Dealt(4, 1, 3)]
    return [*hashed, *dealt, Direct(2, 2, 4), Direct(3, 1, 3)]


def _schemes() -> list[Scheme]:
    can_count = [rows for rows in _rows() if rows.levels > 1 and rows.name != "direct" and rows.items < 5]
    found = [Scheme(rows, PLAIN) for rows in _rows()]
    found += [Scheme(rows, PLAIN, THIRD) for rows in can_count]
    return found + [Scheme(rows, UNEQUAL) for rows in (Dealt(3, 2, 4), Hashed(2, 2, 3), Direct(2, 2, 4))]


def _studies() -> list[Study]:
    """One of every kind of question and promise, one byte for each draw."""

    def small(rows: Rows, odds: Odds = PLAIN, share: Fraction = Fraction(0), **parts: object) -> Study:
        scheme = Scheme(rows, odds, share)
        return asked(frozen=scheme, **{"epsilon": "3", "groups": AB, "ends": (0, 3), **parts})  # type: ignore[arg-type]

    return [
        small(Dealt(3, 2, 3), PLAIN, THIRD, kind="scale", decline=True),
        small(Hashed(3, 3, 3), PLAIN, THIRD, levels=3, decline=True),
        small(Direct(2, 2, 4), UNEQUAL, promise="group"),
        small(Hashed(3, 2, 3), kind="choice", options=("no", "yes"), decline=True),
        small(Direct(7, 1, 7), kind="choice", options=("x", "y", "z"), decline=True),
        small(Dealt(3, 1, 3), Odds(4, 1, 1), kind="none", decline=True),
        small(Hashed(4, 1, 2), kind="none", groups=("a", "b", "c", "d")),
    ]


def _two_bytes() -> list[bytes]:
    """Four low bits of two bytes, other bits above, and a tail for what is drawn again."""
    pairs = product(range(16), repeat=2)
    return [bytes([a | 16 * b, b | 16 * (a ^ 5)]) + bytes(range(7)) for a, b in pairs]


def _below() -> None:
    check_below(below, [*range(1, 18), 127, 129, 255, 256])


def _place() -> None:
    values = ("0", "0.1", "0.3", "1", "2.5", "9.99", "10")
    check_place(place, [(value, "0", "10", levels) for value in values for levels in (2, 3, 5)])
    check_place(place, [("0.3", "-0.1", "0.7", 2), ("1", "0", "3", 4)])


def _law() -> None:
    for scheme in _schemes():
        if scheme.queries * scheme.rows.cards <= 48:
            check_law(scheme, randomize)


def _edges() -> None:
    for scheme in _schemes():
        real = Scheme(scheme.rows, pair_odds(Decimal(1)), scheme.count_share)
        check_edges(real, randomize, {0, real.queries - 1})


def _reads() -> None:
    for scheme in _schemes():
        check_reads(scheme, randomize)


def _joint() -> None:
    check_joint_law(Scheme(Hashed(2, 2, 2), PLAIN), randomize, round_to_level)
    check_joint_law(Scheme(Direct(2, 2, 4), Odds(5, 1, 1)), randomize, round_to_level)


def _reads_by_bytes() -> None:
    for study in _studies():
        check_reads_by_bytes(study, _two_bytes()[::5])


def _answers() -> None:
    for study in _studies():
        check_answer_law(study, people_of(study))


def _paths() -> None:
    for study in _studies():
        check_paths(study, people_of(study), _two_bytes()[::7])


def _places() -> None:
    for scheme in _schemes():
        check_places(scheme)


def _queries() -> None:
    for study in _studies():
        check_queries(study, draw_query)


def _as_written() -> None:
    for rows in [*_rows(), Hashed(125, 1, 5), Dealt(8, 2, 11)]:
        check_as_written(rows, most_queries=100)


def _well_formed() -> None:
    for scheme in _schemes():
        check_well_formed(scheme)


def _pairs() -> None:
    for scheme in _schemes():
        check_pairs(scheme)


def _scores() -> None:
    for scheme in _schemes():
        if scheme.rows.cards <= 8:
            check_scores(scheme)


def _pair_promise() -> None:
    for epsilon in map(Decimal, ("0.001", "1", "20")):
        for rows in (Dealt(3, 2, 3), Hashed(3, 3, 3), Direct(2, 1, 2)):
            check_pair_promise(Scheme(rows, pair_odds(epsilon)), epsilon)


def _declining() -> None:
    for rows in (Dealt(3, 2, 4), Direct(3, 2, 6)):
        check_pair_promise(Scheme(rows, pair_odds(Decimal(1))), Decimal(1), declines=True)


def _group_promise() -> None:
    for epsilon in map(Decimal, ("0.001", "1", "5")):
        check_group_promise(Scheme(Direct(3, 2, 6), group_odds(epsilon)), epsilon)


def _mean_promise() -> None:
    for within in map(Decimal, ("0.2", "0.5", "0.9")):
        for rows in (Dealt(2, 2, 2), Hashed(3, 2, 3), Direct(3, 2, 6)):
            odds = mean_within_odds(Decimal(1), within, rows.columns)
            stated = group_ratio(odds, within, rows.columns, is_direct=rows.name == "direct")
            check_mean_promise(Scheme(rows, odds), Decimal(1), within, stated)


def _floor() -> None:
    check_keep_is_the_floor(pair_odds, map(Decimal, ("0.001", "0.1", "1", "2.5", "18.123", "20")))


def _die() -> None:
    check_die(die_odds, map(Decimal, ("0.694", "1.098", "1.099", "1.387", "1.61", "20")))


def _verify() -> None:
    """`tacit verify` itself, as a user runs it."""
    planned = [asked("choice", options=("no", "yes"), decline=True, rows="dealt"), asked(groups=AB)]
    for study in [*_studies(), *planned]:
        found = verify(study)
        claim(found.holds and found.unbiased is True, str(found))


PROOFS: dict[str, Callable[[], None]] = {
    "below": _below,
    "rounding": lambda: check_rounding(round_to_level, [1, 2, 3, 7, 16, 100, 255]),
    "place": _place,
    "law": _law,
    "edges": _edges,
    "reads": _reads,
    "joint law": _joint,
    "reads by bytes": _reads_by_bytes,
    "answers": _answers,
    "paths": _paths,
    "places": _places,
    "queries": _queries,
    "as written": _as_written,
    "well formed": _well_formed,
    "pairs": _pairs,
    "scores": _scores,
    "pair promise": _pair_promise,
    "declining": _declining,
    "group promise": _group_promise,
    "mean promise": _mean_promise,
    "floor": _floor,
    "die": _die,
    "verify": _verify,
}
