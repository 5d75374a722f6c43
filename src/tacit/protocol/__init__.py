"""What both sides of collecting compute: links, blind signatures, tickets, queries, bodies and problems.

Pure functions of bytes: no network, no files, no clock; randomness is an argument (PROTOCOL.md).
"""
