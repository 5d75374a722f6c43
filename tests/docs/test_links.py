"""Links between pages lead somewhere, headings included, and every page is in the index."""

from __future__ import annotations

from pathlib import Path

import pytest

from pages import PAGES, ROOT, anchors, links, name_of, text_of


def lost(page: Path, text: str) -> list[str]:
    """The links of a page that lead nowhere."""
    found = []
    for link in links(text):
        if link.startswith(("https://", "mailto:")):
            continue
        target, _, anchor = link.partition("#")
        there = (page.parent / target).resolve()
        is_inside = there.is_relative_to(ROOT) and there.exists()
        if not is_inside or (anchor and anchor not in anchors(text_of(there) if target else text)):
            found.append(link)
    return found


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_somewhere(page: Path) -> None:
    assert lost(page, text_of(page)) == []


def test_every_page_is_in_the_index() -> None:
    index = ROOT / "docs" / "index.md"
    named = {(index.parent / link.partition("#")[0]).resolve() for link in links(text_of(index))}
    pages = {page for page in PAGES if page.parent == index.parent} - {index}
    assert sorted(map(name_of, pages - named)) == []


def test_every_figure_stands_on_a_page() -> None:
    shown = {(page.parent / link).resolve() for page in PAGES for link in links(text_of(page))}
    figures = set((ROOT / "docs" / "figures").iterdir())
    assert sorted(map(name_of, figures - shown)) == []


@pytest.mark.parametrize(
    "text",
    [
        "[a](nowhere.md)",
        "[a](limits.md#no-such-heading)",
        "[a](#no-such-heading)",
        "![a](figures/none.svg)",
        '<img src="figures/none.svg">',
        "[a](../../outside.md)",
    ],
)
def test_a_link_that_leads_nowhere_is_found(text: str) -> None:
    assert len(lost(ROOT / "docs" / "index.md", text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "[a](limits.md)",
        "[a](limits.md#what-the-odds-promise)",
        "# One two\n[a](#one-two)",
        "```text\n[a](b)\n```",
    ],
)
def test_a_link_that_leads_somewhere_is_left_alone(text: str) -> None:
    assert lost(ROOT / "docs" / "index.md", text) == []
