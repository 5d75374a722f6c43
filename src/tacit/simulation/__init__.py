"""Imagined people and their answers, many at a time, with exactly the odds of real ones."""
