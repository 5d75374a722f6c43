"""`tacit paper`: what it prints at 80 columns and for machines, what it writes, and what it refuses."""

from __future__ import annotations

import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from tacit.cli.main import tacit
from tacit.errors import MissingExtra, Refused
from tacit.paper.errata import ERRATA

OWN = ["paper", "tables", "--epsilon", "1", "--law", "0.6,0.4", "--law", "0.3,0.7"]
BIG = ["paper", "tables", "--groups", "3", "--m", "2", "--epsilon", "1"]


def run(*arguments: str) -> Result:
    return CliRunner().invoke(tacit, list(arguments))


def refusal(*arguments: str) -> str:
    done = run(*arguments)
    assert isinstance(done.exception, Refused), done.output
    assert done.output == ""
    return str(done.exception)


def tables_of(*arguments: str) -> dict[str, list[dict[str, object]]]:
    done = run(*arguments, "--json")
    assert done.exit_code == 0, done.output
    return {table["name"]: table["rows"] for table in json.loads(done.stdout)["tables"]}


def on_a_terminal(*arguments: str, columns: int = 80) -> str:
    """What the installed command prints on a terminal of that width."""
    ours, theirs = pty.openpty()
    environment = {**os.environ, "COLUMNS": str(columns), "NO_COLOR": "1", "TERM": "dumb"}
    command = [str(Path(sys.executable).with_name("tacit")), *arguments]
    with subprocess.Popen(
        command, stdout=theirs, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, env=environment
    ) as program:
        os.close(theirs)
        printed = b""
        while chunk := _read(ours):
            printed += chunk
    os.close(ours)
    assert program.returncode == 0
    return printed.decode().replace("\r\n", "\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # Linux says so when the other end is closed
        return b""


def test_without_a_word_more_it_says_what_there_is() -> None:
    done = run("paper")
    assert done.exit_code == 0
    for word in ("figures", "tables", "errata", "Query and Aggregate", "Randomized Group"):
        assert word in done.output


def test_every_table_is_printed_and_the_choice_of_one_is_kept() -> None:
    everything, one = run("paper", "tables"), run("paper", "tables", "--table", "limits")
    assert everything.exit_code == one.exit_code == 0
    for title in ("Best parameters", "Figure 2", "Figure 4", "Erratum 2", "Errata 4 and 5", "change places"):
        assert title in everything.output
        assert title not in one.output
    assert "as epsilon falls to 0" in one.output


def test_tables_are_json_with_numbers() -> None:
    found = tables_of("paper", "tables", "--table", "spots", "--table", "bounds", "--table", "crossovers")
    assert list(found) == ["spots", "bounds", "crossovers"]
    assert found["spots"][0] == {
        "laws": "uniform",
        "k": 3,
        "m": 2,
        "eps": "1",
        "lie": 0,
        "alpha": 5,
        "lie_group": pytest.approx(0.423883115),
        "lie_value": 0,
        "beta_3": pytest.approx(5.0321472),
    }
    assert found["bounds"][0]["e^eps got"] == pytest.approx(26 / 19)
    assert found["crossovers"][0]["nothing known"] == {"epsilons": [], "winners": ["RG"]}


@pytest.mark.parametrize("table", ["spots", "figure2", "figure4", "limits", "bounds", "corollary"])
def test_tables_fit_on_80_columns(table: str) -> None:
    printed = on_a_terminal("paper", "tables", "--table", table)
    assert max(map(len, printed.splitlines())) <= 80
    assert "…" not in printed


def test_a_case_of_ones_own_fits_on_80_columns_and_its_title_stays_on_its_line() -> None:
    printed = on_a_terminal(*OWN).splitlines()
    assert printed[0] == "k = 2, m = 1, epsilon = 1, laws: your own, 500 bits in total"
    assert max(map(len, printed)) <= 80


def test_ones_own_laws_are_the_papers_second_panel() -> None:
    found = tables_of(*OWN)
    query, group = found["case"]
    assert (query["error"], group["error"]) == (0.002, pytest.approx(0.00518127836))
    assert (query["people"], group["people"]) == (500, 250)
    assert [row["winner"] for row in found["case crossovers"]] == ["Q&A", "RG"]
    assert found["case crossovers"][0]["to"] == pytest.approx(1.829261662)
    assert found["case crossovers"][1]["to"] is None


def test_remark_1_three_ways_nothing_known_bounds_and_laws() -> None:
    nothing, bounds = tables_of(*BIG), tables_of(*BIG, "--bounds", "0.1", "0.4")
    even = ["--law", "0.25,0.25,0.25,0.25"] * 2
    laws = tables_of("paper", "tables", "--epsilon", "1", "--law", "0.4,0.3,0.2,0.1", *even)
    lies = [found["case"][0]["lie_value"] for found in (nothing, bounds, laws)]
    assert lies == [pytest.approx(3 / (3 + 2.718281828459045)), pytest.approx(0.172353553), 0]
    assert "within 0.1..0.4" in run(*BIG, "--bounds", "0.1", "0.4").output


def test_shares_and_budgets_matter() -> None:
    skew = [*BIG, "--laws", "skew"]
    fair, uneven = tables_of(*skew, "--shares", "1/3,1/3,1/3"), tables_of(*skew)
    assert fair["case"][0]["alpha, beta_3"] != uneven["case"][0]["alpha, beta_3"]
    rich = tables_of(*skew, "--bits", "5000")
    assert rich["case"][0]["people"] == 2500
    assert rich["case"][0]["error"] == pytest.approx(uneven["case"][0]["error"] / 10)  # type: ignore[operator]


# What is typed after `tacit paper tables`, and what is said.
REFUSED = """
--groups 3
    m must be given too: a case of your own takes groups (or a law for each), m and epsilon
--shares 1
    groups must be given too: a case of your own takes groups (or a law for each), m and epsilon
--epsilon 1 --groups 1 --m 1
    groups must be a whole number of at least 2; got 1
--epsilon 1 --groups 2 --m 0
    m must be a whole number of at least 1; got 0
--epsilon nan --groups 2 --m 1
    epsilon must be a finite number; got nan
--epsilon -1 --groups 2 --m 1
    epsilon must be above 0 and at most 700; got -1
--epsilon 0 --groups 2 --m 1
    epsilon must be above 0 unless every value of every group is known to be equally likely; got 0
--epsilon 1 --law 0.6,0.3 --law 1,0
    laws row 1 must add up to 1 (within 1e-9); got 0.9
--epsilon 1 --law 0.6,a --law 1,0
    laws row 1 must be a finite number; got a
--epsilon 1 --law 1,0
    groups must be a whole number of at least 2; got 1
--epsilon 1 --law 1,0 --law 1,0 --laws skew
    law must not be given together with laws: say which are meant
--epsilon 1 --law 1,0 --law 1,0 --bounds 0 1
    bounds must not be given together with laws: the laws already say more
--epsilon 1 --groups 2 --m 2 --bounds 0.3 1
    bounds must satisfy 0 <= low <= 1/4 <= high <= 1, for every value of every group; got (3/10, 1)
--epsilon 1 --groups 2 --m 1 --shares 0.5
    shares must hold one share per group, 2; got 1
--epsilon 1 --groups 2 --m 1 --bits 1
    budget must pay for at least one answer; got 1
--table spots --groups 2
    --table is for the paper's tables; leave out either it or --groups
"""
LINES = REFUSED.strip().splitlines()


@pytest.mark.parametrize(("typed", "message"), [*zip(LINES[::2], LINES[1::2], strict=True)])
def test_a_case_that_cannot_be_is_refused_by_field_rule_and_value(typed: str, message: str) -> None:
    assert refusal("paper", "tables", *typed.split()) == message.strip()


def test_errata_are_twenty_paragraphs_of_lines_that_fit() -> None:
    printed = on_a_terminal("paper", "errata")
    assert len(printed.strip().split("\n\n")) == 20
    assert max(map(len, printed.splitlines())) <= 80
    assert "e^eps: 3/2 (as printed), 9 (right)" in printed


def test_errata_as_json_are_the_very_list() -> None:
    done = run("paper", "errata", "--json")
    assert json.loads(done.stdout)["errata"] == [erratum.to_json() for erratum in ERRATA]


def test_figures_are_written_whole_and_named(tmp_path: Path) -> None:
    folder = tmp_path / "new" / "figures"
    done = run("paper", "figures", "--out", str(folder), "--rounds", "5")
    assert done.exit_code == 0, done.output
    names = [f"figure{number}.{ending}" for number in (2, 4) for ending in ("svg", "png", "csv")]
    assert done.stdout.split() == [str(folder / name) for name in names]
    assert sorted(path.name for path in folder.iterdir()) == sorted(names)


def test_one_figure_alone_the_same_bytes_again(tmp_path: Path) -> None:
    contents = []
    for name in ("one", "two"):
        done = run("paper", "figures", "--figure", "4", "--out", str(tmp_path / name), "--json")
        assert json.loads(done.stdout)["seed"] == 2021
        contents.append({path.name: path.read_bytes() for path in (tmp_path / name).iterdir()})
    assert contents[0] == contents[1]
    assert set(contents[0]) == {"figure4.svg", "figure4.png", "figure4.csv"}


def test_without_matplotlib_it_says_what_to_install(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    done = run("paper", "figures", "--out", str(tmp_path / "figures"))
    assert isinstance(done.exception, MissingExtra)
    assert "pip install 'tacit[plot]'" in str(done.exception)
    assert list(tmp_path.iterdir()) == []


def test_a_folder_that_cannot_be_written_is_named_and_nothing_is_left(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("mine", encoding="utf-8")
    message = refusal("paper", "figures", "--figure", "4", "--out", str(tmp_path / "file" / "figures"))
    assert message.startswith("--out must be a folder that can be written; got ")
    (tmp_path / "full" / "figure4.csv").mkdir(parents=True)
    message = refusal("paper", "figures", "--figure", "4", "--out", str(tmp_path / "full"))
    assert message.endswith("is a folder; give the name of a file in it")
    assert [path.name for path in (tmp_path / "full").iterdir()] == ["figure4.csv"]


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["paper", "figures"], "Missing option '--out'"),
        (["paper", "figures", "--out", "x", "--rounds", "1"], "1 is not at least 2"),
        (["paper", "figures", "--out", "x", "--figure", "3"], "'3' is not one of '2', '4'"),
        (["paper", "tables", "--table", "all"], "'all' is not one of"),
        (["paper", "tables", "--laws", "odd"], "'odd' is not one of"),
        (["paper", "erata"], "No such command 'erata'"),
    ],
)
def test_wrong_use_exits_with_2(arguments: list[str], words: str) -> None:
    done = run(*arguments)
    assert done.exit_code == 2
    assert words in done.output
