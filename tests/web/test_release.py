"""One release: the same bytes everywhere, joined from the very modules, in a wheel as in a checkout."""

from __future__ import annotations

import gzip
import hashlib
import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from collected.javascript import CLIENT, ROOT, node
from tacit.errors import Refused
from tacit.web.joining import join
from tacit.web.languages import read_languages
from tacit.web.release import make_release, read_release
from tacit.web.sources import javascript, modules

RELEASE = read_release()


def tree(folder: Path, **texts: str) -> Path:
    (folder / "page").mkdir()
    for name, text in texts.items():
        (folder / "page" / f"{name}.js").write_text(text, encoding="utf-8")
    return folder


def run(text: str, tmp_path: Path) -> str:
    file = tmp_path / "joined.mjs"
    file.write_text(text, encoding="utf-8")
    return subprocess.run([node(), str(file)], capture_output=True, text=True, check=True).stdout


def test_a_release_is_the_same_twice() -> None:
    assert make_release(javascript(), read_languages()) == RELEASE


def test_a_byte_of_a_module_changes_the_address_of_the_assets(tmp_path: Path) -> None:
    for module in modules(CLIENT):
        (tmp_path / module).parent.mkdir(exist_ok=True)
        (tmp_path / module).write_bytes((CLIENT / module).read_bytes())
    assert make_release(tmp_path, read_languages()) == RELEASE
    with (tmp_path / "src" / "randomize.js").open("a") as opened:
        opened.write("// a remark\n")
    assert make_release(tmp_path, read_languages()).assets != RELEASE.assets


def test_what_is_listed_is_what_sha256sum_says() -> None:
    for line in RELEASE.listing().splitlines():
        digest, name = re.fullmatch(r"([0-9a-f]{64})  (\S+)", line).groups()  # type: ignore[union-attr]
        assert hashlib.sha256(RELEASE.files[name]).hexdigest() == digest


def test_the_modules_are_served_as_they_were_written() -> None:
    for module in modules(CLIENT):
        assert RELEASE.files[f"{RELEASE.assets}/js/{module}"] == (CLIENT / module).read_bytes()


def test_every_line_that_is_joined_is_a_line_of_a_module() -> None:
    """But for what ties them together, nobody needs to trust the joining."""
    written = {line for module in modules(CLIENT) for line in (CLIENT / module).read_text().splitlines()}
    written |= {line.removeprefix("export ") for line in written}
    ours = re.compile(
        r"const (\{[^}]*\}|\w+) = \$\w+;|const \$\w+ = \(\(\) => \{|return \{ [\w, ]* \};|\}\)\(\);"
    )
    joined = RELEASE.files[f"{RELEASE.assets}/answer.js"].decode()
    bound = re.sub(r"const \{[^}]*\} = \$\w+;", "", joined)
    strange = [line for line in bound.splitlines() if line not in written and not ours.fullmatch(line)]
    assert strange == []


@pytest.mark.parametrize("language", RELEASE.languages)
def test_a_first_visit_stays_small(language: str) -> None:
    """In one language, with room for the headers, the study and its state: 60 kB in all."""
    names = [RELEASE.page("answer", language), f"{RELEASE.assets}/answer.js", f"{RELEASE.assets}/answer.css"]
    sizes = [len(gzip.compress(RELEASE.files[name], 9, mtime=0)) for name in names]
    assert sum(sizes) < 54_000, dict(zip(names, sizes, strict=True))


def test_each_part_stands_before_those_that_need_it_and_keeps_its_own_names(tmp_path: Path) -> None:
    tree(
        tmp_path,
        a='/** Says. @type {string} */\nexport const said = "a";\nfunction own() {\n  return 1;\n}\n'
        "export function one() {\n  return own();\n}\n",
        b='import {\n  said as before,\n  one,\n} from "./a.js";\nfunction own() {\n  return 2;\n}\n'
        "export async function two() {\n  return before + one() + own();\n}\n",
        c='import { two } from "./b.js";\nimport * as first from "./a.js";\n'
        "two().then((text) => console.log(text + first.said));\n",
    )
    joined = join(tmp_path, "page/c.js")
    assert "Says" not in joined
    assert run(joined, tmp_path) == "a12a\n"


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('import thing from "./b.js";\n', "must import and export by name"),
        ("export default 1;\n", "must import and export by name"),
        ('export * from "./b.js";\n', "must import and export by name"),
        ('import { a } from "./a.js";\n', "must not need itself"),
    ],
)
def test_what_cannot_be_joined_is_refused(text: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(Refused, match=says):
        join(tree(tmp_path, a=text, b=""), "page/a.js")


def test_a_wheel_holds_what_a_checkout_serves(tmp_path: Path) -> None:
    build = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)]
    subprocess.run(build, cwd=ROOT, check=True, capture_output=True)
    (wheel,) = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as opened:
        opened.extractall(tmp_path / "installed")
    script = (
        "import tacit.web.release as release; print(release.__file__); "
        "print(release.read_release().listing(), end='')"
    )
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={"PYTHONPATH": str(tmp_path / "installed"), "PATH": ""},
        capture_output=True,
        text=True,
        check=True,
    )
    place, _, listing = done.stdout.partition("\n")
    assert place.startswith(str(tmp_path))
    assert listing == RELEASE.listing()
