"""The study: what is asked, of which groups, under which promise."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from decimal import Decimal
from functools import cached_property
from typing import Literal

from tacit.scheme.choose import choose
from tacit.scheme.needs import Needs
from tacit.scheme.scheme import Scheme

Kind = Literal["range", "scale", "choice", "none"]


@dataclass(frozen=True)
class Question:
    """What people are asked for. `low` and `high` for range and scale, `options` for choice."""

    text: str
    kind: Kind
    low: Decimal | None = None
    high: Decimal | None = None
    options: tuple[str, ...] = ()


@dataclass(frozen=True)
class Groups:
    """The private groups. Crossed groups keep their axes, in order, beside the product's labels."""

    text: str
    labels: tuple[str, ...]
    cross: tuple[tuple[str, tuple[str, ...]], ...] = ()
    shares: tuple[Decimal, ...] | None = None
    decline: bool = False


@dataclass(frozen=True)
class Privacy:
    """What is protected, and how well."""

    epsilon: Decimal
    promise: Literal["group and value", "group"] = "group and value"
    mean_within: Decimal | None = None


@dataclass(frozen=True)
class Collect:
    """How answers come in."""

    tickets: Literal["blind", "open", "named"] = "blind"
    people: int | None = None
    batch: int = 20


@dataclass(frozen=True)
class Wishes:
    """The optional [scheme] table: what the planner must respect."""

    ask: Literal["mean", "sum"] = "mean"
    max_bits: int | None = None
    rows: Literal["hashed", "dealt", "direct"] | None = None
    columns: int | None = None
    levels: int | None = None
    device: Literal["die"] | None = None


@dataclass(frozen=True)
class Study:
    """A study; `frozen` holds the scheme's integers once a manifest has fixed them."""

    title: str
    owner: str
    not_after: date
    question: Question
    groups: Groups
    privacy: Privacy
    collect: Collect = Collect()
    wishes: Wishes = Wishes()
    frozen: Scheme | None = None

    @cached_property
    def scheme(self) -> Scheme:
        """The frozen scheme, or the planner's choice."""
        return self.frozen or choose(self.needs)
