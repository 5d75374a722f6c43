"""Many modules as one file: a round trip is dear on a phone, and a connection carries one file at a time.

Each module stays as it was written, in a function of its own, but for its lines of import and export, and for
comments that state types. What it was made of is served beside it, and `tacit page-hashes` names both.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterator
from pathlib import Path

from tacit.errors import refuse

_TYPES = re.compile(r"^[ \t]*/\*\*.*?\*/[ \t]*\n?", re.MULTILINE | re.DOTALL)
_IMPORT = re.compile(
    r'^import\s+(?P<names>\{[^}]*\}|\* as \w+)\s+from\s+"(?P<place>\.[^"]+)";\n', re.MULTILINE
)
_EXPORT = re.compile(r"^export (?=(?:async )?(?:function|const|class) (?P<name>\w+))", re.MULTILINE)
_ELSE = re.compile(r"^(?:import|export)\b.*", re.MULTILINE)


def join(root: Path, entry: str) -> str:
    """One module that does what `entry` does, with all that it needs before it."""
    parts: dict[str, str] = {}
    _add(root, entry, parts, ())
    return "".join(parts.values())


def _add(root: Path, module: str, parts: dict[str, str], above: tuple[str, ...]) -> None:
    if module in parts:
        return
    if module in above:
        raise refuse("module", f"must not need itself: {' needs '.join((*above, module))}")
    text = (root / module).read_text(encoding="utf-8")
    for needed in needs(module, text):
        _add(root, needed, parts, (*above, module))
    parts[module] = _enclosed(module, _TYPES.sub("", text))


def needs(module: str, text: str) -> Iterator[str]:
    """The modules that this one imports, in its order."""
    folder = posixpath.dirname(module)
    for found in _IMPORT.finditer(text):
        yield posixpath.normpath(posixpath.join(folder, found["place"]))


def _enclosed(module: str, text: str) -> str:
    names = [found["name"] for found in _EXPORT.finditer(text)]

    def binding(found: re.Match[str]) -> str:
        source = _variable(posixpath.normpath(posixpath.join(posixpath.dirname(module), found["place"])))
        if found["names"].startswith("*"):
            return f"const {found['names'].removeprefix('* as ')} = {source};\n"
        return f"const {found['names'].replace(' as ', ': ')} = {source};\n"

    body = _EXPORT.sub("", _IMPORT.sub(binding, text))
    left = _ELSE.search(body)
    if left:
        raise refuse("module", f"must import and export by name; {module} has: {left[0]}")
    return f"const {_variable(module)} = (() => {{\n{body}return {{ {', '.join(names)} }};\n}})();\n"


def _variable(module: str) -> str:
    return "$" + re.sub(r"\W", "_", module.removesuffix(".js"))
