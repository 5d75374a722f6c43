"""A small runner: all cases in turn, round after round, so that drift of the machine hits them alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter

Case = tuple[Callable[[], object], float]


@dataclass(frozen=True)
class Effort:
    """How much to do: the best of so many rounds, and how many answers where files are read.

    `is_full`: whatever a committed table needs, however long it takes.
    """

    rounds: int = 3
    answers: int = 10_000_000
    is_full: bool = False


@dataclass(frozen=True)
class Measured:
    """A number, and the side of a bound on which it must be, if there is one."""

    name: str
    value: float
    unit: str = "x"
    at_least: float | None = None
    at_most: float | None = None

    @property
    def is_met(self) -> bool | None:
        """Whether it is on the right side; None where nothing was promised."""
        if self.at_least is not None:
            return self.value >= self.at_least
        return None if self.at_most is None else self.value <= self.at_most

    @property
    def promise(self) -> str:
        """`at least 0.05`; nothing where nothing was promised."""
        if self.at_least is not None:
            return f"at least {self.at_least:,g}"
        return "" if self.at_most is None else f"at most {self.at_most:,g}"

    def to_json(self) -> dict[str, object]:
        """As `bench --json` has it."""
        return {**vars(self), "is_met": self.is_met}


def best_seconds(cases: Mapping[str, Callable[[], object]], rounds: int) -> dict[str, float]:
    """The best time of each case; the first call of each only warms up."""
    best = dict.fromkeys(cases, float("inf"))
    for run in cases.values():
        run()
    for _ in range(rounds):
        for name, run in cases.items():
            start = perf_counter()
            run()
            best[name] = min(best[name], perf_counter() - start)
    return best


def best_rates(cases: Mapping[str, Case], rounds: int) -> dict[str, float]:
    """Items per second of each case, the best of all rounds."""
    seconds = best_seconds({name: run for name, (run, _) in cases.items()}, rounds)
    return {name: items / seconds[name] for name, (_, items) in cases.items()}


@dataclass(frozen=True)
class Table:
    """Rows that belong together: the first columns are words, the others numbers or None."""

    title: str
    columns: tuple[str, ...]
    rows: tuple[tuple[object, ...], ...]
    note: str = ""

    def to_json(self) -> dict[str, object]:
        """As `bench --json` has it."""
        return {
            "title": self.title,
            "rows": [dict(zip(self.columns, row, strict=True)) for row in self.rows],
            "note": self.note,
        }
