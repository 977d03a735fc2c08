"""What the grader may do with a handle, by name."""

import asyncio
import builtins
import operator

from .values import content


def _call(function, /, *args, **kwargs):
    return function(*args, **kwargs)


def _next(iterator):
    try:
        return [True, next(iterator)]
    except StopIteration:
        return [False, None]


def _await(awaitable):
    async def waited():
        return await awaitable

    return asyncio.run(waited())


def _enter(manager):
    return type(manager).__enter__(manager)


def _leave(manager, error):
    """Leaves a `with` block; an error that happened in the grader comes as [class names, message]."""
    if isinstance(error, list):
        error = raised(*error)
    return bool(type(manager).__exit__(manager, None if error is None else type(error), error, None))


def raised(names, message):
    """An exception as near as possible to one that happened in the grader: its first builtin ancestor."""
    for name in names:
        cls = getattr(builtins, name, None)
        if isinstance(cls, type) and issubclass(cls, Exception):
            return cls(message)
    return RuntimeError(message)


def _mirrored(binary):
    return lambda one, other: binary(other, one)


_BINARY = (
    "add", "sub", "mul", "truediv", "floordiv", "mod", "pow", "matmul", "and_", "or_", "xor", "lshift", "rshift",
)  # fmt: skip
_OTHER = (
    "neg", "pos", "invert", "abs", "index", "eq", "ne", "lt", "le", "gt", "ge", "getitem", "setitem", "delitem",
    "contains", "iadd", "isub", "imul", "itruediv", "ifloordiv", "imod", "iand", "ior", "ixor",
)  # fmt: skip
_BUILTIN = (
    "len", "str", "repr", "bool", "hash", "getattr", "setattr", "delattr", "isinstance", "issubclass", "dir", "int",
    "float", "round", "reversed", "format", "iter",
)  # fmt: skip

OPERATIONS = {
    **{name: getattr(operator, name) for name in _BINARY + _OTHER},
    **{f"r{name}": _mirrored(getattr(operator, name)) for name in _BINARY},
    **{name: getattr(builtins, name) for name in _BUILTIN},
    "call": _call,
    "next": _next,
    "await": _await,
    "content": content,
    "enter": _enter,
    "leave": _leave,
}
