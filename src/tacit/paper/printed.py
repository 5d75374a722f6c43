"""Formulas as the paper prints them where that is wrong: for the errata only, never for use.

Every function takes and gives exact rationals; `ratio` is e^epsilon.
"""

from __future__ import annotations

from fractions import Fraction

from tacit.paper.laws import Row


def intrinsic_ratio_for_bounds(low: Fraction, high: Fraction) -> Fraction:
    """The 1-bit example, from bounds on p_g(1) alone."""
    return high / low


def lie_for_bounds(m: int, low: Fraction, high: Fraction, ratio: Fraction) -> Fraction:
    """Equation QA_rho_2."""
    return ((2 * m - 1) * high - low * ratio) / (2 * m * (high - low * ratio) + ratio - 1)


def lie_by_optimisation(intrinsic: Fraction, ratio: Fraction) -> Fraction | None:
    """Section VI, with e^epsilon <= max: no lie is allowed just where lies are needed."""
    return Fraction(0) if intrinsic >= ratio else None


def lies_of_corollary(
    groups: int, m: int, high: Fraction, low: Fraction, ratio: Fraction
) -> tuple[Fraction, Fraction]:
    """Corollary 1 as stated: (lie_group, lie_value), first regime."""
    square = ratio**2
    rest = (2 * high - 1) + (1 - 2 * low) * square
    weight = 2 * m * (groups - 1) * (high - low) * ratio
    return weight / (weight + rest), (2 * m - 1) * (high - square * low) / rest


def lie_group_of_appendix(groups: int, m: int, high: Fraction, low: Fraction, ratio: Fraction) -> Fraction:
    """Corollary 1 as derived in the appendix: lie_group, first regime."""
    rest = (1 - 2 * low) * ratio**2 + 2 * m * high - 1
    weight = 2 * m * (groups - 1) * (high - low) * ratio
    return weight / (weight + rest)


def ratio_of_appendix(
    groups: int, m: int, high: Fraction, low: Fraction, lie_group: Fraction, lie_value: Fraction
) -> Fraction:
    """The appendix's display of RG's e^epsilon: a bracket too early, 2m - 1 forgotten."""
    rho = 2 * m * (groups - 1) * (1 - lie_group) / lie_group
    keep = 2 * m * (1 - lie_value) - 1
    return max(rho * high * keep + lie_value, 1 / (rho * low * keep + lie_value))


def second_moment(m: int, lie: Fraction, share: Fraction, law: Row) -> Fraction:
    """Equation proof_exp_Y_i_squared for one person: the first term lacks the sum of squares."""
    values = (*range(-m, 0), *range(1, m + 1))
    squares = Fraction(sum(value * value for value in values))
    mean_square = sum((p * v * v for p, v in zip(law, values, strict=True)), Fraction(0))
    shrink = 1 - 2 * m * lie / (2 * m - 1)
    return (1 - share) / (2 * m) + lie * share / (2 * m - 1) * squares + mean_square * share * shrink


def product_moment(m: int, lie: Fraction, share: Fraction, law: Row) -> Fraction:
    """E[X Y] by the words before equation proof_X_i_times_Y_i: truth and lie exchanged."""
    values = (*range(-m, 0), *range(1, m + 1))
    told, other = lie, (1 - lie) / (2 * m - 1)
    # the other values add up to minus the value itself
    return share * sum((p * v * v * (told - other) for p, v in zip(law, values, strict=True)), Fraction(0))


def product_moment_of_randomized_group(
    lie_group: Fraction, lie_value: Fraction, share: Fraction, mean_square: Fraction
) -> Fraction:
    """The last term of equation sum_X_Z, per person."""
    return (1 - lie_group) * (1 - lie_value) * mean_square * share
