"""What many blows did, held against the promise: nothing lost, nothing asked twice, the same rows in the end."""

from __future__ import annotations

import signal
from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass, field

from tests.kills.endpoints import SLOTS, Exchange
from tests.kills.facts import Facts
from tests.kills.life import End

_EXPECTED = {code for sent in (signal.SIGKILL, signal.SIGTERM, signal.SIGINT) for code in (-sent, 128 + sent)}
"""Exit codes of the struck: ended by the signal, or as shells report that."""


@dataclass(slots=True)
class Tally:
    """All blows so far."""

    phases: Counter[str] = field(default_factory=Counter)
    """What was struck while the program was doing what."""
    codes: Counter[int] = field(default_factory=Counter)
    """Exit codes of the struck."""
    stores: int = 0
    """Brought to their end."""
    at_risk: int = 0
    """Replies that were stored when a blow fell, over all blows."""
    lost: int = 0
    """Stored rows that were gone or changed later."""
    asked_twice: int = 0
    """Requests whose reply had been stored."""
    in_flight: int = 0
    """Replies that were asked for and not stored when a blow fell."""
    left_alive: int = 0
    """Processes that outlived the program they belonged to."""
    faults: list[str] = field(default_factory=list)
    """Every broken promise in words."""

    def add_life(
        self, asked: Sequence[Exchange], end: End, before: Facts, after: Facts, stored: Collection[str]
    ) -> None:
        """Hold one life to the promise.

        Args:
            asked: its requests but those of the set-up checks and the calibration, whose replies are not stored.
            stored: questions of earlier lives whose replies were stored when it began.
        """
        lost = after.lost_since(before)
        twice = [exchange for exchange in asked if exchange.question in stored]
        again = len(asked) - len({exchange.question for exchange in asked})
        in_flight = Counter(exchange.name for exchange in asked if exchange.number not in after.numbers)
        self.lost += lost
        self.asked_twice += len(twice) + again
        self.in_flight += in_flight.total()
        self.left_alive += end.left_alive
        if lost:
            self.faults.append(f"{lost} stored rows are gone or changed")
        if twice or again:
            self.faults.append(f"{len(twice)} stored replies and {again} of the same life were asked for again")
        if end.struck and end.code not in _EXPECTED:
            self.faults.append(f"a struck program ended with {end.code}: {end.said[-400:]}")
        if end.left_alive:
            self.faults.append(f"{end.left_alive} processes outlived the program")
        if over := {
            name: count
            for name, count in in_flight.items()
            if count > (SLOTS[name] if end.code == -signal.SIGKILL else 0)
        }:
            self.faults.append(f"more was in flight than there are slots: {over}")
