"""From a tally to counts, sums and means per group, with two kinds of intervals."""
