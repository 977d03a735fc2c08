"""Reads `LINE n: replacement` from a reply, and puts such fixes into a program."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from .code import Block, split, visible

_ENTRY = re.compile(
    r"[ \t>]*(?:(?:[-+*•]|\d{1,3}[.)])[ \t]+)?(?P<marks>[*_`]{0,4})(?P<word>line)[ \t]*#?(?P<number>\d{1,6})"
    r"[ \t]*(?P<inner>[*_`]{0,4})[ \t]*(?:[:：]|->|→|=>)(?P<rest>.*)",
    re.IGNORECASE,
)
_DELETION = re.compile(
    r"[(<\[]?(?:deleted?|removed?|empty|blank|(?:delete|remove) (?:this |the )?(?:whole )?line)[)>\]]?\.?",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\s*(`{1,3})(?P<code>.*?)\1(?:\s*(?:->|→|=>|to|with|becomes)\s*(`{1,3})(?P<instead>.*?)\3)?.*")
_FENCE = re.compile(r"[ \t>]*(?:`{3,}|~{3,})[^`]*")


def line_fixes(reply: str, *, cut_off: bool = False) -> dict[int, str]:
    """The replacement for each line that a reply names; the last word on a line holds, an empty one deletes it.

    Entries in fenced blocks count alone where there are any, else those spelled `LINE` as asked, else every spelling:
    remarks such as `Line 22: right as it is` beside them are no fixes.
    """
    text = visible(reply).text
    if cut_off:
        text = text[: text.rfind("\n") + 1]
    blocks = "\n".join(part.body for part in split(text) if isinstance(part, Block))
    return _fixes_in(blocks) or _fixes_in(text)


def with_fixes(program: str, fixes: Mapping[int, str]) -> str:
    """The program with lines replaced as they are given."""
    return "\n".join(fixes.get(number, line) for number, line in enumerate(program.splitlines(), 1)) + "\n"


def fitted(replacement: str, original: str) -> str:
    """A replacement as it stands in the place of a line: with that line's indentation unless it brings a sound one of its own."""
    first, *rest = replacement.expandtabs(4).split("\n")
    if not first.strip():
        return ""
    had, wanted = _indent(first), _indent(original)
    shift = _indentation(had, wanted) - had
    return "\n".join(_shifted(line, shift) for line in (first.rstrip(), *rest))


def _indentation(had: int, wanted: int) -> int:
    """How far in a replacement belongs; one space may only set it apart from the colon."""
    unit = 4 if wanted % 4 == 0 else 2
    candidates = [width for width in (had - 1, had) if width > 0 and width % unit == 0]
    return wanted if had < 2 or wanted in (had, had - 1) or not candidates else candidates[0]


def _shifted(line: str, shift: int) -> str:
    return " " * shift + line if shift > 0 else line[min(-shift, _indent(line)) :]


def _indent(line: str) -> int:
    expanded = line.expandtabs(4)
    return len(expanded) - len(expanded.lstrip())


def _fixes_in(text: str) -> dict[int, str]:
    lines = text.split("\n")
    found = [(entry, index) for index, line in enumerate(lines) if (entry := _ENTRY.fullmatch(line))]
    as_asked = [(entry, index) for entry, index in found if entry["word"] == "LINE"]
    return {int(entry["number"]): _replacement(entry, lines[index + 1 :]) for entry, index in as_asked or found}


def _replacement(entry: re.Match[str], below: Sequence[str]) -> str:
    rest = _without_marks(entry["rest"], entry["marks"], entry["inner"])
    if not rest.strip():
        return "\n".join(_code_below(below))
    if quoted := _QUOTED.fullmatch(rest):
        rest = quoted["instead"] or quoted["code"]
    return "" if _DELETION.fullmatch(rest.strip()) else rest


def _without_marks(rest: str, before: str, inner: str) -> str:
    """The rest of an entry without the Markdown that began in front of it."""
    tail = before[::-1]
    if not before or inner == tail:
        return rest
    if rest.startswith(tail):
        return rest.removeprefix(tail)
    return rest.rstrip().removesuffix(tail)


def _code_below(lines: Sequence[str]) -> Iterator[str]:
    """The fenced block, or the one indented or quoted line, that stands directly below an entry."""
    if not lines:
        return
    if _FENCE.fullmatch(lines[0]):
        for line in lines[1:]:
            if _FENCE.fullmatch(line):
                return
            yield line
    elif quoted := _QUOTED.fullmatch(lines[0]):
        yield quoted["code"]
    elif lines[0].startswith(("  ", "\t")) and not _ENTRY.fullmatch(lines[0]):
        yield lines[0]
