"""Values between a test and a solution, as JSON.

Everything that comes out of here is an exact builtin, or a proxy whose equality with builtins is decided on our side.
What comes in was written by hostile code: a frame is decoded completely and within all caps, or it is a `Violation`.
"""

from __future__ import annotations

import builtins
import json
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from crucibleforge.sandbox._limits import MAX_DEPTH, MAX_NODES
from crucibleforge.sandbox.guest.plain import is_plain

from ._collisions import Collisions
from ._scalars import EXACT, make, tell

_LONG_NUMBER = re.compile(rb'[0-9]{19,}|0x[0-9a-f]{16,}|"(?:decimal|fraction|complex)"')
_NAME_CHARS = 100
_MAX_ANCESTORS = 20


class Violation(Exception):
    """A frame that an honest guest never sends."""


@dataclass(frozen=True, slots=True)
class Reference:
    """An object that stays in the guest, as its frame tells it."""

    number: int
    class_name: str
    ancestors: tuple[str, ...] = ()
    """Names of an exception class and its ancestors; empty for all else."""
    is_callable: bool = False
    has_content: bool = False
    """Whether it extends a builtin container."""


class Far(Protocol):
    """How the two sides' own objects cross: `proxy` on the way in, the others on the way out."""

    def proxy(self, reference: Reference) -> Any:
        """The stand-in for an object of the guest."""

    def number_of(self, value: object) -> int | None:
        """The guest's number of a stand-in, None for anything else."""

    def lend(self, value: Callable[..., Any]) -> int:
        """A number under which the guest may call this function."""


def encode(value: object, far: Far) -> Any:
    """A test's value for the guest.

    Raises:
        TypeError: it has no form there.
    """
    kind = type(value)
    if value is None or kind is bool or kind is float or (kind is str and is_plain(value)):
        return value
    if isinstance(value, int) and kind is int and -EXACT < value < EXACT:
        return value
    if isinstance(value, list):
        return [encode(item, far) for item in value]
    number = far.number_of(value)
    if number is not None:
        return {"t": "h", "i": number}
    return _encode_container(value, far) or tell(value) or _encode_lent(value, far)


def _encode_container(value: object, far: Far) -> dict[str, Any] | None:
    if isinstance(value, dict):
        return {"t": "dict", "v": [[encode(key, far), encode(item, far)] for key, item in value.items()]}
    if isinstance(value, tuple):
        return {"t": "tuple", "v": [encode(item, far) for item in value]}
    if isinstance(value, set | frozenset):
        # The order of a set differs from process to process, and fuel with it.
        members = sorted((encode(item, far) for item in value), key=json.dumps)
        return {"t": "set" if isinstance(value, set) else "frozenset", "v": members}
    return None


def _encode_lent(value: object, far: Far) -> dict[str, Any]:
    name = getattr(value, "__name__", None)
    if type(name) is str and getattr(builtins, name, None) is value:
        return {"t": "builtin", "v": name}
    if isinstance(value, Iterator):
        return {"t": "iterator", "i": far.lend(_stepper(value))}
    if callable(value):
        return {"t": "function", "i": far.lend(value)}
    raise TypeError(f"a test cannot hand a {type(value).__name__} to a solution")


def _stepper(iterator: Iterator[object]) -> Callable[[], list[object]]:
    def step() -> list[object]:
        for value in iterator:
            return [True, value]
        return [False, None]

    return step


def parse(body: bytes) -> dict[str, Any]:
    """The JSON object in a frame.

    Raises:
        Violation: it isn't one.
    """
    try:
        frame = json.loads(body.decode("utf-8"))
    except (ValueError, RecursionError) as error:
        raise Violation(f"not JSON: {type(error).__name__}") from None
    if type(frame) is not dict:
        raise Violation("not a JSON object")
    if len(body) > 2 * MAX_NODES and _nodes(frame) > MAX_NODES:
        raise Violation(f"more than {MAX_NODES} values")
    return frame


def long_numbers(body: bytes) -> int:
    """At most how many numbers a frame holds whose hashes can be made to collide: those beyond the modulus of hashing."""
    return len(_LONG_NUMBER.findall(body))


def _nodes(frame: dict[str, Any]) -> int:
    count, waiting = 0, [list(frame.values())]
    while waiting:
        for value in waiting.pop():
            count += 1
            if type(value) is list:
                waiting.append(value)
            elif type(value) is dict:
                waiting.append(list(value.values()))
    return count


class Decoder:
    """Decodes the values of one frame, under caps that hold for the frame as a whole."""

    def __init__(self, far: Far, collisions: Collisions | None = None) -> None:
        self._far = far
        self._collisions = collisions or Collisions()
        self._far_objects = 0
        self._nodes_left = MAX_NODES

    def decode(self, value: Any, depth: int = 0) -> Any:
        """One value.

        Raises:
            Violation: its form is none of ours, or a cap is passed.
        """
        self._nodes_left -= 1
        if self._nodes_left < 0:
            raise Violation(f"more than {MAX_NODES} values")
        if depth > MAX_DEPTH:
            raise Violation(f"nested deeper than {MAX_DEPTH}")
        if type(value) is list:
            return [self.decode(item, depth + 1) for item in value]
        if type(value) is dict:
            return self._tagged(value, depth)
        return value

    def _tagged(self, told: dict[str, Any], depth: int) -> Any:
        tag, held = told.get("t"), told.get("v")
        if tag == "h" or tag == "x":
            self._far_objects += 1
            return self._far.proxy(_reference(told))
        if tag == "dict":
            return dict(self._pair(item, depth) for item in _a_list(held))
        if tag == "set":
            return {self._member(item, depth) for item in _a_list(held)}
        if tag == "frozenset":
            return self._hashable(held, lambda items: frozenset(self._member(item, depth) for item in items))
        if tag == "tuple":
            return self._hashable(held, lambda items: tuple([self.decode(item, depth + 1) for item in items]))
        try:
            return make(tag, held)
        except ValueError as error:
            raise Violation(str(error)) from None

    def _hashable(self, held: Any, made: Callable[[list[Any]], object]) -> object:
        before = self._far_objects
        value = made(_a_list(held))
        # An object of the guest is hashed there, and pays for it.
        told = sorted(map(str, held)) if isinstance(value, frozenset) else held
        if self._far_objects == before and self._collisions.add(value, told=str(told)):
            raise Violation("values made to collide")
        return value

    def _pair(self, pair: Any, depth: int) -> tuple[Any, Any]:
        if len(_a_list(pair)) != 2:
            raise Violation("a dict entry that is no pair")
        return self._member(pair[0], depth), self.decode(pair[1], depth + 1)

    def _member(self, value: Any, depth: int) -> Any:
        member = self.decode(value, depth + 1)
        try:
            hash(member)
        except TypeError:
            raise Violation(f"a {type(member).__name__} as set or dict member") from None
        return member


def ancestor_names(told: Any) -> tuple[str, ...]:
    """The class names that a guest gives for an exception, nearest first, cut to a sane number.

    Raises:
        Violation: they aren't a list of names.
    """
    names = _a_list(told)[:_MAX_ANCESTORS]
    if not all(type(name) is str for name in names):
        raise Violation("broken class names")
    return tuple(name[:_NAME_CHARS] for name in names)


def _reference(told: Mapping[str, Any]) -> Reference:
    number, name = told.get("i"), told.get("c")
    if type(number) is not int or type(name) is not str:
        raise Violation("a broken handle")
    ancestors = ancestor_names(told.get("m")) if told["t"] == "x" else ()
    return Reference(
        number,
        name[:_NAME_CHARS],
        ancestors,
        is_callable=told.get("f") == 1,
        has_content=told.get("b") == 1,
    )


def _a_list(value: Any) -> list[Any]:
    if type(value) is not list:
        raise Violation(f"a {type(value).__name__} where a list belongs")
    return value
