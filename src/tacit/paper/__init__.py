"""The paper "Private Multi-Group Aggregation" (Naim, D'Oliveira, El Rouayheb), recomputed and corrected.

For comparison, teaching and proof; docs/paper.md says what holds and what does not. Figures and simulation
live in `tacit.paper.figures` and `tacit.paper.simulation`, which need numpy and matplotlib.
"""

from __future__ import annotations

from tacit.paper.crossovers import Crossovers, crossovers
from tacit.paper.draws import RecordedSource, Source, SystemSource, law_of
from tacit.paper.mechanism import Cost, ErrorParts, Mechanism
from tacit.paper.query_and_answer import QueryAndAnswer
from tacit.paper.randomized_group import RandomizedGroup
from tacit.paper.theorems import (
    is_special_case,
    printed_growth,
    small_epsilon_growth,
    small_epsilon_limit,
    special_case_difference,
)

__all__ = [
    "Cost",
    "Crossovers",
    "ErrorParts",
    "Mechanism",
    "QueryAndAnswer",
    "RandomizedGroup",
    "RecordedSource",
    "Source",
    "SystemSource",
    "crossovers",
    "is_special_case",
    "law_of",
    "printed_growth",
    "small_epsilon_growth",
    "small_epsilon_limit",
    "special_case_difference",
]
