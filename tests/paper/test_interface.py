"""The names of DESIGN, section 6, are there, at hand from `tacit` itself and light to import."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from types import FunctionType

import tacit
import tacit.paper
from tacit.paper import QueryAndAnswer, RandomizedGroup, crossovers

LAWS = ((Fraction(3, 5), Fraction(2, 5)), (Fraction(3, 10), Fraction(7, 10)))
SHARES = (Fraction(1, 4), Fraction(3, 4))


def test_the_paper_is_at_hand_when_tacit_is_and_loads_neither_numpy_nor_matplotlib() -> None:
    code = (
        "import sys, tacit; assert 'tacit.paper' not in sys.modules; "
        "print(tacit.paper.QueryAndAnswer(2, 1, 0).bits); "
        "assert not {'numpy', 'matplotlib'} & set(sys.modules)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert (done.stdout, done.stderr) == ("1\n", "")
    assert "paper" in dir(tacit)


def test_every_public_name_exists_and_is_listed_once() -> None:
    names = tacit.paper.__all__
    assert len(set(names)) == len(names)
    public = [getattr(tacit.paper, name) for name in names]
    assert all(each.__doc__ for each in public if isinstance(each, type | FunctionType))


def test_both_schemes_answer_the_same_questions() -> None:
    query = QueryAndAnswer(groups=2, m=1, lie=Fraction(1, 5))
    group = RandomizedGroup(groups=2, m=1, lie_group=Fraction(1, 3), lie_value=Fraction(1, 5))
    for scheme in (query, group):
        assert isinstance(scheme.bits, int)
        assert isinstance(scheme.ratio(), Fraction)
        assert isinstance(scheme.ratio(LAWS), Fraction)
        assert isinstance(scheme.error(LAWS, SHARES), Fraction)
        assert scheme.ratio(laws=None) == scheme.ratio() >= scheme.ratio(LAWS)
        best = type(scheme).for_epsilon(2, 1, 1, laws=LAWS, bounds=None)
        assert best.error(LAWS, SHARES) <= type(scheme).for_epsilon(2, 1, 1).error(LAWS, SHARES)
    assert len(crossovers(2, 1, LAWS)) == 1


def test_schemes_are_values() -> None:
    one, other = QueryAndAnswer(2, 1, "0.2"), QueryAndAnswer(2, 1, Fraction(1, 5))
    assert one == other
    assert len({one, other}) == 1
    assert one != QueryAndAnswer(2, 1, 0)
    assert RandomizedGroup(2, 1, 0.5, 0) == RandomizedGroup(2, 1, "1/2", 0)
