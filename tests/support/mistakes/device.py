"""Mistakes in the path that devices take."""

from __future__ import annotations

from mutation import mutant

SAMPLER = "tacit.answering.sampler"
PLACES = "tacit.answering.places"

DEVICE = [
    mutant(
        "a device that randomises all columns but the last",
        f"{SAMPLER}:prepare",
        "return (own + 1 + drawn // other) % columns",
        "return (own + (1 + drawn // other) % (columns - 1)) % columns",
        caught_by="answers, paths, verify",
    ),
    mutant(
        "a device that keeps its own column 1% too often",
        f"{SAMPLER}:prepare",
        "if drawn < keep:",
        "if drawn < keep + max(1, keep // 100):",
        caught_by="answers, paths, verify",
    ),
    mutant(
        "a device on which plus and minus are swapped",
        f"{SAMPLER}:prepare",
        "own = place(query, item, level)",
        "own = place(query, item, 1 - level if is_plain else level)",
        caught_by="reads by bytes, answers, paths, verify",
    ),
    mutant(
        "a device that uses the value's noise again for the group",
        f"{SAMPLER}:prepare",
        "taken >> shift & mask",
        "taken & mask",
        caught_by="answers, paths, verify",
    ),
    mutant(
        "a device that folds back what is too large",
        f"{SAMPLER}:prepare",
        "while (drawn := taken & bits) >= total:",
        "while (drawn := (taken & bits) % total) >= total:",
        caught_by="answers, paths, verify",
    ),
    mutant(
        "a device that rounds up one time too often",
        f"{SAMPLER}:prepare",
        "elif drawn < rise:",
        "elif drawn <= rise:",
        caught_by="answers, paths",
    ),
    mutant(
        "a device that reads less for whoever has nothing to round",
        f"{SAMPLER}:prepare",
        "taken = number_of(read(few + size))",
        "taken = number_of(read(few + size + item % 2)) >> 8 * (item % 2)",
        caught_by="reads by bytes, answers, paths, verify",
    ),
    mutant(
        "a device on which declining is any column",
        f"{SAMPLER}:prepare",
        "own = place(query, item, level)",
        "own = place(query, item, level) if rise is not None else taken % columns",
        caught_by="answers, paths, verify",
    ),
    mutant(
        "a device on which declining is the first group",
        f"{SAMPLER}:_groups",
        "(card.item, declining)",
        "(0, declining)",
        caught_by="answers, paths, verify",
    ),
    mutant(
        "a device that answers count questions like others",
        f"{PLACES}:_place_halves",
        "level = 0",
        "pass",
        caught_by="answers, paths, places, verify",
    ),
    mutant(
        "a device that never turns the first item",
        f"{PLACES}:_place_dealt",
        "(item + 1) & query & mask",
        "item & query & mask",
        caught_by="answers, paths, places, verify",
    ),
]
