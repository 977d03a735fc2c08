"""Finds the program in a reply."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Literal

from ._fences import Block, split
from ._python_text import TopNames, bare_programs, free_names, is_stub, is_whole, top_names
from ._thoughts import visible

_ELIDED = re.compile(
    r"#\s*+(?:\.\.\.|…|(?:unchanged|(?:same )?as (?:before|above))\s*$"
    r"|\(?(?:the )?(?:rest|remainder|remaining|other|existing|previous)\b.{0,40}\b(?:unchanged|same|as before|as above|code|methods?)\b)",
    re.IGNORECASE | re.MULTILINE,
)
_DEEPEST_MARKDOWN = 4
"""A reply quotes a document that quotes one; nobody means the tenth."""

_Origin = Literal["fence", "bare", "foreign"]


@dataclass(frozen=True)
class _Piece:
    """A stretch of the reply that may be the program or a part of it."""

    source: str
    origin: _Origin
    names: TopNames

    @cached_property
    def is_sound(self) -> bool:
        """Whether it is a program to be run, rather than a stub, a fragment or an outline of one."""
        return is_whole(self.source) and not _ELIDED.search(self.source) and not is_stub(self.source)

    @cached_property
    def reads(self) -> frozenset[str]:
        """The names that it needs from elsewhere."""
        return free_names(self.source)


def extract_code(reply: str, *, entry_points: Collection[str] = (), cut_off: bool = False) -> str | None:
    """The program that a reply hands over, or None when it holds none.

    Of several versions of one thing the last sound one is taken; blocks that need each other are joined in their order.

    Args:
        entry_points: names that the tests use; they tell the program from examples of its use.
        cut_off: the reply stopped at its token limit: what was still being written then is no answer.
    """
    seen = visible(reply)
    for text in (seen.after_closer, seen.text):
        if text and (code := _program_in(text, entry_points, cut_off=cut_off and not seen.unclosed)):
            return code
    return None


def _program_in(text: str, entry_points: Collection[str], *, cut_off: bool) -> str | None:
    pieces = list(_pieces(text, cut_off=cut_off))
    for wanted in (frozenset(entry_points), _everything_made(pieces)):
        if chosen := _latest_makers(pieces, wanted):
            chosen = _with_what_they_need(pieces, chosen, wanted)
            return "\n\n".join(pieces[i].source for i in sorted(chosen))
    return _largest(pieces, text)


def _pieces(text: str, *, cut_off: bool, depth: int = 0) -> Iterator[_Piece]:
    parts = split(text)
    last = max((i for i, part in enumerate(parts) if isinstance(part, Block) or part.text.strip()), default=-1)
    for index, part in enumerate(parts):
        being_written = cut_off and index == last
        if not isinstance(part, Block):
            yield from (
                _piece(code, "bare") for code, at_end in bare_programs(part.text) if not (being_written and at_end)
            )
        elif part.language == "markdown":
            if depth < _DEEPEST_MARKDOWN:
                yield from _pieces(part.body, cut_off=being_written and not part.is_closed, depth=depth + 1)
        elif part.body.strip() and not (being_written and not part.is_closed):
            yield _piece(part.body, "foreign" if part.is_foreign else "fence")


def _piece(source: str, origin: _Origin) -> _Piece:
    source = source.strip("\n").rstrip()
    return _Piece(source, origin, top_names(source))


def _everything_made(pieces: Sequence[_Piece]) -> frozenset[str]:
    made = (piece.names.functions for piece in pieces if piece.origin != "foreign")
    return frozenset[str]().union(*made)


def _latest_makers(pieces: Sequence[_Piece], wanted: frozenset[str]) -> set[int]:
    """The pieces to take the wanted names from: of each name's makers the last sound one.

    Fences go before bare text, and both before blocks that claim to be of another language.
    """
    chosen: dict[str, int] = {}
    for origin in ("fence", "bare", "foreign"):
        found: dict[str, int] = {}
        for index, piece in enumerate(pieces):
            if piece.origin == origin:
                names = (
                    name
                    for name in piece.names.made & wanted
                    if piece.is_sound or not _is_sound(pieces, found.get(name))
                )
                found.update(dict.fromkeys(names, index))
        chosen = found | chosen
    return set(chosen.values())


def _is_sound(pieces: Sequence[_Piece], index: int | None) -> bool:
    return index is not None and pieces[index].is_sound


def _with_what_they_need(pieces: Sequence[_Piece], chosen: set[int], wanted: frozenset[str]) -> set[int]:
    """The chosen pieces and those that define a name which they read and don't define; examples of use are left out."""
    definers: dict[str, list[int]] = {}
    for index, piece in enumerate(pieces):
        for name in piece.names.all:
            definers.setdefault(name, []).append(index)
    chosen, fresh, defined = set(chosen), set(chosen), set[str]()
    while fresh:
        defined.update(*(pieces[i].names.all for i in fresh))
        missing = frozenset[str]().union(*(pieces[i].reads for i in fresh)) - defined
        parts = (_latest_part(pieces, definers.get(name, []), wanted) for name in missing)
        fresh = {part for part in parts if part is not None} - chosen
        chosen |= fresh
    return chosen


def _latest_part(pieces: Sequence[_Piece], indices: Sequence[int], wanted: frozenset[str]) -> int | None:
    sound = (i for i in reversed(indices) if pieces[i].is_sound and not pieces[i].reads & wanted)
    return next(sound, None)


def _largest(pieces: Sequence[_Piece], text: str) -> str | None:
    """For a program without a function: the largest block, or the text when nearly all of it is code."""
    fences = [piece.source for piece in pieces if piece.origin == "fence"]
    bare = [piece.source for piece in pieces if piece.origin == "bare" and 2 * len(piece.source) > len(text.strip())]
    return max(fences or bare, key=len, default=None)
