"""Where Spark or Java is lacking, one sentence says what to install; nothing hangs and nothing is traced."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tacit.spark import has_java

OPEN = "from tacit.spark import session\nwith session() as spark: pass"


def last_line(script: str, **environment: str) -> str:
    """What a Python of its own says last when it runs this."""
    known = {key: value for key, value in os.environ.items() if key not in ("JAVA_HOME", "SPARK_REMOTE")}
    done = subprocess.run(
        [sys.executable, "-c", script],
        env={**known, **environment},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 1
    return done.stderr.strip().splitlines()[-1]


def test_without_pyspark_the_extra_is_named() -> None:
    said = last_line(f"import sys\nsys.modules['pyspark'] = None\n{OPEN}")
    assert said.endswith("--engine spark needs an optional part: pip install 'tacit[spark]'")


def test_without_java_the_package_is_named(tmp_path: Path) -> None:
    pytest.importorskip("pyspark", reason="Spark is not installed; `make engines` installs it")
    said = last_line(OPEN, PATH=str(tmp_path))
    assert "MissingProgram: Spark needs Java 17 or newer; on Debian: apt-get install" in said


def test_a_java_that_is_too_old_is_not_mistaken_for_none(tmp_path: Path) -> None:
    pytest.importorskip("pyspark", reason="Spark is not installed; `make engines` installs it")
    java = tmp_path / "java"
    java.write_text("#!/bin/sh\necho 'Unsupported major.minor version' >&2\nexit 1\n", encoding="utf-8")
    java.chmod(0o755)
    said = last_line(OPEN, PATH=f"{tmp_path}:{os.environ['PATH']}")
    assert "MissingProgram: Spark did not start: Unsupported major.minor version. " in said
    assert said.endswith(
        "Spark needs Java 17 or newer; on Debian: apt-get install default-jre-headless, or set JAVA_HOME"
    )


@pytest.mark.parametrize("is_there", [True, False])
def test_java_is_looked_for_where_java_home_says(
    is_there: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    if is_there:
        (tmp_path / "bin").mkdir()
        (tmp_path / "bin" / "java").touch()
    monkeypatch.setenv("JAVA_HOME", str(tmp_path))
    assert has_java() == is_there
