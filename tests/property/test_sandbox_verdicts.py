"""Whatever a solution says, and whenever its worker dies: a verdict, and never a wrong one."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crucibleforge.grade import run_groups
from crucibleforge.sandbox import Sandbox
from crucibleforge.sandbox.attack._pack import read_attacks

TESTS = """
def group_it(solution):
    for number in range(30):
        assert solution.mix(number, "k") == f"k{number * 7919 % 104729}"
    keeper = solution.Keeper()
    keeper.put(5)
    assert keeper.total() == 5
"""
RIGHT = """
def mix(number, text): return f"{text}{number * 7919 % 104729}"
class Keeper:
    def __init__(self): self.held = []
    def put(self, n): self.held.append(n)
    def total(self): return sum(self.held)
"""
WRONG = RIGHT.replace("104729}", "104723}")
PIECES = [
    *(RIGHT + WRONG).splitlines(keepends=True),
    *(piece for attack in read_attacks()[::9] if attack.kind != "jail" for piece in attack.source.splitlines(True)),
]


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as shared:
        yield shared


def verdict(sandbox: Sandbox, source: str) -> Any:
    return run_groups(sandbox, source, TESTS, ("it",), {}, {})[0]


@settings(deadline=None, max_examples=60)
@given(st.text(max_size=300) | st.lists(st.sampled_from(PIECES), max_size=12).map("".join))
def test_any_text_gets_a_verdict_and_no_text_gets_a_gift(sandbox: Sandbox, source: str) -> None:
    check = verdict(sandbox, source)
    does_the_work = RIGHT.splitlines()[1] in source and "self.held.append(n)" in source
    assert check.credit == 0 or does_the_work
    assert bool(check.evidence) is (check.credit == 0)
    assert verdict(sandbox, RIGHT).credit == 1


@settings(deadline=None, max_examples=60)
@given(after_ms=st.floats(0, 12), is_right=st.booleans())
def test_a_death_at_any_time_changes_no_verdict(sandbox: Sandbox, after_ms: float, is_right: bool) -> None:
    killer = threading.Timer(after_ms / 1000, lambda: sandbox._worker._process.kill())
    killer.start()
    check = verdict(sandbox, RIGHT if is_right else WRONG)
    killer.join()
    assert check.credit == is_right, check.evidence
