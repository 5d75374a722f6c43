"""What a scheme must do for a study: the arguments of the choice, without the study."""

from __future__ import annotations

from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

Promise = Literal["group and value", "group"]


@dataclass(frozen=True)
class Needs:
    """Items and levels to tell apart, the promise to keep, and the wishes to respect.

    `values` says where values are expected: at the two ends, or evenly over the range, or over so many
    `points` of it.
    """

    items: int
    levels: int
    epsilon: Decimal
    promise: Promise = "group and value"
    mean_within: Decimal | None = None
    ask: Literal["mean", "sum"] = "mean"
    max_bits: int | None = None
    rows: Literal["hashed", "dealt", "direct"] | None = None
    columns: int | None = None
    device: Literal["die"] | None = None
    values: Literal["ends", "even"] = "ends"
    points: int | None = None
