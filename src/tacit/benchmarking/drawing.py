"""Drawing answers: a real one against the system's random bytes, imagined ones against a bare generator."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator

import numpy as np

from tacit.answering.answer import answer
from tacit.answering.card import Value
from tacit.benchmarking.inputs import SEED, scheme_for, study_with
from tacit.benchmarking.runner import Case, Effort, Measured, best_rates
from tacit.scheme.scheme import Scheme
from tacit.simulation.draw import Cards, draw_answers
from tacit.study.study import Study

ANSWERS = 100_000
PEOPLE = 2_000_000


def answer_speed(effort: Effort) -> Iterator[Measured]:
    """`answer` once the study is loaded, queries given."""
    studies: dict[str, tuple[Study, Value]] = {
        "2 groups, range": (study_with(2, 'kind = "range"\nlow = 0\nhigh = 10'), 7),
        "10 groups, two options": (study_with(10, 'kind = "choice"\noptions = ["a", "b"]', "2"), "b"),
        "1,000 groups, range": (study_with(1000, 'kind = "range"\nlow = 0\nhigh = 10'), 7),
    }
    cases: dict[str, Case] = {"urandom": (_reads, ANSWERS)}
    for name, (study, value) in studies.items():
        cases[name] = (_answers(study, value), ANSWERS)
    rates = best_rates(cases, effort.rounds)
    for name in studies:
        yield Measured(f"one answer, {name} : os.urandom(8)", rates["urandom"] / rates[name], at_most=6)


def simulation_speed(effort: Effort) -> Iterator[Measured]:
    """`draw_answers` per person against one 64-bit draw."""
    rng = np.random.default_rng(SEED)
    schemes = {
        "k = 1,000 hashed, 2 columns": scheme_for(1000, "0.5", rows="hashed", columns=2, ask="sum"),
        "k = 1,000 hashed, 19 columns": scheme_for(1000, "3"),
        "k = 10 dealt": scheme_for(10, "2", rows="dealt"),
        "k = 5 direct": scheme_for(5, "3", rows="direct"),
    }
    cases: dict[str, Case] = {
        "bare": (lambda: rng.integers(0, 1 << 64, size=PEOPLE, dtype=np.uint64), PEOPLE)
    }
    for name, scheme in schemes.items():
        cases[name] = (_simulation(scheme, rng), PEOPLE)
    rates = best_rates(cases, effort.rounds)
    for name in schemes:
        yield Measured(f"one imagined person, {name} : bare draw", rates[name] / rates["bare"], at_least=0.2)


def _reads() -> None:
    read = os.urandom
    for _ in range(ANSWERS):
        read(8)


def _answers(study: Study, value: Value) -> Callable[[], None]:
    labels = study.groups.labels
    queries = [number % study.scheme.queries for number in range(1000)]
    jobs = [(query, labels[query % len(labels)]) for query in queries]

    def run() -> None:
        for _ in range(ANSWERS // len(jobs)):
            for query, group in jobs:
                answer(study, query, group=group, value=value)

    return run


def _simulation(scheme: Scheme, rng: np.random.Generator) -> Callable[[], object]:
    items = rng.integers(0, scheme.rows.items, PEOPLE, dtype=np.uint64)
    levels = rng.integers(0, 2, PEOPLE, dtype=np.uint8)
    cards = Cards(items.astype(np.min_scalar_type(scheme.rows.items)), levels)
    return lambda: draw_answers(scheme, cards, rng)
