"""`python -m benchmarks.grading`: CrucibleForge's grading beside EvalPlus's."""

from __future__ import annotations

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

from rich.console import Console

from benchmarks.machine import machine
from benchmarks.peers import NoPeer, peer_python
from benchmarks.report import show

from .parts.order import PARTS
from .setting import Setting

EVALPLUS = ("evalplus==0.3.1", "numpy==2.4.6", "psutil==7.2.2")
"""The last two are all that its checking code imports."""
_LEAST_WIDTH = 140
"""Characters of a line that fit every table."""


def main() -> int:
    """Run the parts that are asked for; 1 when something that should hold does not, 3 without EvalPlus."""
    asked = _arguments()
    console = Console(width=max(_LEAST_WIDTH, Console().width))
    try:
        peer = None if asked.alone else asked.peer or peer_python(*EVALPLUS, with_dependencies=False)
    except NoPeer as missing:
        console.print(str(missing), markup=False)
        return 3
    where = machine()
    console.print(", ".join(f"{name}: {value}" for name, value in where.items()), markup=False, highlight=False)
    broken, found = _run(asked.parts or list(PARTS), Setting(peer), console)
    if asked.json:
        asked.json.write_text(json.dumps({"machine": where, "parts": found}, indent=1) + "\n", encoding="utf-8")
    return 1 if broken else 0


def _run(parts: list[str], setting: Setting, console: Console) -> tuple[list[str], dict[str, Any]]:
    broken: list[str] = []
    found: dict[str, Any] = {}
    for part in parts:
        start = time.perf_counter()
        report = PARTS[part](setting)
        show(report, console)
        broken += report.broken
        found[part] = {**report.data, "broken": report.broken, "part_took_s": time.perf_counter() - start}
    return broken, found


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m benchmarks.grading", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="part", help=f"any of: {', '.join(PARTS)}; all of them by default")
    parser.add_argument("--json", type=Path, metavar="FILE", help="write the raw figures there as well")
    parser.add_argument("--peer", type=Path, metavar="PYTHON", help="an interpreter that has evalplus 0.3.1 already")
    parser.add_argument("--alone", action="store_true", help="measure CrucibleForge without EvalPlus beside it")
    asked = parser.parse_args()
    unknown = [part for part in asked.parts if part not in PARTS]
    if unknown:
        parser.error(f"no part is called {unknown[0]!r}; there are {', '.join(PARTS)}")
    return asked


if __name__ == "__main__":
    sys.exit(main())
