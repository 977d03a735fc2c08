"""Values that JSON carries as they are, found out at the speed of C: most are, and need no translation. Both sides use it."""

import json
import marshal

_SCALARS = {float, bool, type(None)}
_EXACT = 1 << 53


def is_plain(value: object) -> bool:
    """Whether JSON gives back exactly this value: only exact builtins, no tuple, no set, no key but text, no long integer."""
    kind = type(value)
    if kind is list or kind is dict:
        return is_plain_container(value)
    if kind is str:
        return value.isascii() or _is_text(value)  # type: ignore[attr-defined]
    return kind in _SCALARS or (kind is int and -_EXACT < value < _EXACT)  # type: ignore[operator]


def _is_text(value):  # type: ignore[no-untyped-def]
    """Whether it has no halves of characters, which JSON may join."""
    try:
        value.encode()
    except UnicodeEncodeError:
        return False
    return True


def are_plain(values: list[object]) -> bool:
    """Whether all are plain."""
    return all(map(is_plain, values))


def is_plain_container(value: object) -> bool:
    """Whether a list or dict is plain."""
    try:
        marshal.dumps(value)  # refuses what is not exactly a builtin
        return bool(json.loads(json.dumps(value)) == value)
    except (ValueError, TypeError, RecursionError):
        return False
