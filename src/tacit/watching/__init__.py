"""Watching a study fill: what a board says of it, from counts and released answers alone."""
