"""The proofs about tallies and estimates have power: each of these mistakes is caught, by exactly those."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from functools import partial

import numpy as np

from estimated import cases, figures
from mutation import mutant, power_of
from tacit.scheme.odds import Odds
from tacit.scheme.rows import Dealt, Direct, Hashed
from tacit.scheme.scheme import Scheme
from tacit.tallying.hashed import hits_by_blocks, hits_by_lowest_digit
from tacit.tallying.tally import fold, fold_counts
from tallied import as_sparse, by_hand, check_decoding, check_same, drawn

PLAIN, THIRD = Odds(7, 2, 2), Fraction(1, 3)
DECODED = [
    Scheme(Hashed(7, 2, 3), PLAIN, THIRD),
    Scheme(Hashed(60, 2, 7), PLAIN),
    Scheme(Dealt(6, 2, 4), PLAIN, THIRD),
    Scheme(Dealt(5, 1, 3), PLAIN),
    Scheme(Direct(3, 2, 6), PLAIN),
]
LARGE = Scheme(Hashed(130, 2, 11), PLAIN)


def _decoding() -> None:
    for scheme in DECODED:
        check_decoding(scheme, 500)


def _large_pools() -> None:
    """The ways through pools without a table, on a small one, where everything can be counted by hand."""
    queries, columns = drawn(LARGE, 150, seed=1)
    once = np.ones(queries.size, dtype=np.int64)
    wanted = by_hand(LARGE, queries.tolist(), columns.tolist())
    for way in (hits_by_lowest_digit, hits_by_blocks):
        rows = LARGE.rows
        assert isinstance(rows, Hashed)
        found = way(rows, queries, columns, once, rows.levels)
        check_same(replace(wanted, value=found), wanted, way.__name__)


def _folding() -> None:
    """In parts, from counts, dense and sparse: the same tally, with everything that was left out."""
    scheme = DECODED[2]
    queries, columns = drawn(scheme, 300, seed=2)
    cells, counts = np.unique(queries * scheme.rows.columns + columns, return_counts=True)
    whole = fold(scheme, queries, columns)
    assert np.array_equal(whole.occupied()[0], cells)
    assert np.array_equal(whole.occupied()[1], counts)
    parts = [replace(fold(scheme, queries[at::3], columns[at::3]), refused={"x": at}) for at in range(3)]
    for mixed in (parts, [as_sparse(part) for part in parts], [parts[0], as_sparse(parts[1]), parts[2]]):
        assert sum(mixed) == whole
    assert (parts[1] + parts[2]).refused == {"x": 3}
    assert fold_counts(scheme, [(*np.divmod(cells, scheme.rows.columns), counts)]) == whole


def _each(check: Callable[[cases.Case], None], found: list[cases.Case]) -> None:
    """With what was enumerated before, and nothing remembered of what was estimated."""
    for case in found:
        anew = replace(case)
        vars(anew)["cells"] = case.cells
        check(anew)


def _named(*names: str) -> list[cases.Case]:
    found = [case for case in [*cases.VALUED, *cases.HISTOGRAMS, *cases.KNOWN] if case.name in names]
    assert len(found) == len(names)
    return found


RANGES = _named("range dealt 2/3 1/9", "range hashed 4/5 0", "range promise group", "range decline")
VALUED = [*RANGES, *_named("two options hashed", "crossed dealt 2/3", "crossed hashed 3/5")]
PROOFS: dict[str, Callable[[], None]] = {
    "decoding": _decoding,
    "large pools": _large_pools,
    "folding": _folding,
    "counts": partial(_each, figures.check_counts, VALUED),
    "sums": partial(_each, figures.check_sums, [*VALUED, *_named("range dealt 2/2 0")]),
    "means": partial(_each, figures.check_means, VALUED),
    "options": partial(_each, figures.check_options, _named("two options hashed", "crossed two options")),
    "histograms": partial(_each, figures.check_histogram, _named("dealt 9", "dealt 12")),
    "known shares": partial(_each, figures.check_known, cases.KNOWN),
    "known histogram": figures.check_known_histogram,
    "single answers": partial(
        _each, figures.check_single_answers, _named("crossed direct 2/12", "crossed dealt 2/3")
    ),
}

T, E = "tacit.tallying", "tacit.estimation"
MUTANTS = [
    mutant(
        "the parity of a deal without the + 1",
        f"{T}.columns:columns_of",
        "np.bitwise_count((item + 1) & (r % rows.sides)) & 1",
        "np.bitwise_count(item & (r % rows.sides)) & 1",
        caught_by="decoding",
    ),
    mutant(
        "high and low swapped by the Walsh-Hadamard transform",
        f"{T}.dealt:dealt_value_hits",
        "(both - gap) // 2, (both + gap) // 2",
        "(both + gap) // 2, (both - gap) // 2",
        caught_by="decoding, known shares, means, sums",
    ),
    mutant(
        "a butterfly with a wrong sign",
        f"{T}.dealt:_walsh_hadamard",
        "odd *= -2",
        "odd *= -1",
        caught_by="decoding, known shares, means, sums",
    ),
    mutant(
        "one digit shifted by one too many",
        f"{T}.hashed:hits_by_shifts",
        "r_digit * g_digit % base",
        "(r_digit * g_digit + 1) % base",
        caught_by="counts, decoding, known histogram, known shares, means, options, sums",
    ),
    mutant(
        "the Fourier transform turned the wrong way",
        f"{T}.hashed:_multiples",
        "item_digit[:, None] * frequency % base",
        "-item_digit[:, None] * frequency % base",
        caught_by="decoding, large pools",
    ),
    mutant(
        "answers with a lowest digit of 0 forgotten",
        f"{T}.hashed:hits_by_lowest_digit",
        "counts[others][rest == level].sum()",
        "0 * counts[others][rest == level].sum()",
        caught_by="decoding, large pools",
    ),
    mutant(
        "the second digit not carried",
        f"{T}.hashed:hits_by_lowest_digit",
        "if block % base == 0:",
        "if block == 0:",
        caught_by="decoding, large pools",
    ),
    mutant(
        "the high digits of a query forgotten",
        f"{T}.hashed:hits_by_blocks",
        "(columns - _products(rows, high, high_item)) % rows.columns",
        "columns + 0 * high * high_item",
        caught_by="large pools",
    ),
    mutant(
        "count questions read as value questions",
        f"{T}.decode:decode_answerwise",
        "queries[~is_value] - rows.pool",
        "queries[~is_value]",
        caught_by="decoding",
    ),
    mutant(
        "cells laid out by queries and not by columns",
        f"{T}.tally:_cells",
        "np.multiply(query, tally.columns,",
        "np.multiply(query, tally.columns - 1,",
        caught_by="decoding, folding",
    ),
    mutant(
        "what was left out forgotten in a sum",
        f"{T}.tally:Tally.__add__",
        "dict(Counter(self.refused) + Counter(other.refused))",
        "dict(self.refused)",
        caught_by="folding",
    ),
    mutant(
        "counts of equal cells not added up",
        f"{T}.tally:merge_cells",
        "np.add.reduceat(counts, first)",
        "counts[first]",
        caught_by="folding",
    ),
    mutant(
        "counts without their base",
        f"{E}.scores:Scores._counts",
        "hits.value.sum(axis=1) - moments.base * hits.value_answers",
        "hits.value.sum(axis=1) - moments.base * self.answers",
        caught_by="counts, means, sums",
    ),
    mutant(
        "count questions counted once for two levels",
        f"{E}.scores:Scores._counts",
        "self.levels * (hits.count",
        "(hits.count",
        caught_by="counts, means, sums",
    ),
    mutant(
        "sums not scaled by the share of value questions",
        f"{E}.scores:Scores._sum_scale",
        "(1 - self.moments.eta) * self.moments.gain",
        "self.moments.gain",
        caught_by="means, sums",
    ),
    mutant(
        "members as noisy as others",
        f"{E}.scores:Scores.totals",
        "(spread.own + 1 - spread.other) * members",
        "0.0 * members",
        caught_by="counts, histograms, known histogram, known shares, means, options, sums",
    ),
    mutant(
        "sum and count taken to be independent",
        f"{E}.scores:Scores.totals",
        "(1 - moments.base) / moments.count_gain",
        "0.0",
        caught_by="means, options, sums",
    ),
    mutant(
        "sampling forgotten in the population's counts",
        f"{E}.formulas:count_figure",
        "totals.count_square - totals.members**2 / frame.answers",
        "totals.count_square - totals.members",
        caught_by="counts, histograms, options",
    ),
    mutant(
        "these people's own counts taken for noise",
        f"{E}.formulas:count_figure",
        "max(totals.count_square - totals.members, totals.least)",
        "totals.count_square",
        caught_by="counts, histograms, options",
    ),
    mutant(
        "the middle of the range forgotten in a sum",
        f"{E}.formulas:sum_figure",
        "estimate += mid * totals.count",
        "estimate += 0.0 * totals.count",
        caught_by="sums",
    ),
    mutant(
        "the slope of a sum against its count halved",
        f"{E}.formulas:sum_figure",
        "2 * half * mid",
        "half * mid",
        caught_by="sums",
    ),
    mutant(
        "these people's two values taken for a range",
        f"{E}.formulas:mean_figure",
        "if frame.is_two_valued:",
        "if False:",
        caught_by="means",
    ),
    mutant(
        "the two options swapped",
        f"{E}.formulas:option_totals",
        "(totals.count + sign * totals.sum) / 2",
        "(totals.count - sign * totals.sum) / 2",
        caught_by="options",
    ),
    mutant(
        "the size of a known share not drawn",
        f"{E}.formulas:known_size_figures",
        "max(size.bottom, 0.0) * (1 - share)",
        "0.0 * (1 - share)",
        caught_by="known shares",
    ),
    mutant(
        "no floor below which no variance can be",
        f"{E}.scores:least_variance",
        "return keep * least / (keep - least) ** 2",
        "return 0.0 * least",
        caught_by="single answers",
    ),
    mutant(
        "groups and who declined taken to be independent",
        f"{E}.known:KnownSizes._beside",
        "share * (expected * gone / n - joint)",
        "0.0 * joint",
        caught_by="known histogram, known shares",
    ),
    mutant(
        "a union's base counted once for all its groups",
        f"{E}.squares:union_scorer",
        "widths * base",
        "base + 0 * widths",
        caught_by="counts, histograms, means, options, sums",
    ),
    mutant(
        "count questions weighing too little in unions",
        f"{E}.squares:union_scorer",
        "rows.levels * moments.count_base",
        "moments.count_base",
        caught_by="counts, means, sums",
    ),
    mutant(
        "an option's square taken for its product with the group",
        f"{E}.squares:part_squares",
        "each * whole[:, :, None]",
        "each**2",
        caught_by="histograms",
    ),
    mutant(
        "Fieller's interval around the wrong side",
        f"{E}.intervals:fieller",
        "ratio.top * ratio.bottom - square * ratio.cross",
        "ratio.top * ratio.bottom + square * ratio.cross",
        caught_by="histograms, known histogram, known shares, means",
    ),
    mutant(
        "one-sided normal quantiles",
        f"{E}.intervals:normal_quantile",
        "(1 + each) / 2",
        "each",
        caught_by="counts, histograms, known histogram, known shares, means, options, sums",
    ),
    mutant(
        "axes of crossed groups in another order",
        f"{E}.partition:axes",
        "product(*(labels for _, labels in asked.cross))",
        "(cell[::-1] for cell in product(*(labels for _, labels in reversed(asked.cross))))",
        caught_by="counts, histograms, means, options, sums",
    ),
]

TestPower = power_of(PROOFS, MUTANTS)
