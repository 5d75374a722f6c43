"""Small studies to estimate from, built without a file."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date
from decimal import Decimal
from typing import Literal

from tacit.scheme.scheme import Scheme
from tacit.study.study import Groups, Kind, Privacy, Question, Registered, Study, Wishes


def asked(
    kind: Kind = "range",
    *,
    groups: Sequence[str] = ("a", "b", "c"),
    ends: tuple[int, int] = (0, 10),
    options: Sequence[str] = (),
    cross: Mapping[str, Sequence[str]] | None = None,
    shares: Sequence[str] | None = None,
    decline: bool = False,
    epsilon: str = "1",
    promise: Literal["group and value", "group"] = "group and value",
    mean_within: str | None = None,
    ask: Literal["mean", "sum"] = "mean",
    rows: Literal["hashed", "dealt", "direct"] | None = None,
    columns: int | None = None,
    levels: int | None = None,
    frozen: Scheme | None = None,
    title: str = "Asked",
    analysis: Registered | None = None,
) -> Study:
    """A study as a file would describe it; `shares` beside `decline` are of those who answer."""
    is_numeric = kind in ("range", "scale")
    return Study(
        title=title,
        owner="owner@example.org",
        not_after=date(2999, 12, 31),
        question=Question(
            "How much?" if kind != "none" else "",
            kind,
            Decimal(ends[0]) if is_numeric else None,
            Decimal(ends[1]) if is_numeric else None,
            tuple(options),
        ),
        groups=Groups(
            "Which?",
            () if cross else tuple(groups),
            cross=tuple((axis, tuple(labels)) for axis, labels in (cross or {}).items()),
            shares=None if shares is None else tuple(map(Decimal, shares)),
            decline=decline,
            shares_of="answered" if shares and decline else "all",
        ),
        privacy=Privacy(Decimal(epsilon), promise, None if mean_within is None else Decimal(mean_within)),
        wishes=Wishes(ask=ask, rows=rows, columns=columns, levels=levels),
        frozen=frozen,
        analysis=analysis,
    )
