"""Answers are written whole or not at all, in files of every kind, and come back as they were."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pyarrow.parquet
import pytest

from asking import asked
from read import STUDY, read
from tacit.errors import AnswersInvalid, Refused
from tacit.files.answers import WRITTEN, Batch, write_answers
from tacit.files.imagined import seeds_in
from tacit.files.whole import whole_file

ENDINGS = [f"a{ending}" for ending in WRITTEN]


def batches(sizes: tuple[int, ...] = (3, 0, 500)) -> list[Batch]:
    rng = np.random.default_rng(1)
    return [(rng.integers(0, 24, size), rng.integers(0, 3, size)) for size in sizes]


@pytest.mark.parametrize("name", ENDINGS)
def test_what_is_written_is_read(name: str, tmp_path: Path) -> None:
    made = batches()
    assert write_answers(tmp_path / name, STUDY, made) == 503
    found = read(tmp_path / name)
    assert found.answers == [
        pair for batch in made for pair in zip(*(side.tolist() for side in batch), strict=True)
    ]
    assert found.refused == {}


@pytest.mark.parametrize("name", ENDINGS)
def test_no_answers_are_a_file_with_names_only(name: str, tmp_path: Path) -> None:
    assert write_answers(tmp_path / name, STUDY, []) == 0
    if name != "a.ndjson":
        assert read(tmp_path / name).refused == {}


@pytest.mark.parametrize("name", ENDINGS)
def test_the_same_answers_make_the_same_bytes(name: str, tmp_path: Path) -> None:
    for folder in ("one", "two"):
        (tmp_path / folder).mkdir()
        write_answers(tmp_path / folder / name, STUDY, batches())
    assert (tmp_path / "one" / name).read_bytes() == (tmp_path / "two" / name).read_bytes()


def test_parquet_holds_small_types_and_the_study_and_nothing_about_anybody(tmp_path: Path) -> None:
    write_answers(tmp_path / "a.parquet", STUDY, batches())
    schema = pyarrow.parquet.read_schema(tmp_path / "a.parquet")
    assert schema.names == ["query", "column"]
    assert list(map(str, schema.types)) == ["uint8", "uint8"]
    assert schema.metadata[b"tacit.study"].decode() == STUDY.id


def test_many_small_batches_make_few_row_groups(tmp_path: Path) -> None:
    write_answers(tmp_path / "a.parquet", STUDY, batches((7,) * 300))
    assert pyarrow.parquet.ParquetFile(tmp_path / "a.parquet").num_row_groups == 1


@pytest.mark.parametrize("name", ENDINGS)
@pytest.mark.parametrize("error", [KeyboardInterrupt, ValueError])
def test_whatever_goes_wrong_leaves_nothing_behind(
    name: str, error: type[BaseException], tmp_path: Path
) -> None:
    def broken() -> Iterator[Batch]:
        yield from batches()
        raise error

    with pytest.raises(error):
        write_answers(tmp_path / name, STUDY, broken())
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_was_there_stays_until_the_new_one_is_whole(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("old")
    with pytest.raises(AnswersInvalid, match=r"query must lie within 0\.\.23; nothing was written"):
        write_answers(path, STUDY, [*batches(), (np.array([24]), np.array([0]))])
    assert path.read_text() == "old"
    write_answers(path, STUDY, batches())
    assert path.read_text().startswith("query,column\n")


class TestRefused:
    def test_an_ending_that_is_none(self, tmp_path: Path) -> None:
        with pytest.raises(Refused, match=r"must end in \.parquet, \.csv or \.ndjson to hold answers"):
            write_answers(tmp_path / "a.xlsx", STUDY, batches())

    def test_a_folder_and_a_folder_that_is_not_there(self, tmp_path: Path) -> None:
        (tmp_path / "a.csv").mkdir()
        with pytest.raises(Refused, match="is a folder; give the name of a file in it"):
            write_answers(tmp_path / "a.csv", STUDY, batches())
        with pytest.raises(Refused, match="cannot be written: there is no such folder"):
            write_answers(tmp_path / "nope" / "a.csv", STUDY, batches())

    def test_a_full_disk_is_said_in_a_sentence(self, tmp_path: Path) -> None:
        with pytest.raises(Refused, match="cannot be written: "), whole_file(tmp_path / "a.csv"):
            raise OSError(28, "No space left on device")
        assert list(tmp_path.iterdir()) == []


def test_large_pools_are_written_in_types_that_hold_them(tmp_path: Path) -> None:
    study = asked(groups=[f"group {number}" for number in range(3000)], epsilon="6")
    last = study.scheme.queries - 1, study.scheme.rows.columns - 1
    made = [(np.array([0, last[0]]), np.array([0, last[1]]))]
    write_answers(tmp_path / "a.parquet", study, made)
    assert read(tmp_path / "a.parquet", study=study).answers == [(0, 0), last]


def test_files_of_imagined_people_say_so_and_others_do_not(tmp_path: Path) -> None:
    names = ["b.parquet", "a.parquet", "same.parquet", "given.parquet", "made.csv", "damaged.parquet"]
    files = [tmp_path / name for name in names]
    for path, seed in zip(files, [12, 7, 7, None, 9], strict=False):
        write_answers(path, STUDY, batches(), seed=seed)
    files[-1].write_bytes(b"PAR1")
    assert seeds_in([*files, tmp_path / "nowhere.parquet"]) == [7, 12]
