"""What the rewritten asserts of hidden tests report to: counts them, and says of a failed one what came."""

from __future__ import annotations

import datetime
import decimal
import fractions
import operator
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import Any

from crucibleforge.core.errors import shown
from crucibleforge.sandbox import Call, Solution, Take, call_later, call_now, settle

from ._sameness import Sameness

_FIXED = {
    type(None), bool, int, float, complex, str, bytes, range, decimal.Decimal, fractions.Fraction,
    datetime.date, datetime.time, datetime.datetime, datetime.timedelta,
}  # fmt: skip
"""Types whose values never change."""

_ORDER: dict[str, Callable[[Any, Any], Any]] = {
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
    "is": operator.is_,
    "is not": operator.is_not,
}


@dataclass(frozen=True, slots=True)
class Comparison:
    """An assertion that compares, as its source has it."""

    whole: str
    tested: str
    """The side that comes from the solution."""
    sign: str
    is_expected_left: bool
    is_one_side_ours: bool
    """Whether it can be told from the source which side is expected."""


class Probe:
    """Counts the assertions of one run of one group, and words the one that failed."""

    def __init__(self, *, secret: bool, same: Sameness) -> None:
        self._secret = secret
        self._same = same
        self._failure = ""
        self._solution: Solution | None = None
        self.count = 0
        self.at = ""
        """The assertion that is being evaluated, as it may be shown."""

    def begin(self, solution: Solution) -> None:
        """Start counting anew: the sandbox may run a group again."""
        self.count, self.at, self._failure, self._solution = 0, "", "", solution

    def start(self, shown_as: str, whole: str) -> bool:
        """Note the assertion that is about to be evaluated."""
        self.settle()
        self.count += 1
        self.at = shown_as if self._secret else whole
        return True

    def compare(self, left: Any, right: Any, comparison: Comparison) -> bool:
        """Whether a comparison holds."""
        if self._holds(left, comparison.sign, right):
            return True
        if self._secret and not comparison.is_one_side_ours:
            self._failure = "a comparison does not hold"
            return False
        came, expected = (right, left) if comparison.is_expected_left else (left, right)
        self._failure = f"{comparison.tested} came as {_words(came)}"
        if not self._secret:
            wish = "expected" if comparison.sign in ("==", "is") else f"expected {comparison.sign}"
            self._failure += f"; {wish} {_words(expected)}"
        return False

    def claim(
        self,
        call: Call,
        expected: Callable[[], Any],
        comparison: Comparison,
        names: Callable[[], Mapping[str, Any]],
        message: object = None,
    ) -> None:
        """Assert something of the result of a call, which may come later; what is expected is known now."""
        self.count += 1
        seen = _read(names)
        wished: list[Any] = []

        def look(take: Take) -> None:
            self.at = comparison.tested if self._secret else comparison.whole
            came, wish = take(), wished[0] if wished else expected()
            left, right = (wish, came) if comparison.is_expected_left else (came, wish)
            if not self.compare(left, right, comparison):
                raise AssertionError(self.explain(lambda: seen, message))

        if not call_later(call, look):
            self.settle()
            if comparison.is_expected_left:
                wished.append(expected())
            look(partial(call_now, call))
            return
        wish = expected()
        try:
            wished.append(_kept(wish))
        except (_Moving, RecursionError):
            wished.append(wish)
            self.settle()

    def perform(self, call: Call, whole: str) -> None:
        """Make a call whose result nobody needs."""

        def look(take: Take) -> None:
            self.at = "" if self._secret else whole
            take()

        if not call_later(call, look, discards=True):
            self.settle()
            look(partial(call_now, call))

    def reach(self, whole: str) -> None:
        """Note the statement that is about to be executed."""
        self.settle()
        self.at = "" if self._secret else whole

    def settle(self) -> None:
        """Have everything done that was claimed."""
        if self._solution is not None:
            settle(self._solution)

    def same(self, left: Any, sign: str, right: Any) -> bool:
        """Whether a comparison inside a larger condition holds."""
        return bool(self._holds(left, sign, right))

    def holds(self, value: Any, *, source: str) -> bool:
        """Whether a condition of another form holds."""
        if value:
            return True
        self._failure = "a condition does not hold" if self._secret else f"does not hold: {source}"
        return False

    def explain(self, names: Callable[[], Mapping[str, Any]], message: object = None) -> str:
        """The words for the assertion that has just failed; `names` gives the variables it used."""
        values = "" if self._secret else _listed(_read(names))
        return "; ".join(part for part in (str(message) if message is not None else "", self._failure, values) if part)

    def raises(self, *expected: Any, body: str = "the block") -> Raises:
        """A `with` block that must raise one of these exceptions."""
        self.count += 1
        self.at = body
        return Raises(expected, body)

    def _holds(self, left: Any, sign: str, right: Any) -> Any:
        match sign:
            case "==":
                return self._same(left, right)
            case "!=":
                return not self._same(left, right)
            case "in":
                return self._same.is_in(left, right)
            case "not in":
                return not self._same.is_in(left, right)
            case _:
                return _ORDER[sign](left, right)


class Raises:
    """The context manager behind `raises`; the exception is in `value` afterwards."""

    def __init__(self, expected: tuple[Any, ...], body: str) -> None:
        self._expected = expected
        self._body = body
        self.value: Exception | None = None

    def __enter__(self) -> Raises:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> bool:
        if error is not None and not isinstance(error, Exception):
            return False
        wished = self._classes()
        if isinstance(error, wished):
            self.value = error
            return True
        names = " or ".join(each.__name__ for each in wished)
        came = "nothing was raised" if error is None else f"{type(error).__name__} was raised: {shown(str(error))}"
        raise AssertionError(f"{self._body}: expected {names}, {came}") from None

    def _classes(self) -> tuple[type[Exception], ...]:
        flat = [each for one in self._expected for each in (one if isinstance(one, tuple) else (one,))]
        for each in flat:
            if not (isinstance(each, type) and issubclass(each, Exception)):
                raise AssertionError(f"{_words(each)} is not an exception class")
        return tuple(flat)


class _Moving(Exception):
    """A value that may be another one later, and that nobody can keep as it is."""


def _kept(value: Any) -> Any:
    """A value that stays as it is now.

    Raises:
        _Moving: it holds more than builtins.
    """
    kind = type(value)
    if kind in _FIXED:
        return value
    if kind in (list, tuple, set, frozenset):
        return kind(map(_kept, value))
    if kind is dict:
        return {_kept(key): _kept(item) for key, item in value.items()}
    if kind is bytearray:
        return bytearray(value)
    raise _Moving


def _read(names: Callable[[], Mapping[str, Any]]) -> Mapping[str, Any]:
    """The variables, or none where one of them has no value yet."""
    try:
        return names()
    except NameError:
        return {}


def _listed(names: Mapping[str, Any]) -> str:
    """The variables that hold plain data, for a reader who has only the expression."""
    plain = {
        name: value for name, value in names.items() if isinstance(value, int | float | str | list | tuple | dict | set)
    }
    return ("with " + ", ".join(f"{name} = {_words(value, 120)}" for name, value in plain.items())) if plain else ""


def _words(value: object, limit: int = 200) -> str:
    try:
        return shown(value, limit)
    except ValueError:
        return "a number too long to write out"
