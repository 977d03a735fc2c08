"""Finds the output that a reply says a program prints."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Literal

from .code import Block, Prose, split, visible

_BEFORE = r"[ \t>]*(?:[-+*][ \t]+|#{1,6}[ \t]+)?(?P<marks>[*_`]{0,4})"
_AFTER = r"[ \t]*(?P<inner>[*_`]{0,4})[ \t]*[:：](?P<rest>.*)"
_ANSWER = re.compile(rf"{_BEFORE}(?:(?:final|my|the)[ \t]+)*answer{_AFTER}", re.IGNORECASE)
_OUTPUT = re.compile(rf"{_BEFORE}(?:(?:final|exact|expected|program|the)[ \t]+)*output{_AFTER}", re.IGNORECASE)
_PROGRAMS = frozenset(("python", "markdown", "sh", "bash", "shell", "diff", "json", "javascript", "js"))
_LEAD_IN = re.compile(r".{0,120}[:：][*_]*\s*")


@dataclass(frozen=True, slots=True)
class Output:
    """Lines that a reply gives as the program's output."""

    lines: tuple[str, ...]
    found: Literal["marker", "block", "bare"]

    @property
    def is_claimed(self) -> bool:
        """Whether the reply set the lines apart as its answer, which a refusal does not."""
        return self.found != "bare"


def output_in(reply: str, *, program: str = "", cut_off: bool = False) -> Output | None:
    """The output that a reply hands over, or None when it sets none apart.

    Taken are the text after the last `ANSWER:`, else the last fenced block that is no program, else the text after `Output:`,
    else a reply that is nothing but lines. Lines in the middle of an explanation are never collected.

    Args:
        program: the program under prediction; a block that quotes it is no answer.
        cut_off: the reply stopped at its token limit: what was still being written then is no answer.
    """
    parts = [part for part in split(visible(reply).text) if isinstance(part, Block) or part.text.strip()]
    being_written = cut_off and parts and not (isinstance(parts[-1], Block) and parts[-1].is_closed)
    if being_written:
        parts.pop()
    set_apart = (
        _after_marker(_ANSWER, parts, program) or _last_block(parts, program) or _after_marker(_OUTPUT, parts, program)
    )
    return set_apart or (None if being_written else _bare(parts))


def _after_marker(marker: re.Pattern[str], parts: list[Prose | Block], program: str) -> Output | None:
    for index, part in reversed(list(enumerate(parts))):
        lines = [] if isinstance(part, Block) else part.text.split("\n")
        for number, line in reversed(list(enumerate(lines))):
            found = marker.fullmatch(line)
            if found and (claimed := _claimed(found, lines[number + 1 :], parts[index + 1 :], program)):
                return claimed
    return None


def _claimed(found: re.Match[str], below: list[str], later: list[Prose | Block], program: str) -> Output | None:
    """What a marker points at: the rest of its line, or the block or the lines below it."""
    first = _without_tail(found["rest"], found["marks"] or found["inner"]).strip()
    blocks = [part for part in later if isinstance(part, Block) and not _quotes(part, program)]
    is_lead_in = not first or first.rstrip("*_").endswith((":", "："))
    if not "".join(below).strip() and is_lead_in and blocks:
        return Output(trimmed(blocks[0].body.split("\n")), "marker")
    if first:
        below = below[: next((i for i, line in enumerate(below) if not line.strip()), len(below))]
    lines = trimmed([first, *below])
    return Output(lines, "marker") if lines else None


def _without_tail(rest: str, marks: str) -> str:
    """The rest of a marker's line without the closing half of the marks that stood before the marker."""
    tail = marks[::-1]
    bare = rest.rstrip()
    if rest.startswith(marks):
        return rest.removeprefix(marks)
    return bare.removesuffix(tail) if tail and bare.endswith(tail) else rest


def _last_block(parts: list[Prose | Block], program: str) -> Output | None:
    blocks = [part for part in parts if isinstance(part, Block) and not _quotes(part, program)]
    outputs = [block for block in blocks if block.language not in _PROGRAMS]
    chosen = (outputs or blocks)[-1:]
    return Output(trimmed(chosen[0].body.split("\n")), "block") if chosen else None


def _quotes(block: Block, program: str) -> bool:
    """Whether a block is the program, or three or more lines of it in a row."""
    lines = [line.strip() for line in block.body.strip().split("\n")]
    source = [line.strip() for line in program.strip().split("\n")]
    if len(lines) < 3 and lines != source:
        return False
    joined = "\n".join(["", *source, ""])
    return "\n".join(["", *lines, ""]) in joined


def _bare(parts: list[Prose | Block]) -> Output | None:
    """A reply without blocks, but for one introducing line."""
    if len(parts) != 1 or isinstance(parts[0], Block):
        return None
    lines = trimmed(parts[0].text.split("\n"))
    if len(lines) > 1 and _LEAD_IN.fullmatch(lines[0]) and (not lines[1].strip() or len(lines[0].split()) > 2):
        lines = trimmed(list(lines[1:]))
    return Output(lines, "bare") if lines else None


def trimmed(lines: list[str]) -> tuple[str, ...]:
    """The lines without blank ones at either end."""
    filled = [index for index, line in enumerate(lines) if line.strip()]
    return tuple(lines[filled[0] : filled[-1] + 1]) if filled else ()
