"""What people were asked, for the head of a document."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import accumulate

from tacit.study.spelling import plain
from tacit.study.study import Study
from tacit.writing.parts import Question

MOST_LISTED, LONGEST_LIST = 12, 300


def questions_of(study: Study) -> tuple[Question, ...]:
    """In the order in which people meet them."""
    return tuple(_questions(study))


def one_line(text: str) -> str:
    """A question's text without its line breaks."""
    return " ".join(text.split())


def _questions(study: Study) -> Iterator[Question]:
    asked, groups = study.question, study.groups
    if asked.options:
        yield Question(one_line(asked.text), *_listed(asked.options))
    elif asked.low is not None and asked.high is not None:
        what = "a whole number" if asked.kind == "scale" else "a number"
        yield Question(one_line(asked.text), (f"{what} from {plain(asked.low)} to {plain(asked.high)}",))
    yield Question(one_line(groups.text), *_listed(groups.labels, study.group_names[len(groups.labels) :]))


def _listed(labels: Sequence[str], last: Sequence[str] = ()) -> tuple[tuple[str, ...], str]:
    """As many as can be taken in at once, how many more there are, and what comes after them all."""
    lengths = accumulate(len(label) for label in labels)
    shown = labels[: max(1, sum(length <= LONGEST_LIST for length in lengths))][:MOST_LISTED]
    left_out = len(labels) - len(shown)
    more = f"and {left_out:,} more" if left_out else ""
    return (*shown, *(last if not more else ())), "; ".join(filter(None, (more, *(last if more else ()))))
