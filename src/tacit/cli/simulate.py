"""tacit simulate: draw the answers of imagined people."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import nullcontext
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Literal

import click

from tacit.cli.numbers import Whole
from tacit.cli.output import as_json, print_json, print_table, print_text, progress
from tacit.errors import refuse

if TYPE_CHECKING:
    import numpy as np

    from tacit.files.people import PeopleRead
    from tacit.files.refusals import Refusals
    from tacit.simulation.people import People
    from tacit.simulation.truth import GroupTruth, Totals, Truth
    from tacit.study.study import Study
    from tacit.tallying.tally import Tally

GROUPS_SHOWN = 20
OPTIONS_SHOWN = 4
SEED_BYTES = 4


@dataclass(frozen=True)
class Source:
    """So many people, in batches; how they were drawn, out of how many rows of a file."""

    batches: Iterable[People]
    people: int
    drawn: Literal["imagined", "each once", "with replacement"] = "imagined"
    rows: int | None = None
    refused: Refusals | None = None


@click.command()
@click.argument("study", type=click.Path(path_type=Path))
@click.option("--people", type=Whole(1), metavar="N", help="How many; else as FILE or the study says.")
@click.option("--truth", metavar="FILE", type=click.Path(path_type=Path), help="Take these people.")
@click.option(
    "--seed", type=Whole(0), metavar="S", help="The same seed gives the same again; else a new one."
)
@click.option("--out", metavar="ANSWERS", type=click.Path(path_type=Path), help="Write answers.")
@click.option(
    "--tally",
    "tally_file",
    metavar="FILE",
    type=click.Path(path_type=Path),
    help="Write instead how often each answer came: any number of people in seconds.",
)
@click.option("--people-out", metavar="FILE", type=click.Path(path_type=Path), help="Write the people, too.")
@click.option("--skip-bad", is_flag=True, help="Leave out people whom the study refuses, and say how many.")
@click.option("--force", is_flag=True, help="Write over files that are there.")
@as_json
def command(
    study: Path,
    people: int | None,
    truth: Path | None,
    seed: int | None,
    out: Path | None,
    tally_file: Path | None,
    people_out: Path | None,
    *,
    skip_bad: bool,
    force: bool,
    as_json: bool,
) -> None:
    """Draw the answers of imagined people, with exactly the odds of real ones.

    STUDY is a study file or a frozen manifest. People are imagined from the study alone, or taken from a
    FILE with the columns group and value (.csv, .ndjson, .parquet): each row once; with --people so many,
    drawn with replacement. Answers are written as .parquet, .csv or .ndjson, as the name ends; a tally as
    .parquet, for `tacit estimate`.

    These answers come from a seed and protect nobody. For a real answer there is `tacit answer`.

    \b
    Examples:
      tacit simulate study.toml --people 5000 --out answers.parquet
      tacit simulate study.toml --people-out people.csv --out answers.parquet
      tacit simulate study.toml --truth people.csv --seed 7 --out answers.csv
      tacit simulate study.toml --people 1000000000000 --tally tally.parquet
    Exit code 1: a row of the file is nobody who can answer (unless --skip-bad).
    """
    from numpy.random import default_rng

    from tacit.files.tallies import write_tally
    from tacit.simulation.truth import Totals
    from tacit.study.file import read_study

    read = read_study(study)
    _check_files([study, truth], out, tally_file, people_out, force=force)
    seed = int.from_bytes(os.urandom(SEED_BYTES)) if seed is None else seed
    for_people, for_answers = default_rng(seed).spawn(2)
    totals = Totals(read)
    if tally_file is not None:
        rngs = (for_people, for_answers)
        write = partial(write_tally, tally_file, read, seed=seed)
        source = _counted(read, people, truth, rngs, totals, write, skip_bad=skip_bad)
    else:
        source = _source(read, people, truth, for_people, skip_bad=skip_bad)
        assert out is not None  # noqa: S101 - or the files were refused
        _write(read, source, totals.add, for_answers, (out, people_out), seed)
    files = {"out": out, "tally": tally_file, "people_in": truth, "people_out": people_out}
    if as_json:
        print_json(_json(read, source, seed, totals.truth(), files))
        return
    for line in source.refused.lines() if source.refused else ():
        click.echo(f"left out: {line}", err=True)
    print_text("\n".join(_lines(source, seed, files)) + "\n")
    _print_truth(read, totals.truth())


def _check_files(
    read: Iterable[Path | None],
    out: Path | None,
    tally_file: Path | None,
    people_out: Path | None,
    *,
    force: bool,
) -> None:
    """What cannot be written, or would be lost by it, is refused before anything is drawn."""
    from tacit.files import answers
    from tacit.files import people_out as people_files
    from tacit.files.whole import ending_of
    from tacit.study.spelling import printable

    if (out is None) == (tally_file is None):
        raise refuse("--out", "is for answers, --tally for counts of them; give one of the two")
    if out is not None:
        ending_of(out, answers.WRITTEN, "answers")
    if tally_file is not None:
        ending_of(tally_file, [".parquet"], "a tally")
        if people_out is not None:
            raise refuse("--people-out", "goes with --out: with --tally nobody is drawn one by one")
    if people_out is not None:
        ending_of(people_out, list(people_files.WRITERS), "people")
    taken = {path.resolve() for path in read if path is not None}
    for path in filter(None, (out, tally_file, people_out)):
        name = printable(str(path))
        if path.resolve() in taken:
            raise refuse(name, "is named twice; the study, people and answers need a file each")
        taken.add(path.resolve())
        if path.is_file() and not force:
            rule = "exists already and was left as it is; give another name, or --force to replace it"
            raise refuse(name, rule)


def _source(
    study: Study, people: int | None, truth: Path | None, rng: np.random.Generator, *, skip_bad: bool
) -> Source:
    """The people of the file, each once or with replacement; without a file, imagined ones."""
    from tacit.simulation.imagined import imagined
    from tacit.simulation.people import in_batches, resampled

    if truth is None:
        count = people or study.collect.people
        if count is None:
            raise refuse("--people", "is missing, and the study does not say how many are expected")
        return Source(imagined(study, count, rng), count)
    found = _read(study, truth, skip_bad=skip_bad)
    rows = len(found.people)
    if people is None:
        return Source(in_batches(found.people), rows, "each once", rows, found.refused)
    return Source(resampled(found.people, people, rng), people, "with replacement", rows, found.refused)


def _counted(
    study: Study,
    people: int | None,
    truth: Path | None,
    rngs: tuple[np.random.Generator, np.random.Generator],
    totals: Totals,
    write: Callable[[Tally], None],
    *,
    skip_bad: bool,
) -> Source:
    """The tally of the same people, drawn by how many have each answer."""
    from tacit.simulation import counted

    counted.check(study, people)
    if truth is None:
        source = _source(study, people, None, rngs[0], skip_bad=skip_bad)
        held, values = counted.imagined_counts(study, source.people, rngs[0])
    else:
        source = _source(study, None, truth, rngs[0], skip_bad=skip_bad)
        held, values = counted.counts_of(study, source.batches)
        if people is not None:
            held = counted.resampled_counts(held, people, rngs[0])
            source = replace(source, people=people, drawn="with replacement")
    totals.add_counts(held, values)
    with progress("simulating", counted.steps(study, held)) as advance:
        write(counted.answers_counted(study, held, values, rngs[1], advance))
    return source


def _read(study: Study, truth: Path, *, skip_bad: bool) -> PeopleRead:
    from tacit.files.people import read_people

    size = truth.stat().st_size if truth.is_file() else 0
    with progress("reading", size, in_bytes=True) as advance:
        return read_people(study, truth, skip_bad=skip_bad, advance=advance)


def _write(
    study: Study,
    source: Source,
    count: Callable[[People], None],
    rng: np.random.Generator,
    files: tuple[Path, Path | None],
    seed: int,
) -> None:
    """Answers and people, batch by batch: memory stays flat however many people there are."""
    from tacit.files.answers import write_answers
    from tacit.files.people_out import writing_people
    from tacit.simulation.people import answers_of

    out, people_out = files
    writing = nullcontext() if people_out is None else writing_people(people_out, study)
    with progress("simulating", source.people) as advance, writing as write:
        listeners = [count, lambda people: advance(len(people)), *([write] if write else [])]
        write_answers(out, study, answers_of(study, _told(source.batches, listeners), rng), seed=seed)


def _told(batches: Iterable[People], listeners: list[Callable[[People], None]]) -> Iterator[People]:
    """The same people; each listener is given every batch."""
    for people in batches:
        for listener in listeners:
            listener(people)
        yield people


def _json(
    study: Study, source: Source, seed: int, truth: Truth, files: dict[str, Path | None]
) -> dict[str, object]:
    return {
        "study": study.id,
        **{name: None if path is None else str(path) for name, path in files.items()},
        "people": source.people,
        "drawn": source.drawn,
        "rows": source.rows,
        "refused": dict(source.refused.counts) if source.refused else {},
        "seed": seed,
        "truth": truth.to_json(),
    }


def _lines(source: Source, seed: int, files: dict[str, Path | None]) -> Iterator[str]:
    """What was done, in words."""
    file, rows = files["people_in"], f"{source.rows or 0:,}"
    whose = {
        "imagined": "imagined people",
        "each once": f"the people of {file}, each once",
        "with replacement": f"people drawn with replacement from the {rows} of {file}",
    }
    held = f"answer{'' if source.people == 1 else 's'}{'' if files['out'] else ', counted,'}"
    yield f"{files['out'] or files['tally']} holds {source.people:,} {held} of {whose[source.drawn]}."
    if files["people_out"]:
        yield f"{files['people_out']} holds those people, group and value."
    again = "answers again" if files["out"] else "counts again, with this version of numpy"
    yield f"Seed {seed}: it gives the same {again}, and whoever knows it can see through them."


def _print_truth(study: Study, truth: Truth) -> None:
    """The first groups, with whatever the question gives them."""
    question = study.question
    options = question.options if len(question.options) <= OPTIONS_SHOWN else ()
    figures = ["mean", "sum"] if question.is_numeric else list(options)
    rows = [
        [group.group, f"{group.count:,}", *_figures(study, group)] for group in truth.groups[:GROUPS_SHOWN]
    ]
    if len(truth.groups) > GROUPS_SHOWN:
        rows.append([f"... and {len(truth.groups) - GROUPS_SHOWN:,} more groups", *[""] * (1 + len(figures))])
    if truth.declined is not None:
        rows.append([study.group_names[-1], f"{truth.declined:,}", *[""] * len(figures)])
    print_table(["group", "people", *figures], rows, title="What is true of these people")
    if question.options and not options:
        click.echo(f"How many chose each of the {len(question.options):,} options: see --json.")


def _figures(study: Study, group: GroupTruth) -> list[str]:
    question = study.question
    if question.low is None or question.high is None:
        return [f"{count:,}" for _, count in group.options] if len(group.options) <= OPTIONS_SHOWN else []
    # To a thousandth of the range.
    places = max(0, 3 - (question.high - question.low).adjusted())
    total = f"{group.sum:,.{places}f}"
    mean = "" if group.mean is None else f"{group.mean:,.{places}f}"
    return [mean, total.rstrip("0").rstrip(".") if places else total]
