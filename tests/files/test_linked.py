"""Answers with public columns: one tally whatever the file, and every row that cannot be used is named."""

from __future__ import annotations

import csv
import gzip
import io
import json
from decimal import Decimal
from fractions import Fraction
from pathlib import Path

import numpy as np
import pyarrow as pa
import pyarrow.parquet
import pytest

import tacit
from asking import asked
from tacit.errors import AnswersInvalid, Refused
from tacit.files.linked import read_linked, tally_linked
from tacit.files.public import Beside
from tacit.files.refusals import Refusals
from tacit.tallying.decimals import in_units, unit_of
from tacit.tallying.measures import Term, Unit
from tacit.tallying.sums import SumTally

STUDY = asked("none", groups=("a", "b", "c"), epsilon="2")
SIZE = 60
COLUMNS = STUDY.scheme.rows.columns


def rows() -> list[dict[str, object]]:
    """Weights in hundredths, outcomes in thousandths with gaps, two regions."""
    rng = np.random.default_rng(1)
    return [
        {
            "query": int(rng.integers(STUDY.scheme.queries)),
            "column": int(rng.integers(COLUMNS)),
            "w": float(rng.integers(1, 500)) / 100,
            "y": None if rng.random() < 0.2 else float(rng.integers(-5000, 5000)) / 1000,
            "region": "north" if n % 3 else "south",
        }
        for n in range(SIZE)
    ]


def write(path: Path, table: list[dict[str, object]]) -> Path:
    """In the kind that the name's ending says."""
    names = list(table[0])
    name = path.name
    if name.endswith(".parquet"):
        pa.parquet.write_table(pa.Table.from_pylist(table), path)
    elif ".csv" in name:
        text = io.StringIO(newline="")
        writer = csv.writer(text, delimiter=";" if "semicolon" in name else ",")
        writer.writerow(names)
        writer.writerows(["" if row[name] is None else row[name] for name in names] for row in table)
        content = text.getvalue().encode()
        path.write_bytes(gzip.compress(content) if name.endswith(".gz") else content)
    else:
        path.write_text("".join(json.dumps(row) + "\n" for row in table), encoding="utf-8")
    return path


def tally_of(*sources: object, **settings: object) -> SumTally:
    found = tacit.tally(STUDY, *sources, weights="w", outcomes="y", by="region", **settings)  # type: ignore[call-overload]
    assert isinstance(found, SumTally)
    return found


@pytest.mark.parametrize("name", ["a.parquet", "a.csv", "a.csv.gz", "semicolon.csv", "a.ndjson"])
def test_every_kind_of_file_and_a_table_make_the_same_sums(tmp_path: Path, name: str) -> None:
    table = rows()
    wanted = tally_of(pa.Table.from_pylist(table))
    assert tally_of(write(tmp_path / name, table)) == wanted
    assert tally_of({column: [row[column] for row in table] for column in table[0]}) == wanted
    half = [write(tmp_path / f"{n}-{name}", part) for n, part in enumerate((table[:25], table[25:]))]
    assert tally_of(*half) == wanted
    assert wanted.measures.weight == Unit("w", 2)
    assert wanted.measures.outcomes == (Unit("y", 3),)


def test_the_sums_are_those_of_the_decimals_as_written() -> None:
    table = rows()
    found = tally_of(pa.Table.from_pylist(table))
    for term, (w, y) in {Term(1): (1, None), Term(2): (2, None), Term(2, "y", 2): (2, 2)}.items():
        wanted = sum(
            Fraction(str(row["w"])) ** w * (1 if y is None else Fraction(str(row["y"])) ** y)
            for row in table
            if y is None or row["y"] is not None
        )
        assert Fraction(found.sums[term].total(), 10 ** found.measures.digits(term)) == wanted


@pytest.mark.parametrize(
    ("column", "value", "said"),
    [
        ("w", None, "w is missing (1)"),
        ("w", -1.5, "w is below 0 (1)"),
        ("w", "many", "w is not a number (1)"),
        ("y", "high", "y is not a number (1)"),
        ("y", "1e999", "y is not a number (1)"),
        ("region", None, "region is missing (1)"),
        ("column", COLUMNS, f"column out of range 0..{COLUMNS - 1} (1)"),
        ("query", "x", "query is not a whole number (1)"),
    ],
)
@pytest.mark.parametrize("ending", ["csv", "ndjson"])
def test_a_row_that_cannot_be_used_is_named_and_left_out_only_if_asked(
    tmp_path: Path, column: str, value: object, said: str, ending: str
) -> None:
    table = rows()
    path = write(tmp_path / f"a.{ending}", [*table[:4], {**table[4], column: value}, *table[5:]])
    with pytest.raises(AnswersInvalid) as caught:
        tally_of(path)
    assert said in str(caught.value)
    assert f"(line {6 if ending == 'csv' else 5})" in str(caught.value)
    found = tally_of(path, skip_bad=True)
    assert dict(found.refused) == {said.removesuffix(" (1)"): 1}
    assert found.answers == SIZE - 1
    rest = tally_of(pa.Table.from_pylist(table[:4] + table[5:]))
    assert {term: found.sums[term].integers() for term in found.sums} == {
        term: rest.sums[term].integers() for term in rest.sums
    }


def test_a_row_has_one_reason_only(tmp_path: Path) -> None:
    broken = {"query": "x", "column": 99, "w": -1, "y": "high", "region": None}
    path = write(tmp_path / "a.ndjson", [*rows(), broken])
    found = tally_of(path, skip_bad=True)
    assert sum(found.refused.values()) == 1


def test_lines_that_are_none_are_counted(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", rows())
    with path.open("a", encoding="utf-8") as file:
        file.write("1,2\n3,4,5,6,7,8,9\n")
    with pytest.raises(AnswersInvalid, match=r"wrong number of cells \(2\)"):
        tally_of(path)
    lines = write(tmp_path / "a.ndjson", rows())
    with lines.open("a", encoding="utf-8") as file:
        file.write("[1, 2]\nnull\n{")
    with pytest.raises(AnswersInvalid, match=r"no JSON object \(2\); line cut short \(1\)"):
        tally_of(lines)


def test_columns_that_are_not_there_are_all_named_with_what_was_meant(tmp_path: Path) -> None:
    path = write(tmp_path / "a.csv", rows())
    with pytest.raises(Refused) as caught:
        tacit.tally(STUDY, path, weights="weight", outcomes="Y", by="regoin")
    told = [str(problem) for problem in caught.value.problems]
    assert len(told) == 3
    assert told[2].startswith("`regoin` is no column of ")
    assert told[2].endswith("did you mean `region`?")


def test_answers_of_another_study_are_not_counted(tmp_path: Path) -> None:
    table: list[dict[str, object]] = [{**row, "study": STUDY.id} for row in rows()]
    assert tally_of(write(tmp_path / "ours.csv", table)).answers == SIZE
    table[7]["study"] = "another"
    with pytest.raises(AnswersInvalid, match=r"of another study \(1\)"):
        tally_of(write(tmp_path / "mixed.csv", table))


@pytest.mark.parametrize("content", [b"", b"PAR1", b"\x00\x01", b"query,column\n", b"hello\n"])
def test_files_that_are_no_answers_are_refused(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "a.csv"
    path.write_bytes(content)
    with pytest.raises((AnswersInvalid, Refused)):
        tally_of(path)


def test_two_arrays_have_no_names_for_further_columns() -> None:
    with pytest.raises(Refused, match="files or one table"):
        tacit.tally(STUDY, [0], [0], weights="w")


def test_many_batches_make_the_same_sums_as_one(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = pa.Table.from_pylist(rows() * 20)
    beside = Beside("w", ("y",), ("region",))
    read = read_linked(STUDY, table, beside, Refusals())
    whole = tally_linked(STUDY, read, beside)
    monkeypatch.setattr("tacit.files.linked.BATCH", 7)
    assert tally_linked(STUDY, read, beside) == whole


@pytest.mark.parametrize(
    ("values", "digits", "is_rounded"),
    [
        ([1, 2, 3], 0, False),
        ([0.5, 2.25], 2, False),
        ([0.1, 0.2, float("nan")], 1, False),
        ([1e-9], 9, False),
        ([123456.789], 3, False),
        ([1 / 3], 9, True),
        ([1 / 3, 40_000.0], 4, True),
        ([], 0, False),
    ],
)
def test_units_hold_every_value_as_it_was_written(values: list[float], digits: int, is_rounded: bool) -> None:
    unit = unit_of("w", np.array(values, dtype=float))
    assert (unit.digits, unit.is_rounded) == (digits, is_rounded)
    if not is_rounded:
        whole = in_units(np.array(values, dtype=float), unit).tolist()
        for value, number in zip(values, whole, strict=True):
            assert np.isnan(value) or Decimal(number) / 10**digits == Decimal(str(value))


def test_numbers_too_large_to_be_added_exactly_are_refused() -> None:
    with pytest.raises(AnswersInvalid, match="w must lie within"):
        unit_of("w", np.array([3e9]))
