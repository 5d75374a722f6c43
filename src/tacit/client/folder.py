"""A folder in which each name is made by one of many: the ground on which the device's memory stands.

Every file is written whole under another name (O_CREAT | O_EXCL), flushed to the disk, then given its own
name by a link, which fails if the name exists. So of several processes one wins, its content is never seen
half written, and a crash at any moment leaves either nothing or everything.
"""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from tacit.errors import refuse

OWNER_ONLY = 0o600
OWNER_ONLY_FOLDER = 0o700


class Folder:
    """Files of which each is made by whoever comes first."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            path.mkdir(mode=OWNER_ONLY_FOLDER, parents=True, exist_ok=True)
        except OSError as failed:
            raise _unusable(path, failed) from None

    def names(self) -> list[str]:
        """The names that are made, sorted."""
        return sorted(file.name for file in self.path.iterdir() if not file.name.startswith("."))

    def read(self, name: str) -> bytes | None:
        """What stands under this name; None: it is not made."""
        try:
            return (self.path / name).read_bytes()
        except FileNotFoundError:
            return None

    def make(self, name: str, content: bytes) -> bool:
        """Make this name, unless somebody has; whether it was we who made it.

        When this returns, whoever made it, the file is on the disk and not only in memory.
        """
        written = self._write(name, content)
        try:
            os.link(written, self.path / name)
        except (FileExistsError, FileNotFoundError):  # the second: `remove` swept it, so somebody is further
            is_ours = False
        except OSError as failed:
            raise _unusable(self.path, failed) from None
        else:
            is_ours = True
        finally:
            written.unlink(missing_ok=True)
        self._flush()
        return is_ours

    def remove(self, name: str) -> None:
        """Unmake a name, and whatever a crash left half written of it."""
        for path in (*self.path.glob(f".{name}.*"), self.path / name):
            path.unlink(missing_ok=True)
        self._flush()

    def _write(self, name: str, content: bytes) -> Path:
        """A new file with this content, on the disk."""
        path = self.path / f".{name}.{secrets.token_hex(8)}"
        try:
            descriptor = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, OWNER_ONLY)
            with os.fdopen(descriptor, "wb") as file:
                file.write(content)
                file.flush()
                os.fsync(file.fileno())
        except OSError as failed:
            path.unlink(missing_ok=True)
            raise _unusable(self.path, failed) from None
        return path

    def _flush(self) -> None:
        """Put the names themselves on the disk; Windows does so without being asked, and cannot be asked."""
        if os.name != "nt":
            descriptor = os.open(self.path, os.O_RDONLY)
            try:
                os.fsync(descriptor)
            finally:
                os.close(descriptor)


def _unusable(path: Path, failed: OSError) -> Exception:
    reason = (failed.strerror or str(failed)).lower()
    rule = (
        f"must be one that can keep notes ({path}: {reason}); nothing was sent, since it could be sent twice"
    )
    return refuse("folder", rule)
