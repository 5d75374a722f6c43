"""Mistakes in the draws of an answer, as the plain path makes them."""

from __future__ import annotations

from mutation import mutant

RANDOMIZE = "tacit.scheme.randomize"

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
