"""The optional [scheme] table: what the planner must respect."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Literal

from tacit.scheme.rows.base import MOST_COLUMNS
from tacit.study.inspection import Inspection

MOST_BITS = 20
MOST_LEVELS = 1000


@dataclass(frozen=True)
class Wishes:
    """The optional [scheme] table: what the planner must respect."""

    ask: Literal["mean", "sum"] = "mean"
    max_bits: int | None = None
    rows: Literal["hashed", "dealt", "direct"] | None = None
    columns: int | None = None
    levels: int | None = None
    device: Literal["die"] | None = None

    def __post_init__(self) -> None:
        inspection = Inspection("scheme")
        inspection.one_of("ask", self.ask, ("mean", "sum"))
        if self.rows is not None:
            inspection.one_of("rows", self.rows, ("hashed", "dealt", "direct"))
        if self.device is not None:
            inspection.one_of("device", self.device, ("die",))
        if self.levels is not None:
            inspection.whole("levels", self.levels, least=2, most=MOST_LEVELS)
        bits, columns = self.max_bits, self.columns
        has_bits = bits is not None and inspection.whole("max_bits", bits, least=1, most=MOST_BITS)
        has_columns = columns is not None and inspection.whole("columns", columns, least=2, most=MOST_COLUMNS)
        if bits and columns and has_bits and has_columns and columns > 1 << bits:
            inspection.add("columns", f"must be at most {1 << bits} with max_bits = {bits}; got {columns}")
        inspection.settle()

    def to_manifest(self) -> dict[str, object]:
        """The members that a manifest publishes: `ask`, and the wishes that were made."""
        made = {field.name: getattr(self, field.name) for field in fields(self)}
        return {key: value for key, value in made.items() if value is not None}
