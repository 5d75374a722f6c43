"""A study file as somebody would write it, for tests that need one and do not care what it asks."""

from __future__ import annotations

STUDY = """
title = "{title}"
owner = "owner@example.org"
not_after = 2999-12-31
[question]
text = "How strong?"
kind = "range"
low = 0
high = 10
[groups]
text = "Which?"
{groups}
[privacy]
epsilon = {epsilon}
"""


def how_strong(groups: str, *, epsilon: object = 2, title: str = "Reaction", more: str = "") -> str:
    """A number from 0 to 10; `groups` are the lines that name them, `more` are further tables."""
    return STUDY.format(title=title, groups=groups, epsilon=epsilon) + more
