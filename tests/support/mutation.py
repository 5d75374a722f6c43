"""The product with one line wrong: what a proof is worth is what it catches.

The mutated function object stays and takes the code of the wrong source, so whatever has imported it, and
every proof, meets the mutant exactly as it would meet the real mistake. A file of mutants ends with
`TestPower = power_of(PROOFS, MUTANTS)`.
"""

from __future__ import annotations
import __future__

import inspect
import textwrap
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cached_property, reduce
from importlib import import_module
from types import CodeType, FunctionType

import pytest

from tacit.errors import Refused
from tacit.scheme.choose import choose

Proofs = Mapping[str, Callable[[], None]]


@dataclass(frozen=True)
class Mutant:
    """One piece of one function's source, replaced; and the names of all proofs that catch it."""

    name: str
    where: str
    right: str
    wrong: str
    caught_by: frozenset[str]

    def __str__(self) -> str:
        return f"{self.name} [{', '.join(sorted(self.caught_by))}]"


def mutant(name: str, where: str, right: str, wrong: str, *, caught_by: str) -> Mutant:
    """`where` is module:function or module:Class.function; `caught_by` lists proofs, with commas between."""
    return Mutant(name, where, right, wrong, frozenset(caught_by.split(", ")))


@contextmanager
def mutated(mutant: Mutant) -> Iterator[None]:
    """Within it, the product is the mutant. Whatever the product remembers is forgotten before and after."""
    function = _function(_find(mutant.where))
    right = function.__code__
    function.__code__ = _wrong_code(function, mutant)
    choose.cache_clear()
    try:
        yield
    finally:
        function.__code__ = right
        choose.cache_clear()


def catchers(mistake: Mutant, proofs: Proofs) -> set[str]:
    """The names of all proofs that fail while the product is the mutant."""
    with mutated(mistake):
        return {name for name in proofs if is_disproved(proofs[name])}


def is_disproved(proof: Callable[[], None]) -> bool:
    """Whether the proof disproves what runs now. A product that refuses its own cases is disproved too.

    Any other exception is a mutant that cannot run at all: it says nothing of the proof, and is raised.
    """
    try:
        proof()
    except (AssertionError, Refused):
        return True
    return False


def power_of(proofs: Proofs, mutants: Sequence[Mutant]) -> type:
    """The tests with which a file of mutants ends: each mistake is caught by exactly the proofs it names."""

    class Power:
        @pytest.mark.parametrize("name", proofs)
        def test_the_product_is_not_disproved(self, name: str) -> None:
            proofs[name]()

        @pytest.mark.parametrize("mistake", mutants, ids=str)
        def test_caught(self, mistake: Mutant) -> None:
            caught_by = catchers(mistake, proofs)
            assert caught_by == mistake.caught_by, f"caught by {', '.join(sorted(caught_by)) or 'no proof'}"

        @pytest.mark.parametrize("name", proofs)
        def test_a_proof_that_catches_nothing_would_be_deleted(self, name: str) -> None:
            assert any(name in mistake.caught_by for mistake in mutants), f"nothing is caught by {name}"

    return Power


def _find(where: str) -> object:
    """The object with this name, a property not called but as its class holds it."""
    module, _, name = where.partition(":")
    found: object = reduce(inspect.getattr_static, name.split("."), import_module(module))
    return found


def _function(found: object) -> FunctionType:
    """What runs in the end: of a method, a property or a remembered function too."""
    if isinstance(found, property):
        found = found.fget
    if isinstance(found, cached_property):
        found = found.func
    found = inspect.unwrap(getattr(found, "__func__", found))  # type: ignore[arg-type]
    assert isinstance(found, FunctionType)
    return found


def _wrong_code(function: FunctionType, mutant: Mutant) -> CodeType:
    source = textwrap.dedent(inspect.getsource(function))
    times = source.count(mutant.right)
    assert times == 1, f"{mutant.where} holds {mutant.right!r} {times} times; say anew what is mutated"
    names = dict(function.__globals__)
    code = compile(
        source.replace(mutant.right, mutant.wrong),
        mutant.where,
        "exec",
        flags=__future__.annotations.compiler_flag,
        dont_inherit=True,
    )
    exec(code, names)  # noqa: S102 - our own source, with our own mistake in it
    return _function(names[function.__name__]).__code__
