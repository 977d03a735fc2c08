"""What a call did to the arguments that a test handed over: the test's own objects follow."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ._codec import Decoder, Violation

MUTABLE = (list, dict, set, bytearray)


def follow(reply: Mapping[str, Any], decoder: Decoder, args: Sequence[Any], kwargs: Mapping[str, Any]) -> None:
    """Gives the arguments that changed in the guest the content that they have there.

    Raises:
        Violation: the reply tells of changes that can't be.
    """
    for slot, content in _entries(reply["changed"]):
        _pour(_argument(slot, args, kwargs), decoder.decode(content))


def returned_argument(reply: Mapping[str, Any], args: Sequence[Any], kwargs: Mapping[str, Any]) -> Any:
    """The argument that the call returned, as the reply has it; raises as `follow`."""
    return _mutable(_argument(reply["same"], args, kwargs))


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
    if not isinstance(argument, MUTABLE):
        raise Violation("something about an argument that cannot change")
    return argument


def _pour(old: Any, new: Any) -> None:
    """Gives the test's own object the content that its copy has by now."""
    if type(new) not in MUTABLE or not isinstance(_mutable(old), type(new)):
        raise Violation("an argument that changed its type")
    if isinstance(old, list | bytearray):
        old[:] = new
    else:
        old.clear()
        old.update(new)
