"""What the proofs must catch: mistakes in the code that answers are made with, each beside its proofs."""

from __future__ import annotations

from mistakes.chance import CHANCE
from mistakes.device import DEVICE
from mistakes.formulas import FORMULAS
from mistakes.numbers import NUMBERS
from mistakes.queries import QUERIES

MUTANTS = [*CHANCE, *DEVICE, *QUERIES, *NUMBERS, *FORMULAS]
