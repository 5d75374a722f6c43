"""Ways to divide the groups: each by itself, or merged along one axis of crossed groups."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import product

import numpy as np
import numpy.typing as npt

from tacit.study.study import Groups

Indices = npt.NDArray[np.int64]


@dataclass(frozen=True)
class Partition:
    """Labels, and for each the groups that it takes together."""

    name: str
    labels: tuple[str, ...]
    members: tuple[Indices, ...]


def groups(asked: Groups) -> Partition:
    """Every group by itself."""
    return Partition("", asked.labels, tuple(np.array([index]) for index in range(len(asked.labels))))


def axes(asked: Groups) -> list[Partition]:
    """For crossed groups, one partition per axis; the product of the axes runs over the last one fastest."""
    cells = list(product(*(labels for _, labels in asked.cross)))
    return [
        Partition(
            name,
            labels,
            tuple(np.flatnonzero([cell[position] == label for cell in cells]) for label in labels),
        )
        for position, (name, labels) in enumerate(asked.cross)
    ]
