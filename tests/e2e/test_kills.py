"""A run that is struck at random instants and resumed: a short form of `python -m tests.kills`."""

from __future__ import annotations

import random
import signal
import sys
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.contract.store.postgres_server import fresh_schema
from tests.kills.campaign import Campaign
from tests.kills.endpoints import serving
from tests.kills.strike import strike
from tests.kills.tally import Tally

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="reads /proc")
Strike = Callable[..., Tally]


@pytest.fixture(scope="module")
def struck(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Strike]:
    """Blows against open endpoints, held to what an undisturbed run against them came to."""
    folder = tmp_path_factory.mktemp("undisturbed")
    with serving(random.Random(1)) as endpoints:
        known = Campaign(endpoints, folder / "run", str(folder / "mako.db")).undisturbed()
        assert {name: row.total for name, row in known.rows.items()} == {"able": 20.0, "baker": 18.75}
        assert (known.facts.count("turns"), known.facts.count("judge_votes")) == (20, 10)
        yield partial(strike, endpoints, known)


def test_no_kill_loses_a_reply_or_has_one_asked_for_twice(struck: Strike, tmp_path: Path) -> None:
    tally = struck(tmp_path, 6, [signal.SIGKILL], seed=1)
    assert not tally.faults
    assert tally.codes == {-signal.SIGKILL: 6}
    assert tally.at_risk > 0


def test_no_kill_loses_or_repeats_a_reply_in_postgres(struck: Strike, tmp_path: Path, postgres_server: str) -> None:
    def place(number: int) -> str:
        return fresh_schema(postgres_server, f"kills_{number}")

    tally = struck(tmp_path, 2, [signal.SIGKILL], seed=2, place=place)
    assert not tally.faults
    assert tally.codes == {-signal.SIGKILL: 2}


def test_no_signal_costs_even_the_reply_in_flight(struck: Strike, tmp_path: Path) -> None:
    tally = struck(tmp_path, 2, [signal.SIGTERM, signal.SIGINT], seed=3)
    assert not tally.faults
    assert tally.in_flight == 0
