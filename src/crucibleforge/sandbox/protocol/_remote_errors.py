"""Exceptions of a solution as classes of ours, so that `except ValueError` and `except solution.Empty` work as written."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

_MAPPED: tuple[type[Exception], ...] = (
    ValueError, TypeError, KeyError, IndexError, LookupError, ArithmeticError, ZeroDivisionError, OverflowError,
    RuntimeError, NotImplementedError, RecursionError, AttributeError, NameError, OSError, FileNotFoundError,
    FileExistsError, PermissionError, TimeoutError, ConnectionError, StopAsyncIteration, MemoryError, UnicodeError,
    EOFError, ImportError, BufferError, ReferenceError,
)  # fmt: skip
_BUILTINS = {cls.__name__: cls for cls in _MAPPED}
"""Not among them: what ends programs, loops or tests, and AssertionError, which is the test's own word."""

_ROOTS = {"Exception", "BaseException", "object"}


class RemoteError(Exception):
    """An exception that the solution raised; its attributes are fetched from there."""

    _cf_message = ""
    _cf_number: int | None = None
    _cf_fetch: Callable[[str], Any] | None = None

    def __str__(self) -> str:
        return self._cf_message

    def __getattr__(self, name: str) -> Any:
        if self._cf_fetch is None or name.startswith("_"):
            raise AttributeError(name)
        return self._cf_fetch(name)


class ErrorClasses:
    """The classes of one instance: the same ancestry gives the same class."""

    def __init__(self) -> None:
        self._made: dict[tuple[str, ...], type[RemoteError]] = {}

    def named(self, ancestry: tuple[str, ...]) -> type[RemoteError]:
        """The class for a class of the guest, given the names of it and its ancestors, nearest first."""
        known = tuple(name for name in ancestry if name not in _ROOTS)
        if not known:
            return RemoteError
        if known not in self._made:
            self._made[known] = _make(known[0], self.named(known[1:]))
        return self._made[known]


def _make(name: str, parent: type[RemoteError]) -> type[RemoteError]:
    builtin = _BUILTINS.get(name)
    bases: tuple[type, ...] = (parent,)
    if builtin is not None and not issubclass(parent, builtin):
        bases = (parent, builtin)
    title = name if name.isidentifier() else "RemoteError"
    try:
        return type(title, bases, {"__module__": "solution"})
    except TypeError:  # two builtins that no class can join
        return type(title, (parent,), {"__module__": "solution"})
