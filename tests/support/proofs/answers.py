"""What one real answer must be: by all its bytes the law of its card, and the same by both paths."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from fractions import Fraction
from itertools import product

import tacit
from proofs import claim
from proofs.draws import Unfinished, written_weights
from tacit.answering.answer import Answer
from tacit.answering.card import DECLINE, Group, Value, card_of, draw_level
from tacit.answering.places import place_of
from tacit.answering.sampler import prepare
from tacit.scheme.randomize import Source, randomize
from tacit.scheme.scheme import Scheme
from tacit.study.study import Study

Person = tuple[Group, Value]
Law = dict[int, Fraction]
Send = Callable[[int, Group, Value, Source], int | None]


class Stream:
    """A source that gives recorded bytes in order, however many are wanted at a time."""

    def __init__(self, content: bytes) -> None:
        self.left = content

    def __call__(self, size: int) -> bytes:
        if size > len(self.left):
            raise Unfinished
        given, self.left = self.left[:size], self.left[size:]
        return given


def people_of(study: Study) -> list[Person]:
    """Everybody whom the tables hold: each label with each value; of a range, ends and some between."""
    question = study.question
    values: tuple[Value, ...] = question.options or (None,)
    if question.low is not None and question.high is not None:
        low, high = int(question.low), int(question.high)
        values = tuple(dict.fromkeys((low, low + 1, low + 3, (low + high) // 2, high)))
    declining: list[Person] = [(DECLINE, None), (study.group_names[-1], None)]
    return [*product(study.groups.labels, values), *(declining if study.groups.decline else [])]


def fast(study: Study) -> Send:
    """The tables of this study, made anew."""
    return prepare(study)


def plain(study: Study) -> Send:
    """What the tables stand for, step by step."""

    def send(query: int, group: Group, value: Value, read: Source) -> int:
        card = card_of(study, group, value)
        return randomize(study.scheme, query, card.item, draw_level(card, read), read)

    return send


def check_paths(study: Study, people: Iterable[Person], contents: Iterable[bytes]) -> None:
    """Both paths make the same column of the same bytes and leave the same bytes unread, for every query."""
    paths = (fast(study), plain(study))
    recorded = list(contents)
    for (group, value), query in product(people, range(study.scheme.queries)):
        for content in recorded:
            sources = [Stream(content), Stream(content)]
            columns = [path(query, group, value, read) for path, read in zip(paths, sources, strict=True)]
            left = [len(source.left) for source in sources]
            person = f"{group}, {value} under query {query} of {study.scheme}, bytes {content.hex()}"
            claim(columns[0] == columns[1], f"{person}: fast {columns[0]}, plain {columns[1]}")
            claim(left[0] == left[1], f"{person}: fast leaves {left[0]} bytes, plain {left[1]}")


def check_answer_law(study: Study, people: Iterable[Person]) -> None:
    """`tacit.answer` by all bytes that decide: the law of the published table, mixed over the levels."""
    for (group, value), query in product(people, range(study.scheme.queries)):
        law = _law(study, query, group, value)
        written = written_law(study, query, group, value)
        person = f"{group}, {value} under query {query} of {study.scheme}"
        claim(law == written, f"{person} has the law {law}, written {written}")


def _law(study: Study, query: int, group: Group, value: Value) -> Law:
    """Over one byte for the level, if any is drawn, and one for the column; none drawn again."""
    first = [b""] if card_of(study, group, value).run == 0 else [bytes([byte]) for byte in range(16)]
    room = 1 << (study.scheme.total - 1).bit_length()
    found: Counter[int] = Counter()
    for level, drawn in product(first, range(room)):
        read = Stream(level + bytes([drawn]))
        try:
            found[tacit.answer(study, query, group=group, value=value, read=read).column] += 1
        except Unfinished:
            continue
    return {column: Fraction(times, found.total()) for column, times in found.items()}


def written_law(study: Study, query: int, group: Group, value: Value) -> Law:
    """SCHEME.md A and B for this person, transcribed: the cards that they may hold, each with its table."""
    scheme = study.scheme
    law: Law = {}
    for (item, level), chance in _written_cards(study, group, value).items():
        for column, weight in enumerate(written_weights(scheme, query, item, level)):
            law[column] = law.get(column, Fraction(0)) + chance * Fraction(weight, scheme.total)
    return {column: chance for column, chance in law.items() if chance}


def _written_cards(study: Study, group: Group, value: Value) -> dict[tuple[int, int], Fraction]:
    question, levels = study.question, study.scheme.rows.levels
    labels, options = list(study.groups.labels), list(question.options)
    if group not in labels:
        item = len(labels) * (len(options) if len(options) > 2 else 1)
        return {(item, level): Fraction(1, levels) for level in range(levels)}
    item = labels.index(str(group))
    if question.kind == "none":
        return {(item, 0): Fraction(1)}
    if question.kind == "choice":
        option = options.index(str(value))
        return {(item * len(options) + option, 0) if len(options) > 2 else (item, option): Fraction(1)}
    assert question.low is not None
    assert question.high is not None
    low, high = Fraction(question.low), Fraction(question.high)
    steps = (Fraction(str(value)) - low) * (levels - 1) / (high - low)
    chances = {(item, level): 1 - abs(steps - level) for level in range(levels)}
    return {card: chance for card, chance in chances.items() if chance > 0}


def check_places(scheme: Scheme) -> None:
    """Every card of every query lies where the rows say."""
    place = place_of(scheme)
    rows = scheme.rows
    for query, item, level in product(range(scheme.queries), range(rows.items), range(rows.levels)):
        found, wanted = place(query, item, level), scheme.column(query, item, level)
        claim(found == wanted, f"{scheme}: card ({item}, {level}) of query {query} in {found}, not {wanted}")


def check_reads_by_bytes(study: Study, contents: Iterable[bytes]) -> None:
    """How much is read depends on the bytes and on how finely the value lies, never on group or query."""
    recorded = list(contents)
    drawn: dict[tuple[int, bytes], set[int]] = {}
    for (group, value), query in product(people_of(study), range(study.scheme.queries)):
        run = card_of(study, group, value).run
        for content in recorded:
            read = Stream(content)
            answer: Answer = tacit.answer(study, query, group=group, value=value, read=read)
            claim(0 <= answer.column < study.scheme.rows.columns, f"{study.scheme}: sent {answer}")
            drawn.setdefault((run, content), set()).add(len(read.left))
    for (run, content), left in drawn.items():
        claim(len(left) == 1, f"a value in {run} parts and the bytes {content.hex()} leave {sorted(left)}")
