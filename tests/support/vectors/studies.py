"""The studies of the vectors: every kind of question, rows, promise and tickets.

Their schemes are written out, not planned: the planner may learn to choose better, and vectors stay.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from decimal import Decimal
from fractions import Fraction
from functools import cache

from collected.keys import OTHER_KEY, SIGNING_KEY, published
from tacit.scheme.odds import Odds, group_odds, pair_odds
from tacit.scheme.rows import Dealt, Direct, Hashed, Rows
from tacit.scheme.scheme import Scheme
from tacit.study.study import Collect, Groups, Key, Privacy, Question, Study, Wishes

REACTION = Question("How strong was your reaction?", "range", Decimal(0), Decimal(10))
SCALE = Question("How content are you?", "scale", Decimal(1), Decimal(5))
YES_NO = Question("Did you vote?", "choice", options=("yes", "no"))
COLOURS = Question("Which colour?", "choice", options=("red", "green", "blue"))
NOTHING = Question("", "none")
LINES = Question('Line one\nline "two"\u00a0€ \U0001f600', "range", Decimal("-0.5"), Decimal("12.75"))

DIABETES = Groups("Which describes you?", ("diabetic", "not diabetic"))
DECLINING = replace(DIABETES, decline=True)
SHARES = replace(DIABETES, shares=(Decimal("0.11"), Decimal("0.89")))
CROSSED = Groups(
    "Age and region?", cross=(("age", ("<40", "40+")), ("region", ("north", "south", "elsewhere")))
)
TONGUES = Groups("Où habites-tu ?", ("Zürich “Süd”", "東京", "\U0001d54f & <b>\\", "a/b c"))

KEYS = (published(SIGNING_KEY),)
TWO_KEYS = (published(SIGNING_KEY, "north"), published(OTHER_KEY, "south"))
OPEN = Collect(tickets="open")
NAMED = Collect(tickets="named")
ALL_OPTIONS = Collect(people=5000, batch=50, embed=("https://survey.example.org",), publish_answers=True)

NO_COUNTS = Fraction(0)
DIE = Odds(5, 1, 1)


def numbered(count: int) -> Groups:
    return Groups("Where do you live?", tuple(f"group {at}" for at in range(count)))


def frozen(
    question: Question,
    groups: Groups,
    privacy: Privacy | str,
    rows: Rows,
    counts: Fraction = NO_COUNTS,
    *,
    odds: Odds | None = None,
    wishes: Wishes | None = None,
    collect: Collect | None = None,
    keys: tuple[Key, ...] | None = None,
    title: str = "Vaccine reaction and diabetes",
) -> Study:
    """A study as it is when it has been opened."""
    privacy = Privacy(Decimal(privacy)) if isinstance(privacy, str) else privacy
    collect = collect or Collect()
    if keys is None:
        keys = KEYS if collect.tickets == "blind" else ()
    return Study(
        title=title,
        owner="trial@example.org",
        not_after=date(2027, 1, 31),
        question=question,
        groups=groups,
        privacy=privacy,
        collect=collect,
        wishes=wishes or Wishes(),
        frozen=Scheme(rows, odds or pair_odds(privacy.epsilon), counts),
        keys=keys,
    )


@cache
def named_studies() -> dict[str, Study]:
    """Studies that a device admits, by what is special about them."""
    third, ninth = Fraction(1, 3), Fraction(1, 9)
    cards, three = Direct(2, 2, 4), Dealt(3, 2, 3)
    group = Privacy(Decimal("1.5"), "group")
    die = Wishes(device="die")
    options = Wishes(ask="sum", max_bits=2, rows="dealt", columns=3)
    answered = replace(SHARES, decline=True, shares_of="answered")
    title = "Ärzte’s “Studie” \\ / \U0001f489"
    return {
        "range": frozen(REACTION, DIABETES, "1", cards),
        "range with decline": frozen(REACTION, DECLINING, "1", three, ninth),
        "scale": frozen(SCALE, DIABETES, "1", cards),
        "scale of three levels": frozen(SCALE, DIABETES, "2", Direct(2, 3, 6), wishes=Wishes(levels=3)),
        "scale of five levels": frozen(
            SCALE, numbered(4), "2", Hashed(4, 5, 11), wishes=Wishes(levels=5, columns=11, rows="hashed")
        ),
        "range of four levels, with count questions": frozen(
            REACTION, DECLINING, "0.5", Hashed(3, 4, 5), third, wishes=Wishes(levels=4)
        ),
        "two options": frozen(YES_NO, DIABETES, "1", cards),
        "three options": frozen(COLOURS, DIABETES, "1", Direct(6, 1, 6)),
        "three options with decline": frozen(COLOURS, DECLINING, "2", Dealt(7, 1, 5)),
        "only the group": frozen(NOTHING, numbered(4), "1", Direct(4, 1, 4)),
        "only the group, named": frozen(NOTHING, DIABETES, "1", Direct(2, 1, 2), collect=NAMED),
        "open": frozen(REACTION, DIABETES, "1", cards, collect=OPEN),
        "open, dealt into four": frozen(
            REACTION,
            numbered(5),
            "1",
            Dealt(5, 2, 4),
            wishes=Wishes(rows="dealt", columns=4),
            collect=OPEN,
        ),
        "dealt into three, with count questions": frozen(REACTION, numbered(5), "1", Dealt(5, 2, 3), ninth),
        "hashed into two, with count questions": frozen(
            REACTION, numbered(70), "0.5", Hashed(70, 2, 2), third
        ),
        "hashed into three, with count questions": frozen(
            REACTION, numbered(70), "1", Hashed(70, 2, 3), ninth
        ),
        "hashed into 53": frozen(REACTION, numbered(200), "3", Hashed(200, 2, 53)),
        "crossed groups": frozen(REACTION, CROSSED, "1", Dealt(6, 2, 4)),
        "shares": frozen(REACTION, SHARES, "1", Dealt(2, 2, 2)),
        "shares of those who answer": frozen(REACTION, answered, "1", Dealt(3, 2, 2)),
        "epsilon of 3": frozen(REACTION, DIABETES, "3", cards),
        "promise group": frozen(REACTION, DIABETES, group, cards, odds=group_odds(group.epsilon)),
        "promise group, plain odds": frozen(REACTION, DIABETES, group, Dealt(2, 2, 3)),
        "a die": frozen(YES_NO, DIABETES, "1.7", Dealt(2, 2, 2), third, odds=DIE, wishes=die),
        "a die at more epsilon than it gives": frozen(
            YES_NO, DIABETES, "3.5", Dealt(2, 2, 2), third, odds=DIE, wishes=die
        ),
        "small epsilon": frozen(REACTION, DIABETES, "0.001", Dealt(2, 2, 2), third),
        "epsilon of many digits": frozen(REACTION, DIABETES, "1.23456789", cards),
        "two keys": frozen(REACTION, DIABETES, "1", cards, keys=TWO_KEYS),
        "everything that is optional": frozen(
            REACTION, DIABETES, "1", Dealt(2, 2, 3), wishes=options, collect=ALL_OPTIONS
        ),
        "text of many kinds": frozen(LINES, TONGUES, "1", Dealt(4, 2, 4), title=title),
    }
