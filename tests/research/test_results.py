"""What a server's status says about who was asked."""

from __future__ import annotations

import pytest

from tacit.research.results import invited_in

STATUS = {"tickets": "blind", "invited": 100, "revoked": 3, "revoked_after_use": 2, "bulk": 0}


@pytest.mark.parametrize(
    ("change", "invited"),
    [({}, 95), ({"tickets": "named"}, 95), ({"tickets": "open"}, None), ({"bulk": 1}, None)],
)
def test_those_are_invited_who_hold_an_invitation_where_nobody_else_can_answer(
    change: dict[str, object], invited: int | None
) -> None:
    assert invited_in({**STATUS, **change}) == invited
