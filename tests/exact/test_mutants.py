"""The proofs have power: each of these mistakes is caught, by exactly the proofs that are named beside it.

The names of the tests are the table of docs/proofs.md: a mistake, and in brackets what catches it.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules

import pytest

import proofs
from mutation import is_disproved, mutant, mutated, power_of
from proofs import suite
from proofs.suite import PROOFS

RANDOMIZE = "tacit.scheme.randomize"
ROWS = "tacit.scheme.rows"
ODDS = "tacit.scheme.odds"
SAMPLER, PLACES = "tacit.answering.sampler", "tacit.answering.places"
MOMENTS = "tacit.scheme.moments:Moments"

CHANCE = [
    mutant(
        "the last column is not randomised",
        f"{RANDOMIZE}:randomize",
        "return (own + 1 + drawn // odds.other) % columns",
        "return (own + (1 + drawn // odds.other) % (columns - 1)) % columns",
        caught_by="law, edges, joint law, paths, verify",
    ),
    mutant(
        "keep is 1% larger than published",
        f"{RANDOMIZE}:randomize",
        "if drawn < odds.keep:",
        "if drawn < odds.keep + max(1, odds.keep // 100):",
        caught_by="law, edges, joint law, paths, verify",
    ),
    mutant(
        "plus and minus are swapped",
        f"{RANDOMIZE}:randomize",
        "own = scheme.column(query, item, level)",
        "own = scheme.column(query, item, scheme.rows.levels - 1 - level)",
        caught_by="law, edges, joint law, paths, verify",
    ),
    mutant(
        "one column too far",
        f"{RANDOMIZE}:randomize",
        "own + 1 + drawn // odds.other",
        "own + 2 + drawn // odds.other",
        caught_by="law, edges, joint law, paths, verify",
    ),
    mutant(
        "one column too near",
        f"{RANDOMIZE}:randomize",
        "own + 1 + drawn // odds.other",
        "own + drawn // odds.other",
        caught_by="law, edges, joint law, paths, verify",
    ),
    mutant(
        "the opposite column is not skipped",
        f"{RANDOMIZE}:randomize",
        "own + steps + (steps >= (opposite - own) % columns)",
        "own + steps",
        caught_by="law, paths, verify",
    ),
    mutant(
        "the opposite's weight is kept for one's own",
        f"{RANDOMIZE}:randomize",
        "return opposite",
        "return own",
        caught_by="law, paths, verify",
    ),
    mutant(
        "other columns are counted downward",
        f"{RANDOMIZE}:randomize",
        "own + 1 + drawn // odds.other",
        "own - 1 - drawn // odds.other",
        caught_by="edges, paths, verify",
    ),
    mutant(
        "a remainder for below, with its bias",
        f"{RANDOMIZE}:below",
        '"big") & mask',
        '"big") % width',
        caught_by="below, rounding, law, edges, paths, queries, verify",
    ),
    mutant(
        "what is too large is folded back, not drawn again",
        f"{RANDOMIZE}:below",
        '"big") & mask',
        '"big") & mask\n        drawn -= width * (drawn >= width)',
        caught_by="below, rounding, law, edges, paths, queries, verify",
    ),
    mutant(
        "one number too many",
        f"{RANDOMIZE}:below",
        "if drawn < width:",
        "if drawn <= width:",
        caught_by="below, rounding, law, edges, paths, queries, verify",
    ),
    mutant(
        "bytes little end first",
        f"{RANDOMIZE}:below",
        '"big") & mask',
        '"little") & mask',
        caught_by="edges, verify",
    ),
    mutant(
        "bits above the width are not ignored",
        f"{RANDOMIZE}:reading",
        "(1 << bits) - 1",
        "(1 << 8 * (bits + 7 >> 3)) - 1",
        caught_by="edges, joint law, verify",
    ),
    mutant(
        "another source than the given one",
        f"{RANDOMIZE}:below",
        "drawn = int.from_bytes(read(size)",
        "drawn = int.from_bytes(bytes(size)",
        caught_by="below, rounding, law, edges, joint law, paths, queries, verify",
    ),
    mutant(
        "a read more for the upper level",
        f"{RANDOMIZE}:randomize",
        "drawn = below(scheme.total, read)",
        "drawn = below(scheme.total, read)\n    level and below(2, read)",
        caught_by="law, edges, reads, joint law, paths, verify",
    ),
    mutant(
        "rounding up one time too often",
        f"{RANDOMIZE}:round_to_level",
        "below(denominator, read) < numerator",
        "below(denominator, read) <= numerator",
        caught_by="rounding, joint law, paths",
    ),
    mutant(
        "rounding to the nearest level",
        f"{RANDOMIZE}:round_to_level",
        "(below(denominator, read) < numerator)",
        "(denominator <= 2 * numerator + 0 * below(denominator, read))",
        caught_by="rounding, joint law, paths",
    ),
    mutant(
        "a value placed by floats",
        f"{RANDOMIZE}:place",
        "divmod((value - low) * (levels - 1) / (high - low), 1)",
        "divmod(Fraction(float(value - low) * (levels - 1) / float(high - low)), 1)",
        caught_by="place, reads by bytes, answers, paths",
    ),
    mutant(
        "levels spaced by their number, not by one less",
        f"{RANDOMIZE}:place",
        "(levels - 1) / (high - low)",
        "levels / (high - low)",
        caught_by="place, reads by bytes, answers, paths, verify",
    ),
    mutant(
        "who declines always holds the low card",
        "tacit.answering.card:card_of",
        "Card(*study.card(at, 0), None, levels if levels > 1 else 0)",
        "Card(*study.card(at, 0), 0, 0)",
        caught_by="answers, verify",
    ),
    mutant(
        "count questions asked too often",
        "tacit.answering.answer:draw_query",
        "below(share.denominator, read) < share.numerator",
        "below(share.denominator, read) <= share.numerator",
        caught_by="queries",
    ),
]

DEVICE = [
    mutant(
        "a device that randomises all columns but the last",
        f"{SAMPLER}:prepare",
        "return (own + 1 + drawn // other) % columns",
        "return (own + (1 + drawn // other) % (columns - 1)) % columns",
        caught_by="answers, paths, verify",
    ),
    mutant(
        "a device that keeps its own column 1% too often",
        f"{SAMPLER}:prepare",
        "if drawn < keep:",
        "if drawn < keep + max(1, keep // 100):",
        caught_by="answers, paths, verify",
    ),
    mutant(
        "a device on which plus and minus are swapped",
        f"{SAMPLER}:prepare",
        "own = place(query, item, level)",
        "own = place(query, item, 1 - level if is_plain else level)",
        caught_by="reads by bytes, answers, paths, verify",
    ),
    mutant(
        "a device that uses the value's noise again for the group",
        f"{SAMPLER}:prepare",
        "taken >> shift & mask",
        "taken & mask",
        caught_by="answers, paths, verify",
    ),
    mutant(
        "a device that folds back what is too large",
        f"{SAMPLER}:prepare",
        "while (drawn := taken & bits) >= total:",
        "while (drawn := (taken & bits) % total) >= total:",
        caught_by="answers, paths, verify",
    ),
    mutant(
        "a device that rounds up one time too often",
        f"{SAMPLER}:prepare",
        "elif drawn < rise:",
        "elif drawn <= rise:",
        caught_by="answers, paths",
    ),
    mutant(
        "a device that reads less for whoever has nothing to round",
        f"{SAMPLER}:prepare",
        "taken = number_of(read(few + size))",
        "taken = number_of(read(few + size + item % 2)) >> 8 * (item % 2)",
        caught_by="reads by bytes, answers, paths, verify",
    ),
    mutant(
        "a device on which declining is any column",
        f"{SAMPLER}:prepare",
        "own = place(query, item, level)",
        "own = place(query, item, level) if rise is not None else taken % columns",
        caught_by="answers, paths, verify",
    ),
    mutant(
        "a device on which declining is the first group",
        f"{SAMPLER}:_groups",
        "(card.item, declining)",
        "(0, declining)",
        caught_by="answers, paths, verify",
    ),
    mutant(
        "a device that answers count questions like others",
        f"{PLACES}:_place_halves",
        "level = 0",
        "pass",
        caught_by="answers, paths, places, verify",
    ),
    mutant(
        "a device that never turns the first item",
        f"{PLACES}:_place_dealt",
        "(item + 1) & query & mask",
        "item & query & mask",
        caught_by="answers, paths, places, verify",
    ),
]

QUERIES = [
    mutant(
        "a count question that is answered like any other",
        "tacit.scheme.scheme:Scheme.column",
        "return rows.count_column(query - rows.pool, item)",
        "return rows.column(query - rows.pool, item, level)",
        caught_by="answers, paths, places, well formed, pairs, scores, verify",
    ),
    mutant(
        "the query 0 is left out of hashed rows",
        f"{ROWS}.hashed:Hashed.count_column",
        "base = self.columns",
        "base = self.columns\n    r = r or 1",
        caught_by="answers, paths, places, as written, pairs, scores, verify",
    ),
    mutant(
        "digits counted by a float logarithm, one too few",
        "tacit.scheme.exact:digit_count",
        "while power < size:",
        "while power * base <= size:",
        caught_by="as written, pairs, scores",
    ),
    mutant(
        "digits counted one too many",
        "tacit.scheme.exact:digit_count",
        "while power < size:",
        "while power <= size:",
        caught_by="as written",
    ),
    mutant(
        "hashed rows forget the level",
        f"{ROWS}.hashed:Hashed.column",
        "self.count_column(r, item) + level",
        "self.count_column(r, item)",
        caught_by="law, answers, paths, places, as written, well formed, scores, mean promise, verify",
    ),
    mutant(
        "hashed rows multiply only the lowest digits",
        f"{ROWS}.hashed:Hashed.count_column",
        "base = self.columns",
        "base = self.columns\n    r, item = r % base, item % base",
        caught_by="answers, paths, places, as written, pairs, scores, verify",
    ),
    mutant(
        "the multiplier 0 is dealt, the last one never",
        f"{ROWS}.dealt:Dealt.rank",
        "(multiplier + 1) * item",
        "multiplier * item",
        caught_by="answers, paths, places, as written, pairs, scores, verify",
    ),
    mutant(
        "half of the multipliers are left out",
        f"{ROWS}.dealt:Dealt.rank",
        "(multiplier + 1) * item",
        "(multiplier // 2 * 2 + 1) * item",
        caught_by="places, as written, pairs, scores, verify",
    ),
    mutant(
        "the first item is never turned",
        f"{ROWS}.dealt:Dealt.column",
        "(item + 1) & (r % self.sides)",
        "item & (r % self.sides)",
        caught_by="answers, paths, places, as written, pairs, scores, verify",
    ),
    mutant(
        "one mask too few",
        f"{ROWS}.dealt:Dealt.sides",
        "self.items.bit_length()",
        "(self.items - 1).bit_length()",
        caught_by="as written, pairs, scores, verify",
    ),
    mutant(
        "both cards of an item into one column",
        f"{ROWS}.dealt:Dealt.step",
        "self.prime + (self.prime % self.columns == 0)",
        "self.prime",
        caught_by="as written, well formed, pairs, scores, mean promise, verify",
    ),
    mutant(
        "high and low turned about in dealt rows",
        f"{ROWS}.dealt:Dealt.column",
        "is_high_first == (level == 1)",
        "is_high_first == (level == 0)",
        caught_by="answers, paths, places, as written, verify",
    ),
    mutant(
        "direct columns level by level",
        f"{ROWS}.direct:Direct.column",
        "item * self.levels + level",
        "level * self.items + item",
        caught_by="answers, paths, places, as written, verify",
    ),
    mutant(
        "the tally looks for dealt cards as if all were first",
        "tacit.tallying.columns:columns_of",
        "is_second = (parity == 0) != (np.asarray(level) == 1)",
        "is_second = np.asarray(level) == 0",
        caught_by="verify",
    ),
]

NUMBERS = [
    mutant(
        "keep from floats",
        "tacit.scheme.exact:scaled_exponential_floor",
        "return int(_PRECISE.multiply(Decimal(scale), exponential(epsilon)).to_integral_value(ROUND_FLOOR))",
        "return int(scale * math.exp(epsilon))",
        caught_by="floor",
    ),
    mutant(
        "keep rounded up",
        "tacit.scheme.exact:scaled_exponential_floor",
        "to_integral_value(ROUND_FLOOR))",
        "to_integral_value(ROUND_FLOOR)) + 1",
        caught_by="pair promise, declining, group promise, floor, verify",
    ),
    mutant(
        "the opposite rounded down",
        f"{ODDS}:group_odds",
        "math.ceil(UNIT / exponential_below(epsilon))",
        "math.floor(UNIT / exponential_below(epsilon))",
        caught_by="group promise",
    ),
    mutant(
        "the weights of the promise `group` for `group and value`",
        f"{ODDS}:pair_odds",
        "Odds(scaled_exponential_floor(UNIT, epsilon), UNIT, UNIT)",
        "group_odds(epsilon)",
        caught_by="edges, pair promise, declining, verify",
    ),
    mutant(
        "bounds on means taken for bounds on chances",
        f"{ODDS}:mean_within_odds",
        "low, high = (1 - within) / 2, (1 + within) / 2",
        "low, high = (1 - within / 2) / 2, (1 + within / 2) / 2",
        caught_by="mean promise",
    ),
    mutant(
        "a ratio that forgets the other columns",
        f"{ODDS}:group_ratio",
        "weights = (high, low, Fraction(odds.other))",
        "weights = (high, low)",
        caught_by="mean promise",
    ),
    mutant(
        "a die of seven faces",
        f"{ODDS}:die_odds",
        "keep = DIE_FACES + 1 - columns",
        "keep = DIE_FACES + 2 - columns",
        caught_by="die",
    ),
    mutant(
        "a die with more columns than it takes",
        f"{ODDS}:die_odds",
        "for columns in (2, 3, 4, 5):",
        "for columns in (5, 4, 3, 2):",
        caught_by="die",
    ),
    mutant(
        "a published table without the opposite",
        "tacit.scheme.scheme:Scheme.weights",
        "weights[self.column(query, item, 1 - level)] = self.odds.opposite",
        "pass",
        caught_by="law, scores, group promise, mean promise, verify",
    ),
    mutant(
        "two levels' weights without the opposite's column",
        f"{ODDS}:Odds.total",
        "return self.keep + self.opposite + (columns - 2) * self.other",
        "return self.keep + (columns - 1) * self.other",
        caught_by="law, answers, scores, verify",
    ),
]

FORMULAS = [
    mutant(
        "the base without what one's own group hits",
        f"{MOMENTS}.__init__",
        "self.base: Number = self.match * self.own_hit + rows.levels * (one - self.match) * self.other",
        "self.base: Number = rows.levels * self.other",
        caught_by="scores",
    ),
    mutant(
        "kappa without the share of count questions",
        f"{MOMENTS}.__init__",
        "(one - self.eta) * value_gain + self.eta * count_gain",
        "value_gain + self.eta * count_gain",
        caught_by="scores",
    ),
    mutant(
        "kappa as if a count question had one card",
        f"{MOMENTS}.__init__",
        "count_gain = rows.levels * (self.keep - self.count_base)",
        "count_gain = self.keep - self.count_base",
        caught_by="scores",
    ),
    mutant(
        "the sum's variance without count questions",
        f"{MOMENTS}.sum_spread",
        "scale = (1 - self.eta) * self.gain * self.gain",
        "scale = self.gain * self.gain",
        caught_by="scores",
    ),
    mutant(
        "a covariance of the wrong sign",
        f"{MOMENTS}.covariance",
        "(1 - self.base - self.count_gain)",
        "(self.count_gain + self.base - 1)",
        caught_by="scores",
    ),
    mutant(
        "a person's own variance for everybody",
        f"{MOMENTS}.count_spread",
        "other / scale",
        "own",
        caught_by="scores",
    ),
    mutant(
        "dealt rows thought to collide like hashed ones",
        f"{ROWS}.dealt:Dealt._pairs",
        "return Fraction(sum(load * (load - 1) for load in loads), self.prime * (self.prime - 1))",
        "return Fraction(len(columns) ** 2, self.columns * self.prime**2) + 0 * len(loads)",
        caught_by="pairs, scores, verify",
    ),
    mutant(
        "direct rows thought to collide",
        f"{ROWS}.direct:Direct.collision",
        "Fraction(0)",
        "Fraction(1, self.columns)",
        caught_by="pairs, scores, verify",
    ),
]

MUTANTS = [*CHANCE, *DEVICE, *QUERIES, *NUMBERS, *FORMULAS]
PAGE = Path(__file__).parents[2] / "docs" / "proofs.md"

TestPower = power_of(PROOFS, MUTANTS)


def test_no_proof_is_left_out_of_the_suite() -> None:
    modules = [import_module(f"proofs.{found.name}") for found in iter_modules(proofs.__path__)]
    checks = {name for module in modules for name in vars(module) if name.startswith("check_")}
    assert len(checks) >= 15
    assert checks <= set(vars(suite)), "put these into proofs.suite"


def test_a_mistake_is_undone_and_one_that_is_none_is_refused() -> None:
    first, nowhere = MUTANTS[0], replace(MUTANTS[0], right="what the source does not say")
    with mutated(first):
        assert is_disproved(PROOFS["law"])
    assert not is_disproved(PROOFS["law"])
    with pytest.raises(AssertionError, match="0 times"), mutated(nowhere):
        pass


def test_the_page_shows_this_table() -> None:
    rows = [f"| {mistake.name} | {', '.join(sorted(mistake.caught_by))} |" for mistake in MUTANTS]
    table = "\n".join(["| mistake | caught by |", "|---|---|", *rows, ""])
    assert table in PAGE.read_text(encoding="utf-8"), f"docs/proofs.md must show\n{table}"
