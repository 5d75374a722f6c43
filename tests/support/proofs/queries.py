"""How the queries of a study are drawn, by all bytes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from fractions import Fraction
from itertools import product

from proofs import claim
from proofs.answers import Stream
from proofs.draws import Unfinished
from tacit.scheme.randomize import Source
from tacit.study.study import Study

DrawQuery = Callable[[Study, Source], int]


def law_of_queries(study: Study, draw_query: DrawQuery) -> dict[int, Fraction]:
    """By four bits for the kind, if there are kinds, and four for the question; none drawn again."""
    kinds = range(16 if study.scheme.count_share else 1)
    found: Counter[int] = Counter()
    for kind, question in product(kinds, range(16)):
        drawn = [kind, question] if len(kinds) > 1 else [question]
        try:
            found[draw_query(study, Stream(bytes(drawn)))] += 1
        except Unfinished:
            continue
    return {query: Fraction(times, found.total()) for query, times in found.items()}


def check_queries(study: Study, draw_query: DrawQuery) -> None:
    """Count questions with exactly their share; every query of a kind as often as every other."""
    scheme = study.scheme
    share, pool = scheme.count_share, scheme.rows.pool
    law = law_of_queries(study, draw_query)
    claim(set(law) <= set(range(scheme.queries)), f"{scheme}: the queries {sorted(law)} are drawn")
    for query in range(scheme.queries):
        wanted = (share if query >= pool else 1 - share) / pool
        found = law.get(query, Fraction(0))
        claim(found == wanted, f"{scheme}: query {query} is asked with chance {found}, not {wanted}")
