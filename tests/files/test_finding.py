"""Which files are meant by names, folders and patterns; everything that cannot be meant is named at once."""

from __future__ import annotations

from pathlib import Path

import pytest

from tacit.errors import Refused
from tacit.files.finding import found_files


@pytest.fixture(autouse=True)
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name in (
        "answers/b.parquet",
        "answers/a.csv.gz",
        "answers/day=2/part-0.parquet",
        "answers/_SUCCESS",
        "answers/.part-0.parquet.crc",
        "answers/.hidden.parquet",
        "answers/_temporary/0.parquet",
        "answers/readme.txt",
        "one.NDJSON",
    ):
        path = Path(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.touch()


def names(*paths: str) -> list[str]:
    return [path.as_posix() for path in found_files(paths)]


def refusal(*paths: str) -> str:
    with pytest.raises(Refused) as refused:
        found_files(paths)
    return str(refused.value)


INSIDE = ["answers/a.csv.gz", "answers/b.parquet", "answers/day=2/part-0.parquet"]


def test_a_folder_is_all_answers_in_it_in_order() -> None:
    """And not what Spark and others leave there beside."""
    assert names("answers") == INSIDE


def test_the_order_of_names_is_kept() -> None:
    assert names("one.NDJSON", "answers") == ["one.NDJSON", *INSIDE]


@pytest.mark.parametrize(
    ("pattern", "found"),
    [
        ("answers/*.parquet", ["answers/b.parquet"]),
        ("answers/*/part-?.parquet", ["answers/day=2/part-0.parquet"]),
        ("answers/day=[0-9]", ["answers/day=2/part-0.parquet"]),
        ("answers/**/*.parquet", ["answers/_temporary/0.parquet", "answers/b.parquet", INSIDE[2]]),
        ("answ*", INSIDE),
        ("an*", INSIDE),
    ],
)
def test_a_pattern_that_the_shell_left_alone_is_followed(pattern: str, found: list[str]) -> None:
    assert names(pattern) == found


def test_a_whole_path_is_followed_too(tmp_path: Path) -> None:
    assert found_files([str(tmp_path / "*.NDJSON")]) == [tmp_path / "one.NDJSON"]


def test_a_name_with_wild_letters_is_a_name_when_it_is_there() -> None:
    Path("odd[1].csv").touch()
    assert names("odd[1].csv") == ["odd[1].csv"]


def test_all_that_is_wrong_is_said_at_once() -> None:
    Path("empty").mkdir()
    assert refusal("none.csv", "empty", "none*", "answers/readme.txt") == (
        "none.csv does not exist; "
        "empty is a folder without answers: "
        "nothing in it ends in .parquet, .csv, .csv.gz, .ndjson or .ndjson.gz; "
        "none* fits no file; "
        "answers/readme.txt must end in .parquet, .csv, .csv.gz, .ndjson or .ndjson.gz to be read as answers"
    )


def test_a_file_meant_twice_would_count_double() -> None:
    said = refusal("answers", "answers/b.parquet")
    assert said == "answers/b.parquet is given twice (answers/b.parquet); its answers would count double"
