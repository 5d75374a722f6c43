"""The schemes and answers that the benchmarks run on."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

import numpy as np
import numpy.typing as npt

from tacit.scheme.choose import choose
from tacit.scheme.needs import Needs
from tacit.scheme.scheme import Scheme
from tacit.study.file import parse_toml
from tacit.study.study import Study

SEED = 20_261_119


def scheme_for(items: int, epsilon: str, *, levels: int = 2, **wishes: Any) -> Scheme:  # noqa: ANN401
    """The planner's choice for so many items."""
    return choose(Needs(items=items, levels=levels, epsilon=Decimal(epsilon), **wishes))


def uniform_answers(scheme: Scheme, people: int) -> tuple[npt.NDArray[Any], npt.NDArray[Any]]:
    """Answers that cost as much to fold as real ones; 5 bytes each where that is enough."""
    rng = np.random.default_rng(SEED)
    columns = rng.integers(
        0, scheme.rows.columns, people, dtype=np.uint8 if scheme.rows.columns < 256 else "u4"
    )
    return rng.integers(0, scheme.queries, people, dtype=np.uint32), columns


def study_with(groups: int, question: str, epsilon: str = "1", scheme: str = "") -> Study:
    """A study with so many groups and this [question] table."""
    labels = ", ".join(f'"group {number}"' for number in range(groups))
    return parse_toml(
        f"""
title = "Benchmark"
owner = "bench@example.org"
not_after = 2999-12-31
[question]
text = "What?"
{question}
[groups]
text = "Which?"
labels = [{labels}]
[privacy]
epsilon = {epsilon}
{scheme}
""".encode()
    )
