"""Documents that we wrote, read back by the standard library's own parsers."""

from __future__ import annotations

from xml.etree import ElementTree

Element = ElementTree.Element


def xml_of(text: str | bytes) -> Element:
    """The root of an XML document; what is not well-formed raises."""
    return ElementTree.fromstring(text)  # noqa: S314 - it is ours
