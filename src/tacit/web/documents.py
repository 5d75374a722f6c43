"""The HTML of each page in each language: the same bytes for every study, wherever they are hosted.

Words travel inside, so that no later request tells which language somebody reads. Nothing in here is script:
a block of JSON is not executed, and the page's policy would not let it be.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from html import escape
from typing import NamedTuple

from tacit.web.languages import Language

# For hosts that send no header; ours sends a stricter one besides, and a browser obeys both.
POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "connect-src 'self' https: http://localhost:* http://127.0.0.1:*; "
    "base-uri 'none'; form-action 'none'; require-trusted-types-for 'script'"
)


class Page(NamedTuple):
    """What a page is made of."""

    name: str
    entry: str
    styles: tuple[str, ...]
    parts: tuple[str, ...]  # of the catalogue


PAGES = (
    Page("answer", "page/answer.js", ("tokens.css", "page.css"), ("shared", "answer")),
    Page("board", "board/board.js", ("tokens.css", "board.css"), ("shared", "board")),
)


def document(page: Page, language: Language, others: Sequence[Language], assets: str) -> bytes:
    """One page in one language; `assets` is where its script and its style are, seen from it."""
    words = {name: word for part in page.parts for name, word in language.words[part].items()}
    said = {
        "language": language.code,
        "reviewedBy": language.reviewed_by,
        "languages": [{"code": one.code, "name": one.name, "direction": one.direction} for one in others],
        "words": words,
    }

    def word(name: str) -> str:
        return escape(str(words[name]))

    return f"""<!doctype html>
<html lang="{escape(language.code)}" dir="{language.direction}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta name="robots" content="noindex">
<title>{word(f"title_{page.name}")}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="{assets}/{page.name}.css">
<script type="module" src="{assets}/{page.name}.js"></script>
</head>
<body>
<main id="main" tabindex="-1"><p class="loading" role="status">{word("loading")}</p>
<p class="loading late">{word("too_old")}</p></main>
<noscript><p class="loading">{word("no_script")}</p></noscript>
<script type="application/json" id="words">{_in_html(said)}</script>
</body>
</html>
""".encode()


def _in_html(value: object) -> str:
    """JSON that cannot end the element that it stands in."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return text.replace("<", "\\u003c").replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")
