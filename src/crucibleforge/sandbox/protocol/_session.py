"""One guest as a test needs it: operations on its objects, values both ways, nothing believed."""

from __future__ import annotations

import functools
import weakref
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from crucibleforge.sandbox._limits import MAX_CALLBACK_DEPTH, MAX_REMOTES, MESSAGE_CHARS
from crucibleforge.sandbox.guest.plain import are_plain

from ._arguments import MUTABLE, follow, returned_argument
from ._codec import Decoder, Reference, Violation, ancestor_names, encode
from ._collisions import Collisions
from ._exchange import Exchange, SolutionDied, payload_of
from ._remote_errors import ErrorClasses, RemoteError
from ._row import Call, Look, PutOff, Row
from ._solution import Proxy, Solution

_MODULE = 0
"""The guest's number of the solution's module."""


class Session:
    """One guest with a solution in it.

    Args:
        in_turn: nothing is put off.
    """

    def __init__(self, exchange: Exchange, *, in_turn: bool = True) -> None:
        self._exchange = exchange
        self._in_turn = in_turn
        self._row = Row()
        self._callback_depth = 0
        self._lent: list[Callable[..., Any]] = []
        self._proxies: weakref.WeakValueDictionary[int, Proxy] = weakref.WeakValueDictionary()
        self._errors = ErrorClasses()
        self._collisions = Collisions()
        self.calls = 0
        """Operations that the test asked for."""

    @property
    def is_reordered(self) -> bool:
        """Whether the group has to run again, in turn."""
        return self._row.is_reordered

    @property
    def is_open(self) -> bool:
        """Whether the guest can be asked."""
        return self._exchange.is_open

    def load(self, source: str) -> None:
        """Executes the solution's source as its module."""
        self._result_of({"op": "load", "source": source}, (), {})

    def program(self, source: str) -> tuple[str, str]:
        """Executes a whole program; (what it printed, what went wrong)."""
        told = self._result_of({"op": "program", "source": source}, (), {})
        if type(told) is not list or [type(part) for part in told] != [str, str]:
            raise self.broken("a program's result that is none")
        return told[0], told[1]

    def root(self, name: str) -> Any:
        """A global of the solution's module."""
        self.settle()
        self.calls += 1
        return self._result_of({"op": "getattr", "a": [{"t": "h", "i": _MODULE}, name]}, (), {})

    def operate(self, operation: str, /, *args: Any, **kwargs: Any) -> Any:
        """The result of an operation in the guest; mutable arguments follow what happened to them there."""
        self.settle()
        self.calls += 1
        return self._result_of(self._told(operation, args, kwargs), args, kwargs)

    def call_now(self, call: Call) -> Any:
        """The result of a method call."""
        self.settle()
        self.calls += 1
        return self._result_of(self._told_call(call), call.args, call.kwargs)

    def call_later(self, call: Call, look: Look, *, discards: bool) -> bool:
        """Lets a call wait; False where it has to be made at once, by the caller."""
        lent = len(self._lent)
        if self._in_turn or lent or (discards and any(isinstance(arg, MUTABLE) for arg in call.args)):
            return False
        payload = payload_of(self._told_call(call))
        if len(self._lent) > lent:  # functions of the test may run during the call
            del self._lent[lent:]
            return False
        if not self._row.has_room_for(payload):
            self.settle()
        self._row.append(PutOff(call, payload, look, discards))
        return True

    def settle(self) -> None:
        """Hands in the calls that were put off, and looks at their results in their order.

        Raises:
            SolutionDied: one of them killed the guest.
            Reordered: they should have been done in turn.
        """
        row = self._row.taken()
        if row:
            self.calls += len(row)
            for waited, reply in zip(row, self._replies_to(row), strict=True):
                call = waited.call
                if "same" in reply and not self._is_as_handed_over(waited):
                    raise self._row.reordered()
                self._row.look(waited, reply, lambda: self._result(reply, call.args, call.kwargs))  # noqa: B023 - used at once

    def _is_as_handed_over(self, waited: PutOff) -> bool:
        """Whether the test has left the arguments alone since: one of them is the result, as it was then."""
        try:
            return payload_of(self._told_call(waited.call)) == waited.payload
        except (TypeError, ValueError):  # they hold what cannot be handed over at all
            return False

    def settle_after(self, error: Exception) -> None:
        """As `settle`, for a test that ended with this error; nothing when it came out of a row, and so is the first."""
        if error is not self._row.broken_by:
            self.settle()

    def broken(self, why: str) -> SolutionDied:
        """Declares the guest dead because of what it said."""
        return self._exchange.broken(why)

    # The solution's and the test's own objects, as the codec needs them.

    def proxy(self, reference: Reference) -> Any:
        """The stand-in for an object of the guest; the same one for the same object."""
        self._row.check_in_turn()
        if reference.ancestors:
            cls = self._errors.named(reference.ancestors)
            cls._cf_number = reference.number
            return cls
        known = self._proxies.get(reference.number)
        if known is None:
            known = self._proxies[reference.number] = Proxy(self, reference)
        return known

    def number_of(self, value: object) -> int | None:
        """The guest's number of a stand-in."""
        if isinstance(value, Proxy):
            return value._cf_reference.number
        if isinstance(value, Solution):
            return _MODULE
        if isinstance(value, RemoteError) or (isinstance(value, type) and issubclass(value, RemoteError)):
            return value._cf_number
        return None

    def lend(self, value: Callable[..., Any]) -> int:
        """A number under which the guest may call a function of the test."""
        if len(self._lent) >= MAX_REMOTES:
            raise ValueError(f"a test hands more than {MAX_REMOTES} functions to the solution")
        self._lent.append(value)
        return len(self._lent) - 1

    def _replies_to(self, row: Sequence[PutOff]) -> list[dict[str, Any]]:
        try:
            return self._exchange.tell_row([waited.payload for waited in row])
        except SolutionDied:
            self._row.is_reordered = len(row) > 1  # which of them did it, only the same in turn can tell
            raise

    def _told_call(self, call: Call) -> dict[str, Any]:
        return self._told("method", call.args, call.kwargs) | {"o": self.number_of(call.owner), "n": call.name}

    def _told(self, operation: str, args: Sequence[Any], kwargs: Mapping[str, Any]) -> dict[str, Any]:
        values = list(args)
        told: dict[str, Any] = {"op": operation}
        told |= {"raw": values} if are_plain(values) else {"a": [encode(value, self) for value in values]}
        if kwargs:
            told["k"] = {name: encode(value, self) for name, value in kwargs.items()}
        return told

    def _converse(self, told: Mapping[str, Any]) -> dict[str, Any]:
        reply = self._exchange.tell(told)
        while "callback" in reply:
            reply = self._exchange.tell(self._call_back(reply))
        return reply

    def _result_of(self, told: Mapping[str, Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        return self._result(self._converse(told), args, kwargs)

    def _result(self, reply: dict[str, Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        try:
            return self._believed(reply, args, kwargs)
        except Violation as violation:
            raise self.broken(str(violation)) from None

    def _believed(self, reply: dict[str, Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        decoder = Decoder(self, self._collisions)
        if "err" in reply:
            raise self._error(reply, decoder)
        if "raw" in reply:
            result = reply["raw"]
        elif "ok" in reply:
            result = decoder.decode(reply["ok"])
        else:
            raise Violation("a reply without a result")
        if "changed" in reply:
            follow(reply, decoder, args, kwargs)
        return returned_argument(reply, args, kwargs) if "same" in reply else result

    def _error(self, reply: dict[str, Any], decoder: Decoder) -> RemoteError:
        message, number = reply.get("msg"), reply.get("h")
        args = decoder.decode(reply.get("args"))
        if type(message) is not str or not (number is None or type(number) is int):
            raise Violation("a broken exception")
        ancestors = ancestor_names(reply["err"])
        if "Exception" not in ancestors:  # what ends programs is no result that a test may wait for
            raise self._exchange.die("died", f"left with {': '.join(filter(None, (*ancestors[:1], message)))}")
        cls = self._errors.named(ancestors)
        error = cls(*args) if type(args) is tuple else cls(message)
        error._cf_message = message[:MESSAGE_CHARS]
        error._cf_number = number
        if number is not None:
            error._cf_fetch = functools.partial(self.operate, "getattr", error)
        return error

    def _call_back(self, reply: dict[str, Any]) -> dict[str, Any]:
        if self._callback_depth >= MAX_CALLBACK_DEPTH:
            raise self._exchange.die("limit", f"callbacks nested deeper than {MAX_CALLBACK_DEPTH}")
        function, args, kwargs = self._called(reply)
        self._callback_depth += 1
        try:
            return {"ok": encode(function(*args, **kwargs), self)}
        except AssertionError as error:
            # The test has spoken; the solution must not get to swallow it.
            self._exchange.die("assertion", str(error))
            raise
        except Exception as error:  # noqa: BLE001 - what a test's function raises, its caller in the guest catches
            return self._raised(error)
        finally:
            self._callback_depth -= 1

    def _raised(self, error: Exception) -> dict[str, Any]:
        told: dict[str, Any] = {"err": [cls.__name__ for cls in type(error).__mro__], "msg": str(error)[:MESSAGE_CHARS]}
        number = self.number_of(error)
        if number is not None:
            told |= {"h": number, "args": encode(error.args, self)}
        return told

    def _called(self, reply: dict[str, Any]) -> tuple[Callable[..., Any], list[Any], dict[str, Any]]:
        number, told, named = reply["callback"], reply.get("a"), reply.get("k")
        decoder = Decoder(self, self._collisions)
        try:
            if type(number) is not int or not 0 <= number < len(self._lent):
                raise Violation("a call of a function that was never lent")
            if type(told) is not list or type(named) is not dict:
                raise Violation("a call without arguments")
            args = [decoder.decode(value) for value in told]
            return self._lent[number], args, {name: decoder.decode(value) for name, value in named.items()}
        except Violation as violation:
            raise self.broken(str(violation)) from None
