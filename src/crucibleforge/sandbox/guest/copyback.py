"""Notices which mutable arguments a call has changed, so that the grader's own objects can follow.

Contents are compared in C: cheap in fuel, and no method of the solution runs.
"""

import marshal
import operator

_MUTABLE = {list, dict, set, bytearray}
_HOLDING = {list, dict, tuple}


def picture(value):
    """Enough of a value to notice later that it has changed, or something mutable inside it."""
    try:
        return value, marshal.dumps(value, 2), None
    except ValueError:  # there is more in it than builtins
        return picture_by_identity(value)


def picture_by_identity(value):
    """The picture of a value of any content; None for immutables."""
    kind = type(value)
    if kind is list or kind is tuple:
        items = list(value)
    elif kind is dict:
        items = [*value.keys(), *value.values()]
    elif kind is set or kind is bytearray:
        return value, value.copy(), ()
    else:
        return None
    inner = ()
    if not (_MUTABLE | _HOLDING).isdisjoint(map(type, items)):
        inner = [seen for seen in map(picture_by_identity, items) if seen is not None]
    return value, items, inner


def has_changed(seen):
    """Whether the value of a picture differs from it."""
    value, before, inner = seen
    if inner is None:
        return changed_content(value, before)
    kind = type(value)
    if kind is set or kind is bytearray:
        return value != before
    now = list(value) if kind is not dict else [*value.keys(), *value.values()]
    if len(now) != len(before) or not all(map(operator.is_, now, before)):
        return True
    return any(map(has_changed, inner))


def changed_content(value, before):
    """Whether a value is written in another way than before."""
    try:
        return marshal.dumps(value, 2) != before
    except ValueError:
        return True


def watch(args, kwargs):
    """Pictures of the mutable arguments of a call: position or keyword -> picture."""
    if _MUTABLE.isdisjoint(map(type, args)) and not kwargs:
        return None
    slots = [*enumerate(args), *kwargs.items()]
    return {slot: picture(value) for slot, value in slots if type(value) in _MUTABLE}


def report(seen, result, encode):
    """What the reply says about them: contents of those that changed, and which one the call returned."""
    told = {}
    changed = [[slot, encode(before[0])] for slot, before in seen.items() if has_changed(before)]
    if changed:
        told["changed"] = changed
    for slot, before in seen.items():
        if before[0] is result:
            told["same"] = slot
    return told
