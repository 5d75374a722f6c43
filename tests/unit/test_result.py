"""What an estimate hands over: figures by label, flat records, Arrow, pandas, JSON."""

from __future__ import annotations

import json
from importlib.util import find_spec

import numpy as np
import pyarrow as pa
import pytest

from asking import asked
from proofs.enumerated import Enumerated, at
from tacit.errors import AnswersInvalid, MissingExtra, Refused
from tacit.estimation import squares
from tacit.estimation.estimate import check_level, estimate, steps
from tacit.estimation.result import Estimate
from tacit.files.tally import tally
from tacit.study.study import Study
from tacit.tallying.tally import Tally, empty_tally

CROSS = {"age": ["<40", "40+"], "region": ["north", "south"]}
STUDIES = {
    "range": asked(decline=True),
    "crossed": asked(cross=CROSS),
    "two options": asked("choice", options=("yes", "no")),
    "histogram": asked("choice", options=("x", "y", "z"), groups=("a", "b"), decline=True, epsilon="3"),
    "none": asked("none"),
    "sum": asked(ask="sum", epsilon="0.5"),
    "known": asked(shares=("0.2", "0.3", "0.5"), epsilon="0.5"),
}


def found(study: Study, answers: int = 3000) -> Estimate:
    scheme = study.scheme
    law = Enumerated(scheme).law(at(1, 0, scheme.rows.levels))
    counts = np.diff(np.rint(np.cumsum(law) * answers), prepend=0).astype(np.int64)
    return estimate(
        study, Tally(scheme.queries, scheme.rows.columns, counts, refused={"query is missing": 2})
    )


@pytest.mark.parametrize("name", STUDIES)
def test_that_intervals_for_these_people_may_be_too_wide_is_said_beside_them(name: str) -> None:
    """Of values that were rounded it is not known how far apart they lie; with known sizes there are none."""
    study = STUDIES[name]
    said = '"These people" may be too wide for sums and means'
    is_expected = name in ("range", "crossed", "sum")
    weighed = tally(study, {"query": [0] * 9, "column": [0] * 9, "w": [2] * 9}, weights="w")
    for shown in (found(study), estimate(study, weighed)):
        assert (said in " ".join(str(shown).split())) == is_expected
        assert (said in shown._repr_html_().replace("&quot;", '"')) == is_expected


@pytest.mark.parametrize("name", STUDIES)
def test_records_hold_every_figure_once_and_are_all_alike(name: str) -> None:
    shown = found(STUDIES[name])
    records = shown.records()
    keys = [tuple(record[key] for key in ("margin", "group", "option", "figure")) for record in records]
    assert len(set(keys)) == len(keys)
    assert len({tuple(record) for record in records}) == 1
    for margin, groups in shown.every_group():
        for group in groups:
            for figure in ("count", "share", "sum", "mean"):
                interval = getattr(group, figure)
                assert ((margin, group.group, "", figure) in keys) == (interval is not None)
            assert [key[2] for key in keys if key[:2] == (margin, group.group) and key[2]] == [
                option.option for option in group.options for _ in range(2)
            ]
    assert (("", "(declined)", "", "count") in keys) == (shown.declined is not None)


@pytest.mark.parametrize("name", STUDIES)
def test_arrow_has_the_same_columns_and_types_for_every_study(name: str) -> None:
    shown = found(STUDIES[name])
    table = shown.to_arrow()
    assert table.schema == found(STUDIES["range"]).to_arrow().schema
    assert table.to_pylist() == shown.records()
    assert [str(kind) for kind in table.schema.types] == ["string"] * 6 + ["double"] * 7 + ["bool", "double"]


def test_arrow_says_what_is_not_known_by_null() -> None:
    rows = found(STUDIES["known"]).to_arrow().to_pylist()
    mean = next(row for row in rows if row["figure"] == "mean")
    assert (mean["sd"], mean["low"], mean["high"]) == (None, None, None)
    assert mean["population_low"] < mean["population_high"]
    sums = [row for row in found(STUDIES["sum"]).to_arrow().to_pylist() if row["figure"] == "sum"]
    assert {row["about"] for row in sums} == {5.0}


def test_pandas_has_the_records_or_says_what_to_install() -> None:
    shown = found(STUDIES["crossed"])
    if find_spec("pandas") is None:
        with pytest.raises(MissingExtra, match=r"pip install 'tacit\[pandas\]'"):
            shown.to_pandas()
        return
    frame = shown.to_pandas()
    assert pa.Table.from_pandas(frame, preserve_index=False).to_pylist() == shown.records()


class TestByLabel:
    def test_groups_and_labels_of_margins(self) -> None:
        shown = found(STUDIES["crossed"])
        assert shown["<40 / south"] is shown.groups[1]
        assert shown["north"] is shown.margins["region"][0]

    def test_an_unknown_label_is_a_key_error(self) -> None:
        with pytest.raises(KeyError, match="nowhere"):
            found(STUDIES["crossed"])["nowhere"]


@pytest.mark.parametrize("name", STUDIES)
def test_json_is_json_and_has_null_where_nothing_is_identified(name: str) -> None:
    document = found(STUDIES[name]).to_json()
    assert json.loads(json.dumps(document, allow_nan=False)) == document
    group = document["groups"][0]  # type: ignore[index]
    assert list(group)[:5] == ["group", "count", "share", "sum", "mean"]
    assert (group["mean"] is None) == (name in ("none", "sum", "histogram"))
    assert (group["count"] is None) == (name in ("sum", "known"))
    assert ("options" in group) == (name in ("two options", "histogram"))
    assert ("declined" in document) == (name in ("range", "histogram"))
    assert ("margins" in document) == (name == "crossed")
    assert document["refused"] == {"query is missing": 2}


def test_json_of_a_sum_about_the_middle_says_so() -> None:
    group = found(STUDIES["sum"]).to_json()["groups"][0]  # type: ignore[index]
    assert group["sum"]["about"] == 5.0
    assert found(STUDIES["range"]).to_json()["groups"][0]["sum"]["about"] == 0.0  # type: ignore[index]


def test_json_of_a_mean_that_is_not_resolved_has_the_whole_range() -> None:
    mean = found(STUDIES["range"], answers=5).to_json()["groups"][0]["mean"]  # type: ignore[index]
    assert (mean["estimate"], mean["resolved"], mean["low"], mean["high"]) == (None, False, 0.0, 10.0)
    assert mean["population"] == {"sd": None, "low": 0.0, "high": 10.0}


class TestRefused:
    def test_no_answers(self) -> None:
        study = STUDIES["range"]
        with pytest.raises(AnswersInvalid, match="no answers to estimate from"):
            estimate(study, empty_tally(study.scheme))

    def test_a_tally_of_another_shape(self) -> None:
        with pytest.raises(AnswersInvalid, match="it has other queries or columns"):
            estimate(STUDIES["range"], empty_tally(STUDIES["histogram"].scheme))

    @pytest.mark.parametrize(
        ("level", "said"),
        [
            (95, "got 95 (write 0.95)"),
            (1.0, "got 1"),
            (0.3, "got 0.3"),
            (-1, "got -1"),
            (float("nan"), "got nan"),
        ],
    )
    def test_levels(self, level: float, said: str) -> None:
        with pytest.raises(Refused) as caught:
            check_level(level)
        assert str(caught.value) == f"level must be at least 0.5 and below 1; {said}"


@pytest.mark.parametrize(
    "study",
    [
        *STUDIES.values(),
        asked(shares=("0.2", "0.3", "0.5"), decline=True, epsilon="2"),
        asked("choice", options=("x", "y", "z"), shares=("0.2", "0.3", "0.5"), decline=True, epsilon="2"),
        asked("choice", options=("x", "y", "z"), cross=CROSS, epsilon="2"),
    ],
    ids=lambda study: f"{study.question.kind}-{study.scheme.rows.items}-{study.groups.shares is not None}",
)
def test_progress_ends_where_it_was_said_to_end(study: Study) -> None:
    scheme = study.scheme
    tally = Tally(
        scheme.queries, scheme.rows.columns, np.ones(scheme.queries * scheme.rows.columns, dtype=np.int64)
    )
    told: list[int] = []
    estimate(study, tally, advance=told.append)
    assert sum(told) == steps(study, tally)


def test_a_study_of_many_groups_is_looked_at_by_a_choice_of_cells_that_stands_for_all() -> None:
    """From a tenth of the cells the squares of unions are right on average, and none is far off."""
    study = asked(cross={"a": [str(n) for n in range(20)], "b": [str(n) for n in range(30)]}, epsilon="3")
    scheme, rng = study.scheme, np.random.default_rng(1)
    tally = Tally(scheme.queries, scheme.rows.columns, rng.poisson(3.0, scheme.queries * scheme.rows.columns))
    unions = [np.arange(start, start + 30) for start in range(0, 600, 30)]
    whole = squares.square_sums(scheme, tally, unions, lambda seen: None)
    limits = squares.MOST_LOOKS, squares.LEAST_CELLS
    seen: list[int] = []
    try:
        squares.MOST_LOOKS, squares.LEAST_CELLS = 600 * 12_000, 1
        part = squares.square_sums(scheme, tally, unions, seen.append)
    finally:
        squares.MOST_LOOKS, squares.LEAST_CELLS = limits
    assert sum(seen) == pytest.approx(12_000, rel=0.1)
    assert sum(seen) < tally.occupied()[0].size / 9
    for square in (0, 2):
        ratios = [ours[square] / theirs[square] for ours, theirs in zip(part, whole, strict=True)]
        assert sum(ratios) / len(ratios) == pytest.approx(1, abs=0.1)
        assert max(map(abs, np.log(ratios))) < 0.5
