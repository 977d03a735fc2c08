"""A run that is struck at random instants and resumed: a short form of `python -m tests.kills`."""

from __future__ import annotations

import random
import signal
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.kills.campaign import Campaign, Undisturbed
from tests.kills.endpoints import Endpoints, serving
from tests.kills.tally import Tally

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")


@dataclass(frozen=True, slots=True)
class Ground:
    """The open endpoints, and what an undisturbed run against them comes to."""

    endpoints: Endpoints
    known: Undisturbed


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ground]:
    folder = tmp_path_factory.mktemp("undisturbed")
    with serving(random.Random(1)) as endpoints:
        known = Campaign(endpoints, folder / "run", str(folder / "mako.db")).undisturbed()
        assert {name: row.total for name, row in known.rows.items()} == {"able": 20.0, "baker": 18.75}
        assert known.facts.count("judge_votes") == 10
        yield Ground(endpoints, known)


def struck(ground: Ground, folder: Path, place: str, blows: int, *signals: signal.Signals) -> Tally:
    tally, chance = Tally(), random.Random(blows)
    while tally.phases.total() < blows and not tally.faults:
        number = tally.stores
        campaign = Campaign(ground.endpoints, folder / f"run-{number}", place.replace("NUMBER", str(number)))
        campaign.until_done(ground.known, tally, chance, signals, blows - tally.phases.total())
    return tally


def test_no_kill_loses_a_reply_or_has_one_asked_for_twice(ground: Ground, tmp_path: Path) -> None:
    tally = struck(ground, tmp_path, str(tmp_path / "NUMBER.db"), 8, signal.SIGKILL)
    assert not tally.faults
    assert tally.at_risk > 0
    assert tally.codes == {-signal.SIGKILL: 8}


def test_no_signal_costs_even_the_reply_in_flight(ground: Ground, tmp_path: Path) -> None:
    tally = struck(ground, tmp_path, str(tmp_path / "NUMBER.db"), 4, signal.SIGTERM, signal.SIGINT)
    assert not tally.faults
    assert tally.in_flight == 0
