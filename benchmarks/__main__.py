"""python -m benchmarks [--json] [--rounds N] [PART...]: this machine's ratios beside their targets."""

from __future__ import annotations

import argparse
import importlib.util
import json
import platform
import sys
from collections.abc import Callable
from importlib.metadata import version

from benchmarks.draws import answer_gates, simulation_gates
from benchmarks.folds import decode_gates, fold_gates, peer_gates
from benchmarks.runner import Gate
from benchmarks.start import start_gates

PARTS: dict[str, Callable[[int], list[Gate]]] = {
    "start": start_gates,
    "fold": fold_gates,
    "decode": decode_gates,
    "answer": answer_gates,
    "simulate": simulation_gates,
    "peers": peer_gates,
}
PACKAGES = ("tacit", "numpy", "pure-ldp")


def main() -> None:
    """Measure and print; exit 1 when a target is missed, so that nobody overlooks it."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"some only: {', '.join(PARTS)}")
    parser.add_argument("--rounds", type=int, default=5, help="the best of so many (default 5)")
    parser.add_argument("--json", action="store_true", help="print JSON for machines")
    wanted = parser.parse_args()
    for part in wanted.parts:
        if part not in PARTS:
            parser.error(f"no part {part!r}; the parts are {', '.join(PARTS)}")
    gates: list[Gate] = []
    for part in wanted.parts or PARTS:
        if part == "peers" and importlib.util.find_spec("pure_ldp") is None:
            print(
                "peers: left out, pure-ldp is not installed; `make bench` installs it beside", file=sys.stderr
            )
            continue
        found = PARTS[part](wanted.rounds)
        gates += found
        if not wanted.json:
            print(*map(line, found), sep="\n", flush=True)
    if wanted.json:
        print(json.dumps({"versions": versions(), "gates": [gate.to_json() for gate in gates]}, indent=2))
    sys.exit(any(not gate.is_met for gate in gates))


def line(gate: Gate) -> str:
    """`fold : stream   0.071 x   at least 0.05   met`."""
    side = "at least" if gate.at_least else "at most"
    verdict = "met" if gate.is_met else "MISSED"
    return f"{gate.name:<62} {gate.measured:>12,.4g} {gate.unit:<2}  {side} {gate.bound:<8,g} {verdict}"


def versions() -> dict[str, str]:
    """What was measured, and on what."""
    found = {name: version(name) for name in PACKAGES if _is_installed(name)}
    return {"python": platform.python_version(), "machine": platform.machine(), **found}


def _is_installed(name: str) -> bool:
    return importlib.util.find_spec(name.replace("-", "_")) is not None


if __name__ == "__main__":
    main()
