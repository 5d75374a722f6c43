"""What can be measured, by name, and what was measured it on."""

from __future__ import annotations

import importlib.util
import os
import platform
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version

from tacit.benchmarking.runner import Effort, Measured, Table

Found = Iterator[Measured | Table]


@dataclass(frozen=True)
class Part:
    """Some measurements, and the function that makes them; `extra` installs the modules that it needs."""

    about: str
    home: str
    needs: tuple[str, ...] = ()
    extra: str = ""
    is_asked_for: bool = False

    def run(self, effort: Effort) -> Found:
        """One measurement after the other, as they come."""
        module, _, name = self.home.partition(":")
        measure: Callable[[Effort], Found] = getattr(import_module(f"tacit.benchmarking.{module}"), name)
        return measure(effort)

    @property
    def is_installed(self) -> bool:
        return all(importlib.util.find_spec(module) is not None for module in self.needs)


PARTS = {
    "start": Part("the first word", "start:start_speed"),
    "fold": Part("answers to a tally, as n and k grow", "folds:fold_speed"),
    "weights": Part("sums of weights and outcomes", "folds:weighted_speed"),
    "decode": Part("a tally to estimates", "decoding:decode_speed"),
    "answer": Part("one real answer", "drawing:answer_speed"),
    "simulate": Part("imagined answers", "drawing:simulation_speed"),
    "files": Part("files to a tally, and memory", "files:file_speed"),
    "collect": Part(
        "answers to a server", "collecting.speed:collecting_speed", ("cryptography", "uvicorn"), "serve"
    ),
    "counts": Part("how exact counts are", "accuracy:frequency_accuracy"),
    "sums": Part("how exact sums per group are", "accuracy:sum_accuracy"),
    "peers": Part("speed beside other libraries", "beside:peer_speed", ("pure_ldp",), "bench"),
    "accuracy": Part("accuracy beside other libraries", "beside:peer_accuracy", ("pure_ldp",), "bench"),
    "spark": Part(
        "Spark beside local streaming", "spark:spark_speed", ("pyspark",), "spark", is_asked_for=True
    ),
}

PACKAGES = (
    *("tacit", "numpy", "pyarrow", "pyspark"),
    *("starlette", "uvicorn", "httptools", "uvloop", "cryptography"),
    *("pure-ldp", "multi-freq-ldpy", "ldp-toolbox", "opendp"),
)


def versions() -> dict[str, str]:
    """What was measured, and on what."""
    found = {"python": platform.python_version(), "system": platform.system(), "machine": platform.machine()}
    found["processors"] = str(os.cpu_count())
    for package in PACKAGES:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            continue
    return found
