"""Things of the wrong kind, from Python, are refused in words: no traceback from somewhere inside."""

from __future__ import annotations

from collections.abc import Callable
from decimal import Decimal

import numpy as np
import pytest

import tacit
from asking import asked
from tacit.errors import Refused
from tacit.study.given import expect_number, expect_whole, is_number

STUDY = asked("range", decline=True)
TALLY = tacit.tally(STUDY, [0, 1, 2], [0, 1, 2])
RESULT = tacit.estimate(STUDY, TALLY)
FILE = 'the text "study.toml"'

# Whatever stands there is of the wrong kind on purpose.
WRONG: list[tuple[Callable[..., object], str]] = [
    (lambda given: tacit.plan(given), f"study must be what `tacit.load` returns; got {FILE}"),
    (lambda given: tacit.verify(given), f"study must be what `tacit.load` returns; got {FILE}"),
    (lambda given: tacit.draw_query(given), f"study must be what `tacit.load` returns; got {FILE}"),
    (
        lambda given: tacit.answer(given, 0, group="a", value=1),
        f"study must be what `tacit.load` returns; got {FILE}",
    ),
    (lambda given: tacit.tally(given, [0], [0]), f"study must be what `tacit.load` returns; got {FILE}"),
    (
        lambda given: tacit.model(given, "answers.csv", outcome="y"),
        f"study must be what `tacit.load` returns; got {FILE}",
    ),
    (lambda given: tacit.estimate(given, TALLY), f"study must be what `tacit.load` returns; got {FILE}"),
    (lambda given: tacit.report(given, RESULT), f"study must be what `tacit.load` returns; got {FILE}"),
    (lambda given: tacit.estimate(STUDY, given), f"tally must be what `tacit.tally` returns; got {FILE}"),
    (lambda given: tacit.report(STUDY, given), f"estimate must be what `tacit.estimate` returns; got {FILE}"),
    (
        lambda given: tacit.estimate(STUDY, TALLY, sampling=given),
        f"sampling must be what `tacit.Sampling` returns; got {FILE}",
    ),
    (
        lambda given: tacit.Sampling(given),
        'sampling.mode must be "large", "simple" or "poisson"; got "study.toml"',
    ),
    (lambda given: tacit.Sampling("simple", given), f"population must be a whole number; got {FILE}"),
    (lambda given: tacit.estimate(STUDY, TALLY, level=given), f"level must be a number; got {FILE}"),
    (lambda given: RESULT.difference("a", "b", margin=given), f"margin must be a number; got {FILE}"),
    (lambda given: RESULT.response(invited=given), f"invited must be a whole number; got {FILE}"),
    (
        lambda given: RESULT.overall(given),
        "shares must be numbers, one for each group, in the order of the study",
    ),
    (
        lambda given: RESULT.truth_gap({given: 1}),  # type: ignore[arg-type]
        "shares must be numbers, one for each group, in the order of the study",
    ),
    (
        lambda given: tacit.plan(STUDY, within=given),
        'within must be above 0 and below 5, half of the range; got "study.toml"',
    ),
    (
        lambda given: tacit.plan(STUDY, detect=given),
        'detect must be above 0 and below 10, the range; got "study.toml"',
    ),
    (
        lambda given: tacit.plan(STUDY, power=given),
        'power must be above 0.05, which chance alone gives, and below 1; got "study.toml"',
    ),
    (
        lambda given: tacit.plan(STUDY, design_effect=given),
        'design_effect must lie within 1..1000, and is 1 where weights are alike; got "study.toml"',
    ),
    (
        lambda given: tacit.plan(STUDY, compare=given),
        'compare must be a list of pairs of groups, as [("a", "b")]; got "study.toml"',
    ),
    (
        lambda _given: tacit.plan(STUDY, compare=("a", "b")),  # type: ignore[arg-type]
        'compare must be a list of pairs of groups, as [("a", "b")]; got a list',
    ),
]


@pytest.mark.parametrize(("call", "said"), WRONG, ids=[str(at) for at in range(len(WRONG))])
def test_what_is_of_the_wrong_kind_is_refused_by_its_name(call: Callable[..., object], said: str) -> None:
    with pytest.raises(Refused) as refused:
        call("study.toml")
    assert str(refused.value) == said


def test_a_file_is_named_by_text_or_a_path() -> None:
    with pytest.raises(Refused, match="path must be the name of a study file; got 3"):
        tacit.load(3)  # type: ignore[arg-type]


@pytest.mark.parametrize("number", [1, 0.5, Decimal("0.5"), np.float32(0.5), np.int64(3), float("nan")])
def test_numbers_of_every_kind_are_numbers(number: object) -> None:
    assert is_number(number)
    expect_number("x", number)


@pytest.mark.parametrize("thing", ["1", None, True, 1j, [1]])
def test_nothing_else_is(thing: object) -> None:
    assert not is_number(thing)
    with pytest.raises(Refused, match=r"^x must be a number; got "):
        expect_number("x", thing)


def test_a_count_is_whole_and_not_too_small() -> None:
    expect_whole("n", np.int64(3), least=3)
    with pytest.raises(Refused, match="n must be at least 3; got 2"):
        expect_whole("n", 2, least=3)
    with pytest.raises(Refused, match=r"n must be a whole number; got 3\.0"):
        expect_whole("n", 3.0, least=3)
