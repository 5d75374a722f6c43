"""Which release this is, for whatever states it: commands, reports."""

__version__ = "0.1.0"
