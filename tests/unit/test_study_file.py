"""Reading a study file: the line, the column and what was meant; whatever else came is told apart."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import tacit
from tacit.errors import StudyInvalid
from tacit.study.file import LARGEST, LARGEST_MANIFEST, parse_toml, read_study
from tacit.study.manifest import parse_manifest
from tacit.study.study import Study

STUDY = """\
title = "Reactions"
owner = "trial@clinic.org"
not_after = 2030-01-31
[question]
text = "How strong?"
kind = "range"
low = 0
high = 10
[groups]
text = "Which describes you?"
labels = ["a", "b"]
[privacy]
epsilon = 1.0
"""


def refusal(content: bytes) -> str:
    with pytest.raises(StudyInvalid) as refused:
        parse_toml(content)
    (problem,) = refused.value.problems
    return str(problem)


def refusal_of(path: Path) -> str:
    with pytest.raises(StudyInvalid) as refused:
        read_study(path)
    (problem,) = refused.value.problems
    return str(problem)


# The line as it should be, as it came, the column at which that ends to be TOML, and what is said of it.
SLIPS = [
    ('title = "Reactions"', "title = Reactions", 1, 9, "text needs quotes"),
    ('title = "Reactions"', "title = “Reactions”", 1, 9, 'write straight quotes: "'),
    ('title = "Reactions"', 'title = "Reactions', 1, 19, "is a quote left open?"),
    ('title = "Reactions"', 'title: "Reactions"', 1, 6, "every line is a key, = and a value, or a [table]"),
    ('title = "Reactions"', "title =", 1, 8, "the value is missing"),
    ('title = "Reactions"', "title =   # later", 1, 11, "the value is missing"),
    ('title = "Reactions"', 'title = "C:\\q"', 1, 14, "write a backslash twice"),
    ("low = 0", "low = NaN", 7, 7, "give a number or text, or leave the line out"),
    ("low = 0", "low = 0,5", 7, 8, "a decimal is written with a point, as in 0.5"),
    ("low = 0", "low = .5", 7, 7, "write .5 as 0.5"),
    ("low = 0", "low = 5 %", 7, 9, "write 25% as 0.25"),
    ("not_after = 2030-01-31", "not_after = 31.01.2030", 3, 18, "a day is written as in 2027-01-31"),
    ("not_after = 2030-01-31", "not_after = 2030-02-31", 3, 13, "a day is written as in 2027-01-31"),
    ('["a", "b"]', '["a" "b"]', 11, 15, "is a comma missing, or a ] before it?"),
    ('["a", "b"]', '["a", "b"', 12, 1, "is a comma missing, or a ] before it?"),
    ('["a", "b"]', '"a", "b"', 11, 13, "text needs quotes, a list square brackets"),
    ('["a", "b"]', '["a", "b"]\ndecline = yes', 12, 11, "write true or false"),
    ('["a", "b"]', '["a", "b"]\ndecline = True', 12, 11, "write true or false"),
]


@pytest.mark.parametrize(("right", "slip", "line", "column", "hint"), SLIPS, ids=[slip[1] for slip in SLIPS])
def test_a_slip_is_named_by_line_and_column_with_what_to_write(
    right: str, slip: str, line: int, column: int, hint: str
) -> None:
    said = refusal(STUDY.replace(right, slip).encode())
    shown = STUDY.replace(right, slip).splitlines()[line - 1]
    assert said.startswith(f"study.toml is not TOML: line {line}, column {column}, `{shown}`: ")
    assert said.endswith(f"; {hint}")


def test_a_key_or_table_that_comes_twice_is_named_by_its_line() -> None:
    twice = STUDY.replace("epsilon = 1.0", "epsilon = 1.0\nepsilon = 2")
    assert (
        refusal(twice.encode()) == "study.toml has a key twice: line 14, `epsilon = 2`; keep one of the two"
    )
    twice = STUDY.replace("[privacy]", "[groups]")
    assert (
        refusal(twice.encode()) == "study.toml has a table twice: line 12, `[groups]`; put its keys into one"
    )


def test_what_is_left_open_until_the_end_is_said_to_be() -> None:
    said = refusal(STUDY.replace("epsilon = 1.0", 'epsilon = """1').encode())
    assert said.endswith("at the end of the file; is a quote or bracket left open?")


@pytest.mark.parametrize("content", [b"", b" \n\n", b"# title = 1\n", b"\xef\xbb\xbf"])
def test_an_empty_file_is_called_so_and_not_ten_times_incomplete(content: bytes) -> None:
    said = "holds no study: it is empty, or all notes; `tacit init FILE` writes a study to start from"
    assert refusal(content) == f"study.toml {said}"


@pytest.mark.parametrize(
    "content", [b"PAR1\x00\x15\xff\x00", b"\x89PNG\r\n\x1a\n\x00\x00", b"title\0 = 1", bytes(9)]
)
def test_another_program_s_file_is_no_text(content: bytes) -> None:
    said = "is not text, as a study file is; is it the answers, or another program's file?"
    assert refusal(content) == f"study.toml {said}"


@pytest.mark.parametrize(
    ("content", "line"),
    [
        (STUDY.replace("How", "Hów").encode("latin-1"), 5),
        (STUDY.encode("utf-16"), 1),
        (b"\xff\xfe" + STUDY.encode("utf-16-le"), 1),
    ],
)
def test_text_of_another_encoding_is_named_by_line(content: bytes, line: int) -> None:
    said = f"must be UTF-8 text, and line {line} is not; save it as UTF-8 in your editor"
    assert refusal(content) == f"study.toml {said}"


@pytest.mark.parametrize("content", [b'{"tacit":1}', b"<html></html>"])
def test_another_format_is_suspected(content: bytes) -> None:
    assert refusal(content).endswith("; this looks like another format (a manifest's name ends in .json)")


@pytest.mark.parametrize("value", ["1" * 5000, "[" * 3000])
def test_a_huge_number_and_deep_nesting_are_refused(value: str) -> None:
    said = refusal(STUDY.replace("epsilon = 1.0", f"epsilon = {value}").encode())
    assert said == "study.toml holds a huge number or nests too deeply"


@pytest.mark.parametrize("spelled", ["1e99999999999999999999", "1e-99999999999999999999"])
def test_a_number_beyond_all_decimals_is_refused(spelled: str) -> None:
    said = refusal(STUDY.replace("epsilon = 1.0", f"epsilon = {spelled}").encode())
    assert said == f'privacy.epsilon must be a number; got the text "{spelled}"'


def test_a_line_in_a_message_is_printable_and_short() -> None:
    said = refusal(f"title = “\x1b[2J{'x' * 10_000}”".encode())
    assert said.isprintable()
    assert len(said) < 250


def test_windows_line_ends_and_marks_at_the_start_are_no_matter() -> None:
    plain = parse_toml(STUDY.encode())
    assert parse_toml(STUDY.replace("\n", "\r\n").encode("utf-8-sig")) == plain


def test_numbers_are_what_they_spell_and_never_floats() -> None:
    spelled = STUDY.replace("1.0", "1.000000000000000000001").replace("high = 10", "high = 1_000.25")
    study = parse_toml(spelled.encode())
    assert study.privacy.epsilon == Decimal("1.000000000000000000001")
    assert study.question.high == Decimal("1000.25")


@pytest.mark.parametrize("spelled", ["1", "1.0", "1.00", "1e0", "10e-1", "+1", '"1"', '" 1.0 "'])
def test_one_number_has_one_manifest_however_it_is_spelled(spelled: str) -> None:
    other = parse_toml(STUDY.replace("epsilon = 1.0", f"epsilon = {spelled}").encode())
    assert other.manifest == parse_toml(STUDY.encode()).manifest


def test_notes_order_and_spaces_are_no_matter_to_the_manifest() -> None:
    head, question, rest = re.split(r"(?=^\[question\]|^\[groups\])", STUDY, flags=re.MULTILINE)
    other = f"# a note\n{head}\n\n{rest}\n{question.replace(' = ', '=')}"
    assert parse_toml(other.encode()).id == parse_toml(STUDY.encode()).id


def test_files_that_are_no_studies_are_told_apart(tmp_path: Path) -> None:
    big, long = tmp_path / "big.toml", tmp_path / "long.json"
    big.write_bytes(b"a" * (LARGEST + 1))
    long.write_bytes(b"a" * (LARGEST_MANIFEST + 1))
    start = "does not exist; `tacit init FILE` writes a study to start from"
    assert refusal_of(tmp_path / "none.toml").endswith(start)
    assert refusal_of(tmp_path).endswith(" is a folder; name the study file in it")
    assert refusal_of(big).endswith(" is larger than 1 MiB, which no study file is; is it the answers?")
    assert refusal_of(long).endswith(" is larger than 32 MiB, which no manifest is; is it the answers?")
    assert refusal_of(Path("a\0b")).endswith(" cannot be read: embedded null byte")
    assert refusal_of(tmp_path / ("x" * 300)).endswith(" cannot be read: file name too long")


def test_the_largest_file_that_is_allowed_is_read(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text(STUDY + "#" * (LARGEST - len(STUDY)), encoding="utf-8")
    assert read_study(path).title == "Reactions"


def test_a_manifest_is_known_by_its_name(tmp_path: Path) -> None:
    study = parse_toml(STUDY.encode())
    for name in ("manifest.json", "MANIFEST.JSON"):
        (tmp_path / name).write_bytes(study.manifest)
        assert read_study(str(tmp_path / name)).id == study.id


def test_tacit_load_is_the_same(tmp_path: Path) -> None:
    path = tmp_path / "study.toml"
    path.write_text(STUDY, encoding="utf-8")
    loaded = tacit.load(path)
    assert isinstance(loaded, Study)
    assert loaded == parse_toml(STUDY.encode())


@given(st.binary(max_size=200))
def test_any_bytes_give_a_study_or_a_refusal(content: bytes) -> None:
    with pytest.raises(StudyInvalid):
        parse_toml(content)


@given(st.integers(0, len(STUDY) - 1), st.sampled_from(list("\"'[]=#\n\t0 .,x\\{}é")))
def test_one_wrong_character_gives_a_study_or_a_refusal(at: int, character: str) -> None:
    try:
        manifest = parse_toml((STUDY[:at] + character + STUDY[at + 1 :]).encode()).manifest
    except StudyInvalid as refused:
        said = [str(problem) for problem in refused.problems]
    else:
        said = []
        assert parse_manifest(manifest).manifest == manifest
    assert all(message.isprintable() for message in said)
