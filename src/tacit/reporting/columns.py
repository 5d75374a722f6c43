"""The columns of files for machines: names that stay, and what each of them means."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Column:
    """A column's name, what its cells are, and what they mean."""

    name: str
    kind: str
    meaning: str


TEXT, NUMBER, FLAG = "text", "number", "true or false"

COLUMNS = (
    Column("table", TEXT, "what the row is; the codebook explains each kind"),
    Column("stratum", TEXT, "the public stratum; empty for all answers together"),
    Column(
        "margin", TEXT, "the list by which crossed groups are taken together; empty for groups themselves"
    ),
    Column("group", TEXT, "the group by its label; (declined) for those who would rather not say"),
    Column("against", TEXT, "the group that it is compared with; empty where none is"),
    Column("option", TEXT, "the option of the question; empty for all of them"),
    Column("outcome", TEXT, "the public outcome; empty for the question itself"),
    Column(
        "figure", TEXT, "count, share, sum, mean; missing: how many lack the outcome; or a term of a model"
    ),
    Column("estimate", NUMBER, "in the question's own units, shares as parts of 1; empty if not resolved"),
    Column("sd", NUMBER, "standard deviation about these people: the noise of privacy alone"),
    Column("low", NUMBER, "lower end of the interval about these people"),
    Column("high", NUMBER, "upper end of the interval about these people"),
    Column("population_sd", NUMBER, "standard deviation about the population: sampling comes on top"),
    Column("population_low", NUMBER, "lower end of the interval about the population"),
    Column("population_high", NUMBER, "upper end of the interval about the population"),
    Column("resolved", FLAG, "false where nobody may be in the group, so that the figure could be anything"),
    Column("about", NUMBER, "a sum is of the value less this number; empty for other figures"),
    Column("truth", NUMBER, "the true figure, where it is known; empty where it is not"),
    Column("p", NUMBER, "two-sided p-value about these people, against no difference"),
    Column("population_p", NUMBER, "the same about the population"),
    Column("p_equivalent", NUMBER, "p-value about the population, against differing by the margin or more"),
    Column("comparisons", NUMBER, "how many comparisons the intervals and p-values hold together for"),
)
NAMES = tuple(column.name for column in COLUMNS)
