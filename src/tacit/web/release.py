"""All files of a release, by name: the same bytes on every machine, so that others can host them.

    s/index.html  s/ar.html         the answer page, in each language; English is the index
    assets/HASH/answer.js  .css     what it runs, and how it looks
    assets/HASH/js/src/visit.js     what answer.js was made of, to read

HASH names the content of its folder: what has an address never changes, and is kept for ever.
"""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import NamedTuple

from tacit.web.documents import PAGES, Page, document
from tacit.web.joining import join
from tacit.web.languages import ENGLISH, Language, read_languages
from tacit.web.sources import STYLES, javascript, modules

FOLDERS = {"answer": "s", "board": "board"}
HASH_SYMBOLS = 16


class Release(NamedTuple):
    """Files by name, and the languages of the pages among them."""

    files: dict[str, bytes]
    assets: str
    languages: dict[str, Language]

    def page(self, name: str, language: str) -> str:
        """The name of a page's file."""
        return _place(FOLDERS[name], language)

    def hashes(self) -> dict[str, str]:
        """The SHA-256 of every file."""
        return {name: hashlib.sha256(content).hexdigest() for name, content in self.files.items()}

    def listing(self) -> str:
        """Hashes and names, as `sha256sum -c` reads them."""
        return _listing(self.files)


@cache
def read_release() -> Release:
    """The files of this installation."""
    return make_release(javascript(), read_languages())


def make_release(root: Path, languages: dict[str, Language]) -> Release:
    """The files that these sources make."""
    assets = _assets(root)
    name = f"assets/{hashlib.sha256(_listing(assets).encode()).hexdigest()[:HASH_SYMBOLS]}"
    files = {f"{name}/{file}": content for file, content in assets.items()}
    everyone = tuple(languages.values())
    for page in PAGES:
        for code, language in languages.items():
            files[_place(FOLDERS[page.name], code)] = document(page, language, everyone, f"../{name}")
    return Release(dict(sorted(files.items())), name, languages)


def _assets(root: Path) -> dict[str, bytes]:
    made = {f"js/{module}": (root / module).read_bytes() for module in modules(root)}
    for page in PAGES:
        made[f"{page.name}.js"] = join(root, page.entry).encode()
        made[f"{page.name}.css"] = _style(page)
    return made


def _style(page: Page) -> bytes:
    return b"".join((STYLES / name).read_bytes() for name in page.styles)


def _place(folder: str, code: str) -> str:
    return f"{folder}/{'index' if code == ENGLISH else code}.html"


def _listing(files: dict[str, bytes]) -> str:
    return "".join(
        f"{hashlib.sha256(content).hexdigest()}  {name}\n" for name, content in sorted(files.items())
    )
