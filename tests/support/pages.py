"""The pages that people read, and what stands in them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]
TOP = ("README.md", "CONTRIBUTING.md", "SECURITY.md", "CHANGELOG.md", "js/README.md")
PAGES = [*(ROOT / name for name in TOP), *sorted((ROOT / "docs").glob("*.md"))]

FENCE = re.compile(r"^```(\S*)[^\n]*\n(.*?)^```$", re.MULTILINE | re.DOTALL)
SPAN = re.compile(r"(?<!`)`([^`\n]+)`(?!`)")
HEADING = re.compile(r"^#+ (.+)$", re.MULTILINE)
LINK = re.compile(r"\]\((?P<markdown>[^)\s]+)\)|(?:src|href|srcset)=\"(?P<html>[^\"]+)\"")


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def text_of(page: Path) -> str:
    return page.read_text(encoding="utf-8")


def prose(text: str) -> str:
    """The page without what stands in fences."""
    return FENCE.sub("", text)


def links(text: str) -> list[str]:
    """Where the links and pictures of a page lead."""
    return [match["markdown"] or match["html"] for match in LINK.finditer(prose(text))]


def anchors(text: str) -> set[str]:
    """The names of a page's headings, as they stand behind the # of a link."""
    found = set()
    for heading in HEADING.findall(prose(text)):
        plain = re.sub(r"\[([^]]*)\]\([^)]*\)", r"\1", heading)
        found.add(re.sub(r"[^\w\- ]", "", plain.lower()).strip().replace(" ", "-"))
    return found


def typed(text: str) -> Iterator[str]:
    """Code of a page that is no program: lines of its fences, but not what is printed, and spans."""
    for language, block in FENCE.findall(text):
        lines = block.replace("\\\n", "").splitlines()
        if language == "console":
            yield from (line for line in lines if line.startswith("$ "))
        elif language in ("", "text"):
            yield from lines
    yield from SPAN.findall(prose(text))
