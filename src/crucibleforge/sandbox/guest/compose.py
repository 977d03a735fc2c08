"""Puts the mailbox between the guest and the host: one component out of two, in the component model's binary form.

The whole has the guest's imports, word for word, and its one export; only `exchange` leads through the mailbox. No tool
for this can be had from the registries that the project builds from, and it is little: four sections around two components.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

_MAGIC = b"\0asm\r\0\1\0"
_COMPONENT, _INSTANCE, _ALIAS, _TYPE, _IMPORT, _EXPORT = 4, 5, 6, 7, 10, 11
_FUNCTIONS, _INSTANCES = 1, 5
"""What can be imported, as sorts."""

_MAILED, _SERVED = "exchange", "run"
_GUEST, _MAILBOX = 0, 1
"""The components inside, by number."""


class _Import(NamedTuple):
    name: str
    sort: int
    number: int
    """Among those of its sort."""


def compose(guest: bytes, mailbox: bytes) -> bytes:
    """The component in which `mailbox` serves the guest's import `exchange`.

    Raises:
        ValueError: the guest has an import of a sort that was not foreseen, or no `exchange`.
    """
    preamble = list(_preamble(guest))
    imports = list(_imports(content for kind, content in preamble if kind == _IMPORT))
    functions = sum(one.sort == _FUNCTIONS for one in imports)
    instances = len(imports) - functions
    mailed = next((one for one in imports if one.name == _MAILED), None)
    if mailed is None:
        raise ValueError(f"the guest does not import {_MAILED}")
    given = [one._replace(number=functions) if one is mailed else one for one in imports]
    sections = [
        *preamble,
        (_COMPONENT, guest),
        (_COMPONENT, mailbox),
        (_INSTANCE, _instance(_MAILBOX, [mailed])),
        (_ALIAS, _function_of(instances, _MAILED)),
        (_INSTANCE, _instance(_GUEST, given)),
        (_ALIAS, _function_of(instances + 1, _SERVED)),
        (_EXPORT, b"\1\0" + _text(_SERVED) + bytes([_FUNCTIONS]) + _number(functions + 1) + b"\0"),
    ]
    return _MAGIC + b"".join(bytes([kind]) + _number(len(content)) + content for kind, content in sections)


def _preamble(component: bytes) -> Iterator[tuple[int, bytes]]:
    """The sections at its start that say what it imports: their numbers mean the same in the whole."""
    at = len(_MAGIC)
    while at < len(component) and component[at] in (_ALIAS, _TYPE, _IMPORT):
        kind = component[at]
        size, at = _read_number(component, at + 1)
        yield kind, component[at : at + size]
        at += size


def _imports(sections: Iterator[bytes]) -> Iterator[_Import]:
    counts = {_FUNCTIONS: 0, _INSTANCES: 0}
    for section in sections:
        count, at = _read_number(section, 0)
        for _ in range(count):
            size, at = _read_number(section, at + 1)  # a byte that says how names are written goes before
            name, at = section[at : at + size].decode(), at + size
            sort = section[at]
            if sort not in counts:
                raise ValueError(f"the guest imports {name}, of sort {sort}")
            _, at = _read_number(section, at + 1)  # its type
            yield _Import(name, sort, counts[sort])
            counts[sort] += 1


def _instance(component: int, given: list[_Import]) -> bytes:
    """One instance of a component, with its imports."""
    arguments = b"".join(_text(one.name) + bytes([one.sort]) + _number(one.number) for one in given)
    return b"\1\0" + _number(component) + _number(len(given)) + arguments


def _function_of(instance: int, name: str) -> bytes:
    """One function that an instance exports, by a number of its own from now on."""
    return bytes([1, _FUNCTIONS, 0]) + _number(instance) + _text(name)


def _text(text: str) -> bytes:
    return _number(len(text)) + text.encode()


def _number(number: int) -> bytes:
    """Unsigned LEB128."""
    low, rest = number & 0x7F, number >> 7
    return bytes([low | 0x80]) + _number(rest) if rest else bytes([low])


def _read_number(data: bytes, at: int) -> tuple[int, int]:
    """(the number, where it ends)."""
    number = shift = 0
    while True:
        byte = data[at]
        number |= (byte & 0x7F) << shift
        at, shift = at + 1, shift + 7
        if byte < 0x80:
            return number, at
