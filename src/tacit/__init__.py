"""tacit: GROUP BY over a column that nobody hands over."""

from __future__ import annotations

__version__ = "0.1.0"
