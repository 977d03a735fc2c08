"""A conversation with a worker that says whatever a test wants it to say."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any

import pytest

from crucibleforge.sandbox import Solution
from crucibleforge.sandbox._limits import FRAME_BYTES, MAX_CALLBACK_DEPTH, MAX_EXCHANGES
from crucibleforge.sandbox.protocol._exchange import Exchange, SolutionDied
from crucibleforge.sandbox.protocol._frames import ENDED, REPLY, PipeClosed, WorkerFrame
from crucibleforge.sandbox.protocol._session import Session

FUEL = 1000

FUNCTION = {"ok": {"t": "h", "i": 1, "c": "function", "f": 1}}


class Puppet:
    """Plays the worker: one prepared reply for each frame."""

    def __init__(self, *replies: Any) -> None:
        self.timed_out = False
        self.heard: list[Any] = []
        self._replies: Iterator[Any] = iter(replies)

    def send(self, payload: bytes) -> None:
        self.heard.append(json.loads(payload) if payload else None)

    def receive(self) -> WorkerFrame:
        reply = next(self._replies, None)
        if reply is None:
            raise PipeClosed
        return reply if isinstance(reply, WorkerFrame) else WorkerFrame(REPLY, FUEL, json.dumps(reply).encode())


def opened(*replies: Any) -> tuple[Exchange, Puppet, Solution]:
    puppet = Puppet(*replies)
    exchange = Exchange(puppet, fuel=FUEL)
    exchange.open()
    return exchange, puppet, Solution(Session(exchange))


def fate(exchange: Exchange) -> tuple[str, str]:
    assert exchange.death is not None
    return exchange.death.kind, exchange.death.reason


@pytest.mark.parametrize(
    ("frame", "kind", "reason"),
    [
        (WorkerFrame(b"?", 1, b"{}"), "died", "protocol"),
        (WorkerFrame(REPLY, FUEL + 1, b"{}"), "died", "protocol"),
        (WorkerFrame(REPLY, 1, b"not json"), "died", "protocol"),
        (WorkerFrame(REPLY, 1, b"{}"), "died", "without a result"),
        (WorkerFrame(REPLY, 1, b'{"err": 1}'), "died", "protocol"),
        (WorkerFrame(REPLY, 1, b'{"err": [], "msg": 1}'), "died", "broken exception"),
        (WorkerFrame(REPLY, 1, b'{"callback": 0, "a": [], "k": {}}'), "died", "never lent"),
        (WorkerFrame(REPLY, 1, b'{"callback": "x"}'), "died", "never lent"),
        (WorkerFrame(REPLY, 1, b'{"ok": 1, "changed": 1}'), "died", "changes"),
        (WorkerFrame(REPLY, 1, b'{"ok": 1, "changed": [[0, 1]]}'), "died", "never passed"),
        (WorkerFrame(REPLY, 1, b'{"ok": 1, "same": 0}'), "died", "never passed"),
        (WorkerFrame(ENDED, 0, b'{"end": "fuel"}'), "limit", "out of fuel"),
        (WorkerFrame(ENDED, 0, b'{"end": "exit", "detail": "exit status 0"}'), "died", "exit: exit status 0"),
        (WorkerFrame(ENDED, 0, b"rubbish"), "died", "None"),
        (None, "crashed", "died"),
    ],
)
def test_every_answer_that_is_none_is_a_death(frame: WorkerFrame | None, kind: str, reason: str) -> None:
    exchange, _, solution = opened(frame)
    with pytest.raises(SolutionDied):
        _ = solution.add
    assert fate(exchange)[0] == kind
    assert reason in fate(exchange)[1]


def test_death_is_final() -> None:
    exchange, puppet, solution = opened(WorkerFrame(ENDED, 0, b'{"end": "exit"}'), {"ok": 5})
    for _ in range(2):
        with pytest.raises(SolutionDied, match="exit"):
            _ = solution.add
    assert len(puppet.heard) == 2
    assert not exchange.is_running


def test_a_guest_cannot_hand_back_an_argument_that_it_cannot_have_changed() -> None:
    exchange, _, solution = opened(FUNCTION, {"ok": 1, "same": 1})
    with pytest.raises(SolutionDied, match="cannot change"):
        solution.add(2)
    assert fate(exchange)[0] == "died"


def test_changed_arguments_follow() -> None:
    _, _, solution = opened(FUNCTION, {"ok": None, "changed": [[1, [1, 2]], ["table", {"t": "dict", "v": [["a", 1]]}]]})
    numbers, table = [2, 1], {"b": 2}
    assert solution.sort(numbers, table=table) is None
    assert (numbers, table) == ([1, 2], {"a": 1})


def test_an_argument_that_comes_back_is_the_same_object() -> None:
    _, _, solution = opened(FUNCTION, {"ok": [], "same": 1})
    numbers: list[int] = []
    assert solution.fill(numbers) is numbers


def test_functions_of_the_test_are_called_here() -> None:
    _, puppet, solution = opened(FUNCTION, {"callback": 0, "a": [20], "k": {"by": 2}}, {"ok": 40})
    assert solution.apply(lambda x, by: x * by) == 40
    assert puppet.heard[-1] == {"ok": 40}


def test_what_a_lent_function_raises_reaches_the_guest() -> None:
    def fail() -> None:
        raise KeyError("k")

    _, puppet, solution = opened(FUNCTION, {"callback": 0, "a": [], "k": {}}, {"ok": None})
    solution.apply(fail)
    assert puppet.heard[-1]["err"][0] == "KeyError"


def test_an_assertion_in_a_lent_function_cannot_be_swallowed() -> None:
    def check(value: int) -> None:
        assert value == 2, "not two"

    exchange, _, solution = opened(FUNCTION, {"callback": 0, "a": [1], "k": {}}, {"ok": None})
    with pytest.raises(AssertionError):
        solution.apply(check)
    assert fate(exchange)[0] == "assertion"
    assert "not two" in fate(exchange)[1]


def test_callbacks_within_callbacks_are_capped() -> None:
    def again() -> Any:
        return solution.apply(again)

    replies = [FUNCTION] + [{"callback": n, "a": [], "k": {}} for n in range(MAX_CALLBACK_DEPTH + 1)]
    exchange, _, solution = opened(*replies)
    with pytest.raises(SolutionDied, match="nested"):
        solution.apply(again)
    assert fate(exchange)[0] == "limit"


def test_calls_are_capped() -> None:
    exchange, _, solution = opened(*[{"ok": 1}] * 10)
    exchange._count = MAX_EXCHANGES - 3
    with pytest.raises(SolutionDied, match="calls"):
        [solution.LIMIT for _ in range(10)]


def test_a_test_that_hands_over_too_much_is_told_so() -> None:
    exchange, _, solution = opened(FUNCTION)
    with pytest.raises(ValueError, match="at once"):
        solution.f("x" * FRAME_BYTES)
    assert exchange.death is None


def test_a_closed_worker_after_the_wall_guard_is_nobodys_fault() -> None:
    exchange, puppet, solution = opened()
    puppet.timed_out = True
    with pytest.raises(SolutionDied):
        _ = solution.add
    assert fate(exchange)[0] == "timed_out"


def test_stand_ins_equal_nothing_that_is_not_theirs_without_asking() -> None:
    _, puppet, solution = opened({"ok": {"t": "h", "i": 1, "c": "Yes"}})
    yes = solution.anything
    asked = len(puppet.heard)
    for plain in (5, 5.0, "5", None, True, [], (), {}, object()):
        assert (yes == plain, yes != plain) == (False, True)
        assert (plain == yes, plain != yes) == (False, True)
    assert yes not in [1, 2]
    assert len(puppet.heard) == asked


def test_objects_that_extend_a_container_equal_their_content() -> None:
    point = {"ok": {"t": "h", "i": 1, "c": "Point", "b": 1}}
    content = {"ok": {"t": "tuple", "v": [1, 2]}}
    _, _, solution = opened(point, content, content, content)
    assert solution.point == (1, 2)
    assert solution is not None


def test_the_same_object_is_the_same_stand_in() -> None:
    _, _, solution = opened({"ok": [{"t": "h", "i": 1, "c": "A"}, {"t": "h", "i": 1, "c": "A"}]})
    one, other = solution.both
    assert one is other


@pytest.mark.parametrize(
    ("use", "answer"),
    [
        (len, -1),
        (len, 1 << 40),
        (len, "3"),
        (bool, 1),
        (str, 5),
        (repr, None),
        (hash, "x"),
        (iter, [1, 2]),
        (next, 7),
        (next, [True]),
        (int, 1.5),
        (float, 1),
    ],
)
def test_senseless_answers_of_a_stand_in_are_deaths(use: Callable[[Any], Any], answer: Any) -> None:
    exchange, _, solution = opened({"ok": {"t": "h", "i": 1, "c": "Liar"}}, {"ok": answer})
    with pytest.raises(SolutionDied):
        use(solution.liar)
    assert fate(exchange)[0] == "died"


def test_a_dead_stand_in_can_still_be_shown() -> None:
    exchange, _, solution = opened({"ok": {"t": "h", "i": 1, "c": "Gone"}})
    gone = solution.gone
    exchange.close()
    assert repr(gone) == "<Gone>"


def test_a_context_manager_cannot_swallow_an_assertion() -> None:
    _, _, solution = opened({"ok": {"t": "h", "i": 1, "c": "Hush"}}, {"ok": None}, {"ok": True})
    with pytest.raises(AssertionError), solution.hush:
        raise AssertionError


def test_a_context_manager_may_swallow_what_it_is_meant_to() -> None:
    _, puppet, solution = opened({"ok": {"t": "h", "i": 1, "c": "Hush"}}, {"ok": None}, {"ok": True})
    with solution.hush:
        int("x")
    assert puppet.heard[-1]["a"][1][0][0] == "ValueError"


def test_exceptions_carry_text_arguments_and_attributes() -> None:
    raised = {
        "err": ["Empty", "LookupError", "Exception"],
        "msg": "none left",
        "args": {"t": "tuple", "v": [3]},
        "h": 9,
    }
    _, _, solution = opened(FUNCTION, raised, {"ok": 12})
    with pytest.raises(LookupError) as caught:
        solution.pop()
    assert str(caught.value) == "none left"
    assert caught.value.args == (3,)
    assert caught.value.position == 12  # type: ignore[attr-defined]


def test_keywords_may_have_any_name() -> None:
    _, puppet, solution = opened(FUNCTION, {"ok": 1})
    solution.f(self=1, operation=2, args=3)
    assert puppet.heard[-1]["k"] == {"self": 1, "operation": 2, "args": 3}


def test_fuel_used_is_what_the_worker_counted() -> None:
    exchange, _, solution = opened(WorkerFrame(REPLY, FUEL - 40, b'{"ok": 1}'))
    assert solution.LIMIT == 1
    assert exchange.fuel_used == 40
