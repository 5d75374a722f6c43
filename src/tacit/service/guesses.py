"""How often somebody may guess: printed codes are short, so that wrong ones are rationed."""

from __future__ import annotations

from collections.abc import Callable

BURST = 30
PER_SECOND = 0.5


class Guesses:
    """Tokens in a bucket: a wrong code takes one, time gives them back. No address is looked at or kept."""

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.left = float(BURST)
        self.since = clock()

    def may_guess(self) -> bool:
        """Whether another code may be tried now."""
        now = self.clock()
        self.left = min(BURST, self.left + (now - self.since) * PER_SECOND)
        self.since = now
        return self.left >= 1

    def was_wrong(self) -> None:
        """A code was tried that is none."""
        self.left -= 1
