"""Values as JSON: builtins by content, everything else as a numbered handle.

A builtin's content is read through the builtin type's own methods, so a subclass's tricks never run here. What JSON has
no word for is an object `{"t": tag, "v": content}`.
"""

import builtins

from .plain import is_plain
from .scalars import EXACT, is_scalar, made, told

MAX_NODES = 300_000
MAX_DEPTH = 100

_PLAIN = {int, str, float, bool, type(None)}
_BASES = (dict, list, tuple, set, frozenset)

_objects = {}
_numbers = {}


def handle(value):
    """The object as `{"t": "h", "i": number, "c": class name}`, and what the grader has to know of it.

    `f`: it can be called; `b`: it extends a builtin container; `{"t": "x", "m": names}`: a class of exceptions, told
    with the names of its ancestors.
    """
    number = _numbers.get(id(value))
    if number is None:
        number = _numbers[id(value)] = len(_objects)
        _objects[number] = value
    reference = {"t": "h", "i": number, "c": type(value).__name__}
    if isinstance(value, type) and issubclass(value, BaseException):
        reference |= {"t": "x", "m": ancestry(value)}
    elif callable(value):
        reference["f"] = 1
    elif isinstance(value, _BASES):
        reference["b"] = 1
    return reference


def know_as_root(module):
    """Gives the solution's module the number 0."""
    _objects[0] = module


def forget():
    """Lets go of all objects."""
    _objects.clear()
    _numbers.clear()


def at(number):
    """The object behind a handle."""
    return _objects[number]


def ancestry(cls):
    """Names of a class and its ancestors, nearest first."""
    return [ancestor.__name__ for ancestor in cls.__mro__]


def content(value):
    """What an object of a builtin container's subclass holds, as the builtin."""
    for base in _BASES:
        if isinstance(value, base):
            return base(base.items(value)) if base is dict else base(base.__iter__(value))
    raise TypeError(f"{type(value).__name__} has no builtin content")


def encode(value):
    """Anything -> JSON-able; OverflowError beyond `MAX_NODES` or `MAX_DEPTH`."""
    return _encode(value, 0, [MAX_NODES])


def _encode(value, depth, left):
    kind = type(value)
    left[0] -= 1
    if left[0] < 0 or depth > MAX_DEPTH:
        raise OverflowError("value too large to return")
    if kind is str:
        return value if is_plain(value) else {"t": "str", "v": value.encode("utf-8", "surrogatepass").hex()}
    if kind in _PLAIN and (kind is not int or -EXACT < value < EXACT):
        return value
    if kind is list:
        if _is_flat(value):
            left[0] -= len(value)
            return value
        return _items(value, depth, left)
    if kind is tuple or kind is set or kind is frozenset:
        return {"t": kind.__name__, "v": _items(value, depth, left)}
    if kind is dict:
        return {"t": "dict", "v": [_items(pair, depth, left) for pair in value.items()]}
    scalar = told(value)
    return _encode_other(value, depth, left) if scalar is None else {"t": scalar[0], "v": scalar[1]}


def _items(items, depth, left):
    return [_encode(item, depth + 1, left) for item in items]


def _encode_other(value, depth, left):
    if isinstance(value, int):
        return _encode(int.__index__(value), depth, left)
    if isinstance(value, float):
        return float.__float__(value)
    if isinstance(value, str):
        return _encode(str.__str__(value), depth, left)
    # What a solution's own class adds to a container may matter to a test; what the library's adds does not.
    if isinstance(value, _BASES) and type(value).__module__ != "solution":
        return _encode(content(value), depth, left)
    return handle(value)


def _is_flat(items):
    # A list of JSON-safe scalars travels as it is: the look at it runs at C speed.
    kinds = set(map(type, items))
    if not kinds <= _PLAIN or (str in kinds and not all(map(is_plain, items))):
        return False
    if int not in kinds:
        return True
    if len(kinds) == 1:
        return max(items) < EXACT and min(items) > -EXACT
    return all(-EXACT < item < EXACT for item in items if type(item) is int)


def decode_all(values, remote):
    """The values of a list from the grader, each as `decode` gives it."""
    if {list, dict}.isdisjoint(map(type, values)):
        return values
    return [decode(value, remote) for value in values]


def decode(value, remote):
    """JSON from the grader -> objects; `remote(tag, number)` makes the function or iterator that lives there."""
    kind = type(value)
    if kind is list:
        return decode_all(value, remote)
    if kind is not dict:
        return value
    tag = value["t"]
    if tag == "h":
        return _objects[value["i"]]
    if tag == "function" or tag == "iterator":
        return remote(tag, value["i"])
    held = value["v"]
    if tag == "builtin":
        return getattr(builtins, held)
    if is_scalar(tag):
        return made(tag, held)
    if tag == "dict":
        return {decode(key, remote): decode(item, remote) for key, item in held}
    return {"tuple": tuple, "set": set, "frozenset": frozenset}[tag](decode(item, remote) for item in held)
