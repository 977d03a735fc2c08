"""What a test sees: the solution's module, and stand-ins for its objects."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any, Protocol, TypeVar

from ._codec import Reference
from ._remote_errors import RemoteError
from ._row import Call, Look

T = TypeVar("T")


class Link(Protocol):
    """The conversation with the guest that owns the objects."""

    @property
    def is_open(self) -> bool:
        """Whether it can still answer."""

    def root(self, name: str) -> Any:
        """A global of the solution's module."""

    def operate(self, operation: str, /, *args: Any, **kwargs: Any) -> Any:
        """The result of an operation on its objects; raises what it raises there."""

    def call_now(self, call: Call) -> Any:
        """The result of a method call; raises what it raises there."""

    def call_later(self, call: Call, look: Look, *, discards: bool) -> bool:
        """Lets a call wait for others, so that they cross together; False where it can't."""

    def settle(self) -> None:
        """Does all that waits."""

    def broken(self, why: str) -> BaseException:
        """Ends the conversation because of an answer that makes no sense."""


class Solution:
    """The module made of a solution's source; attributes are its globals.

    Builtins come back as exact builtins, so comparing them is honest. Everything else is a stand-in: operations on it
    run in the sandbox, and what they answer is the solution's word.
    """

    __slots__ = ("_cf_functions", "_cf_link")

    def __init__(self, link: Link) -> None:
        self._cf_link = link
        self._cf_functions: dict[str, Any] = {}

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__"):
            raise AttributeError(name)
        if name in self._cf_functions:
            return self._cf_functions[name]
        value = self._cf_link.root(name)
        if isinstance(value, Proxy) and value._cf_reference.is_callable:
            self._cf_functions[name] = value
        return value

    def __repr__(self) -> str:
        return "<solution>"


_FORWARDED = {"__name__", "__qualname__", "__wrapped__"}


class Proxy:
    """The stand-in for an object of the solution.

    Equality with anything but another stand-in is decided here: an object that extends a builtin container equals what
    its content equals, any other equals nothing. The rest (truth, order, `in`, arithmetic, equality of two stand-ins)
    is the solution's own word: a test that relies on it needs the opposite case as well.
    """

    __slots__ = ("__weakref__", "_cf_link", "_cf_reference")
    _cf_link: Link
    _cf_reference: Reference

    def __init__(self, link: Link, reference: Reference) -> None:
        object.__setattr__(self, "_cf_link", link)
        object.__setattr__(self, "_cf_reference", reference)

    def __getattr__(self, name: str) -> Any:
        if name.startswith("__") and name not in _FORWARDED:
            raise AttributeError(name)
        return self._cf_link.operate("getattr", self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        self._cf_link.operate("setattr", self, name, value)

    def __delattr__(self, name: str) -> None:
        self._cf_link.operate("delattr", self, name)

    def __call__(self, /, *args: Any, **kwargs: Any) -> Any:
        return self._cf_link.operate("call", self, *args, **kwargs)

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Proxy):
            return self._cf_link.operate("eq", self, other) is True
        return self._cf_reference.has_content and bool(_content(self) == other)

    def __ne__(self, other: object) -> bool:
        if isinstance(other, Proxy):
            return self._cf_link.operate("ne", self, other) is True
        return not self == other

    def __hash__(self) -> int:
        if self._cf_reference.has_content:
            return hash(_content(self))
        return _expect(self, "hash", int)

    def __bool__(self) -> bool:
        return _expect(self, "bool", bool)

    def __len__(self) -> int:
        length = _expect(self, "len", int)
        if not 0 <= length < 1 << 31:
            raise self._cf_link.broken("a length that no object has")
        return length

    def __iter__(self) -> Iterator[Any]:
        iterator = self._cf_link.operate("iter", self)
        if not isinstance(iterator, Proxy):
            raise self._cf_link.broken("an iterator that is none")
        return iterator

    def __next__(self) -> Any:
        step = self._cf_link.operate("next", self)
        if type(step) is not list or len(step) != 2:
            raise self._cf_link.broken("a step of an iterator that is none")
        if step[0] is not True:
            raise StopIteration
        return step[1]

    def __contains__(self, item: object) -> bool:
        return self._cf_link.operate("contains", self, item) is True

    def __str__(self) -> str:
        return _expect(self, "str", str)

    def __repr__(self) -> str:
        if not self._cf_link.is_open:
            return f"<{self._cf_reference.class_name}>"
        return _expect(self, "repr", str)

    def __format__(self, spec: str) -> str:
        return _expect(self, "format", str, spec)

    def __int__(self) -> int:
        return _expect(self, "int", int)

    def __float__(self) -> float:
        return _expect(self, "float", float)

    def __index__(self) -> int:
        return _expect(self, "index", int)

    def __dir__(self) -> list[str]:
        names: list[Any] = _expect(self, "dir", list)
        return [name for name in names if type(name) is str]

    def __instancecheck__(self, other: object) -> bool:
        return isinstance(other, Proxy) and self._cf_link.operate("isinstance", other, self) is True

    def __subclasscheck__(self, other: object) -> bool:
        return isinstance(other, Proxy) and self._cf_link.operate("issubclass", other, self) is True

    def __enter__(self) -> Any:
        return self._cf_link.operate("enter", self)

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: object) -> bool:
        told = error if error is None or isinstance(error, RemoteError) else [_ancestry(error), str(error)]
        is_swallowed = self._cf_link.operate("leave", self, told) is True
        return is_swallowed and not isinstance(error, AssertionError)

    def __await__(self) -> Generator[None, None, Any]:
        yield from ()
        return self._cf_link.operate("await", self)


def call_later(call: Call, look: Look, *, discards: bool = False) -> bool:
    """Lets a method of a solution or of one of its objects be called later, together with others.

    It is called before anything else is asked of the solution, in the order of these calls and with their arguments.

    Args:
        look: is then handed a function that gives the call's result or raises what it raised.
        discards: nobody needs the result, only what is raised.

    Returns:
        False when nothing is called later: its owner is no part of a solution, or the call can't wait.
    """
    if not isinstance(call.owner, Solution | Proxy):
        return False
    return call.owner._cf_link.call_later(call, look, discards=discards)


def call_now(call: Call) -> Any:
    """The result of a call that is made at once, whoever its owner is."""
    if isinstance(call.owner, Solution | Proxy):
        return call.owner._cf_link.call_now(call)
    return getattr(call.owner, call.name)(*call.args, **call.kwargs)


def settle(solution: Solution) -> None:
    """Does what `call_later` has put off."""
    solution._cf_link.settle()


def _ancestry(error: BaseException) -> list[str]:
    return [cls.__name__ for cls in type(error).__mro__]


def _expect(proxy: Proxy, operation: str, kind: type[T], *args: Any) -> T:
    answer = proxy._cf_link.operate(operation, proxy, *args)
    if type(answer) is not kind:
        raise proxy._cf_link.broken(f"{operation}() gave a {type(answer).__name__}")
    typed: T = answer
    return typed


def _content(proxy: Proxy) -> Any:
    content = proxy._cf_link.operate("content", proxy)
    if isinstance(content, Proxy):
        raise proxy._cf_link.broken("content that is none")
    return content


def _operator(operation: str) -> Callable[..., Any]:
    def operate(self: Proxy, *args: Any) -> Any:
        return self._cf_link.operate(operation, self, *args)

    return operate


_BINARY = (
    "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and", "or", "xor", "lshift", "rshift",
)  # fmt: skip
_OTHER = (
    "neg", "pos", "invert", "abs", "round", "reversed", "lt", "le", "gt", "ge", "getitem", "setitem", "delitem",
    "iadd", "isub", "imul", "itruediv", "ifloordiv", "imod", "iand", "ior", "ixor",
)  # fmt: skip
_KEYWORDS = {"and": "and_", "or": "or_"}

for _name in _BINARY:
    _spelled = _KEYWORDS.get(_name, _name)
    setattr(Proxy, f"__{_name}__", _operator(_spelled))
    setattr(Proxy, f"__r{_name}__", _operator(f"r{_spelled}"))
for _name in _OTHER:
    setattr(Proxy, f"__{_name}__", _operator(_name))
