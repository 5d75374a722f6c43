#!/usr/bin/env python
"""Writes vectors/v1 from the Python side; with --check only says whether the files are what would be written.

A published vector never changes: whatever would change one needs a new version of the protocol.
"""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]
FOLDER = ROOT / "vectors" / "v1"

sys.path.insert(0, str(ROOT / "tests" / "support"))

from vectors.all_files import all_files  # noqa: E402


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="write nothing; exit 1 if a file differs")
    arguments = parser.parse_args()
    differing = []
    for name, text in all_files().items():
        path = FOLDER / name
        if path.exists() and path.read_text(encoding="utf-8") == text:
            continue
        differing.append(name)
        if not arguments.check:
            path.write_text(text, encoding="utf-8")
    print(f"vectors: {'differ: ' + ', '.join(differing) if differing else 'as they should be'}")
    return 1 if differing and arguments.check else 0


if __name__ == "__main__":
    sys.exit(main())
