"""What an edit changed, in words."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from crucibleforge.core.words import count_of

_LONGEST = 60
"""Characters of a value that are shown as they are."""

_NAMES = {
    "prompt": "the prompt",
    "system": "the system prompt",
    "tests": "hidden tests (tests.py)",
    "program": "the program (program.py)",
    "canon": "the canon",
    "turns": "turn",
    "tools": "tool",
    "rules": "rule",
    "reply": "rule",
    "questions": "question",
    "steps": "step",
    "bugs": "bug",
    "limits": "limit of group",
}
"""How a reader would call a part; every other one is called as in its file."""


def changes(before: Mapping[str, Any], after: Mapping[str, Any]) -> tuple[str, ...]:
    """Each difference of two contents in a few words, such as `rule short: words max 80 -> 90`; of texts only how many lines.

    Args:
        before, after: plain JSON data, as `stamped_content` gives it.
    """
    return tuple(_of_parts("", before, after))


def _of_parts(place: str, before: Mapping[str, Any], after: Mapping[str, Any]) -> Iterator[str]:
    for name in dict.fromkeys((*before, *after)):
        label = _joined(place, _NAMES.get(name, name))
        if name not in after:
            yield f"{label} removed"
        elif name not in before:
            yield f"{label} added"
        else:
            yield from _of_values(label, before[name], after[name])


def _of_values(place: str, before: Any, after: Any) -> Iterator[str]:
    if before == after and type(before) is type(after):
        return
    if isinstance(before, dict) and isinstance(after, dict):
        yield from _of_parts(place, before, after)
    elif isinstance(before, list) and isinstance(after, list):
        yield from _of_lists(place, before, after)
    elif isinstance(before, str) and isinstance(after, str) and _is_long(before, after):
        yield f"{place}: {_lines_apart(before, after)}"
    else:
        yield f"{place} {_shown(before)} -> {_shown(after)}"


def _of_lists(place: str, before: list[Any], after: list[Any]) -> Iterator[str]:
    old, new = _by_name(before), _by_name(after)
    if old is not None and new is not None:
        items = {name: f"{place} {name}" for name in (*old, *new)}
        for name, label in items.items():
            if name not in new:
                yield f"{label} removed"
            elif name not in old:
                yield f"{label} added"
            else:
                yield from _of_values(f"{label}:", old[name], new[name])
        shared = [name for name in old if name in new]
        if shared != [name for name in new if name in old]:
            yield f"{place}s in another order"
    elif len(before) == len(after) and len(_shown(before)) > _LONGEST:
        for number, (one, other) in enumerate(zip(before, after, strict=True), start=1):
            yield from _of_values(f"{place} {number}", one, other)
    elif len(before) != len(after) and not _are_short(before, after):
        yield f"{place}s {len(before)} -> {len(after)}"
    else:
        yield f"{place} {_shown(before)} -> {_shown(after)}"


def _by_name(items: Sequence[Any]) -> dict[str, dict[str, Any]] | None:
    """The items by id, or by name where that is what tells them apart; None where nothing does."""
    named = [(item.get("id", item.get("name")), item) for item in items if isinstance(item, dict)]
    found = {str(name): item for name, item in named if name is not None}
    return found if len(found) == len(items) else None


def _lines_apart(before: str, after: str) -> str:
    old, new = before.splitlines(), after.splitlines()
    moves = SequenceMatcher(None, old, new, autojunk=False).get_opcodes()
    count = sum(max(i2 - i1, j2 - j1) for tag, i1, i2, j1, j2 in moves if tag != "equal")
    return f"{count_of(count, 'line')} changed"


def _is_long(*texts: str) -> bool:
    return any("\n" in text or len(text) > _LONGEST for text in texts)


def _are_short(*values: Any) -> bool:
    return all(len(_shown(value)) <= _LONGEST for value in values)


def _shown(value: Any) -> str:
    if isinstance(value, str) and value and " " not in value:
        return value
    return json.dumps(value, ensure_ascii=False)


def _joined(place: str, name: str) -> str:
    return " ".join(filter(None, (place, name)))
