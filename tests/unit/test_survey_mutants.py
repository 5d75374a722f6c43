"""The tests of surveys and models have power: each of these mistakes is caught by the proof beside it."""

from __future__ import annotations

import importlib.util
import sys
from collections.abc import Callable
from functools import cache
from pathlib import Path
from types import ModuleType

from mutation import mutant, power_of

TESTS = Path(__file__).parents[1]
ESTIMATION = "tacit.estimation"


@cache
def module(name: str) -> ModuleType:
    """Another file of tests."""
    path = TESTS / name
    spec = importlib.util.spec_from_file_location(f"mutated_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    found = importlib.util.module_from_spec(spec)
    sys.modules[spec.name] = found
    spec.loader.exec_module(found)
    return found


def proof(file: str, name: str, *arguments: object) -> Callable[[], None]:
    """A test of another file; an argument that is a text `= code` is looked up in that file."""

    def run() -> None:
        tests = module(file)
        function = getattr(tests, name)
        # What hypothesis goes through many examples of is tried on the one given here.
        function = getattr(getattr(function, "hypothesis", None), "inner_test", function)
        function(*(_found(tests, each) for each in arguments))

    return run


def _found(tests: ModuleType, argument: object) -> object:
    if not (isinstance(argument, str) and argument.startswith("= ")):
        return argument
    name, _, place = argument[2:].partition(" ")
    return getattr(tests, name)[int(place)]


LINKED, CONTRAST, MODEL = "exact/test_linked.py", "unit/test_contrast.py", "exact/test_regression.py"
LEANING, SURVEY = "unit/test_consistent.py", "unit/test_survey.py"
PROOFS = {
    "linked": proof(
        LINKED,
        "test_linked_totals_and_their_privacy_variance_are_unbiased",
        "= SCHEMES 0",
        "= PEOPLE 0",
    ),
    "replacement": proof(
        LINKED, "test_with_replacement_the_variance_of_totals_is_unbiased", "= SCHEMES 0", "y"
    ),
    "plain": proof(
        SURVEY, "test_without_anything_beside_the_answers_it_is_the_plain_estimate", "= STUDIES 0"
    ),
    "outcomes": proof(SURVEY, "test_outcomes_of_those_who_lack_them_are_left_out_and_counted_per_group"),
    "apart": proof(
        "unit/test_apart.py", "test_groups_measured_apart_have_the_same_figures", "= STUDIES 9", "town"
    ),
    "declined": proof(
        "unit/test_apart.py", "test_groups_measured_apart_have_the_same_figures", "= STUDIES 12", None
    ),
    "own": proof("unit/test_own.py", "test_many_groups_at_once_are_kept_one_by_one"),
    "units": proof("tallying/test_sums.py", "test_finer_units_win_and_change_no_sum"),
    "share": proof(
        CONTRAST, "test_linear_figures_have_the_usual_interval", "share", [0, 0, 1e-3, -1e-3, 2e-4], -0.2
    ),
    "means": proof(CONTRAST, "test_a_difference_of_means_nears_the_linear_interval_as_groups_grow"),
    "small": proof(
        CONTRAST, "test_a_difference_from_a_small_group_reaches_as_far_as_that_groups_own_interval"
    ),
    "ratio": proof(CONTRAST, "test_a_ratio_of_counts_is_fiellers"),
    "margin": proof(
        CONTRAST,
        "test_groups_are_equivalent_exactly_when_the_90_percent_interval_lies_within_the_margin",
        230.0,
    ),
    "floor": proof(CONTRAST, "test_no_interval_is_narrower_than_what_no_estimate_can_beat"),
    "seen": proof(MODEL, "test_where_groups_are_seen_it_is_weighted_least_squares_with_its_sandwich", 1),
    "formulas": proof(MODEL, "test_with_any_scores_it_is_the_formulas_as_written", "= SCHEMES 1"),
    "together": proof(
        "unit/test_student.py", "test_sidak_makes_each_tail_the_share_that_keeps_all_of_them", 4, 3
    ),
    "tails": proof("unit/test_student.py", "test_tails_are_those_of_the_incomplete_beta_function", 7, 1.0),
    "rule": proof(
        LEANING, "test_with_equal_variances_it_is_james_and_steins_rule", [1.0, 5.0, -3.0, 8.0, 2.0], 1.5
    ),
    "adding up": proof(
        LEANING,
        "test_fitted_counts_add_up_and_none_is_negative",
        [(10.0, 4.0), (30.0, 9.0), (20.0, 1.0)],
        100.0,
    ),
    "silence": proof(LEANING, "test_the_worst_case_holds_whatever_the_silent_ones_are", "high"),
    "gap": proof(LEANING, "test_a_group_that_hides_is_named_with_how_far_and_why"),
}

MUTANTS = [
    mutant(
        "weights are not squared in squares",
        f"{ESTIMATION}.passes:Sums.twice",
        "second = self.weights[1]",
        "second = self.weights[0]",
        caught_by="linked, replacement",
    ),
    mutant(
        "own squares are not taken out for these people",
        f"{ESTIMATION}.joint:joint",
        "people = added.squares - expected",
        "people = added.squares + 0.0",
        caught_by="plain",
    ),
    mutant(
        "one degree of freedom is forgotten",
        f"{ESTIMATION}.sampling:_stratum",
        "* (m / max(m - 1, 1))",
        "* 1.0",
        caught_by="replacement",
    ),
    mutant(
        "the mean is not taken out for the population",
        f"{ESTIMATION}.sampling:_stratum",
        "(stratum.squares - mean)",
        "stratum.squares",
        caught_by="plain, replacement",
    ),
    mutant(
        "own squares are kept above nothing only",
        f"{ESTIMATION}.own:within",
        "np.clip(values, 0.0, 1.0)",
        "np.maximum(values, 0.0)",
        caught_by="own",
    ),
    mutant(
        "the coarser unit wins",
        "tacit.tallying.measures:Unit.joined",
        "max(self.digits, other.digits)",
        "min(self.digits, other.digits)",
        caught_by="units",
    ),
    mutant(
        "a share forgets that the sum of weights varies, too",
        f"{ESTIMATION}.slopes:quotient",
        "(top - above / below * bottom) / below",
        "top / below",
        caught_by="means",
    ),
    mutant(
        "correlated figures are added as if turned around",
        f"{ESTIMATION}.contrast:Pair.within",
        "-2 * self.correlation",
        "2 * self.correlation",
        caught_by="means, ratio, share",
    ),
    mutant(
        "a small group is as sure as its standard deviation",
        f"{ESTIMATION}.slopes:Side.limits",
        "if self.ratio is None:",
        "if True:",
        caught_by="small",
    ),
    mutant(
        "the ends of the second figure are swapped in a ratio",
        f"{ESTIMATION}.contrast:Pair.within",
        "abs(times) * (second[1] - b), abs(times) * (b - second[0])",
        "(second[1] - b), (b - second[0])",
        caught_by="ratio",
    ),
    mutant(
        "equivalence looks at the better side",
        f"{ESTIMATION}.contrast:Pair.test",
        "confidence.adjusted(max(",
        "confidence.adjusted(min(",
        caught_by="margin",
    ),
    mutant(
        "no variance is too small",
        f"{ESTIMATION}.slopes:variance_floor",
        "joint.least * joint.every[2] * reach**2",
        "0.0 * reach",
        caught_by="floor",
    ),
    mutant(
        "several comparisons are taken for one",
        f"{ESTIMATION}.student:quantile",
        "level ** (1 / comparisons)",
        "level",
        caught_by="together",
    ),
    mutant(
        "Student's t has one degree of freedom too many",
        f"{ESTIMATION}.student:_inside",
        "angle = math.atan2(t, math.sqrt(freedom))",
        "angle = math.atan2(t, math.sqrt(freedom + 1))",
        caught_by="tails",
    ),
    mutant(
        "what the model expects of these people is not taken out",
        f"{ESTIMATION}.regression:fit",
        "meat[0] - own",
        "meat[0]",
        caught_by="formulas, seen",
    ),
    mutant(
        "covariates' equations use the scores twice",
        f"{ESTIMATION}.regression:_meat",
        "(rest * design.inside(rows) - (scores * fitted).sum(axis=1))",
        "(scores * residuals).sum(axis=1)",
        caught_by="formulas",
    ),
    mutant(
        "weights are squared once too rarely in the meat",
        f"{ESTIMATION}.regression:_meat",
        "weights[:, None] ** 2",
        "weights[:, None]",
        caught_by="formulas, seen",
    ),
    mutant(
        "too much is shrunk",
        f"{ESTIMATION}.shrinkage:spread_between",
        "values.size - 3",
        "values.size",
        caught_by="rule",
    ),
    mutant(
        "what is missing is given to all alike",
        f"{ESTIMATION}.consistent:fit_total",
        "values + variances * share",
        "values + variances.mean() * share",
        caught_by="adding up",
    ),
    mutant(
        "the silent ones are forgotten",
        f"{ESTIMATION}.response:_worst",
        "share, hidden = group.share, silent + declined",
        "share, hidden = group.share, declined",
        caught_by="silence",
    ),
    mutant(
        "a gap is measured from zero",
        f"{ESTIMATION}.truth_gap:truth_gap",
        "gap = share.estimate - true",
        "gap = share.estimate",
        caught_by="gap",
    ),
    mutant(
        "a blend without the products of values and counts",
        f"{ESTIMATION}.own:blended_squares",
        "crossed = (own[:, 0, 1] * values) @ counts",
        "crossed = 0.0 * values @ counts",
        caught_by="apart, declined",
    ),
    mutant(
        "those who declined are left out of a blend",
        f"{ESTIMATION}.overall:_of_groups_apart",
        "sum(half[1][width:] for half in halves)",
        "0.0 * sum(half[1][width:] for half in halves)",
        caught_by="declined",
    ),
    mutant(
        "a label's towns are taken for its answers",
        f"{ESTIMATION}.apart:_add_apart",
        "names.size if tally.measures.cluster else answers",
        "answers",
        caught_by="apart",
    ),
    mutant(
        "a blend's towns are taken for its answers",
        f"{ESTIMATION}.apart:_add_blended",
        "names.size, totals, squares, by_unit.T @ by_unit",
        "answers, totals, squares, squares",
        caught_by="apart",
    ),
    mutant(
        "the count's own square at the value's place",
        f"{ESTIMATION}.apart:_add_apart",
        "for first, second in same]",
        "for first, second in same[::-1]]",
        caught_by="apart, declined",
    ),
    mutant(
        "a missing outcome is imputed as zero",
        f"{ESTIMATION}.passes:Asked.term",
        "Term(weight, self.outcome, power)",
        "Term(weight, self.outcome, power) if power else Term(weight)",
        caught_by="outcomes, replacement",
    ),
]

TestPower = power_of(PROOFS, MUTANTS)
