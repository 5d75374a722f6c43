"""What is told of an estimate beyond the groups' own figures: comparisons, figures that lean, silence."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tacit.cli.analysis import Analysis
    from tacit.estimation.blocks import Block
    from tacit.estimation.result import Estimate
    from tacit.study.study import Study

SHRUNK = "Shrunk figures are closer to the truth on the whole, and each of them is biased: no intervals."
NOT_SHRUNK = "Fewer than four groups have a figure: nothing is shrunk."


@dataclass
class Told:
    """What was found out: members of the JSON document, blocks of figures, and sentences."""

    members: dict[str, object] = field(default_factory=dict)
    blocks: list[Block] = field(default_factory=list)
    sentences: list[str] = field(default_factory=list)


def tell(asked: Analysis, study: Study, found: Estimate) -> Told:
    """Everything that was asked of an estimate."""
    told = Told()
    if asked.compare or asked.pairs:
        _compare(asked, found, told)
    _lean(asked, found, told)
    if asked.invited is not None or asked.skipped is not None:
        _respond(asked, found, told)
    if asked.known or found.has_known_shares:
        _hold_against_known_shares(asked, found, told)
    if study.analysis is not None:
        departed = asked.departures(study, found.level)
        told.members["registered"] = {"as_registered": not departed, "departures": departed}
        told.sentences.append(_departed(departed))
    return told


def _compare(asked: Analysis, found: Estimate, told: Told) -> None:
    from tacit.estimation.pages import comparison_blocks, comparison_notes

    comparisons = found.every_difference(
        None if asked.pairs else asked.compare,
        asked.figure,
        margin=asked.margin,
        simultaneous=asked.pairs or found.comparisons > 1,
    )
    told.members["comparisons"] = [each.to_json() for each in comparisons]
    told.blocks += comparison_blocks(comparisons)
    told.sentences += comparison_notes(comparisons, found.level)


def _lean(asked: Analysis, found: Estimate, told: Told) -> None:
    from tacit.estimation.pages import consistent_block, shrunk_blocks

    if asked.consistent and (fitted := found.consistent()):
        told.members["consistent"] = [each.to_json() for each in fitted]
        told.blocks.append(consistent_block(fitted))
    if asked.shrink:
        shrunk = found.shrunk()
        told.members["shrunk"] = [each.to_json() for each in shrunk]
        told.blocks += shrunk_blocks(shrunk)
        told.sentences.append(SHRUNK if shrunk else NOT_SHRUNK)


def _respond(asked: Analysis, found: Estimate, told: Told) -> None:
    from tacit.estimation.response import sentences

    response = found.response(invited=asked.invited, skipped=asked.skipped)
    told.members["response"] = response.to_json()
    told.sentences += sentences(response)


def _hold_against_known_shares(asked: Analysis, found: Estimate, told: Told) -> None:
    from tacit.estimation.figures import interval_json
    from tacit.estimation.pages import overall_blocks
    from tacit.estimation.truth_gap import sentences

    known = asked.shares(found) if asked.known else None
    gaps, overalls = found.truth_gap(known), found.overalls(known)
    told.members["truth_gap"] = [each.to_json() for each in gaps]
    told.members["overall"] = {name: interval_json(figure, {}, "") for name, figure in overalls.items()}
    told.blocks += overall_blocks(overalls)
    told.sentences += sentences(gaps) if gaps or asked.known else []


def _departed(departures: Sequence[str]) -> str:
    """Whether what was done is what was registered."""
    if not departures:
        return "As registered in the study."
    return f"Not as registered: {'; '.join(departures)}."
