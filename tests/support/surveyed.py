"""Studies of every kind, and answers from people in all their groups, to be weighed and divided."""

from __future__ import annotations

import numpy as np

from asking import asked
from tacit.simulation.draw import Cards, draw_answers
from tacit.study.study import Study

STUDIES = [
    asked("none", groups="abc", epsilon="2"),
    asked("none", groups="abc", epsilon="2", decline=True),
    asked("scale", ends=(0, 1), groups="abc", epsilon="2", rows="dealt", columns=4),
    asked("range", groups="abc", epsilon="3", rows="hashed", columns=5),
    asked("range", groups="abc", epsilon="1", ask="sum", rows="hashed", columns=2),
    asked("choice", options=("no", "yes"), groups="ab", epsilon="2", rows="direct"),
    asked("choice", options=("x", "y", "z"), groups="ab", epsilon="3", decline=True),
    asked("scale", ends=(0, 1), cross={"age": ["young", "old"], "place": ["n", "s"]}, epsilon="3"),
    asked("scale", ends=(0, 1), groups="abc", epsilon="1", promise="group", rows="direct"),
    asked("range", groups="abc", epsilon="4", levels=3),
    asked("range", groups="abc", shares=("0.5", "0.3", "0.2"), epsilon="1"),
    asked("scale", ends=(0, 1), groups="ab", shares=("0.5", "0.5"), decline=True, epsilon="3"),
    asked("choice", options=("x", "y", "z"), groups="ab", shares=("0.3", "0.7"), decline=True, epsilon="3"),
]
IDS = [f"{study.question.kind}-{study.scheme.rows.name}-{len(study.group_names)}" for study in STUDIES]


def answers_of(study: Study, people: int, seed: int) -> dict[str, object]:
    """A table of answers of people in all groups, at all levels."""
    rng = np.random.default_rng(seed)
    rows = study.scheme.rows
    items, levels = rng.integers(0, rows.items, people), rng.integers(0, rows.levels, people)
    cards = Cards(items.astype(np.uint64), levels.astype(np.uint64))
    queries, columns = draw_answers(study.scheme, cards, rng)
    return {"query": queries, "column": columns}
