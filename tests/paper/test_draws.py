"""Randomness as an argument: recorded, enumerated, and the operating system's."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

import pytest

from tacit.paper import RecordedSource, Source, SystemSource, law_of
from tacit.paper.query_and_answer import randomized


def test_recorded_draws_come_back_in_order_and_are_checked() -> None:
    source = RecordedSource(0, 2, 1)
    assert [source.below(3), source.below(3)] == [0, 2]
    with pytest.raises(ValueError, match=r"recorded draw 1 does not lie in range\(1\)"):
        source.below(1)
    with pytest.raises(ValueError, match=r"no recorded draw is left for one in range\(5\)"):
        source.below(5)


def test_a_law_is_that_of_every_path_of_draws() -> None:
    def run(source: Source) -> str:
        first = source.below(2)
        return "heads" if first == 0 else f"tails {source.below(3)}"

    third = Fraction(1, 6)
    assert law_of(run) == {"heads": Fraction(1, 2), "tails 0": third, "tails 1": third, "tails 2": third}
    assert law_of(lambda _source: "nothing drawn") == {"nothing drawn": 1}


def test_a_run_that_depends_on_more_than_its_draws_is_found_out() -> None:
    limits = iter([2, 3, 2, 3])
    with pytest.raises(ValueError, match="a run must depend on its draws only"):
        law_of(lambda source: source.below(next(limits)))


def test_the_operating_system_is_asked_for_every_draw() -> None:
    source = SystemSource()
    counts = Counter(source.below(4) for _ in range(4000))
    assert set(counts) == {0, 1, 2, 3}
    # Each count has mean 1000 and sd 27.4; beyond 7 sd one run in 10^11 goes wrong.
    assert all(abs(count - 1000) < 7 * 27.4 for count in counts.values())


@pytest.mark.parametrize("lie", [Fraction(0), Fraction(1, 5), Fraction(3, 7)], ids=str)
def test_a_lie_is_told_just_so_often_and_falls_on_every_other_value_alike(lie: Fraction) -> None:
    values = (-2, -1, 1, 2)
    law = law_of(lambda source: randomized(-1, values, lie, source))
    assert law == {value: p for value in values if (p := 1 - lie if value == -1 else lie / 3)}
