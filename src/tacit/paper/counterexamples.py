"""A counter-example to every erratum, recomputed exactly when asked for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction

from tacit.paper import printed
from tacit.paper.draws import Source, law_of
from tacit.paper.exact import epsilon_of, ratio_of, square_root
from tacit.paper.instances import COUNTEREXAMPLE, binary_laws
from tacit.paper.query_and_answer import QueryAndAnswer
from tacit.paper.randomized_group import RandomizedGroup
from tacit.paper.theorems import printed_growth, special_case_difference


@dataclass(frozen=True)
class Recomputed:
    """One quantity of one case: as the printed text has it, and as it is; `sides` says what else they are."""

    case: str
    quantity: str
    printed: Fraction | str
    right: Fraction
    sides: tuple[str, str] = ("as printed", "right")

    @property
    def outcomes(self) -> tuple[Fraction | str, Fraction]:
        return self.printed, self.right

    @property
    def differs(self) -> bool:
        """Whether the case still shows the erratum."""
        return self.printed != self.right


TENTHS = tuple(Fraction(weight, 10) for weight in (5, 2, 2, 1))


def _exact(ratio: Fraction | float) -> Fraction:
    return Fraction(ratio)


def ratio_with(m: int, lie: Fraction, high: Fraction, low: Fraction) -> Fraction:
    """e^epsilon of Q&A with any lie up to 1, even one that the scheme itself refuses."""
    one, other = ((1 - lie) * p + lie / (2 * m - 1) * (1 - p) for p in (high, low))
    return max(one / other, other / one)


def intrinsic_bound() -> Recomputed:
    laws = binary_laws(Fraction(9, 10), Fraction(9, 10))
    claimed = printed.intrinsic_ratio_for_bounds(Fraction(3, 5), Fraction(9, 10))
    case = "k=2, m=1, p(1) = 9/10 twice, within [3/5, 9/10]"
    return Recomputed(case, "e^eps", claimed, _exact(QueryAndAnswer(2, 1, 0).ratio(laws)))


def lie_for_bounds() -> Recomputed:
    low, high, wanted = Fraction(2, 11), Fraction(5, 11), Fraction(6, 5)
    literal = ratio_with(2, printed.lie_for_bounds(2, low, high, wanted), high, low)
    right = QueryAndAnswer.for_ratio(2, 2, wanted, bounds=(low, high)).ratio(bounds=(low, high))
    case = "k=m=2, bounds [2/11, 5/11], wanted 6/5: the printed lie is 1"
    return Recomputed(case, "e^eps", literal, _exact(right))


def optimisation_of_query() -> Recomputed:
    laws, wanted = binary_laws(Fraction(3, 5), Fraction(3, 10)), Fraction(3, 2)
    literal = printed.lie_by_optimisation(_exact(QueryAndAnswer(2, 1, 0).ratio(laws)), wanted)
    right = QueryAndAnswer.for_ratio(2, 1, wanted, laws)
    got = QueryAndAnswer(2, 1, literal or 0).ratio(laws)
    return Recomputed(
        "k=2, m=1, p(1) = 3/5, 3/10, wanted 3/2", "e^eps", _exact(got), _exact(right.ratio(laws))
    )


def corollary_as_stated() -> Recomputed:
    lies = printed.lies_of_corollary(2, 2, TENTHS[0], TENTHS[3], Fraction(2))
    return _corollary(lies)


def corollary_in_appendix() -> Recomputed:
    _, lie_value = _corollary_right()
    return _corollary((printed.lie_group_of_appendix(2, 2, TENTHS[0], TENTHS[3], Fraction(2)), lie_value))


def _corollary_right() -> tuple[Fraction, Fraction]:
    right = RandomizedGroup.for_ratio(2, 2, 2, (TENTHS, TENTHS))
    return right.lie_group, right.lie_value


def _corollary(lies: tuple[Fraction, Fraction]) -> Recomputed:
    laws = (TENTHS, TENTHS)
    literal = RandomizedGroup(2, 2, *lies).ratio(laws)
    right = RandomizedGroup(2, 2, *_corollary_right()).ratio(laws)
    return Recomputed("k=m=2, p = (5,2,2,1)/10, wanted 2", "e^eps", _exact(literal), _exact(right))


def truth_and_lie_exchanged() -> Recomputed:
    laws = ((Fraction(1, 2),) * 2,) * 10
    right = RandomizedGroup.for_ratio(10, 1, Fraction(11, 10), laws)
    literal = RandomizedGroup(10, 1, 1 - right.lie_group, 0)
    case = "k=10, m=1, uniform p, wanted 11/10: lambda_gr is 90/101"
    return Recomputed(case, "e^eps", _exact(literal.ratio(laws)), _exact(right.ratio(laws)))


def bracket_too_early() -> Recomputed:
    law = tuple(Fraction(weight, 10) for weight in (3, 3, 3, 1))
    claimed = printed.ratio_of_appendix(2, 2, law[0], law[3], Fraction(9, 10), Fraction(0))
    right = RandomizedGroup(2, 2, Fraction(9, 10), 0).ratio((law, law))
    return Recomputed("k=m=2, lies 9/10 and 0, p = (3,3,3,1)/10", "e^eps", claimed, _exact(right))


def optimisation_of_group() -> Recomputed:
    laws = binary_laws(Fraction(1, 2), Fraction(1, 2))
    right = RandomizedGroup.for_ratio(2, 1, Fraction(3, 2), laws)
    admitted = RandomizedGroup(2, 1, Fraction(1, 10), 0)
    case = "k=2, m=1, uniform p, wanted 3/2: lambda_gr = 1/10 is admitted, with less error"
    return Recomputed(case, "e^eps", _exact(admitted.ratio(laws)), _exact(right.ratio(laws)))


def theorem_three() -> Recomputed:
    laws, ratio = COUNTEREXAMPLE.laws, Fraction(101, 100)
    query = QueryAndAnswer.for_ratio(2, 2, ratio, laws)
    group = RandomizedGroup.for_ratio(2, 2, ratio, laws)
    errors = (query.error(laws) * query.exact_bits, group.error(laws) * group.exact_bits)
    case = "k=m=2, p = (4,2,2,2), (3,1,3,3) /10, e^eps 101/100"
    return Recomputed(case, "bits x error", *errors, sides=("Q&A, said to win", "RG"))


def empty_exception() -> Recomputed:
    laws = binary_laws(Fraction(4, 5), Fraction(4, 5))
    are_all_equal = len({p for law in laws for p in law}) == 1
    as_printed = Fraction(1) if are_all_equal else "below 0"
    case = "k=2, m=1, p(1) = 4/5 twice, e^eps 3/2"
    return Recomputed(case, "bits x (Q&A - RG)", as_printed, special_case_difference(laws, Fraction(3, 2)))


def no_whole_budget() -> Recomputed:
    budgets = sum(1 for people in range(1, 200) if (6**people).bit_count() == 1)
    case = "m=3: whole b that n people spend at log2(6) bits each, for n up to 199"
    return Recomputed(case, "how many", "some", Fraction(budgets))


def growth() -> Recomputed:
    at_two, near_one = (printed_growth(2, 1, ratio)[0] for ratio in (Fraction(2), Fraction(1001, 1000)))
    case = "k=2, m=1, nothing known"
    sides = ("at e^eps 2", "at e^eps 1001/1000")
    return Recomputed(case, "alpha/(k m^4)", at_two, near_one, sides=sides)


def regime_of_proof() -> Recomputed:
    spread = Fraction(4)
    claimed, right = ratio_of(square_root(spread)), square_root(spread)
    return Recomputed("RG's second regime for p_max/p_min = 4", "from e^eps", claimed, right)


def limit_of_difference() -> Recomputed:
    laws = binary_laws(Fraction(1, 2), Fraction(1, 2))
    query = QueryAndAnswer.for_epsilon(2, 1, 2, laws).error(laws)
    group = RandomizedGroup.for_epsilon(2, 1, 2, laws).error(laws) * 2
    return Recomputed("k=2, m=1, p = 1/2, eps 2", "bits x (Q&A - RG)", query, query - group)


def privacy_level() -> Recomputed:
    laws = binary_laws(Fraction(1, 2), Fraction(1, 2))
    level = epsilon_of(_exact(QueryAndAnswer(2, 1, 0).ratio(laws)))
    return Recomputed("1-bit example, p = 1/2", "smallest eps", "above 0", Fraction(level))


def region_corner() -> Recomputed:
    corner, level = Fraction(75, 1000), ratio_of(Fraction(5, 2))
    got = _exact(QueryAndAnswer(2, 1, 0).ratio(binary_laws(corner, corner)))
    return Recomputed("k=2, m=1, p(1) = 0.075 twice: the corner printed for eps 2.5", "e^eps", level, got)


MOMENTS = "k=2, m=1, lies 1/5, shares 1/2, p = (1,4)/5 twice, n=1"
LIE, SHARE, LAW = Fraction(1, 5), Fraction(1, 2), (Fraction(1, 5), Fraction(4, 5))


def _person(source: Source) -> tuple[int, int]:
    """Group by SHARE, value by LAW."""
    return source.below(2) + 1, (-1, 1, 1, 1, 1)[source.below(5)]


def _mean(run: Callable[[Source], int]) -> Fraction:
    return sum((outcome * chance for outcome, chance in law_of(run).items()), Fraction(0))


def second_moment() -> Recomputed:
    def once(source: Source) -> int:
        return _mapped(*_person(source), source) ** 2

    return Recomputed(MOMENTS, "E[Y(1)^2]", printed.second_moment(1, LIE, SHARE, LAW), _mean(once))


def product_moment() -> Recomputed:
    def once(source: Source) -> int:
        group, value = _person(source)
        return _mapped(group, value, source) * value * (group == 1)

    return Recomputed(MOMENTS, "E[X(1) Y(1)]", printed.product_moment(1, LIE, SHARE, LAW), _mean(once))


def _mapped(group: int, value: int, source: Source) -> int:
    scheme = QueryAndAnswer(2, 1, LIE)
    query = scheme.draw_query(source)
    return scheme.column(query, scheme.answer(query, group, value, source))[0]


def product_moment_of_group() -> Recomputed:
    def once(source: Source) -> int:
        group, value = _person(source)
        named, told = RandomizedGroup(2, 1, LIE, LIE).answer(group, value, source)
        return told * value * (named == 1) * (group == 1)

    claimed = printed.product_moment_of_randomized_group(LIE, LIE, SHARE, Fraction(1))
    return Recomputed(MOMENTS, "E[X(1) Z(1)]", claimed, _mean(once))


def lie_above_half() -> Recomputed:
    right = RandomizedGroup.for_ratio(2, 2, Fraction(6, 5), (TENTHS, TENTHS)).lie_value
    return Recomputed("k=m=2, p = (5,2,2,1)/10, wanted 6/5", "lie_value", "below 1/2", right)
