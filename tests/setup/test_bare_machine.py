"""scripts/setup and .ci/run on machines that lack something: a PATH with nothing but what is put there."""

from __future__ import annotations

import shutil
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PLAIN = ("bash", "basename", "cat", "dirname", "grep", "mkdir", "rm", "sed", "sh", "tail", "touch")
NOTED = 'echo "$(basename "$0") $*" >> "$(dirname "$0")/../log"\n'
# Stands for Debian's python3 without python3-venv.
WITHOUT_VENV = f'case "$*" in *ensurepip*) exit 1;; esac\nexec {sys.executable} "$@"\n'


@dataclass(frozen=True)
class Machine:
    """A folder with a copy of what is run, and a PATH of its own."""

    folder: Path

    def put(self, name: str, script: str) -> None:
        program = self.folder / "bin" / name
        program.write_text(f"#!/bin/bash\n{script}", encoding="utf-8")
        program.chmod(0o755)

    def run(self, script: str) -> subprocess.CompletedProcess[str]:
        environment = {"PATH": str(self.folder / "bin"), "HOME": str(self.folder)}
        command = [self.folder / script]
        return subprocess.run(command, env=environment, capture_output=True, text=True, check=False)

    @property
    def log(self) -> list[str]:
        """What was called, of the programs that note it."""
        path = self.folder / "log"
        return path.read_text(encoding="utf-8").splitlines() if path.exists() else []


@pytest.fixture
def machine(tmp_path: Path) -> Machine:
    (tmp_path / "bin").mkdir()
    for name in PLAIN:
        (tmp_path / "bin" / name).symlink_to(str(shutil.which(name)))
    for name in ("scripts/setup", ".ci/run", "requirements/run.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        shutil.copy(ROOT / name, tmp_path / name)
    made = Machine(tmp_path)
    made.put("id", "echo 1000\n")
    return made


def test_without_python_it_names_the_one_command_and_makes_nothing(machine: Machine) -> None:
    done = machine.run("scripts/setup")
    assert done.returncode == 1
    assert done.stderr == (
        "setup: tacit needs Python 3.11 or newer, and none is on the PATH. "
        "On Debian or Ubuntu: sudo apt-get install python3 python3-venv\n"
    )
    assert not (machine.folder / ".venv").exists()


def test_without_venv_it_names_the_one_command(machine: Machine) -> None:
    machine.put("python3", WITHOUT_VENV)
    done = machine.run("scripts/setup")
    assert done.returncode == 1
    assert "cannot make virtual environments (ensurepip is missing)" in done.stderr
    assert done.stderr.endswith("sudo apt-get install python3 python3-venv\n")


def test_root_on_debian_gets_it_installed_and_goes_on(machine: Machine) -> None:
    machine.put("id", "echo 0\n")
    machine.put("python3", WITHOUT_VENV)
    # What the package brings: from now on `python3 -m venv` works, up to where this test has seen enough.
    whole = f'case "$*" in *venv.main*) exit 3;; esac\nexec {sys.executable} "$@"\n'
    machine.put("apt-get", f"{NOTED}printf '#!/bin/bash\\n%s' '{whole}' > \"$(dirname \"$0\")/python3\"\n")
    done = machine.run("scripts/setup")
    assert machine.log[0] == "apt-get update -qq"
    assert machine.log[1] == "apt-get install -y -qq --no-install-recommends python3 python3-venv"
    assert "setup: making .venv with Python 3." in done.stderr


def test_an_environment_that_could_not_be_finished_goes_away(machine: Machine) -> None:
    machine.put("python3", f'case "$*" in *venv.main*) exit 3;; esac\nexec {sys.executable} "$@"\n')
    done = machine.run("scripts/setup")
    assert done.returncode == 3
    assert done.stderr.endswith("setup: not finished; .venv is removed\n")
    assert not (machine.folder / ".venv").exists()


def test_what_a_killed_setup_left_is_made_anew(machine: Machine) -> None:
    left = machine.folder / ".venv"
    (left / "bin").mkdir(parents=True)
    (left / "bin" / "python").symlink_to(sys.executable)
    (left / ".unfinished").touch()
    machine.put("ls", f'exec {shutil.which("ls")} "$@"\n')
    listing = 'case "$*" in *venv.main*) ls -A "${@: -1}"; exit 3;; esac\n'
    machine.put("python3", f'{listing}exec {sys.executable} "$@"\n')
    assert machine.run("scripts/setup").stdout.split() == [".unfinished"]


@pytest.fixture
def ci(machine: Machine) -> Machine:
    """With stand-ins for make and git that note what they were asked, and whether everything is required."""
    machine.put("git", NOTED)
    machine.put(
        "make", f'{NOTED}echo "required=$TACIT_REQUIRE_ALL" >> "$(dirname "$0")/../log"\necho "made $1"\n'
    )
    return machine


def test_ci_checks_and_tests_with_everything_required(ci: Machine) -> None:
    done = ci.run(".ci/run")
    assert done.returncode == 0
    made = [line for line in ci.log if not line.startswith("git")]
    assert made == [line for name in ("engines", "check", "test") for line in (f"make {name}", "required=1")]
    assert done.stdout.splitlines()[-1] == "made test"


def test_ci_installs_what_is_lacking(ci: Machine) -> None:
    (ci.folder / "bin" / "make").rename(ci.folder / "make")
    ci.put("apt-get", f'{NOTED}[ "$1" = update ] || {shutil.which("mv")} make bin/make\n')
    done = ci.run(".ci/run")
    assert done.returncode == 0, done.stderr
    assert "apt-get install -y -qq --no-install-recommends make" in ci.log


def test_the_last_words_of_ci_are_those_of_the_tests_where_they_fail(ci: Machine) -> None:
    failing = (
        '[ "$1" = test ] || exit 0\necho "= 1 failed, 2 passed in 3.00s ="\n'
        'echo "make: *** [Makefile:24: test] Error 1" >&2\nexit 2\n'
    )
    ci.put("make", failing)
    done = ci.run(".ci/run")
    assert done.returncode == 2
    assert (done.stdout, done.stderr) == ("= 1 failed, 2 passed in 3.00s =\n", "")


def test_ci_stops_at_what_does_not_pass(ci: Machine) -> None:
    ci.put("make", f'{NOTED}[ "$1" != check ]\n')
    assert ci.run(".ci/run").returncode == 1
    assert [line for line in ci.log if line.startswith("make")] == ["make engines", "make check"]
