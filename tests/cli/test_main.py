"""The `tacit` command itself, in real processes: what it says to every wrong use, and how it ends."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

import tacit
from tacit.cli.main import COMMANDS
from terminal import TACIT, environment, lines_of, run, run_on_terminal

LONG_STUDY = """
title = "A long one"
owner = "trial@clinic.org"
not_after = 2999-12-31
[question]
kind = "none"
[groups]
text = "Which?"
cross = {{ a = {a}, b = {b} }}
[privacy]
epsilon = 4
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return tmp_path


def test_without_a_command_it_says_which_there_are_and_that_this_was_wrong_use(folder: Path) -> None:
    done = run(folder=folder)
    assert done.code == 2
    assert all(f"  {name} " in done.out + done.err for name in COMMANDS)


@pytest.mark.parametrize("flag", ["--help", "-h"])
def test_help_lists_every_command_in_the_order_of_a_study(folder: Path, flag: str) -> None:
    done = run(flag, folder=folder)
    listed = [line.split()[0] for line in done.out.partition("Commands:\n")[2].splitlines()]
    assert (done.code, done.err, listed) == (0, "", list(COMMANDS))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_help_with_examples_within_80_columns(folder: Path, name: str) -> None:
    done = run(name, "--help", folder=folder)
    assert done.code == 0
    assert f"  tacit {name}" in done.out
    assert "Example" in done.out
    assert max(map(len, done.out.splitlines())) <= 80


def test_the_version_is_the_package_s(folder: Path) -> None:
    assert run("--version", folder=folder).out == f"tacit, version {tacit.__version__}\n"


WRONG_USE = [
    (["chek"], "error: no command `chek`; did you mean `check`? (`tacit --help` says more)"),
    (["Estimates"], "error: no command `Estimates`; did you mean `estimate`? (`tacit --help` says more)"),
    (["check"], "error: missing argument 'STUDY' (`tacit check --help` says more)"),
    (["check", "a", "b"], "error: got unexpected extra argument (b) (`tacit check --help` says more)"),
    (["verify", "x", "--jsn"], "error: no such option '--jsn'. Did you mean '--json'?"),
    (["--foo"], "error: no such option '--foo' (`tacit --help` says more)"),
    (
        ["init", "--template"],
        "error: option '--template' requires an argument (`tacit init --help` says more)",
    ),
    (
        ["plan", "s.toml", "--compare", "a"],
        "error: option '--compare' requires 2 arguments (`tacit plan --help`",
    ),
    (
        ["plan", "s.toml", "--people", "1e4"],
        "error: invalid value for '--people': '1e4' is not a whole number",
    ),
    (["estimate", "s.toml", "--invited", "-x"], "error: invalid value for '--invited': '-x' is not a whole"),
    (["invite", "s.json", "--people", "0"], "error: invalid value for '--people': 0 is not at least 1"),
    (["serve", "--port", "70,000"], "error: invalid value for '--port': 70,000 is not at most 65,535"),
    (
        ["plan", "s.toml", "--within", "1,5"],
        "error: invalid value for '--within': '1,5' is not a number, as 0.5; write a decimal with a point",
    ),
]


@pytest.mark.parametrize(("arguments", "said"), WRONG_USE, ids=[" ".join(each) for each, _ in WRONG_USE])
def test_wrong_use_is_one_line_and_code_2(folder: Path, arguments: list[str], said: str) -> None:
    done = run(*arguments, folder=folder)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(said)
    assert done.err.count("\n") == 1
    assert list(folder.iterdir()) == []


def test_an_unknown_command_like_none_is_told_all_of_them(folder: Path) -> None:
    done = run("zebra", folder=folder)
    names = f"{', '.join(list(COMMANDS)[:-1])} and {list(COMMANDS)[-1]}"
    assert done.err == f"error: no command `zebra`; the commands are {names} (`tacit --help` says more)\n"


def test_an_unknown_command_is_not_obeyed_by_the_terminal(folder: Path) -> None:
    done = run("\x1b[2J", folder=folder)
    assert r"`\x1b[2J`" in done.err
    assert "\x1b" not in done.err


def test_every_problem_is_a_line_on_standard_error(folder: Path) -> None:
    (folder / "study.toml").write_text('title = "T"\n', encoding="utf-8")
    done = run("check", "study.toml", folder=folder)
    assert (done.code, done.out) == (2, "")
    assert [line.partition(" is missing")[0] for line in done.err.splitlines()] == [
        f"error: {name}" for name in ("owner", "not_after", "question", "groups", "privacy")
    ]


WRONG_STUDY = """
titel = "T"
title = "T"
owner = "a@b.org"
not_after = 2999-12-31
[question]
kind = "none"
[groups]
text = "Which?"
labels = ["a", "a"]
[privacy]
epsilon = 0
"""
TAKING_A_STUDY = [
    ["check", "study.toml"],
    ["check", "study.toml", "--manifest", "study.json"],
    ["plan", "study.toml", "--people", "100"],
    ["verify", "study.toml"],
    ["simulate", "study.toml", "--people", "100", "--out", "answers.parquet"],
    ["answer", "study.toml", "--group", "a"],
    ["estimate", "study.toml", "answers.parquet"],
    ["compare", "study.toml", "--plot", "plot.svg"],
]


@pytest.mark.parametrize("arguments", TAKING_A_STUDY, ids=" ".join)
def test_a_wrong_study_is_the_same_to_every_command_and_nothing_is_written(
    folder: Path, arguments: list[str]
) -> None:
    (folder / "study.toml").write_text(WRONG_STUDY, encoding="utf-8")
    done = run(*arguments, folder=folder)
    assert (done.code, done.out) == (2, "")
    assert done.err.splitlines() == [
        "error: titel is not a key of a study file; did you mean `title`?",
        'error: groups.labels[1] repeats labels[0]; got "a"',
        "error: privacy.epsilon must be above 0; got 0 (1 is a usual start, smaller hides more)",
    ]
    assert [path.name for path in folder.iterdir()] == ["study.toml"]


@pytest.mark.parametrize("columns", [40, 80])
def test_on_a_terminal_an_error_goes_on_below_its_text(folder: Path, columns: int) -> None:
    done = run_on_terminal("check", "none.toml", folder=folder, columns=columns)
    lines = lines_of(done)
    assert done.code == 2
    assert all(len(line) <= columns for line in lines)
    assert lines[0].startswith("error: none.toml does not exist;")
    assert all(line.startswith(" " * 7) for line in lines[1:])
    said = "error: none.toml does not exist; `tacit init FILE` writes a study to start from"
    assert " ".join(line.strip() for line in lines) == said


def test_whoever_stops_reading_gets_no_traceback(folder: Path) -> None:
    """`tacit --help | head -0`: the reader is gone before a word is said."""
    process = subprocess.Popen(
        [TACIT, "--help"], cwd=folder, env=environment(), stdout=subprocess.PIPE, stderr=subprocess.PIPE
    )
    assert process.stdout is not None
    assert process.stderr is not None
    process.stdout.close()
    said = process.stderr.read()
    process.stderr.close()
    assert (process.wait(), said) == (0, b"")


SIGNS = """
title = "Sîgns · 患"
owner = "trial@clinic.org"
not_after = 2999-12-31
[question]
kind = "none"
[groups]
text = "Which?"
labels = ["患", "not 患"]
[privacy]
epsilon = 1
"""


@pytest.mark.parametrize(
    ("encoding", "shown"), [("utf-8", "Sîgns · 患"), ("ascii", "Sîgns · 患"), ("latin-1", "Sîgns · \\u60a3")]
)
def test_signs_that_a_terminal_lacks_are_spelt_out(folder: Path, encoding: str, shown: str) -> None:
    (folder / "study.toml").write_text(SIGNS, encoding="utf-8")
    done = subprocess.run(
        [TACIT, "check", "study.toml"],
        cwd=folder,
        env=environment({"PYTHONIOENCODING": encoding}),
        capture_output=True,
        check=False,
    )
    written = "latin-1" if encoding == "latin-1" else "utf-8"
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode(written).startswith(f"study     {shown}\n")


@pytest.mark.parametrize("closed", [">&-", "2>&-", ">&- 2>&-"])
def test_closed_streams_are_no_reason_to_fail(folder: Path, closed: str) -> None:
    done = subprocess.run(
        ["sh", "-c", f"{TACIT} init study.toml {closed}"],
        cwd=folder,
        env=environment(),
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "")
    assert (folder / "study.toml").exists()


@pytest.mark.parametrize("is_activated", [True, False])
def test_an_optional_part_is_installed_with_the_pip_of_this_environment(
    folder: Path, *, is_activated: bool
) -> None:
    (folder / "bin").mkdir()
    for name in ("python", "pip"):
        (folder / "bin" / name).touch(mode=0o755)
    script = (
        "import sys; from tacit.cli import main; from tacit.errors import MissingExtra\n"
        "def fail(**_): raise MissingExtra('plot', 'a plot')\n"
        "main.tacit = fail\n"
        f"sys.executable = {str(folder / 'bin' / 'python')!r}\n"
        "main.main()"
    )
    path = str(folder / "bin") if is_activated else str(folder)
    done = subprocess.run(
        [sys.executable, "-c", script],
        cwd=folder,
        env=environment({"PATH": path}),
        capture_output=True,
        text=True,
        check=False,
    )
    pip = "pip" if is_activated else "bin/pip"
    assert done.stderr == f"error: a plot needs an optional part: {pip} install 'tacit[plot]'\n"
    assert done.returncode == 1


def test_an_error_of_the_system_is_a_sentence(folder: Path) -> None:
    (folder / "study.toml").write_text(LONG_STUDY.format(a=["x", "y"], b=["x", "y"]), encoding="utf-8")
    with Path("/dev/full").open("wb") as full:
        done = subprocess.run(
            [TACIT, "check", "study.toml"],
            cwd=folder,
            env=environment(),
            stdout=full,
            stderr=subprocess.PIPE,
            check=False,
        )
    assert (done.returncode, done.stderr) == (1, b"error: No space left on device\n")


def test_ctrl_c_is_a_sentence_and_leaves_nothing_behind(folder: Path) -> None:
    """Pressed while a real verification runs, as its bar says; the cursor is shown again."""
    labels = {axis: [f"{axis}{number}" for number in range(250)] for axis in "ab"}
    study = folder / "study.toml"
    study.write_text(LONG_STUDY.format(**labels), encoding="utf-8")
    before = study.read_bytes()
    done = run_on_terminal("verify", "study.toml", folder=folder, interrupt_at="verifying")
    assert done.code == 130
    assert lines_of(done)[-1] == "error: interrupted; nothing half-written is left behind"
    assert "It holds" not in done.out
    assert "Traceback" not in done.out
    assert done.out.rfind("\x1b[?25h") > done.out.rfind("\x1b[?25l")
    assert [path.name for path in folder.iterdir()] == ["study.toml"]
    assert study.read_bytes() == before
