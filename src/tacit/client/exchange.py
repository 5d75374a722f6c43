"""What a device and a server say to each other, and the one function through which all of it goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Literal


@dataclass(frozen=True)
class Request:
    """What is sent; its address never holds anything secret."""

    method: Literal["GET", "POST"]
    url: str
    body: bytes = b""

    def __repr__(self) -> str:
        """Without the body, which may be a ticket: this is what a log would hold."""
        return f"Request({self.method} {self.url}, {len(self.body)} bytes)"


@dataclass(frozen=True)
class Response:
    """What came back, the names of its headers in small letters."""

    status: int
    body: bytes = b""
    headers: Mapping[str, str] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"Response({self.status}, {len(self.body)} bytes)"


class NoResponse(Exception):
    """Nothing came back, or nothing that could be read; what was sent may or may not have arrived."""


Send = Callable[[Request], Response]
