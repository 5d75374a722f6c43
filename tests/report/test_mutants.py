"""The proofs about reports have power: each of these mistakes is caught, by exactly those."""

from __future__ import annotations

from mutation import mutant, power_of
from read_off import PROOFS

D, R = "tacit.drawing", "tacit.reporting"

MUTANTS = [
    mutant(
        "a dot a little to the right",
        f"{D}.axis:Axis.place",
        "(value - self.low)",
        "(value - self.low) * 1.03",
        caught_by="pictures",
    ),
    mutant(
        "a logarithmic axis drawn as a linear one",
        f"{D}.axis:Axis.place",
        "if self.is_log:",
        "if False:",
        caught_by="pictures",
    ),
    mutant(
        "the last tick left out",
        f"{D}.axis:axis_over",
        "range(first, last + 1)",
        "range(first, last)",
        caught_by="pictures",
    ),
    mutant(
        "a bar of half its width",
        f"{D}.dots:_bar",
        "_percent(high - low)",
        "_percent((high - low) / 2)",
        caught_by="pictures",
    ),
    mutant(
        "the intervals taken for each other",
        "tacit.estimation.plot:dot_of",
        "_ends(figure.people, scale)",
        "_ends(figure.population, scale)",
        caught_by="pictures",
    ),
    mutant(
        "shares drawn as parts of 1",
        "tacit.estimation.plot:dot_of",
        "figure.estimate * scale",
        "figure.estimate",
        caught_by="pictures",
    ),
    mutant(
        "unresolved figures drawn with a dot",
        "tacit.estimation.plot:dot_of",
        "None if figure.estimate is None else figure.estimate * scale",
        "(figure.estimate or 5.0) * scale",
        caught_by="pictures",
    ),
    mutant(
        "text between tags taken for tags",
        f"{D}.markup:_escaped",
        "escape(writable(text), quote=False)",
        "writable(text)",
        caught_by="pages",
    ),
    mutant(
        "pictures without the numbers in their words",
        f"{R}.forest:_Drawing._row",
        "{row_in_words(each, self.block, self.columns, self.places)}",
        "",
        caught_by="pages",
    ),
    mutant(
        "both intervals the same in flat rows",
        f"{R}.records:_record",
        '"low": people.low',
        '"low": population.low',
        caught_by="figures",
    ),
    mutant(
        "margins' figures under the groups' names",
        f"{R}.records:estimate_records",
        'yield from _group(each, {"margin": margin}, ',
        'yield from _group(each, {"margin": ""}, ',
        caught_by="figures",
    ),
    mutant(
        "a comparison the wrong way round",
        f"{R}.records:comparison_records",
        '"group": found.first',
        '"group": found.second',
        caught_by="comparisons",
    ),
    mutant(
        "pairs that do not hold together",
        f"{R}.comparing:comparisons_of",
        "estimate.comparisons > 1 or not is_named",
        "False",
        caught_by="comparisons",
    ),
    mutant(
        "the first option in place of the second",
        f"{R}.comparing:_wanted",
        "options[1:] if",
        "options[:1] if",
        caught_by="comparisons",
    ),
    mutant(
        "formulas left as they are",
        f"{R}.flat:cell_of",
        "defused(writable(value))",
        "writable(value)",
        caught_by="formulas",
    ),
    mutant(
        "a guess rounded in our favour",
        "tacit.study.protection:belief_of",
        "math.ceil(most * TENTHS)",
        "math.floor(most * TENTHS)",
        caught_by="guesses",
    ),
    mutant(
        "a guess moved by the square of the odds",
        "tacit.study.protection:belief_of",
        "GUESS * ratio / (GUESS * ratio + 1 - GUESS)",
        "GUESS * ratio**2 / (GUESS * ratio**2 + 1 - GUESS)",
        caught_by="guesses",
    ),
    mutant(
        "a name that does not depend on the counts",
        "tacit.tallying.fingerprint:_pieces",
        "for array in tally.occupied():",
        "for array in tally.occupied()[:0]:",
        caught_by="names",
    ),
    mutant(
        "a name that does not depend on outcomes",
        "tacit.tallying.fingerprint:_pieces",
        "yield from _integers(tally.sums[term])",
        "yield b''",
        caught_by="names",
    ),
    mutant(
        "the level left out of what was done",
        f"{R}.registration:_done",
        "level=Decimal(str(estimate.level))",
        "level=None",
        caught_by="registrations",
    ),
    mutant(
        "comparisons left out of what was done",
        f"{R}.registration:_done",
        "for each in comparisons)",
        "for each in ())",
        caught_by="registrations",
    ),
    mutant(
        "files written one after the other",
        f"{R}.report:Report.write",
        "files.enter_context(whole_file(path))",
        "files.enter_context(path.open('wb'))",
        caught_by="whole_files",
    ),
    mutant(
        "other files written over",
        f"{R}.report:_check_free",
        "path.is_file()",
        "False",
        caught_by="whole_files",
    ),
    mutant(
        "too few answers not mentioned",
        f"{R}.unsaid:unsaid",
        "if estimate.is_rough:",
        "if False:",
        caught_by="first_things",
    ),
    mutant(
        "every figure called unknown",
        f"{R}.unsaid:_about",
        "and not figure.is_resolved",
        "and True",
        caught_by="first_things",
    ),
    mutant(
        "simulated answers passed off as given ones",
        f"{R}.unsaid:unsaid",
        "if seeds:",
        "if False:",
        caught_by="first_things",
    ),
]

TestPower = power_of(PROOFS, MUTANTS)
