"""Mistakes in the closed forms: scores, variances, collisions."""

from __future__ import annotations

from mutation import mutant

ROWS = "tacit.scheme.rows"
MOMENTS = "tacit.scheme.moments:Moments"

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
