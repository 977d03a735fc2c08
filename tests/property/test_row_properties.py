"""Calls that cross in rows lead to what the same calls lead to in turn."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from crucibleforge.grade import run_groups
from crucibleforge.sandbox import Sandbox

SOURCE = """
total = 0
def add(n):
    global total
    if n == {fatal}: raise ValueError(n)
    total += n
    return total + (n == {wrong})
def size(xs):
    if len(xs) == {changes}: xs.append(0)
    return len(xs)
def pair(n): return Pair(n) if n == {object} else (n, n)
def grow(xs): xs.append(len(xs))
class Pair:
    def __init__(self, n=0): self.n = n
    def __repr__(self): return "a pair"
    def up(self, by=1):
        self.n += by
        return self.n
"""
STATEMENTS = st.sampled_from(
    [
        "assert solution.add(1) > 0",
        "assert solution.add(n) >= n, 'grows'",
        "solution.add(2)",
        "assert solution.size(xs) == len(xs)",
        "assert 2 <= solution.size([n, 1])",
        "solution.grow(xs)",
        "assert len(xs) < 6",
        "assert solution.pair(n) == (n, n)",
        "assert solution.pair(3) != [3, 3]",
        "p = solution.Pair(n)",
        "assert p.up() == n + 1",
        "p.up(by=2)",
        "n += 1",
        "want = n * 2\n    assert solution.pair(want) == (want, want)",
        "for k in (1, 2, n):\n        assert solution.add(k) != 4\n        assert solution.pair(k) == (k, k)",
        "if n > 2:\n        assert solution.add(0) < 9",
        "with raises(ValueError):\n        solution.add(1)",
        "assert solution.total >= 0",
        "assert [solution.add(1)] != [5]",
    ]
)
QUIRKS = st.fixed_dictionaries({name: st.integers(-1, 4) for name in ("fatal", "wrong", "changes", "object")})


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as shared:
        yield shared


def body(statements: list[str]) -> str:
    return "\n".join(f"    {statement}" for statement in ("n, xs = 1, [7]", "p = solution.Pair()", *statements))


@settings(deadline=None, max_examples=60)
@given(statements=st.lists(STATEMENTS, min_size=1, max_size=8), quirks=QUIRKS)
def test_rows_and_turns_agree(statements: list[str], quirks: dict[str, int], sandbox: Sandbox) -> None:
    source = SOURCE.format(**quirks)
    straight = body(statements)
    in_turn = "    try:\n" + "\n".join(f"    {line}" for line in straight.split("\n")) + "\n    finally:\n        pass"
    tests = f"def group_rows(solution):\n{straight}\n\ndef group_turns(solution):\n{in_turn}\n"
    rows, turns = run_groups(sandbox, source, tests, ("rows", "turns"), {}, {})
    assert (rows.credit, rows.evidence) == (turns.credit, turns.evidence)
