"""Answers in CSV and in lines of JSON: every way to write a row, and every way to get it wrong."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from read import STUDY, csv, packed, read_bytes

GOOD = [(0, 0), (23, 2), (7, 1), (7, 1)]
AS_CSV = csv(f"{query},{column}" for query, column in GOOD)
AS_JSON = "".join(json.dumps({"query": query, "column": column}) + "\n" for query, column in GOOD)
# Enough lines for several blocks of a megabyte.
MANY = [(number % 24, number % 3) for number in range(300_000)]


@pytest.mark.parametrize(
    ("name", "content"),
    [
        ("a.csv", AS_CSV),
        ("a.CSV", AS_CSV),
        ("windows.csv", AS_CSV.replace("\n", "\r\n")),
        ("mark.csv", "\ufeff" + AS_CSV),
        ("noend.csv", AS_CSV.rstrip("\n")),
        ("blank.csv", AS_CSV.replace("\n", "\n\n") + "\n \n"),
        ("semicolon.csv", AS_CSV.replace(",", ";")),
        ("tab.csv", AS_CSV.replace(",", "\t")),
        ("quoted.csv", csv((f'"{query}","{column}"' for query, column in GOOD), '"query","column"')),
        ("spaces.csv", csv((f" {query} , {column} " for query, column in GOOD), " query , column ")),
        ("floats.csv", csv(f"{query}.0,{column}." for query, column in GOOD)),
        ("signs.csv", csv(f"+{query},{column:+}" for query, column in GOOD)),
        ("zeros.csv", csv(f"000{query},0{column}" for query, column in GOOD)),
        ("order.csv", csv((f"x,{column},,{query}" for query, column in GOOD), "region,column,region,query")),
        ("study.csv", csv((f"{q},{c},{STUDY.id}" for q, c in GOOD), "query,column,study")),
        ("a.csv.gz", packed(AS_CSV)),
        ("packed.csv", packed(AS_CSV)),
        ("plain.csv.gz", AS_CSV),
        ("a.ndjson", AS_JSON),
        ("windows.ndjson", AS_JSON.replace("\n", "\r\n")),
        ("mark.ndjson", "\ufeff" + AS_JSON),
        ("noend.ndjson", AS_JSON.rstrip("\n")),
        ("blank.ndjson", "\n" + AS_JSON.replace("\n", "\n\n")),
        ("tight.ndjson", AS_JSON.replace(" ", "")),
        ("order.ndjson", "".join(f'{{"region": [1], "column": {c}, "query": {q}}}\n' for q, c in GOOD)),
        ("text.ndjson", "".join(f'{{"query": "{q}", "column": {c}.0}}\n' for q, c in GOOD)),
        (
            "study.ndjson",
            "".join(json.dumps({"query": q, "column": c, "study": STUDY.id}) + "\n" for q, c in GOOD),
        ),
        ("a.ndjson.gz", packed(AS_JSON)),
    ],
    ids=lambda value: value if len(value) < 20 else "",
)
def test_every_usual_way_to_write_answers_is_read(name: str, content: str | bytes, tmp_path: Path) -> None:
    found = read_bytes(tmp_path, name, content)
    assert found.answers == GOOD
    assert found.refused == {}


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ("24,0", "query out of range 0..23"),
        ("-1,0", "query out of range 0..23"),
        ("99999999999999999999999,0", "query out of range 0..23"),
        ("0,3", "column out of range 0..2"),
        ("0,-1", "column out of range 0..2"),
        (",0", "query is missing"),
        ("0,", "column is missing"),
        ("x,0", "query is not a whole number"),
        ("0x10,0", "query is not a whole number"),
        ("1e1,0", "query is not a whole number"),
        ("1.5,0", "query is not a whole number"),
        ("NaN,0", "query is not a whole number"),
        ("true,0", "query is not a whole number"),
        ("1_0,0", "query is not a whole number"),
        ("٣,0", "query is not a whole number"),
        ("\x07,0", "query is not a whole number"),
        ("0", "line with the wrong number of cells"),
        ("0,0,0", "line with the wrong number of cells"),
        ('0,"0', "line with the wrong number of cells"),
        ('0,"0" 1', "line with the wrong number of cells"),
    ],
)
def test_a_bad_line_of_csv_is_named_by_its_reason_and_the_others_are_read(
    row: str, reason: str, tmp_path: Path
) -> None:
    found = read_bytes(tmp_path, "a.csv", csv(["1,1", row, "2,2"]))
    assert found.answers == [(1, 1), (2, 2)]
    assert found.refused == {reason: 1}
    assert found.lines[0].endswith(f"/a.csv: {reason} (line 3)")


@pytest.mark.parametrize(
    ("row", "reason"),
    [
        ('{"query": 24, "column": 0}', "query out of range 0..23"),
        ('{"query": 1e400, "column": 0}', "query is not a whole number"),
        ('{"query": NaN, "column": 0}', "query is missing"),
        ('{"query": null, "column": 0}', "query is missing"),
        ('{"query": true, "column": 0}', "query is not a whole number"),
        ('{"query": [1], "column": 0}', "query is not a whole number"),
        ('{"query": {"a": 1}, "column": 0}', "query is not a whole number"),
        ('{"column": 0}', "query is missing"),
        ("{}", "query is missing"),
        ("null", "line that is no JSON object"),
        ("[1, 2]", "line that is no JSON object"),
        ("{", "line that is no JSON object"),
        ("1,1", "line that is no JSON object"),
        ("[" * 100_000, "line that is no JSON object"),
        ('{"query": ' + "9" * 5_000 + ', "column": 0}', "line that is no JSON object"),
        ('{"query": 1, "column": 1, "study": "another"}', "of another study"),
        ('{"query": 1, "column": 1, "study": null}', "of another study"),
    ],
    ids=lambda value: value[:30],
)
def test_a_bad_line_of_json_is_named_by_its_reason_and_the_others_are_read(
    row: str, reason: str, tmp_path: Path
) -> None:
    good = ['{"query": 1, "column": 1}', '{"query": 2, "column": 2}']
    found = read_bytes(tmp_path, "a.ndjson", f"{good[0]}\n{row}\n{good[1]}\n")
    assert found.answers == [(1, 1), (2, 2)]
    assert found.refused == {reason: 1}
    assert found.lines[0].endswith(f": {reason} (line 2)")


@pytest.mark.parametrize(
    ("name", "content", "reason", "sentence"),
    [
        ("a.csv", "", "file that is empty", "is empty: not even the names of columns are there"),
        ("a.csv", "0,1\n2,2\n", "file without a header", "its first line must name the columns"),
        (
            "a.csv",
            "q,col\n0,1\n",
            "file without query and column",
            "has no column `query` and `column`; it has `q`",
        ),
        ("a.csv", "query,colunm\n", "file without query and column", "rename `colunm`?"),
        ("a.csv", "Query,Column\n", "file without query and column", "rename `Query`?"),
        ("a.csv", "query\n1\n", "file without query and column", "has no column `column`; it has `query`"),
        ("a.csv", "group,value\nx,1\n", "file of people", "looks like people (group, value), not answers"),
        (
            "a.csv",
            "query,query,column\n",
            "file with a column twice",
            "more than one column `query`; keep one",
        ),
        (
            "a.csv",
            "query,column,count\n1,1,9\n",
            "file of counts",
            "has a column `count`, as answers have not",
        ),
        ("a.csv", AS_JSON, "file of another kind", "holds JSON; let its name end in .ndjson"),
        ("a.csv", b"PAR1....PAR1", "file of another kind", "is a Parquet file; let its name end in .parquet"),
        ("a.csv", b"PK\x03\x04rest", "file of another kind", "is a spreadsheet or an archive"),
        ("a.csv", AS_CSV.encode("utf-16"), "file of another kind", "is UTF-16 text; save it as UTF-8"),
        ("a.csv", AS_CSV.encode("utf-16-le"), "file that is not text", "is not text"),
        ("a.csv", b"SQLite format 3\0", "file of another kind", "is a database; export its answers"),
        (
            "a.csv",
            b"query,column\n" + b"0" * (3 << 20),
            "file that is not text",
            "a line of more than a megabyte",
        ),
        ("a.ndjson", AS_CSV, "file of another kind", "answers in lines of CSV end in .csv"),
        ("a.ndjson", '[{"query": 1, "column": 1}]', "file of another kind", "write one object on each line"),
        ("a.ndjson", '{"group": "x", "value": 1}\n', "file of people", "`tacit simulate` draws answers"),
        ("a.ndjson", '{"q": 1, "c": 1}\n', "file without query and column", "it has `q` and `c`"),
        ("a.csv.gz", b"\x1f\x8b rest", "file cut short", "does not unpack to its end; copy it again"),
    ],
)
def test_a_file_of_another_kind_is_refused_with_what_to_do(
    name: str, content: str | bytes, reason: str, sentence: str, tmp_path: Path
) -> None:
    found = read_bytes(tmp_path, name, content)
    assert found.answers == []
    assert found.refused == {reason: 1}
    assert sentence in found.lines[0]


class TestCutShort:
    def test_the_last_line_of_a_file_that_ends_in_the_middle_of_it(self, tmp_path: Path) -> None:
        found = read_bytes(tmp_path, "a.csv", AS_CSV + "1")
        assert found.answers == GOOD
        assert found.refused == {"line cut short": 1}
        found = read_bytes(tmp_path, "a.ndjson", AS_JSON + '{"query": 1, "col')
        assert found.answers == GOOD
        assert found.refused == {"line cut short": 1}

    def test_a_packed_file_counts_up_to_where_it_ends(self, tmp_path: Path) -> None:
        rows = [pair for pair in MANY for _ in range(3)]
        whole = packed(csv(f"{query},{column}" for query, column in rows))
        found = read_bytes(tmp_path, "a.csv.gz", whole[: len(whole) // 2])
        assert found.refused == {"file cut short": 1}
        assert 0 < len(found.answers) < len(rows)
        assert found.answers == rows[: len(found.answers)]

    def test_a_packed_file_with_a_wrong_byte_is_damaged(self, tmp_path: Path) -> None:
        whole = bytearray(packed(AS_CSV))
        whole[-6] ^= 1
        assert read_bytes(tmp_path, "a.csv.gz", bytes(whole)).refused == {"file cut short": 1}


class TestManyLines:
    @pytest.mark.parametrize("name", ["a.csv", "a.ndjson"])
    def test_several_blocks_read_as_one(self, name: str, tmp_path: Path) -> None:
        made = {
            "a.csv": csv(f"{query},{column}" for query, column in MANY),
            "a.ndjson": "".join(f'{{"query":{query},"column":{column}}}\n' for query, column in MANY),
        }
        found = read_bytes(tmp_path, name, made[name])
        assert found.answers == MANY
        assert found.told == found.size == len(made[name])

    def test_a_bad_line_far_down_is_named_by_its_number(self, tmp_path: Path) -> None:
        rows = [f"{query},{column}" for query, column in MANY]
        for line in (2, 150_000, 299_999, 300_001):
            rows[line - 2] = "x,0"
        found = read_bytes(tmp_path, "a.csv", csv(rows))
        assert found.refused == {"query is not a whole number": 4}
        assert found.lines[0].endswith("(lines 2, 150,000, 299,999 and 1 more)")
        assert len(found.answers) == len(MANY) - 4

    def test_one_odd_line_makes_no_other_answer_differ(self, tmp_path: Path) -> None:
        """The fast way and the way line by line are the same way."""
        rng = np.random.default_rng(1)
        rows = [f"{query},{column}" for query, column in MANY[:5000]]
        plain = read_bytes(tmp_path, "a.csv", csv(rows)).answers
        rows.insert(int(rng.integers(5000)), "0x0,0")
        assert read_bytes(tmp_path, "a.csv", csv(rows)).answers == plain
