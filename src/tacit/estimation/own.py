"""The part of a sum of squares that belongs to a group's own people, kept within what is possible."""

from __future__ import annotations

import numpy as np

from tacit.estimation.apart import Blend
from tacit.estimation.passes import Added
from tacit.estimation.squares import Floats

SURE = 2.0  # a group is surely there when its count is so many standard deviations above zero


def own_squares(added: Added, *, is_two_valued: bool, is_hidden: bool, power: int = 1) -> Floats:
    """Per group, the squares of (value, 1) over its own people; `power` 0 takes weights unsquared.

    Where the value is hidden and not one of two, its squares are not known: the least that they can be is
    taken, which makes intervals longer, never shorter.
    """
    both, value, one = np.moveaxis(added.own[power], -1, 0)
    if is_hidden:
        one = np.clip(one, 0.0, added.every[3])
        value = np.clip(value, -one, one)
        both = one if is_two_valued else _least_squares(value, one, added)
        return _pairs(both, value, one)
    every = _pairs(*(np.broadcast_to(each, one.shape) for each in added.every[:3]))
    return within(_pairs(both, value, one), every)


def expected_squares(own: Floats, weights: float) -> Floats:
    """The squares of what people's scores expect, laid out as the entries of `Joint`."""
    groups = len(own)
    found = np.zeros((2 * groups + 1, 2 * groups + 1))
    places = np.arange(groups)
    for i, j in ((0, 0), (0, 1), (1, 0), (1, 1)):
        found[i * groups + places, j * groups + places] = own[:, i, j]
    found[-1, :-1] = found[:-1, -1] = np.concatenate([own[:, 0, 1], own[:, 1, 1]])
    found[-1, -1] = weights
    return found


def blended_squares(own: Floats, weights: float, blend: Blend) -> Floats:
    """The same for one combination of all groups: of its value, its count and 1."""
    values, counts = blend.values, blend.counts
    by_value, by_count = own[:, 0, 1] @ values, own[:, 1, 1] @ counts
    crossed = (own[:, 0, 1] * values) @ counts
    return np.array(
        [
            [own[:, 0, 0] @ values**2, crossed, by_value],
            [crossed, own[:, 1, 1] @ counts**2, by_count],
            [by_value, by_count, weights],
        ]
    )


def within(own: Floats, every: Floats) -> Floats:
    """The symmetric matrices `own`, as near as need be so that they lie between nothing and `every`.

    As a count is kept within 0 and the number of answers, in every direction at once: no variance can then
    come out as zero or below it.
    """
    root = _root(every)
    inverse = np.linalg.pinv(root, hermitian=True)
    values, vectors = np.linalg.eigh(_symmetric(inverse @ own @ inverse))
    kept = (vectors * np.clip(values, 0.0, 1.0)[..., None, :]) @ np.swapaxes(vectors, -1, -2)
    return _symmetric(root @ kept @ root)


def _root(matrix: Floats) -> Floats:
    """The symmetric square root of matrices that are not negative."""
    values, vectors = np.linalg.eigh(_symmetric(matrix))
    stretched = vectors * np.sqrt(np.maximum(values, 0.0))[..., None, :]
    return np.asarray(stretched @ np.swapaxes(vectors, -1, -2))


def _symmetric(matrix: Floats) -> Floats:
    return np.asarray((matrix + np.swapaxes(matrix, -1, -2)) / 2)


def _least_squares(value: Floats, one: Floats, added: Added) -> Floats:
    """The least that squares can add to, given sums: all equal; nothing where nobody is surely there."""
    is_there = one > SURE * np.sqrt(added.count_squares)
    return np.where(is_there, value**2 / np.where(is_there, one, 1.0), 0.0)


def _pairs(both: Floats, value: Floats, one: Floats) -> Floats:
    return np.stack([np.stack([both, value], axis=-1), np.stack([value, one], axis=-1)], axis=-2)
