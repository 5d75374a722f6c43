"""Mistakes in the integers of the odds, and in rounding."""

from __future__ import annotations

from mutation import mutant

ODDS = "tacit.scheme.odds"

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
