"""Compares an output line by line, so that one missing line costs one line."""

from __future__ import annotations

import ast
import unicodedata
from collections.abc import Iterator, Sequence
from typing import Any, Literal

from crucibleforge.core.errors import shown
from crucibleforge.core.grading import Check

Mode = Literal["text", "python_literal"]

_LITERAL_CHARS = 10_000
_MARKS = ("```", "**", "__", "``", "`", "*", "_")


def grade_lines(expected: Sequence[str], came: Sequence[str], *, mode: Mode = "text") -> tuple[Check, ...]:
    """One check per expected line, and one for lines too many, as heavy as they are many.

    Trailing white space and canonically equal spellings don't matter; leading white space does. An output that is a picture made
    of indented lines is another one when the reply lost its indentation everywhere.
    """
    if _is_flattened(expected, came):
        return tuple(
            _lost(number, line, "the indentation of the output is lost") for number, line in enumerate(expected, 1)
        )
    # A reply far longer than the output is aligned by its first lines only: the rest is too much in any case.
    width = 4 * len(expected) + 100
    checks: list[Check] = []
    extra: list[str] = [*came[width:]]
    for want, got in _gaps(expected, came[:width], mode):
        for offset, number in enumerate(want):
            is_right = (
                bool(got) and offset < len(got) and _same(expected[number], got[offset], mode, alone=len(came) == 1)
            )
            instead = f"came {shown(got[offset])}" if offset < len(got) else "the line is missing"
            checks.append(_kept(number + 1) if is_right else _lost(number + 1, expected[number], instead))
        extra.extend(got[len(want) :])
    return (*checks, *_too_many(extra))


def _kept(number: int) -> Check:
    return Check(f"line-{number}", 1, "output", f"line {number} of the output")


def _lost(number: int, line: str, instead: str) -> Check:
    return Check(
        f"line-{number}", 0, "output", f"line {number} of the output", evidence=f"expected {shown(line)}; {instead}"
    )


def _too_many(extra: Sequence[str]) -> tuple[Check, ...]:
    if not extra:
        return ()
    words = f"{len(extra)} lines too many: " + ", ".join(shown(line, 60) for line in extra[:3])
    return (Check("extra-lines", 0, "output", "no line too many", weight=len(extra), evidence=words),)


def _gaps(expected: Sequence[str], came: Sequence[str], mode: Mode) -> Iterator[tuple[range, Sequence[str]]]:
    """The alignment: each matching line by itself, and between them the stretches that don't match."""
    row, column = 0, 0
    for i, j in [*_common(expected, came, mode), (len(expected), len(came))]:
        if row < i or column < j:
            yield range(row, i), came[column:j]
        if i < len(expected):
            yield range(i, i + 1), came[j : j + 1]
        row, column = i + 1, j + 1


def _common(expected: Sequence[str], came: Sequence[str], mode: Mode) -> list[tuple[int, int]]:
    """Positions of a longest common subsequence, in order."""
    alone = len(came) == 1
    same = [[_same(want, got, mode, alone=alone) for got in came] for want in expected]
    best = [[0] * (len(came) + 1) for _ in range(len(expected) + 1)]
    for i in range(len(expected) - 1, -1, -1):
        for j in range(len(came) - 1, -1, -1):
            best[i][j] = best[i + 1][j + 1] + 1 if same[i][j] else max(best[i + 1][j], best[i][j + 1])
    pairs: list[tuple[int, int]] = []
    i = j = 0
    while i < len(expected) and j < len(came):
        if same[i][j]:
            pairs.append((i, j))
            i, j = i + 1, j + 1
        elif best[i + 1][j] >= best[i][j + 1]:
            i += 1
        else:
            j += 1
    return pairs


def _same(want: str, got: str, mode: Mode, *, alone: bool) -> bool:
    """Whether two lines are equal; layout around a single answer may be taken off."""
    readings = [got, *_undecorated(got)] if alone else [got]
    if mode == "python_literal":
        return any(_same_literal(want, reading) for reading in readings)
    return _key(want) in map(_key, readings)


def _key(line: str) -> str:
    return unicodedata.normalize("NFC", line.rstrip())


def _undecorated(line: str) -> Iterator[str]:
    """The line with each pair of Markdown marks around it taken off in turn."""
    line = line.strip()
    while True:
        mark = next((m for m in _MARKS if len(line) > 2 * len(m) and line.startswith(m) and line.endswith(m)), None)
        if mark is None:
            return
        line = line[len(mark) : -len(mark)]
        yield line


def _is_flattened(expected: Sequence[str], came: Sequence[str]) -> bool:
    indented = [line for line in expected if line[:1].isspace() and line.strip()]
    if 2 * len(indented) <= len(expected) or len(expected) != len(came) or any(line[:1].isspace() for line in came):
        return False
    return all(_key(want).lstrip() == _key(got) for want, got in zip(expected, came, strict=True))


def _same_literal(want: str, got: str) -> bool:
    wanted, came = _literal(want), _literal(got)
    if wanted is None or came is None:
        return _key(want) == _key(got)
    return _equal(wanted[0], came[0])


def _literal(text: str) -> tuple[Any] | None:
    if len(text) > _LITERAL_CHARS:
        return None
    try:
        return (ast.literal_eval(text.strip()),)
    except (ValueError, SyntaxError, TypeError, MemoryError, RecursionError):
        return None


def _equal(want: Any, came: Any) -> bool:
    """Equality that keeps types apart: 1, 1.0 and True are three answers."""
    if type(want) is not type(came):
        return False
    if isinstance(want, list | tuple):
        return len(want) == len(came) and all(map(_equal, want, came))
    if isinstance(want, dict):
        pairs = [(key, value) for key, value in came.items()]
        return len(want) == len(came) and all(
            any(_equal(key, other) and _equal(value, given) for other, given in pairs) for key, value in want.items()
        )
    if isinstance(want, str):
        return unicodedata.normalize("NFC", want) == unicodedata.normalize("NFC", came)
    return bool(want == came)
