"""A PostgreSQL of the tests' own, in a folder that goes away, reached through a socket in it."""

from __future__ import annotations

import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

# Debian keeps the programs of each version in a folder of its own, and off the PATH.
DEBIAN = Path("/usr/lib/postgresql")
# It refuses to run as root, so that root runs it as somebody who owns nothing.
UNPRIVILEGED = ("postgres", "nobody")
USER = "tacit"


@dataclass(frozen=True)
class Postgresql:
    """A running server."""

    programs: Path
    folder: Path

    @property
    def address(self) -> str:
        """What libpq needs to reach it."""
        return f"host={self.folder} user={USER} dbname=postgres"

    def run(self, sql: str, *, answers: bytes = b"") -> str:
        """What psql prints for this SQL, as CSV; `answers` is what COPY ... FROM STDIN reads."""
        options = ["-X", "-q", "--csv", "-v", "ON_ERROR_STOP=1"]
        command: list[str | Path] = [self.programs / "psql", *options, self.address, "-c", sql]
        done = subprocess.run(command, input=answers, capture_output=True, check=False)
        assert done.returncode == 0, done.stderr.decode()
        return done.stdout.decode()


def programs() -> Path | None:
    """Where initdb, pg_ctl and psql are; None if PostgreSQL is not installed."""
    found = shutil.which("initdb")
    if found:
        return Path(found).resolve().parent
    versions = sorted(DEBIAN.glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    return versions[-1].parent if versions else None


@contextmanager
def running_postgresql(where: Path) -> Iterator[Postgresql]:
    """A server with an empty database; `where` is its programs' folder."""
    # Not pytest's folder: its name is too long for a socket, and nobody but its owner may enter it.
    with tempfile.TemporaryDirectory(prefix="tacit-pg-") as name:
        folder = Path(name)
        owner = _unprivileged()
        if owner:
            shutil.chown(folder, owner)

        def run(program: str, *arguments: str) -> None:
            command: list[str | Path] = [where / program, "-D", folder / "base", *arguments]
            subprocess.run(command, user=owner, cwd=folder, check=True, stdout=subprocess.DEVNULL)

        run("initdb", "-U", USER, "--auth=trust", "--no-sync", "-E", "UTF8", "--locale=C")
        options = f"-c listen_addresses='' -c unix_socket_directories='{folder}' -c fsync=off"
        run("pg_ctl", "start", "-w", "-l", str(folder / "log"), "-o", options)
        try:
            yield Postgresql(where, folder)
        finally:
            run("pg_ctl", "stop", "-m", "immediate")


def _unprivileged() -> str | None:
    """Whom root runs it as; None for everybody else, who runs it as themselves."""
    if os.getuid() != 0:
        return None
    import pwd

    names = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in UNPRIVILEGED if name in names)
