"""Proofs by enumeration, as functions that either pass or raise Disproved.

The tests run them on the real thing and test_mutants.py on broken ones, so that each proof is itself
proved to have power.
"""


class Disproved(AssertionError):
    """A claim does not hold; the message is a counter-example."""


def claim(holds: bool, otherwise: str) -> None:
    """Raise Disproved with the counter-example unless the claim holds."""
    if not holds:
        raise Disproved(otherwise)
