"""`tacit plan` says what can be known, first of all when it is next to nothing."""

from __future__ import annotations

import json
import re
import shlex
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from parsed import html_of
from tacit.cli.main import tacit
from tacit.errors import MissingExtra, Refused, StudyInvalid
from tacit.planning.plan import plan
from tacit.study.file import read_study
from written_study import how_strong

STUDY = how_strong(
    'labels = ["diabetic", "not diabetic"]\nshares = [0.11, 0.89]', epsilon="1.0", title="Reactions"
)


@pytest.fixture
def study(tmp_path: Path) -> Path:
    path = tmp_path / "study.toml"
    path.write_text(STUDY, encoding="utf-8")
    return path


def run(*arguments: object) -> Result:
    return CliRunner().invoke(tacit, ["plan", *map(str, arguments)])


def words(result: Result) -> str:
    return " ".join(result.output.split())


def test_a_useful_study_ends_with_0(study: Path) -> None:
    done = run(study, "--people", 60_000)
    assert done.exit_code == 0
    assert words(done).startswith(
        "Useful: with 60,000 people the mean in the group of median share (diabetic)"
    )


def test_hopeless_is_said_first_and_ends_with_1(study: Path) -> None:
    done = CliRunner().invoke(tacit, ["plan", str(study), "--people", "500"], standalone_mode=False)
    assert done.return_value == 1
    assert done.output.startswith("Hopeless: 500 people are too few")
    assert "It takes 37,167 people, and with these no epsilon is enough, to be useful (±1)." in words(done)


def test_a_weak_study_ends_with_0_and_says_what_would_help(study: Path) -> None:
    done = CliRunner().invoke(tacit, ["plan", str(study), "--people", "8000"], standalone_mode=False)
    assert done.return_value == 0
    assert done.output.startswith("Weak: ")
    assert "to be useful (±1)" in words(done)


def test_the_table_has_the_rarest_group_first_within_80_columns(study: Path) -> None:
    lines = run(study, "--people", 20_000).output.splitlines()
    assert max(map(len, lines)) <= 80
    head = next(at for at, line in enumerate(lines) if line.startswith("group "))
    assert lines[head].split() == ["group", "share", "people", "sum", "±", "mean", "±"]
    assert lines[head + 1].split()[:3] == ["diabetic", "11.0%", "2,200"]
    assert lines[head + 2].split()[:4] == ["not", "diabetic", "89.0%", "17,800"]


def test_what_is_wanted_is_answered_in_people_and_in_epsilon(study: Path) -> None:
    done = words(run(study, "--people", 20_000, "--within", 0.5))
    assert "±0.5 in every group takes 148,665 people, or epsilon" in done
    assert "±0.5 in the group of median share takes" in done


def test_json_is_what_python_gives(study: Path) -> None:
    done = run(study, "--people", 3000, "--epsilon", "3.5", "--within", 0.5, "--json")
    document = json.loads(done.output)
    assert document == json.loads(
        json.dumps(plan(read_study(study), 3000, epsilon="3.5", within=0.5).to_json())
    )
    assert document["epsilon"] == 3.5
    assert document["verdict"] == "useful"


def test_without_people_it_asks_for_them(study: Path) -> None:
    done = CliRunner().invoke(tacit, ["plan", str(study)], standalone_mode=False)
    assert done.return_value == 0
    assert words(done).startswith("How many people will answer? Say so with --people N:")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--people", "0"], "people must lie within 1..10000000000; got 0"),
        (["--people", "-5"], "people must lie within 1..10000000000; got -5"),
        (["--epsilon", "0"], "epsilon must be above 0; got 0"),
        (["--epsilon", "50"], "epsilon must lie within 0.001..20; got 50, which would hide nothing"),
        (["--epsilon", "one"], 'epsilon must be a number; got the text "one"'),
        (["--within", "0"], "within must be above 0 and below 5, half of the range; got 0"),
        (["--within", "5"], "within must be above 0 and below 5, half of the range; got 5"),
        (["--within", "1e-200"], "within must be at least 1e-11; got 1e-200"),
        (["--detect", "1e-15"], "detect must be at least 1e-11; got 1e-15"),
        (["--within", "nan"], "within must be above 0 and below 5, half of the range; got nan"),
    ],
)
def test_what_cannot_be_planned_is_refused_by_name(study: Path, options: list[str], message: str) -> None:
    done = run(study, *options)
    assert isinstance(done.exception, Refused)
    assert message in str(done.exception)
    assert done.output == ""


@pytest.mark.parametrize(
    "options", [["--people", "many"], ["--people", "2.5"], ["--within", "half"], ["--x"]]
)
def test_wrong_use_ends_with_2(study: Path, options: list[str]) -> None:
    done = run(study, *options)
    assert done.exit_code == 2
    assert options[0] in done.output


def test_a_study_that_is_not_there_or_a_folder_is_refused(tmp_path: Path) -> None:
    for path, rule in ((tmp_path / "none.toml", "does not exist"), (tmp_path, "is a folder")):
        done = run(path)
        assert isinstance(done.exception, StudyInvalid)
        assert rule in str(done.exception)


THREE = how_strong(
    'labels = ["rare", "some", "most"]\nshares = [0.05, 0.25, 0.7]', more="[collect]\npeople = 6000\n"
)


@pytest.fixture
def three(tmp_path: Path) -> Path:
    path = tmp_path / "three.toml"
    path.write_text(THREE, encoding="utf-8")
    return path


def ended(*arguments: object) -> Result:
    """Run as a function of its own, whose exit code is its result."""
    done = CliRunner().invoke(tacit, ["plan", *map(str, arguments)], standalone_mode=False)
    assert done.exception is None
    return done


def test_a_difference_that_is_told_ends_with_0(three: Path) -> None:
    done = ended(three, "--people", 60_000, "--detect", 2, "--compare", "some", "most")
    assert done.return_value == 0
    assert done.output.startswith("Useful: ")
    (row,) = [line for line in done.output.splitlines() if line.startswith("some and most")]
    assert row.split()[-1] == "100%"


def test_a_difference_that_is_not_told_is_said_first_and_ends_with_1(three: Path) -> None:
    done = ended(three, "--detect", 0.5, "--power", 0.9, "--compare", "some", "most")
    assert done.return_value == 1
    assert words(done).startswith(
        "Cannot be done: with 6,000 people a difference of 0.5 between some and most is told with "
    )
    assert "power, not 90%. It takes " in words(done)
    assert "Useful: " in done.output


def test_a_power_just_below_what_is_wanted_is_not_rounded_up(three: Path) -> None:
    found = plan(read_study(three), detect=2, compare=[("some", "most")])
    people = found.detections[0].people
    assert people is not None
    options = ("--detect", 2, "--compare", "some", "most")
    assert ended(three, "--people", people, *options).return_value == 0
    done = ended(three, "--people", people - 1, *options)
    assert done.return_value == 1
    assert "with 79.9% power, not 80%" in words(done)


def test_beyond_any_epsilon_it_says_that_none_is_enough(three: Path) -> None:
    done = ended(three, "--people", 400, "--detect", 0.1, "--compare", "some", "most")
    assert done.return_value == 1
    assert "with these no epsilon is enough." in words(done)


def test_without_people_nothing_is_unmet(study: Path) -> None:
    done = ended(study, "--detect", 0.1)
    assert done.return_value == 0
    assert "Cannot be done" not in done.output


def test_json_says_whether_the_difference_is_told(three: Path) -> None:
    options = ("--compare", "rare", "some", "--compare", "some", "most", "--design-effect", 1.5, "--json")
    done = ended(three, "--detect", 2, "--power", 0.7, *options)
    assert done.return_value == 1
    found = json.loads(done.output)
    told = found["differences"]
    assert (told["detect"], told["power"], told["met"]) == (2.0, 0.7, False)
    assert found["design_effect"] == 1.5
    assert [pair["groups"] for pair in told["pairs"]] == [["rare", "some"], ["some", "most"]]
    for pair in told["pairs"]:
        assert pair["which"] == "asked"
        assert pair["power"] < 0.7 or pair["people"] <= 6000
        assert pair["smallest"] is None or (pair["smallest"] <= 2) == (pair["power"] >= 0.7)
    assert json.loads(ended(three, "--json").output)["differences"]["met"] is None


def test_a_design_effect_costs_as_many_people_as_it_says(three: Path) -> None:
    options = ("--detect", 2, "--compare", "some", "most", "--json")
    plain, weighted = (
        json.loads(ended(three, *options, "--design-effect", effect).output)["differences"]["pairs"][0][
            "people"
        ]
        for effect in (1, 4)
    )
    assert weighted == pytest.approx(4 * plain, abs=4)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--detect", "0"], "detect must be above 0 and below 10, the range; got 0"),
        (
            ["--detect", "1", "--power", "1"],
            "power must be above 0.05, which chance alone gives, and below 1",
        ),
        (
            ["--design-effect", "0.5"],
            "design_effect must lie within 1..1000, and is 1 where weights are alike",
        ),
        (["--compare", "some", "some"], 'compare must name two different groups; got "some" twice'),
        (
            ["--compare", "some", "moost"],
            'compare must be "rare", "some" or "most"; got "moost"; did you mean "most"?',
        ),
    ],
)
def test_differences_that_cannot_be_asked_are_refused_by_name(
    three: Path, options: list[str], message: str
) -> None:
    done = run(three, *options)
    assert isinstance(done.exception, Refused)
    assert message in str(done.exception)


def test_people_may_be_written_with_commas(study: Path) -> None:
    assert run(study, "--people", "60,000").output == run(study, "--people", 60_000).output


@pytest.mark.parametrize("text", ["10,00", "1,0000", ",100", "1.000", "ten", "1e4", ""])
def test_people_that_are_no_whole_number_are_refused(study: Path, text: str) -> None:
    done = run(study, f"--people={text}")
    assert done.exit_code == 2
    assert "is not a whole number, as 10000 or 10,000." in done.output


def test_the_document_the_picture_and_the_table_are_written_together(study: Path, tmp_path: Path) -> None:
    names = ["p.html", "p.md", "p.svg"]
    options = ["--out", tmp_path / "p.html", "--out", tmp_path / "p.md", "--plot", tmp_path / "p.svg"]
    done = ended(study, "--people", 60_000, *options)
    assert sorted(path.name for path in tmp_path.iterdir()) == [*names, "study.toml"]
    assert words(done).endswith(
        "p.html, " + str(tmp_path / "p.md") + f" and {tmp_path / 'p.svg'} hold this plan."
    )
    found = plan(read_study(study), 60_000)
    assert (tmp_path / "p.html").read_text(encoding="utf-8") == found.to_html()
    assert (tmp_path / "p.md").read_text(encoding="utf-8") == found.to_markdown()
    assert (tmp_path / "p.svg").read_text(encoding="utf-8") == f"{found.plot()}\n"
    assert json.loads(ended(study, "--json", *options[:2], "--force").output)["files"] == [
        str(tmp_path / names[0])
    ]


def test_the_command_in_the_document_writes_the_same_bytes(three: Path, tmp_path: Path) -> None:
    first, again = tmp_path / "first.html", tmp_path / "again.html"
    ended(three, "--detect", 2, "--compare", "some", "most", "--within", 0.7, "--out", first)
    code = html_of(first.read_text(encoding="utf-8")).first("code")
    assert [word.text for word in code.every(named="word")] == code.text.split(" "), "no word is broken"
    typed = re.fullmatch("tacit plan STUDY (.*) --out plan.html", code.text)
    assert typed is not None
    ended(three, *shlex.split(typed[1]), "--out", again)
    assert again.read_bytes() == first.read_bytes()


def test_another_file_is_left_alone_and_nothing_is_written(study: Path, tmp_path: Path) -> None:
    (tmp_path / "old.md").write_text("mine", encoding="utf-8")
    options = [study, "--people", 900, "--out", tmp_path / "new.html", "--out", tmp_path / "old.md"]
    done = run(*options)
    assert isinstance(done.exception, Refused)
    assert "old.md holds something else and was left as it is" in str(done.exception)
    assert (tmp_path / "old.md").read_text(encoding="utf-8") == "mine"
    assert not (tmp_path / "new.html").exists()
    ended(*options, "--force")
    assert "Reactions" in (tmp_path / "old.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--out", "p.pdf"], "p.pdf must end in .html or .md to hold a plan"),
        (["--out", "p.svg"], "p.svg must end in .html or .md to hold a plan"),
        (["--plot", "p.html"], "p.html must end in .svg or .png to hold a picture"),
        (["--out", "p.md", "--out", "p.md"], "p.md is named twice"),
    ],
)
def test_files_that_cannot_be_written_are_refused_before_all_else(options: list[str], message: str) -> None:
    done = run("no such study.toml", *options)
    assert isinstance(done.exception, Refused)
    assert message in str(done.exception)


def test_the_study_is_never_written_over(study: Path) -> None:
    copy = study.rename(study.with_suffix(".md"))
    done = run(copy, "--out", copy, "--force")
    assert isinstance(done.exception, Refused)
    assert "is named twice" in str(done.exception)
    assert copy.read_text(encoding="utf-8") == STUDY


def test_a_png_needs_matplotlib_and_says_so(
    study: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "p.png"
    ended(study, "--people", 60_000, "--plot", path)
    assert path.read_bytes().startswith(b"\x89PNG")
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    done = run(study, "--people", 60_000, "--plot", tmp_path / "q.png")
    assert isinstance(done.exception, MissingExtra)
    assert "pip install 'tacit[plot]'" in str(done.exception)
    assert not (tmp_path / "q.png").exists()


def test_help_shows_examples_and_exit_codes() -> None:
    done = run("--help")
    assert done.exit_code == 0
    assert "tacit plan study.toml --people 2400 --epsilon 2" in done.output
    assert "Exit code 1: hopeless" in done.output
