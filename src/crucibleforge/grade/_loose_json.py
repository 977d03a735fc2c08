"""JSON as models write it by hand: single quotes, Python's names for true, false and null, `key=value` lists."""

from __future__ import annotations

import json
from collections.abc import Iterator

import re2

LONGEST = 4_000
"""How many characters a call in brackets may take."""
_NAMES = {"True": "true", "False": "false", "None": "null"}
_KEYWORD = re2.compile(r"(?s)\s*([A-Za-z_]\w*)\s*=(.*)")
_PIECE = re2.compile(r"""(?s)"(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|[A-Za-z_]\w*|.""")


def bracket_end(text: str, start: int) -> int | None:
    """One past the bracket that closes the one at `start`, quotes respected; None when none does in time."""
    open_, at = 0, start
    for piece in _pieces(text[start : start + LONGEST]):
        at += len(piece)
        open_ += (piece in "([{") - (piece in ")]}")
        if open_ == 0:
            return at
    return None


def arguments_json(inside: str) -> str:
    """What stands between the brackets of a written call as JSON text: an object, `key=value, …` or nothing.

    Anything else comes back as it is and will fail as JSON.
    """
    if not inside.strip() or inside.lstrip().startswith("{"):
        return as_json(inside.strip())
    pairs = [_KEYWORD.fullmatch(part) for part in _parted(inside) if part.strip()]
    if not all(pairs):
        return inside
    return "{" + ", ".join(f"{json.dumps(pair.group(1))}: {as_json(pair.group(2).strip())}" for pair in pairs) + "}"


def as_json(text: str) -> str:
    """The text with its strings in double quotes and JSON's names for true, false and null."""
    return "".join(map(_json_piece, _pieces(text)))


def _json_piece(piece: str) -> str:
    if piece[0] == "'" and len(piece) > 1:
        inner = piece[1:-1].replace("\\'", "'").replace('\\"', '"').replace('"', '\\"')
        return f'"{inner}"'
    return _NAMES.get(piece, piece)


def _pieces(text: str) -> Iterator[str]:
    """Strings with their quotes, names, and every other character alone."""
    return (found.group() for found in _PIECE.finditer(text))


def _parted(text: str) -> Iterator[str]:
    """The parts between commas that stand outside of brackets and quotes."""
    open_, part = 0, ""
    for piece in _pieces(text):
        open_ += (piece in "([{") - (piece in ")]}")
        if piece == "," and open_ == 0:
            yield part
            part = ""
        else:
            part += piece
    yield part
