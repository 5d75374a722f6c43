"""What imagined answers must be: of recorded raw numbers, exactly what a person's own device would send."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from itertools import product
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from proofs import claim
from proofs.draws import Recorded, Unfinished, written_weights
from tacit.scheme.randomize import randomize
from tacit.scheme.scheme import Scheme
from tacit.simulation.draw import Cards, Chances, answers_to, draw_in_batches, rounded
from tacit.simulation.placing import placing
from tacit.simulation.stream import RAW, Stream, smallest_type


class RawNumbers:
    """A generator of recorded raw numbers, that never spawns; or one that spawns these."""

    def __init__(self, *numbers: int, children: Sequence[RawNumbers] = ()) -> None:
        self.numbers = np.array(numbers, dtype=np.uint64)
        self.children = list(children)
        self.bit_generator = self

    def random_raw(self, size: int) -> npt.NDArray[np.uint64]:
        if size > self.numbers.size:
            raise Unfinished
        given, self.numbers = self.numbers[:size], self.numbers[size:]
        return given.copy()

    def spawn(self, count: int) -> list[RawNumbers]:
        spawned, self.children = self.children[:count], self.children[count:]
        return spawned


def stream(*numbers: int) -> Stream:
    """A stream of these raw numbers."""
    return Stream(generator(RawNumbers(*numbers)))


def generator(numbers: RawNumbers) -> np.random.Generator:
    return cast(np.random.Generator, numbers)


def check_stream(bound: int) -> None:
    """Uniform below a bound: as many raw numbers for each, in one piece; what is left over does not count."""
    share = RAW // bound
    for number in {0, min(1, bound - 1), bound // 3, bound // 2, bound - 1}:
        for raw in {number * share, number * share + share // 2, (number + 1) * share - 1}:
            found = stream(raw).below(bound, 1).tolist()
            claim(found == [number], f"below({bound}) makes {found} of {raw}, not {number}")
    if share * bound < RAW:
        left_over = [share * bound, RAW - 1]
        found = stream(*left_over, share, *left_over, 0).below(bound, 2).tolist()
        claim(found == [1, 0], f"below({bound}) makes {found} of what is left over, then of 1 and 0")


def check_placing(scheme: Scheme) -> None:
    """Every card of every query lies where the rows say, in types as small as people's."""
    rows, place = scheme.rows, placing(scheme)
    cells = [*product(range(scheme.queries), range(rows.items), range(rows.levels))]
    queries, items, levels = map(np.array, zip(*cells, strict=True))
    small = (items.astype(smallest_type(rows.items - 1)), levels.astype(smallest_type(rows.levels)))
    columns = place(queries.astype(np.uint64), *small)
    room = np.iinfo(columns.dtype).max
    claim(room >= 2 * rows.columns, f"{scheme}: {columns.dtype} has no room for twice the columns")
    for cell, found in zip(cells, columns.tolist(), strict=True):
        wanted = scheme.column(*cell)
        claim(found == wanted, f"{scheme}: (query, item, level) {cell} in {found}, not {wanted}")


def check_simulated_law(scheme: Scheme) -> None:
    """Through all numbers that one draw can be: each card is sent by the published table, to even queries."""
    rows, share = scheme.rows, scheme.count_share
    width = share.denominator * rows.pool * scheme.total
    raws = [number * (RAW // width) for number in range(width)]
    for item, level in product(range(rows.items), range(rows.levels)):
        cards = Cards(np.full(width, item, np.uint8), np.full(width, level, np.uint8))
        children = [RawNumbers(), RawNumbers(), RawNumbers(*raws), RawNumbers()]
        rng = generator(RawNumbers(children=children))
        queries, columns = next(draw_in_batches(scheme, [cards], rng))
        found = Counter(zip(queries.tolist(), columns.tolist(), strict=True))
        for query in range(scheme.queries):
            chance = (share if query >= rows.pool else 1 - share) / rows.pool
            for column, weight in enumerate(written_weights(scheme, query, item, level)):
                wanted = chance * Fraction(weight, scheme.total)
                got = Fraction(found[query, column], width)
                card = f"{scheme}: card ({item}, {level}) sends ({query}, {column})"
                claim(got == wanted, f"{card} with chance {got}, published {wanted}")


def check_same_as_devices(scheme: Scheme, units: Sequence[int]) -> None:
    """These draws below the weights' sum give the column that `randomize` gives, for every card and query."""
    rows, place = scheme.rows, placing(scheme)
    size = ((scheme.total - 1).bit_length() + 7) // 8
    claim(all(unit < 256**size for unit in units), "no such draws")
    for query, item, level in product(range(scheme.queries), range(rows.items), range(rows.levels)):
        count = len(units)
        held = (np.full(count, item, np.uint8), np.full(count, level, np.uint8))
        # Kinds below the share's numerator are count questions, which come after the others.
        number = query - rows.pool if query >= rows.pool else scheme.count_share.numerator * rows.pool + query
        asked = np.full(count, number, np.uint64)
        queries, columns = answers_to(scheme, place, held, (asked, np.array(units, np.uint64)))
        for unit, sent_query, column in zip(units, queries.tolist(), columns.tolist(), strict=True):
            wanted = randomize(scheme, sent_query, item, level, Recorded([unit]))
            card = f"{scheme}: card ({item}, {level}) of query {sent_query}, draw {unit}"
            claim(column == wanted, f"{card}: column {column}, on a device {wanted}")


def check_rounding(chance: Fraction) -> None:
    """Up with exactly this chance: raw numbers below the threshold, and the rest of the chance at it."""
    chances = Chances((chance,))
    threshold, rest = int(chances.thresholds[0]), chances.rest(0)
    claim(Fraction(threshold) + rest == chance * RAW, f"{chance}: {threshold} and {rest} of 2^64")

    def level_at(raw: int, *ties: int) -> Any:  # noqa: ANN401
        cards = Cards(np.zeros(1, np.uint8), np.full(1, 3, np.uint8), np.zeros(1, np.intp), chances)
        return int(rounded(cards, stream(raw), stream(*ties))[0])

    claim(level_at(0) == 3 + (threshold > 0) if threshold else True, f"{chance}: 0 does not go up")
    claim(threshold == 0 or level_at(threshold - 1) == 4, f"{chance}: {threshold - 1} does not go up")
    claim(level_at(threshold + 1) == 3, f"{chance}: {threshold + 1} goes up")
    share = RAW // rest.denominator
    edges = {0, rest.numerator - 1, rest.numerator, rest.denominator - 1}
    for number in edges - {-1, rest.denominator}:
        found = level_at(threshold, number * share)
        claim(found == 3 + (number < rest.numerator), f"{chance}: a tie and {number} of {rest} give {found}")
