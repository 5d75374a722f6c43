"""Where values are expected, in half-ranges: what rounding them to levels adds to their variance."""

from __future__ import annotations

from tacit.scheme.needs import Needs

# Beyond, points are as good as a line.
MOST_POINTS = 2048


def expected_squares(needs: Needs) -> tuple[float, float]:
    """The mean square of the levels that values are rounded to, and of the values themselves."""
    if needs.values == "ends":
        return 1.0, 1.0
    steps, points = needs.levels - 1, needs.points
    if points is None or points > MOST_POINTS:
        # Between two levels that lie d apart the square grows by d^2/6 on average.
        return 1 / 3 + (2 / steps) ** 2 / 6, 1 / 3
    square = (points + 1) / (3 * (points - 1))
    # A value lies so many parts of points - 1 above a level; of f * (1 - f) the mean is exact.
    parts = [at * steps % (points - 1) for at in range(points)]
    added = sum(part * (points - 1 - part) for part in parts) / points / (points - 1) ** 2
    return square + (2 / steps) ** 2 * added, square
