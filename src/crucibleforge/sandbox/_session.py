"""The conversation with one guest: every frame in turn, nothing believed, and death that stays."""

from __future__ import annotations

import functools
import json
import weakref
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from ._codec import Decoder, Reference, Violation, ancestor_names, encode, parse
from ._frames import ENDED, REPLY, BrokenFrame, PipeClosed, WorkerFrame
from ._limits import FRAME_BYTES, MAX_CALLBACK_DEPTH, MAX_EXCHANGES, MAX_REMOTES, MEMORY_BYTES, MESSAGE_CHARS
from ._remote_errors import ErrorClasses, RemoteError
from ._solution import Proxy

DeathKind = Literal["limit", "died", "assertion", "crashed", "timed_out"]


@dataclass(frozen=True, slots=True)
class Death:
    """Why a guest can't be asked any more."""

    kind: DeathKind
    reason: str


class SolutionDied(BaseException):
    """The guest is gone. Not an Exception, so that no test mistakes it for one that the solution raised."""


class Worker(Protocol):
    """The part of a worker process that a conversation needs."""

    timed_out: bool

    def send(self, payload: bytes) -> None:
        """Hands it a frame."""

    def receive(self) -> WorkerFrame:
        """Waits for its frame."""


class Session:
    """One guest from its start to its end."""

    def __init__(self, worker: Worker, *, fuel: int) -> None:
        self._worker = worker
        self._fuel = fuel
        self.is_running = False
        """Whether the worker has a guest of ours."""
        self._exchanges = 0
        self._callback_depth = 0
        self._lent: list[Callable[..., Any]] = []
        self._proxies: weakref.WeakValueDictionary[int, Proxy] = weakref.WeakValueDictionary()
        self._errors = ErrorClasses()
        self.fuel_used = 0
        self.calls = 0
        self.death: Death | None = None
        self.is_worker_sound = True
        """False once the worker is gone or has spoken nonsense."""

    @property
    def is_open(self) -> bool:
        """Whether the guest can be asked."""
        return self.is_running and self.death is None

    def open(self) -> None:
        """Starts the guest."""
        self.is_running = True
        self._ask(json.dumps({"fuel": self._fuel, "memory": MEMORY_BYTES}).encode())

    def load(self, source: str) -> None:
        """Executes the solution's source as its module."""
        self._value(self._converse({"op": "load", "source": source}))

    def program(self, source: str) -> tuple[str, str]:
        """Executes a whole program; (what it printed, what went wrong)."""
        told = self._value(self._converse({"op": "program", "source": source}))
        if type(told) is not list or [type(part) for part in told] != [str, str]:
            raise self.broken("a program's result that is none")
        return told[0], told[1]

    def root(self, name: str) -> Any:
        """A global of the solution's module."""
        self.calls += 1
        return self._value(self._converse({"op": "root", "name": name}))

    def operate(self, operation: str, /, *args: Any, **kwargs: Any) -> Any:
        """The result of an operation in the guest; mutable arguments follow what happened to them there."""
        self.calls += 1
        told: dict[str, Any] = {"op": operation, "a": [encode(value, self) for value in args]}
        if kwargs:
            told["k"] = {name: encode(value, self) for name, value in kwargs.items()}
        reply = self._converse(told)
        try:
            return self._settle(reply, args, kwargs)
        except Violation as violation:
            raise self.broken(str(violation)) from None

    def close(self) -> None:
        """Ends the guest; nothing of it is left in the worker."""
        if not self.is_running:
            return
        if self.is_worker_sound:
            self._farewell()
        self.is_running = False
        if self.death is None:
            self.death = Death("died", "the group is over")

    def broken(self, why: str) -> SolutionDied:
        """Declares the guest dead because of what it said."""
        return self._die("died", f"protocol: {why}")

    # The solution's and the test's own objects, as the codec needs them.

    def proxy(self, reference: Reference) -> Any:
        """The stand-in for an object of the guest; the same one for the same object."""
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
        if isinstance(value, RemoteError) or (isinstance(value, type) and issubclass(value, RemoteError)):
            return value._cf_number
        return None

    def lend(self, value: Callable[..., Any]) -> int:
        """A number under which the guest may call a function of the test."""
        if len(self._lent) >= MAX_REMOTES:
            raise ValueError(f"a test hands more than {MAX_REMOTES} functions to the solution")
        self._lent.append(value)
        return len(self._lent) - 1

    # Frames.

    def _converse(self, told: Mapping[str, Any]) -> dict[str, Any]:
        reply = self._exchange(told)
        while "callback" in reply:
            reply = self._exchange(self._call_back(reply))
        return reply

    def _exchange(self, told: Mapping[str, Any]) -> dict[str, Any]:
        payload = json.dumps(told).encode()
        if len(payload) > FRAME_BYTES:
            raise ValueError(f"a test hands over more than {FRAME_BYTES} bytes at once")
        return self._ask(payload)

    def _ask(self, payload: bytes) -> dict[str, Any]:
        if self.death is not None:
            raise SolutionDied(self.death.reason)
        self._exchanges += 1
        if self._exchanges > MAX_EXCHANGES:
            raise self._die("limit", f"more than {MAX_EXCHANGES} calls")
        frame = self._answer(payload)
        if frame.kind == ENDED:
            self.is_running = False
            raise self._ended(frame)
        if frame.kind != REPLY or frame.fuel_left > self._fuel:
            self.is_worker_sound = False
            raise self.broken(f"a frame of kind {frame.kind!r}")
        self.fuel_used = self._fuel - frame.fuel_left
        try:
            return parse(frame.body)
        except Violation as violation:
            raise self.broken(str(violation)) from None

    def _answer(self, payload: bytes) -> WorkerFrame:
        try:
            self._worker.send(payload)
            return self._worker.receive()
        except PipeClosed:
            self.is_worker_sound = False
            if self._worker.timed_out:
                raise self._die("timed_out", "the wall guard ran out before the fuel") from None
            raise self._die("crashed", "the worker process died") from None
        except BrokenFrame as error:
            self.is_worker_sound = False
            raise self.broken(str(error)) from None

    def _ended(self, frame: WorkerFrame) -> SolutionDied:
        try:
            told = parse(frame.body)
        except Violation:
            self.is_worker_sound = False
            told = {}
        end, detail = told.get("end"), str(told.get("detail", ""))[:MESSAGE_CHARS]
        if end == "fuel":
            self.fuel_used = self._fuel
            return self._die("limit", "out of fuel")
        self.fuel_used = max(self.fuel_used, self._fuel - min(frame.fuel_left, self._fuel))
        return self._die("died", f"{end}: {detail}" if detail else str(end))

    def _farewell(self) -> None:
        try:
            self._worker.send(b"")
            self.is_worker_sound = self._worker.receive().kind == ENDED
        except (PipeClosed, BrokenFrame):
            self.is_worker_sound = False

    def _die(self, kind: DeathKind, reason: str) -> SolutionDied:
        if self.death is None:
            self.death = Death(kind, reason)
        return SolutionDied(self.death.reason)

    # Replies.

    def _value(self, reply: dict[str, Any]) -> Any:
        try:
            return self._settle(reply, (), {})
        except Violation as violation:
            raise self.broken(str(violation)) from None

    def _settle(self, reply: dict[str, Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
        decoder = Decoder(self)
        if "err" in reply:
            raise self._error(reply, decoder)
        if "ok" not in reply:
            raise Violation("a reply without a result")
        result = decoder.decode(reply["ok"])
        for change in _entries(reply.get("changed", [])):
            _pour(_argument(change[0], args, kwargs), decoder.decode(change[1]))
        return _mutable(_argument(reply["same"], args, kwargs)) if "same" in reply else result

    def _error(self, reply: dict[str, Any], decoder: Decoder) -> RemoteError:
        message, number = reply.get("msg"), reply.get("h")
        args = decoder.decode(reply.get("args"))
        if type(message) is not str or not (number is None or type(number) is int):
            raise Violation("a broken exception")
        cls = self._errors.named(ancestor_names(reply["err"]))
        error = cls(*args) if type(args) is tuple else cls(message)
        error._cf_message = message[:MESSAGE_CHARS]
        error._cf_number = number
        if number is not None:
            error._cf_fetch = functools.partial(self.operate, "getattr", error)
        return error

    def _call_back(self, reply: dict[str, Any]) -> dict[str, Any]:
        if self._callback_depth >= MAX_CALLBACK_DEPTH:
            raise self._die("limit", f"callbacks nested deeper than {MAX_CALLBACK_DEPTH}")
        function, args, kwargs = self._called(reply)
        self._callback_depth += 1
        try:
            return {"ok": encode(function(*args, **kwargs), self)}
        except AssertionError as error:
            # The test has spoken; the solution must not get to swallow it.
            self._die("assertion", str(error))
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
        decoder = Decoder(self)
        try:
            if type(number) is not int or not 0 <= number < len(self._lent):
                raise Violation("a call of a function that was never lent")
            if type(told) is not list or type(named) is not dict:
                raise Violation("a call without arguments")
            args = [decoder.decode(value) for value in told]
            return self._lent[number], args, {name: decoder.decode(value) for name, value in named.items()}
        except Violation as violation:
            raise self.broken(str(violation)) from None


def _entries(told: Any) -> list[list[Any]]:
    if type(told) is not list or not all(type(entry) is list and len(entry) == 2 for entry in told):
        raise Violation("broken changes of arguments")
    return told


def _argument(slot: Any, args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    if type(slot) is int and 0 <= slot < len(args):
        return args[slot]
    if type(slot) is str and slot in kwargs:
        return kwargs[slot]
    raise Violation("an argument that was never passed")


def _mutable(argument: Any) -> Any:
    if type(argument) not in (list, dict, set, bytearray):
        raise Violation("something about an argument that cannot change")
    return argument


def _pour(old: Any, new: Any) -> None:
    """Gives the test's own object the content that its copy has by now."""
    if type(_mutable(old)) is not type(new):
        raise Violation("an argument that changed its type")
    if isinstance(old, list | bytearray):
        old[:] = new
    else:
        old.clear()
        old.update(new)
