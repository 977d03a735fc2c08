"""Values as JSON: builtins by content, everything else as a numbered handle.

A builtin's content is read through the builtin type's own methods, so a subclass's tricks never run here. JSON has no
tuples, sets, bytes, complex or exact large integers; those are objects `{"t": tag, …}`.
"""

MAX_NODES = 300_000
MAX_DEPTH = 100
EXACT = 1 << 53
"""JSON readers elsewhere may turn larger integers into floats."""

_PLAIN = {int, str, float, bool, type(None)}
_BASES = (dict, list, tuple, set, frozenset)

_objects = {}
_numbers = {}


def handle(value):
    """The object as `{"t": "h", "i": number, "c": class name}`; classes of exceptions are told with their ancestors."""
    number = _numbers.get(id(value))
    if number is None:
        number = _numbers[id(value)] = len(_objects) + 1
        _objects[number] = value
    told = {"t": "h", "i": number, "c": type(value).__name__}
    if isinstance(value, type) and issubclass(value, BaseException):
        told |= {"t": "x", "m": ancestry(value)}
    elif callable(value):
        told["f"] = 1
    elif isinstance(value, _BASES):
        told["b"] = 1
    return told


def at(number):
    """The object behind a handle."""
    return _objects[number]


def ancestry(cls):
    """Names of a class and its ancestors, nearest first."""
    return [ancestor.__name__ for ancestor in cls.__mro__]


def encode(value):
    """Anything -> JSON-able; OverflowError beyond `MAX_NODES` or `MAX_DEPTH`."""
    return _encode(value, 0, [MAX_NODES])


def content(value):
    """What an object of a builtin container's subclass holds, as the builtin."""
    for base in _BASES:
        if isinstance(value, base):
            return base(base.items(value)) if base is dict else base(base.__iter__(value))
    raise TypeError(f"{type(value).__name__} has no builtin content")


def _encode(value, depth, left):
    kind = type(value)
    if kind is list and _is_flat(value):
        left[0] -= len(value)
    left[0] -= 1
    if left[0] < 0 or depth > MAX_DEPTH:
        raise OverflowError("value too large to return")
    if kind in _PLAIN:
        return value if kind is not int or -EXACT < value < EXACT else {"t": "i", "v": hex(value)}
    if kind is list:
        return value if _is_flat(value) else [_encode(item, depth + 1, left) for item in value]
    if kind is tuple or kind is set or kind is frozenset:
        return {"t": kind.__name__, "v": [_encode(item, depth + 1, left) for item in value]}
    if kind is dict:
        return {
            "t": "dict",
            "v": [[_encode(key, depth + 1, left), _encode(item, depth + 1, left)] for key, item in value.items()],
        }
    if kind is bytes or kind is bytearray:
        return {"t": kind.__name__, "v": value.hex()}
    if kind is complex:
        return {"t": "complex", "v": [value.real, value.imag]}
    return _encode_other(value, depth, left)


def _encode_other(value, depth, left):
    if isinstance(value, int):
        return _encode(int.__index__(value), depth, left)
    if isinstance(value, float):
        return float.__float__(value)
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, _BASES) and type(value).__module__ != "solution":
        return _encode(content(value), depth, left)
    return handle(value)


def _is_flat(items):
    # A list of JSON-safe scalars travels as it is: the test runs at C speed.
    kinds = set(map(type, items))
    if not kinds <= _PLAIN:
        return False
    if int not in kinds:
        return True
    if len(kinds) == 1:
        return max(items) < EXACT and min(items) > -EXACT
    return all(-EXACT < item < EXACT for item in items if type(item) is int)


def decode(value, remote):
    """JSON from the grader -> objects; `remote(number)` makes the function or iterator that lives there."""
    kind = type(value)
    if kind is list:
        return [decode(item, remote) for item in value]
    if kind is not dict:
        return value
    tag, held = value["t"], value.get("v")
    if tag == "h":
        return _objects[value["i"]]
    if tag == "dict":
        return {decode(key, remote): decode(item, remote) for key, item in held}
    if tag in _FROM_ITEMS:
        return _FROM_ITEMS[tag](decode(item, remote) for item in held)
    if tag in _FROM_TEXT:
        return _FROM_TEXT[tag](held)
    if tag == "complex":
        return complex(*held)
    if tag == "range":
        return range(*held)
    return remote(tag, value["i"])


_FROM_ITEMS = {"tuple": tuple, "set": set, "frozenset": frozenset}
_FROM_TEXT = {"i": lambda text: int(text, 16), "bytes": bytes.fromhex, "bytearray": bytearray.fromhex}
