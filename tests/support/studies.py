"""One study of every kind of question, of rows and of promise, with declining and without, by its name."""

from __future__ import annotations

from dataclasses import replace
from itertools import product
from typing import Literal

from asking import asked
from tacit.study.study import Study, Wishes

DIE = replace(
    asked("choice", options=("no", "yes"), groups=("a", "b"), epsilon="1.2"), wishes=Wishes(device="die")
)


def studies() -> dict[str, Study]:
    """Every kind of question, of rows and of promise, with declining and without."""
    found = {
        "range": asked(),
        "range, declining": asked(decline=True),
        "range, five levels": asked(levels=5, groups=("a", "b"), epsilon="3"),
        "range, five levels, direct": asked(levels=5, rows="direct", epsilon="2", decline=True),
        "range with odd ends": asked(ends=(-3, 4), rows="hashed", decline=True),
        "scale": asked("scale", ends=(1, 5)),
        "scale of two": asked("scale", ends=(0, 1), decline=True),
        "two options": asked("choice", options=("no", "yes"), decline=True),
        "four options": asked("choice", options=("n", "e", "s", "w"), decline=True),
        "four options, direct": asked("choice", options=("n", "e", "s", "w"), rows="direct"),
        "only the group": asked("none"),
        "only the group, declining": asked("none", decline=True, epsilon="4"),
        "crossed": asked(cross={"age": ("<40", "40+"), "sex": ("f", "m")}),
        "shares": asked(shares=("0.2", "0.3", "0.5")),
        "sums in one bit": asked(rows="hashed", columns=2, ask="sum"),
        "hashed": asked(rows="hashed", decline=True),
        "dealt": asked(rows="dealt"),
        "direct": asked(rows="direct", decline=True),
        "a die": DIE,
        "small epsilon": asked(epsilon="0.001"),
        "large epsilon": asked(epsilon="20"),
        "group": asked(promise="group", rows="direct", ask="sum"),
        "group, declining": asked(promise="group", rows="direct", ask="sum", decline=True),
        "group, ordinary rows": asked(promise="group", rows="dealt"),
        "group, options": asked("choice", promise="group", options=("n", "e", "s"), decline=True),
    }
    for rows, within in product(("hashed", "dealt", "direct"), ("0.2", "0.9")):
        wished: Literal["hashed", "dealt", "direct"] = rows  # type: ignore[assignment]
        found[f"within {within}, {rows}"] = asked(promise="group", mean_within=within, rows=wished)
    found["within 0.2, without noise"] = asked(promise="group", mean_within="0.2", ask="sum")
    found["within 0.5, two columns"] = asked(promise="group", mean_within="0.5", columns=2, ask="sum")
    return found


STUDIES = studies()
