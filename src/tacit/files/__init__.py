"""Answers and tallies as files: Parquet, CSV and lines of JSON."""
