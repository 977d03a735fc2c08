from __future__ import annotations

import pytest

from crucibleforge.ask import LONGEST_RETRY_AFTER_S, Fault
from crucibleforge.run import Limit

BUSY = Fault("rate limit", "slow down", again=True, status=429)


def test_unknown_endpoint_is_asked_twice_as_much_after_each_round_of_replies() -> None:
    limit = Limit(most=100, width=8)
    for _ in range(8):
        limit.replied(in_use=limit.slots)
    assert limit.slots == 16


def test_growth_ends_at_the_most() -> None:
    limit = Limit(most=10, width=8)
    for _ in range(50):
        limit.replied(in_use=10)
    assert limit.slots == 10


def test_slots_that_nobody_needs_prove_nothing() -> None:
    limit = Limit(most=100, width=8)
    for _ in range(50):
        limit.replied(in_use=3)
    assert limit.slots == 8


def test_first_complaint_halves_and_later_ones_take_a_fifth() -> None:
    limit = Limit(most=100, width=80)
    limit.failed(BUSY, sent_s=1, now_s=2)
    assert limit.slots == 40
    limit.failed(BUSY, sent_s=3, now_s=4)
    assert limit.slots == 32


def test_requests_sent_before_the_limit_narrowed_narrow_it_no_further() -> None:
    limit = Limit(most=100, width=80)
    for sent_s in (1.0, 1.5, 2.0):
        limit.failed(BUSY, sent_s=sent_s, now_s=2)
    assert limit.slots == 40


@pytest.mark.parametrize(("slots", "rounds"), [(4, 4), (10, 2), (20, 1)])
def test_after_a_complaint_the_limit_creeps_up(slots: int, rounds: int) -> None:
    limit = Limit(most=100, width=2 * slots)
    limit.failed(BUSY, sent_s=1, now_s=2)
    assert limit.slots == slots
    for _ in range(rounds * slots + 1):
        limit.replied(in_use=slots)
    assert limit.slots == slots + 1


def test_one_slot_always_remains() -> None:
    limit = Limit.stated(1)
    for second in range(1, 9):
        limit.failed(BUSY, sent_s=second, now_s=second + 0.5)
    assert limit.slots == 1


@pytest.mark.parametrize("status", [500, 502, 503, 529])
def test_broken_server_narrows_nothing(status: int) -> None:
    limit = Limit(most=100, width=50)
    limit.failed(Fault("transport", "out of order", again=True, status=status), sent_s=1, now_s=2)
    assert (limit.slots, limit.is_probing) == (50, True)


@pytest.mark.parametrize("reason", ["rate limit", "transport"])
def test_whoever_asks_for_a_pause_gets_it(reason: str) -> None:
    limit = Limit()
    limit.failed(Fault(reason, "later", again=True, retry_after_s=30), sent_s=1, now_s=5)
    limit.failed(Fault(reason, "later", again=True, retry_after_s=2), sent_s=1, now_s=6)
    assert limit.paused_until_s == 35


def test_pause_that_no_question_waits_for_holds_up_nobody() -> None:
    limit = Limit()
    limit.failed(Fault("rate limit", "later", again=True, retry_after_s=LONGEST_RETRY_AFTER_S + 1), sent_s=1, now_s=5)
    assert limit.paused_until_s < 5
