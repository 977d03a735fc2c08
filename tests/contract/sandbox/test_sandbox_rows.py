"""Calls that wait for each other and cross together: the same as one after the other, or done again in turn."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import pytest

from crucibleforge.sandbox import DEFAULT_FUEL, Call, GroupResult, Sandbox, Solution, Take, call_later, settle
from crucibleforge.sandbox._limits import FRAME_BYTES
from crucibleforge.sandbox.attack._pack import read_attacks
from crucibleforge.sandbox.protocol._exchange import Exchange

FUEL = 500_000_000
SOURCE = """
seen = []
def note(x):
    seen.append(x)
    return len(seen)
def all_seen(): return seen
def fail(text): raise ValueError(text)
def turn(xs): xs.reverse()
def same(xs): return xs
def burn():
    while True: pass
def apply(f, x): return f(x)
class Box:
    def __init__(self): self.held = []
    def put(self, x): self.held.append(x); return self
    def count(self): return len(self.held)
"""


@pytest.fixture
def sandbox(either_sandbox: Sandbox) -> Sandbox:
    return either_sandbox


def run(sandbox: Sandbox, test: Callable[[Any], None]) -> GroupResult:
    return sandbox.run_group(SOURCE, test, fuel=FUEL)


def later(owner: Any, name: str, *args: Any, into: list[Any] | None = None) -> None:
    found = [] if into is None else into
    if not call_later(Call(owner, name, args, {}), lambda take: found.append(take()), discards=into is None):
        found.append(getattr(owner, name)(*args))


@pytest.fixture
def frames(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """The operations of the frames that went to the guest; of a row, how many it held."""
    sent: list[Any] = []
    tell, tell_row = Exchange.tell, Exchange.tell_row

    def noted(self: Exchange, told: Any) -> Any:
        sent.append(told.get("op", "answer"))
        return tell(self, told)

    def row_noted(self: Exchange, payloads: Any) -> Any:
        sent.append(len(payloads))
        return tell_row(self, payloads)

    monkeypatch.setattr(Exchange, "tell", noted)
    monkeypatch.setattr(Exchange, "tell_row", row_noted)
    return sent


def test_calls_cross_together_and_are_looked_at_in_order(sandbox: Sandbox, frames: list[Any]) -> None:
    found: list[Any] = []

    def test(solution: Solution) -> None:
        for number in range(100):
            later(solution, "note", number, into=found)
        later(solution, "note", "last")

    result = run(sandbox, test)
    assert (result.passed, result.calls) == (True, 101)
    assert found == list(range(1, 101))
    assert frames == ["load", 8, 64, 29]


def test_whatever_needs_an_answer_waits_for_those_before(sandbox: Sandbox, frames: list[Any]) -> None:
    def test(solution: Any) -> None:
        later(solution, "note", "a")
        later(solution, "note", "b")
        assert solution.all_seen() == ["a", "b"]
        later(solution, "note", "c")
        settle(solution)
        settle(solution)
        assert solution.note("d") == 4

    assert run(sandbox, test).passed
    assert frames == ["load", 2, "getattr", "call", 1, "getattr", "call"]


def test_methods_of_objects_wait_too(sandbox: Sandbox) -> None:
    found: list[Any] = []

    def test(solution: Any) -> None:
        box = solution.Box()
        for item in "ab":
            later(box, "put", item)
        later(box, "count", into=found)

    assert run(sandbox, test).passed
    assert found == [2]


def test_arguments_are_those_of_the_time_of_the_call(sandbox: Sandbox) -> None:
    found: list[Any] = []

    def test(solution: Any) -> None:
        xs = [1]
        later(solution, "same", (xs,), into=found)
        xs.append(2)

    assert run(sandbox, test).passed
    assert found == [([1],)]


def test_what_a_call_raises_comes_in_its_order_and_is_its_result(sandbox: Sandbox) -> None:
    found: list[Any] = []

    def test(solution: Any) -> None:
        later(solution, "note", 1, into=found)
        later(solution, "fail", "no")
        later(solution, "note", 2, into=found)
        raise KeyError("of the test, after the call")

    result = run(sandbox, test)
    assert (result.ended, result.reason) == ("exception", "ValueError: no")
    assert found == [1]


@pytest.mark.parametrize(
    "follow",
    [
        lambda solution, xs: later(solution, "turn", xs, into=[]),
        lambda solution, xs: later(solution, "Box", into=[]),
        lambda solution, xs: call_later(
            Call(solution, "note", (1,), {}), lambda take: xs.append(take() + solution.note(2))
        ),
    ],
    ids=["a call changes its argument", "a call gives an object", "a result leads to another call"],
)
def test_where_the_order_matters_the_group_runs_again_in_turn(
    follow: Callable[[Any, list[int]], Any], sandbox: Sandbox, frames: list[Any]
) -> None:
    runs: list[Any] = []

    def test(solution: Any) -> None:
        runs.append(None)
        xs = [1, 2]
        follow(solution, xs)
        later(solution, "note", tuple(xs))
        runs[-1] = solution.all_seen()[-1]

    assert run(sandbox, test).passed
    assert len(runs) == 2
    assert runs[0] is None
    assert frames.count("load") == 2
    assert not [frame for frame in frames[frames.index("load", 1) :] if isinstance(frame, int)]


def test_a_statement_that_hands_over_something_mutable_is_done_at_once(sandbox: Sandbox, frames: list[Any]) -> None:
    xs = [1, 2]
    assert run(sandbox, lambda solution: later(solution, "turn", xs)).passed
    assert xs == [2, 1]
    assert frames == ["load", "getattr", "call"]


def test_with_functions_of_the_test_around_nothing_waits(sandbox: Sandbox, frames: list[Any]) -> None:
    found: list[Any] = []

    def test(solution: Any) -> None:
        later(solution, "note", 1)
        later(solution, "apply", lambda x: found.append(x), 7)
        later(solution, "note", 2)
        assert found == [7]

    assert run(sandbox, test).passed
    assert frames == ["load", 1, "getattr", "call", "answer", "getattr", "call"]


def test_a_death_in_a_row_is_told_of_the_call_that_died(sandbox: Sandbox) -> None:
    at: list[str] = []

    def named(name: str) -> Callable[[Take], None]:
        def look(take: Take) -> None:
            at.append(name)
            take()

        return look

    def test(solution: Any) -> None:
        at.clear()
        for name in ("all_seen", "burn", "Box"):
            look = named(name)
            if not call_later(Call(solution, name, (), {}), look):
                look(getattr(solution, name))

    result = run(sandbox, test)
    assert (result.ended, at[-1]) == ("limit", "burn")


def test_a_result_that_fails_is_found_once(sandbox: Sandbox, frames: list[Any]) -> None:
    def wrong(take: Take) -> None:
        assert take() == "never"

    def test(solution: Any) -> None:
        for number in range(3):
            call_later(Call(solution, "note", (number,), {}), wrong)

    assert run(sandbox, test).ended == "assertion"
    assert frames == ["load", 3]


def test_a_test_may_be_anything_that_can_be_called(sandbox: Sandbox) -> None:
    def indexed(index: int, solution: Any) -> None:
        assert [1][index]

    assert run(sandbox, partial(indexed, 7)).reason == "IndexError: list index out of range"


def test_only_the_solution_and_its_objects_take_calls(sandbox: Sandbox) -> None:
    assert not call_later(Call([], "append", (1,), {}), lambda take: None)


def test_swallowing_everything_does_not_pass_a_row(sandbox: Sandbox) -> None:
    def gullible(solution: Any) -> None:
        later(solution, "turn", [1, 2], into=[])
        later(solution, "burn")
        try:
            settle(solution)
        except BaseException:  # noqa: BLE001 - the point
            return

    result = run(sandbox, gullible)
    assert (result.passed, result.ended) == (False, "limit")


SEND = """
import json, wit_world
def note(x):
    for _ in range({times}): asked = wit_world.exchange(json.dumps({reply}))
    return json.loads(asked){after}
"""
FORGED = {
    "two replies for one": SEND.format(times=2, reply="{'ok': 1}", after=""),
    "the next call taken out of turn": SEND.format(times=1, reply="{'ok': 1}", after="['raw'][0]"),
    "replies of a row": SEND.format(times=1, reply="{'replies': [{'ok': 1}, {'ok': 2}]}", after=""),
    "a callback in a row": SEND.format(times=1, reply="{'callback': 0, 'a': [], 'k': {}}", after=""),
    "no dict": SEND.format(times=1, reply="[1, 2]", after=""),
    "a long reply": SEND.format(times=1, reply="{'ok': 'x' * 9_000_000}", after=""),
}


@pytest.mark.parametrize("name", FORGED)
def test_forged_replies_to_a_row_are_a_death(name: str, sandbox: Sandbox) -> None:
    def test(solution: Any) -> None:
        found: list[Any] = []
        later(solution, "note", 1, into=found)
        later(solution, "note", 2, into=found)
        settle(solution)
        assert found == [10, 20]

    result = sandbox.run_group(FORGED[name], test, fuel=FUEL)
    assert not result.passed
    assert result.ended != "infrastructure", result


def test_a_test_that_swallows_an_exception_still_sees_the_calls_behind_it(sandbox: Sandbox) -> None:
    found: list[Any] = []

    def look(take: Take) -> None:
        try:
            found.append(take())
        except ValueError:
            found.append("raised")

    def test(solution: Solution) -> None:
        found.clear()
        for name, argument in (("note", "a"), ("fail", "b"), ("note", "c")):
            if not call_later(Call(solution, name, [argument], {}), look):
                look(partial(getattr(solution, name), argument))

    assert run(sandbox, test).passed
    assert found == [1, "raised", 2]


LOOK = """
def look(sign, token):
    return sorted(text.decode("ascii", "replace") for text in found(sign.encode(), 2))
"""


def test_nothing_of_the_calls_to_come_is_in_the_memory_of_a_solution(sandbox: Sandbox, frames: list[Any]) -> None:
    """All of it is searched, by way of an object that the solution forges: what it was asked so far is found, no more."""
    if sandbox.backend != "wasm":
        pytest.skip("the forged object fits the interpreter in WebAssembly")
    (attack,) = [one for one in read_attacks() if one.name == "evidence/all_of_its_memory"]
    seen: list[list[str]] = []

    def test(solution: Any) -> None:
        for number in range(10, 17):
            later(solution, "look", "sign-", f"sign-{number}", into=seen)
        settle(solution)

    assert sandbox.run_group(attack.source + LOOK, test, fuel=DEFAULT_FUEL).passed
    assert frames == ["load", 7]
    for number, texts in enumerate(seen, 10):
        told = [text for text in texts if text.isdigit()]
        assert str(number) in told
        assert max(told) == str(number)


def test_calls_cost_the_same_in_a_row_and_in_turn(sandbox: Sandbox) -> None:
    def test(solution: Any, *, together: bool) -> None:
        for number in range(100):
            later(solution, "same", "x" * number)
            if not together:
                settle(solution)

    if sandbox.backend != "wasm":
        pytest.skip("processor time is not exact")
    rows, turns = (sandbox.run_group(SOURCE, partial(test, together=one), fuel=FUEL) for one in (True, False))
    assert rows.passed
    assert rows == turns


@pytest.mark.parametrize(("size", "passes"), [(FRAME_BYTES - 11, True), (FRAME_BYTES - 10, False)])
def test_the_longest_reply_is_as_long_in_a_row(size: int, passes: bool, sandbox: Sandbox) -> None:
    def test(solution: Any) -> None:
        found: list[Any] = []
        later(solution, "long", size, into=found)
        settle(solution)
        assert [len(text) for text in found] == [size]

    result = sandbox.run_group("def long(n): return 'x' * n", test, fuel=DEFAULT_FUEL)
    assert result.passed == passes, result
    if not passes:
        assert (result.ended, "bytes" in result.reason) == ("died", True)


def test_replies_that_only_together_are_too_long_are_asked_for_in_turn(sandbox: Sandbox, frames: list[Any]) -> None:
    found: list[Any] = []

    def test(solution: Any) -> None:
        found.clear()
        for letter in "abc":
            call = Call(solution, "long", (letter,), {})
            if not call_later(call, lambda take: found.append(take()[:1])):
                found.append(solution.long(letter)[:1])

    assert sandbox.run_group("def long(x): return x * 3_000_000", test, fuel=DEFAULT_FUEL).passed
    assert found == ["a", "b", "c"]
    assert frames == ["load", 3, "load", "getattr", "call", "call", "call"]
