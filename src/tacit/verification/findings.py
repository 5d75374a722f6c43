"""What was found about a study, how, and what was met on the way."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from fractions import Fraction


@dataclass(frozen=True)
class Findings:
    """All that a verification says. A ratio of None is one without bound.

    It `holds` if the worst ratio is at most e^epsilon, the rows are well formed, and the sampler does what
    the published table says. `uneven` names two cards that meet too often, which would bias estimates.
    """

    study: str | None
    promise: str
    epsilon: Decimal
    ratio: Fraction | None
    ratio_value_known: Fraction | None
    ratio_value: Fraction | None
    is_within: bool
    is_about_means: bool
    well_formed: bool
    pairs_compared: bool
    uneven: str | None
    is_full: bool
    queries: int
    checked: int
    compared: int
    cards: int
    columns: int
    total: int
    draws: int
    drawn_cards: int
    ways: int
    failures: tuple[str, ...]

    @property
    def holds(self) -> bool:
        """Whether the promise is kept, as far as enumeration can say."""
        return self.is_within and not self.failures

    @property
    def unbiased(self) -> bool | None:
        """Whether rows are as even as the estimators suppose; None where the pairs are too many."""
        return self.uneven is None if self.pairs_compared else None

    @property
    def method(self) -> str:
        """What the ratio was found from."""
        return "every query and column" if self.is_full else f"classes, and {self.checked} queries scanned"


def written(ratio: Fraction | None) -> str | None:
    """p/q in lowest terms, whole numbers too."""
    return None if ratio is None else f"{ratio.numerator}/{ratio.denominator}"
