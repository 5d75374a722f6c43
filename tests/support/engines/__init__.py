"""Databases and clusters to test against: real ones, started for the tests and gone after them."""
