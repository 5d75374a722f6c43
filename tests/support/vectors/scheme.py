"""rows.json, randomize.json, rounding.json, answers.json: from group and value to the column that is sent."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from decimal import Decimal
from fractions import Fraction

from collected.sources import Given
from tacit.answering.answer import answer
from tacit.answering.card import DECLINE, card_of, exact_value
from tacit.errors import Refused
from tacit.scheme.odds import Odds, group_odds, pair_odds
from tacit.scheme.randomize import FINEST, below, place, randomize, round_to_level
from tacit.scheme.rows import Dealt, Direct, Hashed
from tacit.scheme.scheme import Scheme
from vectors.studies import named_studies
from vectors.writing import Case, File

THIRD, NINTH = Fraction(1, 3), Fraction(1, 9)
ONE = pair_odds(Decimal(1))

SCHEMES: list[Scheme] = [
    Scheme(Direct(2, 1, 2), ONE),
    Scheme(Direct(3, 2, 6), ONE),
    Scheme(Direct(2, 4, 8), ONE),
    Scheme(Dealt(2, 2, 2), ONE, THIRD),
    Scheme(Dealt(3, 2, 3), ONE, NINTH),
    Scheme(Dealt(5, 2, 4), ONE),
    Scheme(Dealt(6, 2, 7), ONE),
    Scheme(Dealt(5, 1, 3), ONE),
    Scheme(Dealt(64, 2, 134), ONE),
    Scheme(Hashed(2, 2, 2), ONE, THIRD),
    Scheme(Hashed(9, 2, 3), ONE, NINTH),
    Scheme(Hashed(10, 2, 3), ONE, NINTH),
    Scheme(Hashed(7, 1, 5), ONE),
    Scheme(Hashed(4, 3, 5), ONE, THIRD),
    Scheme(Hashed(4, 5, 11), ONE),
    Scheme(Hashed(1000, 2, 7), ONE),
    Scheme(Hashed(100_000, 2, 53), ONE),
]

LARGE = Odds((1 << 53) - 1 - 5 * (1 << 24), 1 << 24, 1 << 24)
DRAWING: list[Scheme] = [
    Scheme(Direct(2, 1, 2), Odds(3, 1, 1)),
    Scheme(Direct(2, 2, 4), ONE),
    Scheme(Direct(2, 2, 4), group_odds(Decimal("1.5"))),
    Scheme(Direct(3, 2, 6), LARGE),
    Scheme(Dealt(2, 2, 2), Odds(5, 1, 1), THIRD),
    Scheme(Dealt(3, 2, 3), pair_odds(Decimal("0.001")), NINTH),
    Scheme(Dealt(5, 2, 4), Odds(128, 64, 64)),
    Scheme(Dealt(5, 1, 3), ONE),
    Scheme(Hashed(4, 3, 5), ONE, THIRD),
    Scheme(Hashed(10, 2, 7), pair_odds(Decimal(3))),
    Scheme(Hashed(3, 2, 3), Odds(9, 1, 3)),
    Scheme(Hashed(3, 2, 3), Odds(7, 5, 2)),
]


def rows_file() -> File:
    """The columns of cards under queries, of both kinds."""
    return {
        "about": "SCHEME.md A. columns[item][level] of the first items, then of the last one.",
        "cases": [
            {
                "scheme": scheme.to_manifest(),
                "query": query,
                "items": items,
                "columns": _columns(scheme, query, items),
            }
            for scheme in SCHEMES
            for query in _queries(scheme)
            for items in [sorted({*range(min(scheme.rows.items, 8)), scheme.rows.items - 1})]
        ],
    }


def _queries(scheme: Scheme) -> list[int]:
    """The ends of each kind, and some between."""
    pool = scheme.rows.pool
    firsts = {0, 1, 2, 3, pool // 3, pool // 2, 5 * pool // 7, pool - 2, pool - 1}
    kinds = range(2 if scheme.count_share else 1)
    return sorted(kind * pool + r for kind in kinds for r in firsts if 0 <= r < pool)


def _columns(scheme: Scheme, query: int, items: list[int]) -> list[list[int]]:
    return [[scheme.column(query, item, level) for level in range(scheme.rows.levels)] for item in items]


def randomize_file() -> File:
    """Forced draws at both sides of every threshold."""
    return {
        "about": "PROTOCOL.md P4. read: the bytes that the source gives, in hex; each case uses all of them.",
        "below": list(_below()),
        "columns": [case for scheme in DRAWING for case in _draws(scheme)],
    }


def _below() -> Iterator[Case]:
    for width in (
        1,
        2,
        3,
        5,
        8,
        255,
        256,
        257,
        1000,
        65536,
        65537,
        (1 << 24) + 1,
        LARGE.keep,
        (1 << 53) - 1,
        1 << 53,
    ):
        bits = (width - 1).bit_length()
        size = -(-bits // 8)
        unused = (1 << 8 * size) - (1 << bits)
        for drawn in sorted({at for at in (0, 1, width // 2, width - 2, width - 1) if 0 <= at < width}):
            plain = drawn.to_bytes(size, "big")
            noisy = (drawn | unused).to_bytes(size, "big")
            for read in dict.fromkeys((plain, noisy)):
                yield _below_case(width, read)
        if width < 1 << bits:
            rejected = width.to_bytes(size, "big") + ((1 << 8 * size) - 1).to_bytes(size, "big")
            yield _below_case(width, rejected + (width - 1).to_bytes(size, "big"))


def _below_case(width: int, read: bytes) -> Case:
    source = Given(read)
    drawn = below(width, source)
    if source.left:
        raise AssertionError(f"below({width}) leaves {source.left.hex()}")
    return {"width": str(width), "read": read.hex(), "drawn": str(drawn)}


def _draws(scheme: Scheme) -> Iterator[Case]:
    """Both sides of every threshold, and what is rejected, for cards and queries at the ends."""
    odds, rows = scheme.odds, scheme.rows
    size = -(-(scheme.total - 1).bit_length() // 8)
    edges = {0, scheme.total - 1, odds.keep - 1}
    steps = range(rows.columns - 1 if odds.is_plain else rows.columns - 2)
    start = odds.keep + (0 if odds.is_plain else odds.opposite)
    edges |= {start - 1} | {start + odds.other * step + end for step in steps for end in (0, odds.other - 1)}
    for query in sorted({0, scheme.queries // 2, scheme.queries - 1}):
        for item, level in ((0, 0), (rows.items - 1, rows.levels - 1)):
            for drawn in sorted(edges):
                yield _draw(scheme, query, item, level, drawn.to_bytes(size, "big"))
    if scheme.total < 1 << (scheme.total - 1).bit_length():
        rejected = scheme.total.to_bytes(size, "big") + b"\xff" * size
        yield _draw(scheme, 0, 0, 0, rejected + odds.keep.to_bytes(size, "big"))


def _draw(scheme: Scheme, query: int, item: int, level: int, read: bytes) -> Case:
    source = Given(read)
    column = randomize(scheme, query, item, level, source)
    if source.left:
        raise AssertionError(f"{scheme} leaves {source.left.hex()}")
    return {
        "scheme": scheme.to_manifest(),
        "query": query,
        "item": item,
        "level": level,
        "read": read.hex(),
        "column": column,
    }


PLACES: list[tuple[str, str, str, int]] = [
    ("0", "0", "10", 2),
    ("10", "0", "10", 2),
    ("7", "0", "10", 2),
    ("0.1", "0", "1", 2),
    ("7.000", "0", "10", 2),
    ("+7", "0", "10", 2),
    ("7e0", "0", "10", 2),
    ("70E-1", "0", "10", 2),
    ("-0.5", "-0.5", "12.75", 2),
    ("-0.25", "-0.5", "12.75", 2),
    ("12.74999", "-0.5", "12.75", 4),
    ("3", "1", "5", 3),
    ("2", "1", "5", 3),
    ("4", "1", "5", 5),
    ("5", "1", "5", 5),
    ("0.000000000000000000000000000001", "0", "10", 2),
    ("0.333333333333333333333333333333", "0", "1", 2),
    ("3.14159265358979323846264338327", "0", "10", 2),
    ("9.99999999999999999999999999999", "0", "10", 2),
    ("0.123456789012345678901234567891", "0", "1", 7),
    ("0.500000000000000055511151231258", "0", "1", 2),
    ("999999999999999", "0", "1000000000000000", 2),
    ("-999999999999999", "-1000000000000000", "0", 1000),
]

NO_NUMBERS = [
    "", " ", "seven", "0x7", "1,5", ".5", "5.", "1e", "1e1000", "--1", "NaN", "Infinity", "1_0", "٧", "1/2",
    "0.0000000000000000000000000000001", "1000000000000000000000000000000", "1e30", "1e-31",
]  # fmt: skip


def rounding_file() -> File:
    """Where a value lies between two levels, and the draw that takes it up or not."""
    return {
        "about": "SCHEME.md B. up: whether a draw goes to the next level; with rise of run chances.",
        "places": [_placed(*given) for given in PLACES],
        "refused": [_refused_number(text) for text in NO_NUMBERS],
        "draws": list(_roundings()),
    }


def _placed(value: str, low: str, high: str, levels: int) -> Case:
    level, rise, run = place(exact_value(value), Fraction(low), Fraction(high), levels)
    numbers = {"level": level, "rise": str(rise), "run": str(run)}
    return {"value": value, "low": low, "high": high, "levels": levels, **numbers}


def _refused_number(text: str) -> str:
    try:
        exact_value(text)
    except Refused:
        return text
    raise AssertionError(f"{text!r} must be refused, and is a number")


def _roundings() -> Iterator[Case]:
    for rise, run in ((0, 1), (1, 1), (1, 2), (7, 10), (1, 3), (255, 256), (1, FINEST), (FINEST - 1, FINEST)):
        size = -(-(run - 1).bit_length() // 8)
        for drawn in sorted({at for at in (0, 1, rise - 1, rise, run - 1) if 0 <= at < run}):
            read = drawn.to_bytes(size, "big")
            up = round_to_level(0, rise, run, Given(read)) == 1
            yield {"rise": str(rise), "run": str(run), "read": read.hex(), "up": up}


ANSWERS: list[tuple[str, str | None, str | None]] = [
    ("range", "diabetic", "7"),
    ("range", "diabetic", "0"),
    ("range", "not diabetic", "10"),
    ("range", "not diabetic", "3.14159"),
    ("range with decline", "diabetic", "2.5"),
    ("range with decline", None, None),
    ("scale", "diabetic", "4"),
    ("scale of three levels", "not diabetic", "2"),
    ("scale of five levels", "group 2", "3"),
    ("range of four levels, with count questions", "not diabetic", "5"),
    ("range of four levels, with count questions", None, None),
    ("two options", "diabetic", "no"),
    ("three options", "not diabetic", "green"),
    ("three options with decline", "diabetic", "blue"),
    ("three options with decline", None, None),
    ("only the group", "group 3", None),
    ("open, dealt into four", "group 4", "9.99"),
    ("hashed into two, with count questions", "group 69", "1"),
    ("hashed into 53", "group 199", "0.1"),
    ("crossed groups", "40+ / elsewhere", "6"),
    ("promise group", "diabetic", "7"),
    ("a die", "not diabetic", "yes"),
    ("text of many kinds", "東京", "12.75"),
    ("text of many kinds", "\U0001d54f & <b>\\", "-0.5"),
]

REFUSED_ANSWERS: list[tuple[str, str, str | None, str | None]] = [
    ("range", "group", "Diabetic", "7"),
    ("range", "group", "", "7"),
    ("range", "group", None, None),
    ("range", "value", "diabetic", "10.0000000001"),
    ("range", "value", "diabetic", "-0.1"),
    ("range", "value", "diabetic", "seven"),
    ("range", "value", "diabetic", None),
    ("range with decline", "value", None, "7"),
    ("scale", "value", "diabetic", "2.5"),
    ("two options", "value", "diabetic", "maybe"),
    ("only the group", "value", "group 1", "1"),
]


def answers_file() -> File:
    """The whole way on the device, from what a person says to the column."""
    return {
        "about": "study: a name in manifests.json. group null: declining. value null: nothing is asked. "
        "read: the bytes of the source, each case uses all of them.",
        "cases": [case for given in ANSWERS for case in _answers(*given)],
        "refused": [_refused_answer(*given) for given in REFUSED_ANSWERS],
    }


def _answers(name: str, group: str | None, value: str | None) -> Iterator[Case]:
    study = named_studies()[name]
    for query in sorted({0, study.scheme.queries // 2, study.scheme.queries - 1}):
        for times in range(3):
            stream = hashlib.shake_256(f"{name}/{group}/{query}/{times}".encode()).digest(400)
            source = Given(stream)
            who = DECLINE if group is None else group
            drawn = answer(study, query, group=who, value=value, read=source)
            read = stream[: len(stream) - len(source.left)]
            said = {"study": name, "group": group, "value": value}
            yield {**said, "query": query, "read": read.hex(), "column": drawn.column}


def _refused_answer(name: str, field: str, group: str | None, value: str | None) -> Case:
    try:
        card_of(named_studies()[name], DECLINE if group is None else group, value)
    except Refused as refused:
        if refused.problems[0].field == field:
            return {"study": name, "group": group, "value": value, "refused": field}
    raise AssertionError(f"{name}: {group!r}, {value!r} must be refused for its {field}")
