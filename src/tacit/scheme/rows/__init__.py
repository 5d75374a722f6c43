"""The three kinds of rows, by name."""

from tacit.scheme.rows.base import Rows
from tacit.scheme.rows.dealt import Dealt
from tacit.scheme.rows.direct import Direct
from tacit.scheme.rows.hashed import Hashed

ROWS: dict[str, type[Rows]] = {rows.name: rows for rows in (Direct, Dealt, Hashed)}

__all__ = ["ROWS", "Dealt", "Direct", "Hashed", "Rows"]
