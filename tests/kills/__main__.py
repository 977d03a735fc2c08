"""Kill a run at random instants, resume it until it is done, and count what was lost or asked twice: `python -m tests.kills`."""

from __future__ import annotations

import argparse
import random
import signal
import sys
import tempfile
import time
from collections.abc import Sequence
from itertools import count
from pathlib import Path

from tests.kills.campaign import Campaign
from tests.kills.endpoints import serving
from tests.kills.instants import PHASES
from tests.kills.tally import Tally

GRACEFUL = (signal.SIGTERM, signal.SIGINT)


def main(argv: Sequence[str] | None = None) -> int:
    """Print the table; 1 when the promise was broken."""
    parser = argparse.ArgumentParser(prog="python -m tests.kills", description=__doc__)
    parser.add_argument("--blows", type=int, default=200)
    parser.add_argument("--seed", type=int, default=4)
    parser.add_argument("--graceful", action="store_true", help="SIGTERM and Ctrl-C instead of SIGKILL")
    asked = parser.parse_args(argv)
    signals = GRACEFUL if asked.graceful else (signal.SIGKILL,)
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        tally = strike(Path(folder), asked.blows, asked.seed, signals)
    show(tally, signals, time.monotonic() - began)
    return 1 if tally.faults else 0


def strike(folder: Path, blows: int, seed: int, signals: Sequence[signal.Signals]) -> Tally:
    """So many blows, on as many stores as that takes."""
    chance = random.Random(seed)
    tally = Tally()
    with serving(random.Random(seed)) as endpoints:
        known = Campaign(endpoints, folder / "undisturbed", str(folder / "undisturbed.db")).undisturbed()
        for number in count():
            left = blows - tally.phases.total()
            if left <= 0:
                return tally
            campaign = Campaign(endpoints, folder / f"store-{number}", str(folder / f"store-{number}.db"))
            campaign.until_done(known, tally, chance, signals, left)
            print(f"store {number}: {tally.phases.total()} blows so far, {len(tally.faults)} faults", file=sys.stderr)
    raise AssertionError


def show(tally: Tally, signals: Sequence[signal.Signals], seconds: float) -> None:
    """The table."""
    names = " and ".join(each.name for each in signals)
    print(f"{tally.phases.total()} times {names} on {tally.stores} stores, {seconds:.0f} s")
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
        print("The rows are those of an undisturbed run, on every store.")


if __name__ == "__main__":
    sys.exit(main())
