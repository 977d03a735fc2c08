"""Strike the program at random instants of its whole life, start it again until it is done, and hold it to its promise."""

from __future__ import annotations

import random
import signal
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from crucibleforge.board import read_board
from crucibleforge.score import Row
from crucibleforge.store import inspect_store, open_store
from crucibleforge.suite import load_suite
from tests.kills.endpoints import CONTESTANTS, JUDGE, Endpoints, Exchange
from tests.kills.facts import Facts, facts
from tests.kills.instants import draw, phase
from tests.kills.life import Blow, End, live
from tests.kills.tally import Tally
from tests.tiny import ROOT

_COLD_EVERY = 10
"""Each so-manieth start is one with all its imports; the others are forked, and cost a tenth."""


@dataclass(frozen=True, slots=True)
class Undisturbed:
    """What a run that nobody disturbs comes to."""

    facts: Facts
    rows: Mapping[str, Row]
    probes: frozenset[str]
    """Questions of the set-up checks and the calibration: their replies are not stored."""
    requests: int
    seconds: float


class Campaign:
    """One store from its making to a complete board, through any number of deaths."""

    def __init__(self, endpoints: Endpoints, folder: Path, place: str) -> None:
        folder.mkdir(parents=True)
        (folder / "models.yaml").write_text(endpoints.models_file)
        self._log = endpoints.log
        self._folder = folder
        self._place = place
        self._first_life = self._log.life + 1

    def undisturbed(self) -> Undisturbed:
        """Run it once without a blow."""
        began = time.monotonic()
        end = self._live()
        seconds = time.monotonic() - began
        assert end.code == 0, end.said
        found, asked = facts(self._place), self._asked(self._log.life)
        probes = frozenset(exchange.question for exchange in asked if exchange.number not in found.numbers)
        return Undisturbed(found, self._rows(), probes, len(asked), seconds)

    def until_done(
        self, known: Undisturbed, tally: Tally, chance: random.Random, signals: Sequence[signal.Signals], most: int
    ) -> None:
        """Strike and start again, until a life ends by itself; after `most` blows none falls any more."""
        now = facts(self._place)
        for blows_left in range(most, -1, -1):
            left = known.requests - len(now.numbers) - self._probes_done(known, now)
            third_s = known.seconds / 3
            blow = draw(max(0, left), third_s, third_s, chance, signals) if blows_left else None
            stored = self._stored(now)
            before, end, now = now, self._live(blow), facts(self._place)
            asked = [each for each in self._asked(self._log.life) if each.question not in known.probes]
            tally.add_life(asked, end, before, now, stored)
            if not end.struck:
                self._finish(known, tally, end)
                return
            tally.phases[phase(end.said, now, known.facts)] += 1
            tally.codes[end.code] += 1
            tally.at_risk += len(now.numbers)

    def _rows(self) -> dict[str, Row]:
        with open_store(self._place) as store:
            return {result.model.name: result.row for result in read_board(load_suite(ROOT), store).models}

    def _live(self, blow: Blow | None = None) -> End:
        self._log.life += 1
        words = ["run", *CONTESTANTS, "--judge", JUDGE, "--suite", str(ROOT), "--store", self._place]
        is_cold = self._log.life % _COLD_EVERY == 0
        return live(words, self._folder, lambda: len(self._asked(self._log.life)), blow, is_cold=is_cold)

    def _asked(self, life: int) -> list[Exchange]:
        return self._log.of_life(life)

    def _stored(self, now: Facts) -> set[str]:
        lives = range(self._first_life, self._log.life + 1)
        return {each.question for life in lives for each in self._asked(life) if each.number in now.numbers}

    def _probes_done(self, known: Undisturbed, now: Facts) -> int:
        """About how many requests of the set-up checks need not be made again."""
        checks = known.requests - len(known.facts.numbers)
        return round(checks * now.count("setup_checks") / (len(CONTESTANTS) + 1))

    def _finish(self, known: Undisturbed, tally: Tally, end: End) -> None:
        tally.stores += 1
        if end.code != 0:
            tally.faults.append(f"the last start ended with {end.code}: {end.said[-400:]}")
        elif self._rows() != known.rows:
            tally.faults.append("the rows differ from those of an undisturbed run")
        elif not (self._folder / "results/board/index.html").is_file():
            tally.faults.append("there is no board")
        tally.faults += [f"{found.what}: {found.where}" for found in inspect_store(self._place) if found.is_fault]
