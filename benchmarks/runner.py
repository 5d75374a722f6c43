"""A small runner: all cases in turn, round after round, so that drift of the machine hits them alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from time import perf_counter

Case = tuple[Callable[[], object], float]


@dataclass(frozen=True)
class Gate:
    """A target: a measured number, the bound that it must respect, and on which side."""

    name: str
    measured: float
    bound: float
    unit: str = "x"
    at_least: bool = True

    @property
    def is_met(self) -> bool:
        return self.measured >= self.bound if self.at_least else self.measured <= self.bound

    def to_json(self) -> dict[str, object]:
        return {**vars(self), "is_met": self.is_met}


def best_rates(cases: Mapping[str, Case], rounds: int) -> dict[str, float]:
    """Items per second of each case, the best of all rounds; the first call of each only warms up."""
    best = dict.fromkeys(cases, float("inf"))
    for run, _ in cases.values():
        run()
    for _ in range(rounds):
        for name, (run, _) in cases.items():
            start = perf_counter()
            run()
            best[name] = min(best[name], perf_counter() - start)
    return {name: items / best[name] for name, (_, items) in cases.items()}


def best_seconds(run: Callable[[], object], rounds: int) -> float:
    """The best time of one case."""
    return 1 / best_rates({"": (run, 1)}, rounds)[""]
