"""Strike a run at random instants, resume it until it is done, and count what was lost or asked twice."""

from __future__ import annotations

import argparse
import random
import signal
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from pathlib import Path

from tests.contract.store.postgres_server import fresh_schema, postgres_binaries, running_postgres
from tests.kills.campaign import Campaign
from tests.kills.endpoints import serving
from tests.kills.instants import PHASES
from tests.kills.strike import strike
from tests.kills.tally import Tally


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table; 1 when a promise was broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description=__doc__)
    parser.add_argument("--blows", type=int, default=200)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--graceful", action="store_true", help="SIGTERM and Ctrl-C instead of SIGKILL")
    parser.add_argument("--postgres", action="store_true", help="stores in a private PostgreSQL server")
    asked = parser.parse_args(argv)
    signals = (signal.SIGTERM, signal.SIGINT) if asked.graceful else (signal.SIGKILL,)
    began = time.monotonic()
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory()))
        place = _in_postgres(stack) if asked.postgres else None
        endpoints = stack.enter_context(serving(random.Random(asked.seed)))
        known = Campaign(endpoints, folder / "undisturbed", str(folder / "undisturbed.db")).undisturbed()
        tally = strike(
            endpoints, known, folder, asked.blows, signals, seed=asked.seed, place=place, tell=_print_progress
        )
    _print_table(tally, " and ".join(each.name for each in signals), time.monotonic() - began)
    return 1 if tally.faults else 0


def _in_postgres(stack: ExitStack) -> Callable[[int], str]:
    binaries = postgres_binaries()
    if binaries is None:
        sys.exit("PostgreSQL is not installed")
    server = stack.enter_context(running_postgres(binaries))
    return lambda number: fresh_schema(server, f"store_{number}")


def _print_progress(tally: Tally) -> None:
    print(f"{tally.stores} stores, {tally.phases.total()} blows, {len(tally.faults)} faults", file=sys.stderr)


def _print_table(tally: Tally, signals: str, seconds: float) -> None:
    print(f"{tally.phases.total()} times {signals} on {tally.stores} stores, {seconds:.0f} s")
    for phase in PHASES:
        print(f"  {tally.phases[phase]:5}  during {phase}")
    print(f"  exit codes: {', '.join(f'{code} ({times} times)' for code, times in sorted(tally.codes.items()))}")
    print(f"{tally.at_risk:7}  replies stored at a blow, over all blows")
    print(f"{tally.lost:7}  stored rows lost or changed")
    print(f"{tally.asked_twice:7}  stored replies asked for again")
    print(f"{tally.in_flight:7}  replies in flight at a blow")
    print(f"{tally.left_alive:7}  processes left")
    for fault in tally.faults:
        print(f"BROKEN: {fault}")
    if not tally.faults:
        print("On every store the rows in the end are those of an undisturbed run.")


if __name__ == "__main__":
    sys.exit(main())
