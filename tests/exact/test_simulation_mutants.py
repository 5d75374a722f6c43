"""The proofs about imagined answers have power: each of these mistakes is caught, by exactly those named."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal
from fractions import Fraction

from asking import asked
from mutation import mutant, power_of
from proofs import claim
from simulated import (
    check_placing,
    check_rounding,
    check_same_as_devices,
    check_simulated_law,
    check_stream,
    stream,
)
from tacit.answering.card import DECLINE, Value, card_of
from tacit.scheme.odds import Odds
from tacit.scheme.rows import Dealt, Direct, Hashed
from tacit.scheme.scheme import Scheme
from tacit.simulation.people import people_of
from tacit.simulation.stream import RAW
from tacit.simulation.truth import truth_of

DRAW, PLACING, PEOPLE = "tacit.simulation.draw", "tacit.simulation.placing", "tacit.simulation.people"
THIRD = Fraction(1, 3)
PLAIN, UNEQUAL = Odds(3, 1, 1), Odds(5, 1, 2)
SCHEMES = [
    *(Scheme(rows, PLAIN) for rows in (Hashed(4, 2, 3), Hashed(3, 3, 5), Dealt(3, 2, 4), Direct(3, 2, 6))),
    *(Scheme(rows, UNEQUAL) for rows in (Hashed(3, 2, 3), Dealt(3, 2, 4), Direct(2, 2, 4))),
    *(Scheme(rows, PLAIN, THIRD) for rows in (Hashed(3, 2, 2), Hashed(4, 2, 3), Dealt(3, 2, 3))),
]


def _stream() -> None:
    for bound in (3, 1000, 2**63 + 1, 2**64 - 1):
        check_stream(bound)


def _placing() -> None:
    for scheme in SCHEMES:
        check_placing(scheme)


def _law() -> None:
    for scheme in SCHEMES:
        check_simulated_law(scheme)


def _devices() -> None:
    for scheme in SCHEMES:
        check_same_as_devices(scheme, range(scheme.total))


def _rounding() -> None:
    for chance in ("1/3", "7/10", "1/9007199254740992"):
        check_rounding(Fraction(chance))


def _people() -> None:
    """Everybody holds the card that their device finds; who declines holds each level once in two draws."""
    for study in (asked(decline=True), asked("choice", options=("x", "y", "z"), decline=True)):
        values: tuple[Value, ...] = study.question.options or (0, Decimal("2.5"), 10)
        people = people_of(study, [0, 1, 2, 3, 3], [*values, None, None])
        cards = people.cards(stream(0, RAW // 2))
        wanted = [card_of(study, label, value) for label, value in zip("abc", values, strict=True)]
        wanted += [card_of(study, DECLINE, None)] * 2
        claim(cards.items.tolist() == [card.item for card in wanted], f"{cards.items}")
        levels = study.scheme.rows.levels
        claim(cards.levels.tolist()[3:] == [0, levels - 1], f"{cards.levels}")
        chosen = [] if cards.chosen is None else [cards.chances.exact[at] for at in cards.chosen[:3]]
        rises = [Fraction(card.rise or 0, card.run or 1) for card in wanted[:3]]
        claim(chosen == (rises if any(rises) else []), f"{chosen}")


def _truth() -> None:
    study = asked(decline=True)
    found = truth_of(
        study, [people_of(study, [0, 0, 3], [1, Fraction(1, 2), None]), people_of(study, [1], [10])]
    )
    claim((found["a"].count, found["a"].sum, found["a"].mean) == (2, 1.5, 0.75), f"{found['a']}")
    claim((found["b"].sum, found.declined, found.people) == (10.0, 1, 4), f"{found}")


PROOFS: dict[str, Callable[[], None]] = {
    "stream": _stream,
    "placing": _placing,
    "law": _law,
    "devices": _devices,
    "rounding": _rounding,
    "people": _people,
    "truth": _truth,
}

MUTANTS = [
    mutant(
        "raw numbers folded by a remainder",
        "tacit.simulation.stream:Stream.below",
        "drawn //= np.uint64(share)",
        "drawn %= np.uint64(bound)",
        caught_by="stream, law, people",
    ),
    mutant(
        "what is left over is not drawn again",
        "tacit.simulation.stream:Stream.below",
        "while drawn.max() >= limit:",
        "while drawn.max() > RAW - 1:",
        caught_by="stream",
    ),
    mutant(
        "the last column is never sent by others",
        f"{DRAW}:_randomize",
        "steps //= other",
        "steps //= other\n        steps %= np.uint64(columns - 1)",
        caught_by="law, devices",
    ),
    mutant(
        "keep is one unit larger",
        f"{DRAW}:_randomize",
        "np.where(drawn < odds.keep,",
        "np.where(drawn <= odds.keep,",
        caught_by="law, devices",
    ),
    mutant(
        "the opposite column is not skipped",
        f"{DRAW}:_randomize",
        "steps += steps >= gap",
        "pass",
        caught_by="law, devices",
    ),
    mutant(
        "other columns are counted downward",
        f"{DRAW}:_randomize",
        "return clock(own, steps.astype(own.dtype), columns)",
        "return clock(own, clock(columns - steps.astype(own.dtype), 0 * own, columns), columns)",
        caught_by="devices",
    ),
    mutant(
        "count questions asked too often",
        f"{DRAW}:answers_to",
        "kind < share.numerator",
        "kind <= share.numerator",
        caught_by="law",
    ),
    mutant(
        "query and column out of the same digits",
        f"{DRAW}:_numbers",
        "return divide(streams[0].below(questions * scheme.total, size), scheme.total)",
        "drawn = streams[0].below(questions * scheme.total, size)\n"
        "        return drawn % np.uint64(questions), drawn % np.uint64(scheme.total)",
        caught_by="law",
    ),
    mutant(
        "a tie always goes down",
        f"{DRAW}:rounded",
        "drawn == thresholds",
        "drawn != drawn",
        caught_by="rounding",
    ),
    mutant(
        "the rest of a chance is forgotten",
        f"{DRAW}:rounded",
        "< rest.numerator",
        "< 0",
        caught_by="rounding",
    ),
    mutant(
        "chances by floats",
        f"{DRAW}:Chances.thresholds",
        "RAW * chance.numerator // chance.denominator",
        "int(RAW * (chance.numerator / chance.denominator))",
        caught_by="rounding",
    ),
    mutant(
        "hashed rows without the highest digit",
        f"{PLACING}:_hashed",
        "left *= right\n        total += left",
        "pass",
        caught_by="placing, law, devices",
    ),
    mutant(
        "a count question that is answered like any other",
        f"{PLACING}:_hashed",
        "total *= is_value",
        "pass",
        caught_by="placing, law, devices",
    ),
    mutant(
        "a count question of bits that is answered like any other",
        f"{PLACING}:_parity",
        "& (narrow < rows.pool)",
        "",
        caught_by="placing, law, devices",
    ),
    mutant(
        "the first item is never turned",
        f"{PLACING}:_dealt",
        "item += middle.type(1)",
        "pass",
        caught_by="placing, law, devices",
    ),
    mutant(
        "a dealt card beside its place",
        f"{PLACING}:_dealt",
        "rank += is_second * middle.type(rows.step)",
        "rank += is_second * middle.type(rows.prime)",
        caught_by="placing, law, devices",
    ),
    mutant(
        "direct columns group by group of levels",
        f"{PLACING}:_direct",
        "own += levels.astype(roomy)",
        "own ^= levels.astype(roomy) * (own > 0)",
        caught_by="placing, law, devices",
    ),
    mutant(
        "who declines always holds the low card",
        f"{PEOPLE}:People.cards",
        "levels[declining] = coins.below(rows.levels, declining.size)",
        "pass",
        caught_by="people",
    ),
    mutant(
        "options left out of the items",
        f"{PEOPLE}:People.cards",
        "items += values.options.astype(items.dtype)[self.chosen]",
        "pass",
        caught_by="people",
    ),
    mutant(
        "nobody's value lies between two levels",
        f"{PEOPLE}:People.cards",
        "None if values.chances.are_all_zero else self.chosen",
        "None",
        caught_by="people",
    ),
    mutant(
        "batches of different units added as if alike",
        "tacit.simulation.truth:Totals.add",
        "sums.astype(object) * (common // units)",
        "sums.astype(object)",
        caught_by="truth",
    ),
]

TestPower = power_of(PROOFS, MUTANTS)
