"""Where the pages' own sources lie: JavaScript beside the package in a checkout, inside it in a wheel."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

PACKAGE = Path(__file__).parent
STYLES = PACKAGE / "styles"
LANGUAGES = PACKAGE / "languages"
FOLDERS = ("src", "page", "board")


def javascript() -> Path:
    """The folder that holds `src`, `page` and `board`."""
    packed = PACKAGE / "js"
    return packed if packed.is_dir() else PACKAGE.parents[2] / "js"


def modules(root: Path) -> Iterator[str]:
    """Every module there, as in "src/visit.js"; tests and what they are run with are not among them."""
    for folder in FOLDERS:
        yield from sorted(path.relative_to(root).as_posix() for path in (root / folder).glob("*.js"))
