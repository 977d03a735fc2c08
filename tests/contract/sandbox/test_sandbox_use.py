"""What tests can do with a solution, in the real sandbox."""

from __future__ import annotations

import asyncio
import datetime
import itertools
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest

from crucibleforge.sandbox import GroupResult, Sandbox

FUEL = 1_000_000_000


@pytest.fixture
def sandbox(either_sandbox: Sandbox) -> Sandbox:
    return either_sandbox


SOURCE = """
import asyncio, collections, contextlib, dataclasses, datetime, decimal, enum, functools, itertools, typing

LIMIT = 3

def echo(value): return value
def kind(value): return type(value).__name__
def add(a, b=1, *, times=1): return (a + b) * times
def sort_it(items): items.sort()
def append_to(items): items.append(1); return items
def wipe(table, *, seen): table.clear(); seen.add(1)
def nested(rows): rows[0].append(9)
def split(text, /, *, self=",", operation=None, function=None): return text.split(self)

class Empty(LookupError):
    def __init__(self, text, wanted):
        super().__init__(text, wanted)
        self.wanted = wanted

class Stack:
    size = property(lambda self: len(self._items))
    def __init__(self, items=()): self._items = list(items)
    def push(self, item): self._items.append(item); return self
    def pop(self):
        if not self._items: raise Empty("nothing left", 1)
        return self._items.pop()
    def __len__(self): return len(self._items)
    def __iter__(self): return iter(self._items)
    def __getitem__(self, at): return self._items[at]
    def __setitem__(self, at, item): self._items[at] = item
    def __delitem__(self, at): del self._items[at]
    def __contains__(self, item): return item in self._items
    def __reversed__(self): return reversed(self._items)

@functools.total_ordering
@dataclasses.dataclass(frozen=True)
class Money:
    cents: int
    def __add__(self, other): return Money(self.cents + other.cents)
    def __radd__(self, other): return Money(self.cents + other)
    def __mul__(self, factor): return Money(self.cents * factor)
    __rmul__ = __mul__
    def __neg__(self): return Money(-self.cents)
    def __lt__(self, other): return self.cents < other.cents
    def __str__(self): return f"{self.cents / 100:.2f}"
    def __bool__(self): return self.cents != 0
    def __int__(self): return self.cents
    def __float__(self): return self.cents / 100
    def __index__(self): return self.cents
    def __format__(self, spec): return format(str(self), spec)

class Point(typing.NamedTuple):
    x: int
    y: int = 0

class Cache(collections.OrderedDict):
    def put(self, key, value): self[key] = value; return self

class Level(enum.IntEnum):
    LOW = 1

class Colour(enum.Enum):
    RED = "red"

def points(): return [Point(1, 2), Point(3)]
def count_to(n): yield from range(n)
def forever(): return itertools.count()
def apply(function, values, **options): return [function(value, **options) for value in values]
def take(iterator, n): return list(itertools.islice(iterator, n))
def retry(function, errors, attempts):
    for attempt in range(attempts):
        try: return function()
        except errors: pass
    raise Empty("gave up", attempts)
def careful(function):
    try: return function()
    except Exception as error: return type(error).__name__
def fail(name): raise {"ValueError": ValueError, "KeyError": KeyError}[name](name)
@contextlib.contextmanager
def ignoring(error):
    try: yield 5
    except error: pass
async def later(x): await asyncio.sleep(3600); return x + 1
async def both(a, b):
    async def one(x): await asyncio.sleep(x); return x
    return await asyncio.gather(one(a), one(b))
def total(prices): return sum(prices, decimal.Decimal(0))
def tomorrow(day): return day + datetime.timedelta(days=1)
def wrapped():
    @functools.wraps(add)
    def inner(): pass
    return inner
"""


def check(sandbox: Sandbox, test: Callable[[Any], None]) -> GroupResult:
    return sandbox.run_group(SOURCE, test, fuel=FUEL)


def passes(sandbox: Sandbox, test: Callable[[Any], None]) -> None:
    result = check(sandbox, test)
    assert result.passed, result
    assert (result.ended, result.reason) == ("passed", "")


def test_builtins_arrive_and_return_as_they_are(sandbox: Sandbox) -> None:
    values = [
        None, True, 1 << 70, -1.5, "é\ud800", b"\x00", bytearray(b"a"), 1j, (1, (2,)), {"a": {1, 2}, (1, 2): []},
        frozenset({"x"}), Decimal("1.10"), datetime.date(2024, 2, 29), datetime.timedelta(hours=5),
    ]  # fmt: skip

    def test(solution: Any) -> None:
        for value in values:
            back = solution.echo(value)
            assert back == value
            assert type(back) is type(value)
            assert solution.kind(value) == type(value).__name__

    passes(sandbox, test)


def test_range_arrives_as_range_and_returns_as_something_to_walk_through(sandbox: Sandbox) -> None:
    def test(solution: Any) -> None:
        assert solution.kind(range(3)) == "range"
        assert list(solution.echo(range(3))) == [0, 1, 2]
        assert solution.echo(range(3)) != [0, 1, 2]

    passes(sandbox, test)


def test_functions_take_positions_and_keywords_of_any_name(sandbox: Sandbox) -> None:
    def test(solution: Any) -> None:
        assert solution.LIMIT == 3
        assert solution.add(1) == 2
        assert solution.add(1, b=2, times=3) == 9
        assert solution.split("a-b", self="-", operation=1, function=2) == ["a", "b"]
        assert solution.add.__name__ == solution.wrapped().__name__ == "add"
        assert callable(solution.add)

    passes(sandbox, test)


def test_changes_of_arguments_are_seen_by_the_test(sandbox: Sandbox) -> None:
    def test(solution: Any) -> None:
        items = [3, 1, 2]
        assert solution.sort_it(items) is None
        assert items == [1, 2, 3]
        assert solution.append_to(items) is items
        assert items == [1, 2, 3, 1]
        table, seen = {"a": 1}, {2}
        solution.wipe(table, seen=seen)
        assert (table, seen) == ({}, {1, 2})
        rows = [[1], [2]]
        solution.nested(rows)
        assert rows == [[1, 9], [2]]
        untouched = [1, 2]
        assert solution.echo(tuple(untouched)) == (1, 2)
        assert untouched == [1, 2]

    passes(sandbox, test)


def test_objects_stay_inside_and_can_be_used(sandbox: Sandbox) -> None:
    def test(solution: Any) -> None:
        stack = solution.Stack([5])
        assert stack.push(1).push(2) is stack
        assert len(stack) == 3
        assert stack.size == 3
        assert list(stack) == [5, 1, 2]
        assert stack[0] == 5
        stack[0] = 6
        del stack[1]
        assert 6 in stack
        assert 5 not in stack
        assert list(reversed(stack)) == [2, 6]
        assert stack.pop() == 2
        assert isinstance(stack, solution.Stack)
        assert not isinstance(stack, solution.Money)
        assert not isinstance(5, solution.Stack)
        stack.colour = "red"
        assert stack.colour == "red"
        del stack.colour
        assert not hasattr(stack, "colour")
        assert "push" in dir(stack)

    passes(sandbox, test)


def test_operators_are_the_solutions_own(sandbox: Sandbox) -> None:
    def test(solution: Any) -> None:
        money = solution.Money
        assert money(1) + money(2) == money(3)
        assert money(1) != money(2)
        assert (money(1) == money(2)) is False
        assert sum([money(1), money(2)]) == money(3)
        assert 2 * money(3) == money(3) * 2 == money(6)
        assert -money(1) == money(-1)
        assert money(1) < money(2) <= money(2)
        assert sorted([money(2), money(1)])[0].cents == 1
        assert str(money(150)) == f"{money(150)}" == "1.50"
        assert f"{money(150):>6}" == "  1.50"
        assert repr(money(1)) == "Money(cents=1)"
        assert bool(money(1)) is True
        assert bool(money(0)) is False
        assert (int(money(7)), float(money(150)), [0, 1, 2][money(2)]) == (7, 1.5, 2)
        assert len({money(1), money(1), money(2)}) == 2
        assert (money(5) == 5) is False

    passes(sandbox, test)


def test_what_extends_a_builtin_equals_its_content_and_keeps_its_methods(sandbox: Sandbox) -> None:
    def test(solution: Any) -> None:
        assert solution.points() == [(1, 2), (3, 0)]
        assert solution.Point(1, 2).y == 2
        assert solution.Point(1, 2) != (2, 1)
        assert {solution.Point(1, 2): "a"}[(1, 2)] == "a"
        cache = solution.Cache()
        cache.put("a", 1).put("b", 2)
        assert cache == {"a": 1, "b": 2}
        assert cache["a"] == 1
        assert solution.Level.LOW == 1
        assert solution.Colour.RED.value == "red"
        assert solution.Colour.RED is solution.Colour.RED

    passes(sandbox, test)


def test_generators_are_as_lazy_as_they_were(sandbox: Sandbox) -> None:
    def test(solution: Any) -> None:
        assert list(solution.count_to(4)) == [0, 1, 2, 3]
        assert list(itertools.islice(solution.forever(), 3)) == [0, 1, 2]
        numbers = solution.count_to(1)
        assert next(numbers) == 0
        assert next(numbers, "end") == "end"

    passes(sandbox, test)


def test_functions_and_iterators_of_the_test_can_be_handed_over(sandbox: Sandbox) -> None:
    seen: list[Any] = []

    def test(solution: Any) -> None:
        def double(value: int, by: int = 2) -> int:
            seen.append(value)
            return value * by

        assert solution.apply(double, [1, 2], by=3) == [3, 6]
        assert solution.take(itertools.count(5), 2) == [5, 6]
        assert solution.apply(len, ["a", "bc"]) == [1, 2]
        assert solution.apply(lambda stack: stack.push(1).size, [solution.Stack()]) == [1]

    passes(sandbox, test)
    assert seen == [1, 2]


def test_exceptions_cross_in_both_directions(sandbox: Sandbox) -> None:
    def test(solution: Any) -> None:
        with pytest.raises(solution.Empty, match="nothing left") as caught:
            solution.Stack().pop()
        assert caught.value.args == ("nothing left", 1)
        assert caught.value.wanted == 1
        assert isinstance(caught.value, LookupError)
        assert not isinstance(caught.value, KeyError)
        with pytest.raises(KeyError):
            solution.fail("KeyError")
        with pytest.raises(AttributeError):
            solution.nothing()

        def failing() -> None:
            raise ValueError("mine")

        def popping() -> None:
            solution.Stack().pop()

        assert solution.careful(failing) == "ValueError"
        assert solution.careful(popping) == "Empty"
        with pytest.raises(ValueError, match="mine"):
            solution.retry(failing, KeyError, 2)
        with pytest.raises(solution.Empty, match="gave up"):
            solution.retry(failing, (KeyError, ValueError), 2)
        with pytest.raises(solution.Empty, match="gave up"):
            solution.retry(popping, solution.Empty, 2)

    passes(sandbox, test)


def test_context_managers_run_inside(sandbox: Sandbox) -> None:
    def test(solution: Any) -> None:
        with solution.ignoring(ValueError) as value:
            assert value == 5
            int("x")
        with pytest.raises(KeyError), solution.ignoring(ValueError):
            dict[str, int]()["x"]

    passes(sandbox, test)


def test_an_assertion_is_not_ignored_by_a_context_manager(sandbox: Sandbox) -> None:
    def test(solution: Any) -> None:
        with solution.ignoring(Exception):
            assert solution.add(1) == 3, "wrong sum"

    result = check(sandbox, test)
    assert result.ended == "assertion"
    assert "wrong sum" in result.reason


def test_an_assertion_is_not_swallowed_by_a_caller_inside(sandbox: Sandbox) -> None:
    def test(solution: Any) -> None:
        def inspect() -> None:
            raise AssertionError("seen from inside")

        solution.careful(inspect)

    assert check(sandbox, test).ended == "assertion"


def test_waiting_costs_no_time(sandbox: Sandbox) -> None:
    def test(solution: Any) -> None:
        async def main() -> Any:
            return await solution.later(1), await solution.both(20, 10)

        assert asyncio.run(main()) == (2, [20, 10])

    passes(sandbox, test)


def test_values_of_the_library_compute_inside(sandbox: Sandbox) -> None:
    def test(solution: Any) -> None:
        assert solution.total([Decimal("1.10"), Decimal("2.20")]) == Decimal("3.30")
        assert solution.tomorrow(datetime.date(2024, 2, 28)) == datetime.date(2024, 2, 29)

    passes(sandbox, test)


def test_endings_are_told_apart_and_faults_of_the_test_name_the_line(sandbox: Sandbox) -> None:
    def wrong(solution: Any) -> None:
        assert solution.add(1) == 3, "one and one"

    def raising(solution: Any) -> None:
        solution.Stack().pop()

    def broken(solution: Any) -> None:
        solution.echo(object())

    line = broken.__code__.co_firstlineno + 1
    assert (check(sandbox, wrong).ended, check(sandbox, raising).ended) == ("assertion", "exception")
    assert check(sandbox, wrong).reason.startswith("one and one")
    assert check(sandbox, raising).reason == "Empty: ('nothing left', 1)"
    assert check(sandbox, broken).reason.startswith(f"line {line}: TypeError: a test cannot hand a object")


def test_code_that_does_not_load_says_why(sandbox: Sandbox) -> None:
    result = sandbox.run_group("def add(:", lambda solution: None, fuel=FUEL)
    assert (result.passed, result.ended, result.calls) == (False, "exception", 0)
    assert result.reason.startswith("while loading: SyntaxError")


def test_a_reason_is_one_printable_line(sandbox: Sandbox) -> None:
    source = "def f(): raise ValueError('\\x1b[31m\\n\\ud800' + 'x' * 5000)"
    result = sandbox.run_group(source, lambda solution: solution.f(), fuel=FUEL)
    assert result.reason.isprintable()
    assert len(result.reason) < 1000
    assert result.reason.encode()


def test_an_interrupt_of_the_test_stops_the_guest_and_goes_on(sandbox: Sandbox) -> None:
    def interrupted(solution: Any) -> None:
        solution.add(1)
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check(sandbox, interrupted)
    passes(sandbox, lambda solution: solution.add(1))
