"""The data flow is the order of the modules: each imports only from those before it, lazily or not."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

SOURCE = Path(__file__).parents[2] / "src"

# A package's own name stands where its __init__ may be imported: after the modules that it gathers.
FLOW = """
version errors
scheme.needs scheme.exact
scheme.rows.base scheme.rows.dealt scheme.rows.direct scheme.rows.hashed scheme.rows
scheme.odds scheme.scheme scheme.randomize scheme.moments scheme.limit
scheme.spread scheme.choose scheme.levels scheme
study.spelling study.inspection study.canonical study.groups study.question study.units study.privacy
study.collect study.wishes study.registered study.promise study.conflicts study.study study.given study.tables
study.manifest study.file study.template study.advice study.departures study.beliefs
study.protection study
drawing.markup drawing.axis drawing.dots drawing.picture drawing.curves drawing.chart drawing
writing.parts writing.questions writing.html writing.markdown writing
planning.values planning.joint planning.variances planning.known planning.forecast planning.pairs
planning.power planning.needed planning.figures planning.asked planning.detections planning.outlook
planning.judgement planning.words planning.tables planning.curves planning.picture
planning.board planning.plan planning
answering.card answering.places answering.sampler answering.answer answering
protocol.encoding protocol.pss protocol.blind protocol.signing protocol.tickets protocol.queries
protocol.links protocol.strict protocol.bodies protocol.problems protocol
tallying.columns tallying.wide tallying.measures tallying.decimals tallying.dealt tallying.tally tallying.sums
tallying.folding tallying.sift tallying.hashed tallying.decode tallying.statement tallying.fingerprint
tallying
verification.claim verification.device verification.cells verification.pairs verification.ratios
verification.draws verification.findings verification.words verification.result verification.verify
verification
estimation.intervals estimation.squares estimation.scores estimation.partition
estimation.sampling estimation.passes estimation.apart estimation.own estimation.joint estimation.student
estimation.slopes estimation.contrast estimation.regression estimation.reading estimation.vectors
estimation.evidence estimation.figures estimation.what estimation.comparison estimation.weighted
estimation.outcomes estimation.survey estimation.formulas estimation.known estimation.values estimation.cells
estimation.beside estimation.consistent estimation.shrinkage estimation.response estimation.truth_gap
estimation.overall estimation.questions estimation.flat estimation.blocks estimation.notes estimation.pages
estimation.tables estimation.plot estimation.model estimation.result estimation.estimate estimation
watching.figure watching.target watching.document watching
simulation.stream simulation.placing simulation.draw simulation.people simulation.imagined simulation.public
simulation.counted simulation.truth simulation
files.formulas files.whole files.finding files.refusals files.piece files.text files.csv files.ndjson
files.batches files.parquet files.imagined files.answers files.sources files.reading files.tallies
files.public files.linked files.summed files.counting files.kept files.tally files.model
files.people_table files.people files.people_out files
reporting.asked reporting.forest reporting.shown reporting.comparing reporting.unsaid reporting.protection
reporting.methods reporting.meaning reporting.results reporting.registration reporting.provenance
reporting.columns reporting.records reporting.findings reporting.contents
reporting.machine reporting.codebook reporting.flat reporting.sheet reporting.workbook
reporting.report reporting
raster twin
spark
paper.exact paper.laws paper.polynomials paper.draws paper.mechanism paper.query_and_answer
paper.randomized_group paper.crossovers paper.instances paper.printed paper.simulation paper.figure_numbers
paper.drawing paper.figures paper.theorems paper.counterexamples paper.cells paper.errata paper.tables
paper.own_case paper
comparison.rivals comparison.compare comparison.plot comparison
client.exchange client.https client.retry client.admission client.folder client.notes client.ledger
client.asking client.device client
research.server research.invitations research.sheet research.results research.crowd research
store.database store.sqlite store.writer store.versions store.rows store.counters store.studies
store.invitations store.answers store.access store.uploads store.store store
web.sources web.joining web.languages web.documents web.release web.routes web
service.primes service.signer service.refusals service.wire service.verifying service.attended
service.gathering service.guesses
service.participants service.sessions service.codes service.admittance service.reading service.entrance
service.gate service.results service.boards service.researchers service.bulk service.schemas
service.operations service.openapi service.app service.arrival service.run service
benchmarking.runner benchmarking.inputs benchmarking.start benchmarking.folds benchmarking.decoding
benchmarking.drawing benchmarking.memory benchmarking.files benchmarking.spark benchmarking.group_means
benchmarking.accuracy benchmarking.peers benchmarking.peers.pure_ldp benchmarking.peers.multi_freq_ldpy
benchmarking.peers.ldp_toolbox benchmarking.peers.opendp benchmarking.beside
benchmarking.collecting.hello benchmarking.collecting.load benchmarking.collecting.studies
benchmarking.collecting.speed benchmarking.collecting benchmarking.parts benchmarking.report benchmarking
"""
ORDER = FLOW.split()

MODULES = {
    ".".join(path.relative_to(SOURCE).with_suffix("").parts).removesuffix(".__init__"): path
    for path in sorted(SOURCE.rglob("*.py"))
}
CORE = [f"tacit.{name}" for name in ORDER[: ORDER.index("files.whole")]]
ON_THE_DEVICE = ["tacit.scheme", "tacit.study", "tacit.answering", "tacit.protocol", "tacit.client"]
DEVICE = [f"tacit.{name}" for name in ORDER if f"tacit.{name}".startswith(tuple(ON_THE_DEVICE))]
# The public face loads each of its names when asked for; a command is where everything meets.
FREE = [name for name in MODULES if name == "tacit" or name.startswith("tacit.cli")]
RANKED = {f"tacit.{name}": rank for rank, name in enumerate(ORDER)}


def tree_of(module: str) -> ast.Module:
    return ast.parse(MODULES[module].read_text(encoding="utf-8"))


def imports_of(module: str) -> Iterator[tuple[int, str]]:
    """(line, module) for every import statement, those inside functions too."""
    for node in ast.walk(tree_of(module)):
        if isinstance(node, ast.Import):
            yield from ((node.lineno, alias.name) for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{MODULES[module]}:{node.lineno} imports by dots; write the whole name"
            assert node.module is not None
            for alias in node.names:
                inner = f"{node.module}.{alias.name}"
                yield node.lineno, inner if inner in MODULES else node.module


def is_within(name: str, packages: list[str]) -> bool:
    return any(name == package or name.startswith(f"{package}.") for package in packages)


def test_every_module_has_its_place_in_the_order() -> None:
    without = sorted(set(MODULES) - set(RANKED) - set(FREE))
    assert not without, f"put into ORDER of {Path(__file__).name}, after what they import: {without}"


def test_the_order_names_each_module_once() -> None:
    assert len(set(ORDER)) == len(ORDER)


@pytest.mark.parametrize("module", [name for name in MODULES if name in RANKED])
def test_a_module_imports_only_from_modules_before_it(module: str) -> None:
    late = [
        f"line {line}: {name}"
        for line, name in imports_of(module)
        if is_within(name, ["tacit"]) and RANKED.get(name, len(ORDER)) >= RANKED[module]
    ]
    assert not late, f"{module} imports what comes after it: {late}"


@pytest.mark.parametrize("module", [name for name in MODULES if name.startswith("tacit.paper")])
def test_the_paper_stands_alone(module: str) -> None:
    others = [
        name
        for _, name in imports_of(module)
        if is_within(name, ["tacit"]) and not is_within(name, ["tacit.errors", "tacit.paper"])
    ]
    assert not others, f"{module} compares with nothing if it is built from ours: {others}"


@pytest.mark.parametrize("module", [name for name in MODULES if name.startswith("tacit.cli.")])
def test_a_command_imports_no_other_command(module: str) -> None:
    shared = {
        "tacit.cli",
        "tacit.cli.analysis",
        "tacit.cli.estimating",
        "tacit.cli.gather",
        "tacit.cli.numbers",
        "tacit.cli.output",
        "tacit.cli.sending",
        "tacit.cli.server",
        "tacit.cli.shared",
        "tacit.cli.telling",
    }
    others = [name for _, name in imports_of(module) if is_within(name, ["tacit.cli"]) and name not in shared]
    assert not others, f"{module} imports {others}; what two commands need belongs in tacit.cli.output"


@pytest.mark.parametrize("module", [name for name in MODULES if name in CORE])
def test_the_core_does_no_terminal_network_database_or_plots(module: str) -> None:
    banned = ["click", "rich", "http", "urllib", "socket", "sqlite3", "matplotlib", "pyspark", "starlette"]
    found = [f"line {line}: {name}" for line, name in imports_of(module) if is_within(name, banned)]
    assert not found, f"{module} belongs to the core and imports {found}"


@pytest.mark.parametrize("module", [name for name in MODULES if name in CORE])
def test_the_core_meets_tables_of_others_only_where_it_hands_its_numbers_over(module: str) -> None:
    """`to_arrow` and `to_pandas` may import what they are named after; nothing else in the core may."""
    allowed = {
        child
        for node in ast.walk(tree_of(module))
        if (isinstance(node, ast.FunctionDef) and node.name in {"to_arrow", "to_pandas"})
        or (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING")
        for child in range(node.lineno, (node.end_lineno or node.lineno) + 1)
    }
    found = [
        f"line {line}: {name}"
        for line, name in imports_of(module)
        if is_within(name, ["pyarrow", "pandas"]) and line not in allowed
    ]
    assert not found, f"{module} belongs to the core and imports {found}"


@pytest.mark.parametrize("module", [name for name in MODULES if name in DEVICE])
def test_the_device_side_needs_no_numpy(module: str) -> None:
    assert "numpy" not in {name.split(".")[0] for _, name in imports_of(module)}


@pytest.mark.parametrize("module", MODULES)
def test_no_module_uses_a_random_generator_that_is_shared_or_weak(module: str) -> None:
    """`random` and numpy's global generator have hidden state; only an explicit Generator may draw."""
    assert "random" not in {name.split(".")[0] for _, name in imports_of(module)}
    explicit = {"Generator", "SeedSequence", "Philox", "PCG64", "PCG64DXSM", "default_rng"}
    for node in ast.walk(tree_of(module)):
        if (
            isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Attribute)
            and node.value.attr == "random"
        ):
            assert node.attr in explicit, f"{module} line {node.lineno}: numpy.random.{node.attr}"
    for statement in tree_of(module).body:
        if isinstance(statement, (ast.Assign, ast.AnnAssign)):
            assert "default_rng" not in ast.unparse(statement), f"{module} keeps a generator at module level"


SAMPLER_FILES = {"randomize", "card", "places", "sampler", "answer"}
SAMPLERS = [name for name in MODULES if name in DEVICE and name.rpartition(".")[2] in SAMPLER_FILES]


@pytest.mark.parametrize("module", SAMPLERS)
def test_a_sampler_knows_no_floats(module: str) -> None:
    """Mechanisms with floats leak by their rounding; ours draw and compare integers."""
    for node in ast.walk(tree_of(module)):
        where = f"{module} line {getattr(node, 'lineno', '?')}"
        assert not (isinstance(node, ast.Constant) and isinstance(node.value, float)), f"{where}: a float"
        assert not (isinstance(node, ast.Name) and node.id in {"float", "math"}), (
            f"{where}: {ast.unparse(node)}"
        )


@pytest.mark.parametrize("module", SAMPLERS)
def test_whatever_draws_never_divides(module: str) -> None:
    """A function that holds the source of randomness uses // only; exact fractions are made before it."""
    for function in ast.walk(tree_of(module)):
        if isinstance(function, ast.FunctionDef) and "read" in {arg.arg for arg in function.args.args}:
            operators = (
                node.op for node in ast.walk(function) if isinstance(node, (ast.BinOp, ast.AugAssign))
            )
            assert not any(isinstance(operator, ast.Div) for operator in operators), (
                f"{module}.{function.name} divides"
            )


@pytest.mark.parametrize(
    "statement",
    [
        "import tacit",
        "import tacit.cli.main",
        "from click.testing import CliRunner as R; "
        "from tacit.cli.main import tacit; assert R().invoke(tacit, ['--help']).exit_code == 0",
    ],
)
def test_what_must_feel_instant_loads_nothing_heavy(statement: str) -> None:
    script = f"{statement}\nimport sys\nprint(*sys.modules)"
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True)
    loaded = {name.split(".")[0] for name in done.stdout.split()}
    assert "tacit" in loaded
    assert not loaded & {"numpy", "pyarrow", "rich", "matplotlib"}
