from dataclasses import replace

import pytest

from crucibleforge.ask._faults import Fault
from crucibleforge.ask._retry import GiveUp, Wait, next_step

BROKEN = Fault("transport", "broken", again=True)
LIMITED = Fault("rate limit", "slow down", again=True)


def test_a_fault_that_stays_is_given_up_at_once() -> None:
    assert isinstance(next_step(Fault("window", "too long"), 1), GiveUp)


@pytest.mark.parametrize(("attempt", "seconds"), [(1, 1.0), (2, 2.0), (3, 4.0), (4, 8.0)])
def test_waits_double(attempt: int, seconds: float) -> None:
    assert next_step(BROKEN, attempt) == Wait(seconds)


def test_a_broken_server_gets_five_attempts() -> None:
    assert isinstance(next_step(BROKEN, 5), GiveUp)


def test_a_rate_limit_gets_more_patience_with_bounded_waits() -> None:
    assert next_step(LIMITED, 8) == Wait(60.0)
    assert isinstance(next_step(LIMITED, 9), GiveUp)


def test_the_servers_wish_beats_our_own_wait() -> None:
    assert next_step(replace(LIMITED, retry_after_s=17.0), 1) == Wait(17.0)
    assert next_step(replace(LIMITED, retry_after_s=0.0), 4) == Wait(0.0)


def test_a_wish_for_an_hour_is_not_waited_for() -> None:
    step = next_step(replace(LIMITED, retry_after_s=3600.0), 1)
    assert isinstance(step, GiveUp)
    assert "3600 s" in step.why
