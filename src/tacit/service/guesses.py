"""How often somebody may guess: printed codes are short, so that wrong ones are rationed."""

from __future__ import annotations

from collections.abc import Callable

BURST = 30
PER_SECOND = 0.5


class Guesses:
    """Tokens in a bucket: a code takes one while it is looked up, and gives it back if it is known.

    So many tried at once are no more than one after another. Time gives the others back. No address is
    looked at or kept.
    """

    def __init__(self, clock: Callable[[], float]) -> None:
        self.clock = clock
        self.left = float(BURST)
        self.since = clock()

    def may_guess(self) -> bool:
        """Whether another code may be tried now; it counts as wrong until it was right."""
        now = self.clock()
        self.left = min(BURST, self.left + (now - self.since) * PER_SECOND)
        self.since = now
        if self.left < 1:
            return False
        self.left -= 1
        return True

    def was_right(self) -> None:
        """A code was tried that is known here, in whatever state."""
        self.left = min(BURST, self.left + 1)
