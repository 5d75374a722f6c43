"""tacit demo: what a newcomer sees first, and what it leaves behind."""

from __future__ import annotations

import re
import socket
import subprocess
import sys
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest

from terminal import Done, lines_of, run, run_on_terminal

FILES = {"study.toml", "answers.csv", "people.csv", "report.html"}
FEW = ("--people", "60")
LOCK = Path(__file__).parents[2] / "requirements" / "run.txt"
# As where nothing else is installed: a name that stands for None cannot be imported.
ALONE = """
import sys
sys.modules.update(dict.fromkeys(sys.argv.pop().split()))
from tacit.cli.main import main
main()
"""


def names_in(folder: Path) -> set[str]:
    return {path.name for path in folder.iterdir()} if folder.exists() else set()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Done]:
    folder = tmp_path_factory.mktemp("newcomer")
    return folder, run_on_terminal("demo", folder=folder)


def test_it_plays_a_whole_study_and_shows_every_command(played: tuple[Path, Done]) -> None:
    folder, done = played
    typed = [line.split()[2] for line in lines_of(done) if line.startswith("$ tacit ")]
    before, collecting, after = typed[:3], typed[3:8], typed[8:]
    assert (done.code, before, after) == (0, ["init", "plan", "verify"], ["estimate", "report"])
    assert collecting == ["serve", "open", "invite", "close", "export"]
    assert names_in(folder / "demo") == FILES
    assert names_in(folder) == {"demo"}


def test_the_last_table_has_the_truth_beside_every_estimate(played: tuple[Path, Done]) -> None:
    lines = lines_of(played[1])
    heads = [line for line in lines if re.match(r"(count|mean|sum) +truth +estimate", line)]
    assert [head.split()[0] for head in heads] == ["count", "mean", "sum"]
    assert any(re.match(r"The truth lies within \d of 7 intervals\.", line) for line in lines)


def test_it_fits_the_terminal_and_says_where_to_go_on(played: tuple[Path, Done]) -> None:
    lines = lines_of(played[1])
    said = [line for line in lines if not line.startswith("$ ")]
    assert max(map(len, said)) <= 80
    assert "Everything is in demo. Next: change demo/study.toml" in " ".join(said)


def test_the_commands_that_it_shows_last_give_the_same_again(played: tuple[Path, Done]) -> None:
    folder, done = played
    before = (folder / "demo" / "report.html").read_bytes()
    for line in lines_of(done):
        if line.startswith(("$ tacit estimate", "$ tacit report")):
            assert run(*line.split()[2:], folder=folder).code == 0, line
    assert (folder / "demo" / "report.html").read_bytes() == before


def test_the_first_thing_that_it_says_is_where_to_watch(played: tuple[Path, Done]) -> None:
    """Before any step; behind the # stands what logs in once, and nowhere the key."""
    lines = [line.strip() for line in lines_of(played[1]) if line.strip()]
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/board#k=once_[\w-]{22}", lines[1])
    assert lines[2].startswith("1. ")
    assert not any("tacit_" in line for line in lines)


def test_everybody_has_answered_over_http(played: tuple[Path, Done]) -> None:
    folder, done = played
    assert any(re.match(r"2,000 answers have a receipt, after \d+ s\.", line) for line in lines_of(done))
    for name in ("answers.csv", "people.csv"):
        assert (folder / "demo" / name).read_text().count("\n") == 2001


def test_the_server_is_gone_afterwards(played: tuple[Path, Done]) -> None:
    (origin,) = [line.split()[2].rstrip(".") for line in lines_of(played[1]) if line.startswith("Collecting")]
    with pytest.raises(OSError, match="refused"):
        socket.create_connection(("127.0.0.1", int(origin.rpartition(":")[2])), timeout=5)


def test_a_second_demonstration_takes_the_place_of_the_first(tmp_path: Path) -> None:
    for _ in range(2):
        assert run("demo", *FEW, folder=tmp_path).code == 0
        assert names_in(tmp_path / "demo") == FILES


def test_it_needs_nothing_but_what_make_demo_installs(tmp_path: Path) -> None:
    pinned = {*re.findall(r"^([a-z0-9][\w.-]*)==", LOCK.read_text(encoding="utf-8"), re.MULTILINE), "tacit"}
    owners = {name: {owner.lower() for owner in found} for name, found in packages_distributions().items()}
    others = [name for name, found in owners.items() if not found & pinned]
    assert {"matplotlib", "pytest"} <= set(others)
    command = [sys.executable, "-c", ALONE, "demo", *FEW, " ".join(others)]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize("step", ["1. A", "2. How", "4. A", "5. Imagined", "answering", "6. From"])
def test_ctrl_c_leaves_nothing_behind(tmp_path: Path, step: str) -> None:
    people = "20000" if step == "answering" else "100"
    done = run_on_terminal("demo", "--people", people, folder=tmp_path, interrupt_at=step)
    assert done.code == 130
    assert lines_of(done)[-1] == "error: interrupted; nothing half-written is left behind"
    assert names_in(tmp_path) == set()


def test_ctrl_c_spares_what_was_in_the_folder_before(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "notes.txt").write_text("keep")
    done = run_on_terminal("demo", "--folder", "mine", folder=tmp_path, interrupt_at="2. ")
    assert done.code == 130
    assert names_in(tmp_path / "mine") == {"notes.txt"}


def test_too_few_people_are_called_hopeless_and_the_rest_shows_why(tmp_path: Path) -> None:
    done = run("demo", "--people", "50", folder=tmp_path)
    assert done.code == 0, done.err
    assert "Hopeless: " in done.out
    assert "not resolved" in done.out.partition("6. From their answers alone")[2]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["--people", "10"], "'--people': 10 is not at least 50"),
        (["--folder", "file"], "Directory 'file' is a file"),
        (["--seed", "-1"], "'--seed': -1 is not at least 0"),
    ],
)
def test_wrong_use_is_refused_and_writes_nothing(tmp_path: Path, arguments: list[str], said: str) -> None:
    (tmp_path / "file").write_text("mine")
    done = run("demo", *arguments, folder=tmp_path)
    assert (done.code, names_in(tmp_path)) == (2, {"file"})
    assert said in done.err
