"""Vector files: one case per line, so that a change can be read."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence

Case = Mapping[str, object]
File = Mapping[str, object]


def written(file: File) -> str:
    """The text of a file: `about` first, then each list of cases, one case per line."""
    parts = []
    for name, value in file.items():
        if isinstance(value, Sequence) and not isinstance(value, str):
            lines = ",\n".join(f"    {_line(case)}" for case in value)
            parts.append(f"  {json.dumps(name)}: [\n{lines}\n  ]")
        else:
            parts.append(f"  {json.dumps(name)}: {_line(value)}")
    return "{\n" + ",\n".join(parts) + "\n}\n"


def _line(value: object) -> str:
    return json.dumps(value, ensure_ascii=True)


def agreed(name: str, expected: object, found: object) -> object:
    """What was expected by hand, if it is what the code says."""
    if expected != found:
        raise AssertionError(f"{name}: expected {expected!r}, and the code says {found!r}")
    return expected
