"""Mistakes in rows, and in how a query is drawn from them."""

from __future__ import annotations

from mutation import mutant

ROWS = "tacit.scheme.rows"

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
