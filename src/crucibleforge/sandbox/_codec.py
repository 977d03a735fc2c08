"""Values between a test and a solution, as JSON.

Everything that comes out of here is an exact builtin, or a proxy whose equality with builtins is decided on our side.
What comes in was written by hostile code: a frame is decoded completely and within all caps, or it is a `Violation`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, Protocol

from ._limits import MAX_DEPTH, MAX_INT_BITS, MAX_NODES, MAX_UNSALTED_KEYS

_EXACT = 1 << 53


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


def parse(body: bytes) -> dict[str, Any]:
    """The JSON object in a frame.

    Raises:
        Violation: it isn't one.
    """
    try:
        frame = json.loads(body.decode("utf-8"), parse_int=_short_int)
    except (ValueError, RecursionError) as error:
        raise Violation(f"not JSON: {type(error).__name__}") from None
    if type(frame) is not dict:
        raise Violation("not a JSON object")
    return frame


def _short_int(digits: str) -> int:
    if len(digits) > 20:
        raise ValueError("long integers have a tag of their own")
    return int(digits)


def encode(value: object, far: Far) -> Any:
    """A test's value for the guest.

    Raises:
        TypeError: it has no form there.
    """
    kind = type(value)
    if value is None or kind is bool or kind is str or kind is float:
        return value
    if kind is int:
        return value if -_EXACT < value < _EXACT else {"t": "i", "v": hex(value)}  # type: ignore[operator, arg-type]
    if isinstance(value, list) and kind is list:
        return [encode(item, far) for item in value]
    number = far.number_of(value)
    return _encode_tagged(value, far) if number is None else {"t": "h", "i": number}


def _encode_tagged(value: object, far: Far) -> Any:
    if isinstance(value, dict):
        return {"t": "dict", "v": [[encode(key, far), encode(item, far)] for key, item in value.items()]}
    if isinstance(value, set | frozenset):
        # The order of a set differs from process to process, and fuel with it.
        members = sorted((encode(item, far) for item in value), key=json.dumps)
        return {"t": "set" if isinstance(value, set) else "frozenset", "v": members}
    if isinstance(value, bytes | bytearray):
        return {"t": "bytes" if isinstance(value, bytes) else "bytearray", "v": value.hex()}
    if isinstance(value, tuple):
        return {"t": "tuple", "v": [encode(item, far) for item in value]}
    if isinstance(value, complex):
        return {"t": "complex", "v": [value.real, value.imag]}
    if isinstance(value, range):
        return {"t": "range", "v": [value.start, value.stop, value.step]}
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


class Decoder:
    """Decodes the values of one frame, under caps that hold for the frame as a whole."""

    def __init__(self, far: Far) -> None:
        self._far = far
        self._nodes_left = MAX_NODES
        self._unsalted_left = MAX_UNSALTED_KEYS

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
        tag = told.get("t")
        if tag in ("h", "x"):
            return self._far.proxy(_reference(told))
        held = told.get("v")
        if tag == "dict":
            return dict(self._pairs(_checked(held, list), depth))
        if tag == "set" or tag == "frozenset":
            members = [self._member(item, depth) for item in _checked(held, list)]
            return set(members) if tag == "set" else frozenset(members)
        if tag == "tuple":
            return tuple([self.decode(item, depth + 1) for item in _checked(held, list)])
        return _scalar(tag, held)

    def _pairs(self, pairs: list[Any], depth: int) -> Iterator[tuple[Any, Any]]:
        for pair in pairs:
            if len(_checked(pair, list)) != 2:
                raise Violation("a dict entry that is no pair")
            yield self._member(pair[0], depth), self.decode(pair[1], depth + 1)

    def _member(self, value: Any, depth: int) -> Any:
        member = self.decode(value, depth + 1)
        if type(member) is not str:
            self._unsalted_left -= 1
            if self._unsalted_left < 0:
                raise Violation(f"more than {MAX_UNSALTED_KEYS} set or dict members that are not strings")
        try:
            hash(member)
        except TypeError:
            raise Violation(f"a {type(member).__name__} as set or dict member") from None
        return member


def _scalar(tag: object, held: Any) -> Any:
    try:
        if tag == "i":
            return _big_int(_checked(held, str))
        if tag == "bytes":
            return bytes.fromhex(_checked(held, str))
        if tag == "bytearray":
            return bytearray.fromhex(_checked(held, str))
        if tag == "complex":
            real, imaginary = _checked(held, list)
            return complex(float(real), float(imaginary))
    except (ValueError, TypeError, OverflowError) as error:
        raise Violation(f"a broken {tag}: {type(error).__name__}") from None
    raise Violation("a value of no known form")


def _big_int(text: str) -> int:
    if len(text) > MAX_INT_BITS // 4:
        raise Violation(f"an integer of more than {MAX_INT_BITS} bits")
    return int(text, 16)


def _reference(told: Mapping[str, Any]) -> Reference:
    number, name = told.get("i"), told.get("c")
    ancestors = told.get("m", []) if told["t"] == "x" else []
    if type(number) is not int or type(name) is not str:
        raise Violation("a broken handle")
    return Reference(
        number,
        name[:100],
        ancestor_names(ancestors),
        is_callable=told.get("f") == 1,
        has_content=told.get("b") == 1,
    )


def ancestor_names(told: Any) -> tuple[str, ...]:
    """The class names that a guest gives for an exception, nearest first, cut to a sane number.

    Raises:
        Violation: they aren't a list of names.
    """
    if type(told) is not list or not all(type(name) is str for name in told[:20]):
        raise Violation("broken class names")
    return tuple(name[:100] for name in told[:20])


def _checked(value: Any, kind: type) -> Any:
    if type(value) is not kind:
        raise Violation(f"a {type(value).__name__} where a {kind.__name__} belongs")
    return value
