"""The vectors and the tests of the memory have power: every planted error is caught (mutants.toml)."""

from __future__ import annotations

import os
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

from collected.javascript import CLIENT, node
from collected.mutants import ROOT, Mutant, plant

TABLES: dict[str, list[Mutant]] = {
    table: [Mutant(**mutant) for mutant in mutants]
    for table, mutants in tomllib.loads(
        Path(__file__).with_name("mutants.toml").read_text(encoding="utf-8")
    ).items()
}
NONE = Mutant("none", "index.js", "export { sumOf }", "export { sumOf }", "")

CHECK = """
import { CHECKS } from "./test/vectors.js";
import { readVectors } from "./test/files.js";
const found = new Set();
for (const [file, , check] of CHECKS) {
  if (!file.startsWith(process.argv[1])) continue;
  await readVectors(file).then((cases) => check(cases, readVectors)).catch(() => found.add(file));
}
console.log(...found);
"""

MAKE = """
import sys
from pathlib import Path
from vectors.all_files import MAKERS
from vectors.writing import written
name = sys.argv[1]
try:
    same = written(MAKERS[name]()) == (Path("vectors/v1") / name).read_text(encoding="utf-8")
except Exception:
    same = False
print("same" if same else name)
"""


def name_of(mutant: Mutant) -> str:
    return mutant.name


def planted_client(mutant: Mutant, folder: Path) -> Path:
    """A copy of the JavaScript client with an error in it, beside the vectors."""
    plant(mutant, CLIENT / "src", folder / "js" / "src")
    for name in ("test", "node_modules", "package.json"):
        (folder / "js" / name).symlink_to(CLIENT / name)
    (folder / "vectors").symlink_to(ROOT / "vectors")
    return folder / "js"


def node_in(client: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    command = [node(), "--preserve-symlinks", "--preserve-symlinks-main", *arguments]
    return subprocess.run(command, cwd=client, capture_output=True, text=True, encoding="utf-8", timeout=120)


@pytest.mark.parametrize("mutant", TABLES["javascript"], ids=name_of)
def test_the_vectors_catch_it_in_javascript(mutant: Mutant, tmp_path: Path) -> None:
    client = planted_client(mutant, tmp_path)
    done = node_in(client, "--input-type=module", "--eval", CHECK, mutant.caught)
    assert (done.returncode, done.stdout.split()) == (0, [mutant.caught]), done.stderr[-500:]


def test_without_a_mutant_nothing_is_caught(tmp_path: Path) -> None:
    client = planted_client(NONE, tmp_path)
    done = node_in(client, "--input-type=module", "--eval", CHECK, "")
    assert (done.returncode, done.stdout.strip()) == (0, "")
    for name in sorted({mutant.caught for mutant in TABLES["browser"]}):
        assert node_in(client, "--test", f"test/{name}").returncode == 0


@pytest.mark.parametrize("mutant", TABLES["browser"], ids=name_of)
def test_the_tests_of_the_memory_catch_it_in_javascript(mutant: Mutant, tmp_path: Path) -> None:
    client = planted_client(mutant, tmp_path)
    done = node_in(client, "--test", f"--test-name-pattern={mutant.only}", f"test/{mutant.caught}")
    assert done.returncode == 1, done.stdout[-500:]


def planted_package(mutant: Mutant, folder: Path) -> dict[str, str]:
    """An environment in which a copy of tacit with an error in it is imported."""
    plant(mutant, ROOT / "src" / "tacit", folder / "tacit")
    support = ROOT / "tests" / "support"
    return {**os.environ, "PYTHONPATH": f"{folder}{os.pathsep}{support}", "PYTHONDONTWRITEBYTECODE": "1"}


@pytest.mark.parametrize("mutant", TABLES["python"], ids=name_of)
def test_the_vectors_catch_it_in_python(mutant: Mutant, tmp_path: Path) -> None:
    environment = planted_package(mutant, tmp_path)
    command = [sys.executable, "-c", MAKE, mutant.caught]
    done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True)
    assert (done.returncode, done.stdout.strip()) == (0, mutant.caught), done.stderr


@pytest.mark.parametrize("mutant", TABLES["notes"], ids=name_of)
def test_the_tests_of_the_memory_catch_it_in_python(mutant: Mutant, tmp_path: Path) -> None:
    environment = planted_package(mutant, tmp_path)
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", "-p", "no:xdist"]
    tests = [f"tests/client/{mutant.caught}", "-k", mutant.only]
    done = subprocess.run([*command, *tests], cwd=ROOT, env=environment, capture_output=True, text=True)
    assert done.returncode == 1, done.stdout[-1000:]
    assert " failed" in done.stdout
