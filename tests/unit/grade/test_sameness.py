"""Values are compared as a reader of a spec would: types told apart where it matters."""

from __future__ import annotations

from typing import Any

import pytest

from crucibleforge.core.grading import Check
from crucibleforge.grade import run_groups
from crucibleforge.grade.code._sameness import Sameness
from crucibleforge.sandbox import Sandbox

NAN = float("nan")
SAME: list[tuple[Any, Any]] = [
    (1, 1),
    (1, 1.0),
    (True, True),
    (0.0, 0.0),
    (0, 0.0),
    (-0.0, -0.0),
    (NAN, float("nan")),
    ([1, (2, NAN)], [1, (2, NAN)]),
    ({"a": [NAN]}, {"a": [NAN]}),
    ({1, 2}, {2, 1}),
    (frozenset({1}), {1}),
    ({True: 1}, {True: 1}),
    (b"x", bytearray(b"x")),
    (None, None),
]
DIFFERENT: list[tuple[Any, Any]] = [
    (True, 1),
    (False, 0.0),
    (1.0, True),
    (-0.0, 0.0),
    (-0.0, 0),
    (NAN, 0.0),
    ([1], (1,)),
    ([1, 2], [1]),
    ([True], [1]),
    ([[-0.0]], [[0.0]]),
    ({"a": True}, {"a": 1}),
    ({True: 1}, {1: 1}),
    ({True}, {1}),
    ({"a": 1}, {"b": 1}),
    ({"a": (1,)}, {"a": [1]}),
    ("1", 1),
    (None, False),
]


@pytest.mark.parametrize(("one", "other"), SAME)
def test_same_both_ways(one: Any, other: Any) -> None:
    assert Sameness()(one, other)
    assert Sameness()(other, one)


@pytest.mark.parametrize(("one", "other"), DIFFERENT)
def test_different_both_ways(one: Any, other: Any) -> None:
    assert not Sameness()(one, other)
    assert not Sameness()(other, one)


def test_a_case_may_take_tuples_for_lists() -> None:
    same = Sameness(tuples_are_lists=True)
    assert same([(1, [2])], ([1, (2,)],))
    assert not same([True], (1,))


def test_membership_tells_types_apart_too() -> None:
    same = Sameness()
    assert same.is_in(1, [2, 1])
    assert not same.is_in(True, [2, 1])
    assert same.is_in("b", "abc")
    assert same.is_in(2, {2, 3})


def check(source: str, assertion: str, sandbox: Sandbox, *, tuples_are_lists: bool = False) -> Check:
    tests = f"def group_it(solution):\n    {assertion}\n"
    return run_groups(sandbox, source, tests, ("it",), {}, {}, tuples_are_lists=tuples_are_lists)[0]


@pytest.mark.parametrize(
    ("returned", "assertion", "credit"),
    [
        ("True", "assert solution.f() == 1", 0),
        ("True", "assert solution.f() != 1", 1),
        ("1", "assert solution.f() in [True, 2]", 0),
        ("-0.0", "assert solution.f() == 0.0", 0),
        ("float('nan')", "assert solution.f() == float('nan')", 1),
        ("(1, 2)", "assert solution.f() == [1, 2]", 0),
        ("(1, 2)", "got = solution.f()\n    assert got == [1, 2]", 0),
        ("2.0", "assert solution.f() == 2", 1),
    ],
)
def test_assertions_compare_that_way(returned: str, assertion: str, credit: int, sandbox: Sandbox) -> None:
    assert check(f"def f(): return {returned}", assertion, sandbox).credit == credit


def test_evidence_shows_the_difference(sandbox: Sandbox) -> None:
    assert check("def f(): return (1,)", "assert solution.f() == [1]", sandbox).evidence.endswith(
        "came as (1,); expected [1]"
    )
    assert check("def f(): return (1,)", "assert solution.f() == [1]", sandbox, tuples_are_lists=True).credit == 1
