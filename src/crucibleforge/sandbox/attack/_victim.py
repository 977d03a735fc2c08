"""What attacks must not pass: the tests of a small specification, in the form that every suite's tests have.

The specification is told by the one solution that fulfils it, `pack/honest.py`.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

from crucibleforge.sandbox.protocol._row import Call, Take
from crucibleforge.sandbox.protocol._solution import call_later, call_now, settle

NAMES = ("total", "initials", "settle", "age", "keep", "countdown", "Ledger")
"""What a solution defines."""


def adds_up(solution: Any) -> None:
    """Plain values."""
    assert solution.total([1, 2, 3]) == 6
    assert solution.total([]) == 0
    assert solution.total([1 << 70, -1]) == (1 << 70) - 1


def sorts_by_initial(solution: Any) -> None:
    """Containers in containers."""
    assert solution.initials(["oak", "elm", "olive"]) == {"o": ["oak", "olive"], "e": ["elm"]}
    assert solution.initials([]) == {}


def settles_in_place(solution: Any) -> None:
    """An argument that is changed."""
    numbers = [3, 1, 3, 2]
    assert solution.settle(numbers) is None
    assert numbers == [1, 2, 3]


def refuses_what_is_no_age(solution: Any) -> None:
    """Exceptions that must come, and must not."""
    assert solution.age("41") == 41
    for text in ("151", "-1", "old", ""):
        assert _raises(ValueError, solution.age, text)
    assert solution.age("150") == 150


def asks_back(solution: Any) -> None:
    """A function of the test's that is called."""
    asked: list[int] = []

    def is_even(number: int) -> bool:
        asked.append(number)
        return number % 2 == 0

    assert solution.keep(is_even, [1, 2, 3, 4]) == [2, 4]
    assert asked == [1, 2, 3, 4]


def counts_down(solution: Any) -> None:
    """A generator, read to its end and not."""
    assert list(solution.countdown(3)) == [3, 2, 1]
    assert list(solution.countdown(0)) == []
    assert next(iter(solution.countdown(1 << 60))) == 1 << 60


def keeps_accounts(solution: Any) -> None:
    """An object with a state, and an exception class of its own."""
    with solution.Ledger() as ledger:
        ledger.put("ann", 30)
        ledger.put("bob", 5)
        assert ledger.take("ann", 10) == 20
        assert _raises(solution.Overdrawn, ledger.take, "bob", 6)
    # A context manager may swallow what is raised inside, so the verdict stands outside.
    assert [ledger.balance(name) for name in ("ann", "bob", "eve")] == [20, 5, 0]
    assert ledger.history == [("ann", 30), ("bob", 5), ("ann", -10)]


def answers_in_a_row(solution: Any) -> None:
    """Calls that cross together, as the plain asserts of a suite's tests do."""
    told: list[int] = []

    def look(take: Take) -> None:
        told.append(take())

    for numbers in ([1, 2, 3], [10], [], [4, 5]):
        call = Call(solution, "total", [numbers], {})
        if not call_later(call, look):
            look(partial(call_now, call))
    settle(solution)
    assert told == [6, 10, 0, 9]


GROUPS: tuple[Callable[[Any], None], ...] = (
    adds_up,
    sorts_by_initial,
    settles_in_place,
    refuses_what_is_no_age,
    asks_back,
    counts_down,
    keeps_accounts,
    answers_in_a_row,
)
"""One for each name, in the same order, and one more for how calls cross. No cheat may pass any of them."""


def all_of_it(solution: Any) -> None:
    """Every group at once."""
    for group in GROUPS:
        group(solution)


def _raises(expected: Any, function: Callable[[str], object] | Callable[[str, int], object], *args: Any) -> bool:
    try:
        function(*args)
    except expected:
        return True
    return False
