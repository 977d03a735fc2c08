"""Blows on one store after another."""

from __future__ import annotations

import random
import signal
from collections.abc import Callable, Sequence
from pathlib import Path

from tests.kills.campaign import Campaign, Undisturbed
from tests.kills.endpoints import Endpoints
from tests.kills.tally import Tally


def strike(
    endpoints: Endpoints,
    known: Undisturbed,
    folder: Path,
    blows: int,
    signals: Sequence[signal.Signals],
    *,
    seed: int,
    place: Callable[[int], str] | None = None,
    tell: Callable[[Tally], None] = lambda _tally: None,
) -> Tally:
    """So many blows, on as many stores as that takes, or until a promise is broken.

    Args:
        place: the number of a store, from 0 -> where it may be made; without it, a file in the folder.
        tell: called after each store.
    """
    chance, tally = random.Random(seed), Tally()
    while (left := blows - tally.phases.total()) > 0 and not tally.faults:
        where = place(tally.stores) if place else str(folder / f"store-{tally.stores}.db")
        campaign = Campaign(endpoints, folder / f"run-{tally.stores}", where)
        campaign.until_done(known, tally, chance, signals, left)
        tell(tally)
    return tally
