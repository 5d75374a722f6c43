"""What is true of the paper's Theorem 3, its special case and its growth rates."""

from __future__ import annotations

from fractions import Fraction

from tacit.errors import refuse
from tacit.paper.exact import Number, as_fraction
from tacit.paper.laws import Laws, read_laws, spread_of, uniform_mean_square
from tacit.paper.mechanism import Cost
from tacit.paper.query_and_answer import QueryAndAnswer
from tacit.paper.randomized_group import RandomizedGroup


def small_epsilon_limit(groups: int, m: int, laws: Laws | None = None, *, cost: Cost = "bits") -> Fraction:
    """The limit of RG's error over Q&A's at equal cost as epsilon falls to 0.

    Theorem 3 (i) says that Q&A wins every high-privacy regime; it does exactly where this is above 1.
    """
    spread = spread_of(groups, m, laws, None)
    if spread.width == 0:
        limit = Fraction(groups + 1)
    else:
        limit = Fraction(groups, 4) * (spread.width / spread.width_across) ** 2
    query_price = QueryAndAnswer(groups, m, 0).cost_per_person(cost)
    return limit * RandomizedGroup(groups, m, 0, 0).cost_per_person(cost) / query_price


def small_epsilon_growth(groups: int, m: int, laws: Laws | None = None) -> tuple[Fraction, Fraction]:
    """The limits of epsilon^2 alpha and epsilon^2 beta_3 as epsilon falls to 0.

    Above 0 unless all values are equally likely, so the printed bounds of Theorems 1 and 2, which do not grow
    as epsilon falls, hold only for epsilon bounded away from 0.
    """
    spread = spread_of(groups, m, laws, None)
    uniform = uniform_mean_square(m)
    return uniform * groups * (2 * m * spread.width_across) ** 2, uniform * (groups * m * spread.width) ** 2


def is_special_case(laws: Laws) -> bool:
    """Two groups, values -1 and 1, p_1(v) = p_2(v') other than 1/2 for some v, v': the paper's exception."""
    if len(laws) != 2 or any(len(row) != 2 for row in laws):
        return False
    first, second = read_laws(2, 1, laws)
    return max(first) == max(second) != Fraction(1, 2)


def special_case_difference(laws: Laws, ratio: Number) -> Fraction:
    """Total bits times (Q&A's error less RG's): exactly 1 up to e^(2 epsilon) = p/(1-p)."""
    if not is_special_case(laws):
        raise refuse(
            "laws", "must be the special case: two groups, two values, p_1(v) = p_2(v') other than 1/2"
        )
    query = QueryAndAnswer.for_ratio(2, 1, ratio, laws)
    group = RandomizedGroup.for_ratio(2, 1, ratio, laws)
    return query.error(laws) * query.exact_bits - group.error(laws) * group.exact_bits


def printed_growth(groups: int, m: int, ratio: Number) -> tuple[Fraction, Fraction]:
    """Worst-case errors over the printed growth rates: alpha / (k m^4) and beta_3 e^epsilon / (m^4 k^2)."""
    query = QueryAndAnswer.for_ratio(groups, m, ratio)
    group = RandomizedGroup.for_ratio(groups, m, ratio)
    return query.error() / (groups * m**4), group.error() * as_fraction(ratio, "ratio") / (m**4 * groups**2)
