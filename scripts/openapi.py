"""Writes docs/openapi.json: what a server says at /v1/openapi.json."""

from __future__ import annotations

from pathlib import Path

from tacit.service.openapi import openapi_document

FILE = Path(__file__).parents[1] / "docs" / "openapi.json"

if __name__ == "__main__":
    FILE.write_bytes(openapi_document())
