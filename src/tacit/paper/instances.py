"""The named laws that the tables use, for any number of groups and any m."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction

from tacit.paper.laws import Row


@dataclass(frozen=True)
class Instance:
    """Laws, or None where nothing is known, and the groups' shares."""

    name: str
    laws: tuple[Row, ...] | None
    shares: Row | None = None


def _law(weights: Sequence[int]) -> Row:
    return tuple(Fraction(weight, sum(weights)) for weight in weights)


def _growing(groups: int) -> Row:
    """Group g has a share in proportion to g."""
    return _law(range(1, groups + 1))


def uniform(groups: int, m: int) -> Instance:
    """Every value equally likely: Q&A hides groups perfectly without a lie."""
    return Instance("uniform", (_law([1] * (2 * m)),) * groups)


def skew(groups: int, m: int) -> Instance:
    """Every group its own uneven law."""
    weights = [[1 + (7 * g + 5 * i + g * i) % 13 for i in range(2 * m)] for g in range(groups)]
    return Instance("skew", tuple(map(_law, weights)), _growing(groups))


def split(groups: int, m: int) -> Instance:
    """The largest and the smallest probability in different groups (D0 = Delta)."""
    first = _law([4, 1]) if m == 1 else _law([2] + [1] * (2 * m - 1))
    second = _law([4] * (2 * m - 1) + [1])
    rest = (_law([1] * (2 * m)),) * (groups - 2)
    return Instance("split", (first, second, *rest))


def same(groups: int, m: int) -> Instance:
    """The largest and the smallest probability in one group."""
    first = _law([8, 1] + [4] * (2 * m - 2))
    rest = (_law([1] * (2 * m)),) * (groups - 1)
    return Instance("same", (first, *rest), _growing(groups))


def nothing_known(groups: int, m: int) -> Instance:
    """No laws at all: the promise holds whatever they are, and errors are the worst case."""
    return Instance("nothing known", None)


FAMILIES: dict[str, Callable[[int, int], Instance]] = {
    "uniform": uniform,
    "skew": skew,
    "split": split,
    "same": same,
    "nothing known": nothing_known,
}

COUNTEREXAMPLE = Instance("erratum 9", (_law([4, 2, 2, 2]), _law([3, 1, 3, 3])))
"""Two groups, values -2, -1, 1, 2: RG wins at every small epsilon, against Theorem 3 (i)."""

FIGURE_PANELS: tuple[tuple[str, Fraction, Fraction], ...] = (
    ("a", Fraction(1, 2), Fraction(1, 2)),
    ("b", Fraction(6, 10), Fraction(3, 10)),
    ("c", Fraction(9, 10), Fraction(1, 100)),
)
"""The paper's Figure 2: panel, p_1(1), p_2(1)."""


def binary_laws(first: Fraction, second: Fraction) -> tuple[Row, Row]:
    """Laws of values -1, 1 for two groups, from their probabilities of 1."""
    return (1 - first, first), (1 - second, second)
