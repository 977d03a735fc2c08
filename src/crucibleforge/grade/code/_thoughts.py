"""Thinking that an endpoint left inside a reply: where it stands, and the reply without it."""

from __future__ import annotations

import re
from dataclasses import dataclass

_NAMES = r"think|thinking|thought|thoughts|reasoning|reflection|seed:think"
_TAGS = (
    (re.compile(rf"<({_NAMES})>", re.IGNORECASE), "</{0}>"),
    (re.compile(r"\[(THINK)\]"), "[/{0}]"),
    (re.compile(r"◁(think)▷"), "◁/{0}▷"),
    (re.compile(r"<\|begin_of_(thought)\|>"), "<|end_of_{0}|>"),
)
_STRAY_CLOSER = re.compile(rf"^.*?(?:</(?:{_NAMES})>|\[/THINK\]|◁/think▷)[ \t]*$", re.IGNORECASE | re.MULTILINE)
_FINAL_CHANNEL = re.compile(r"(?:^|assistant|<\|end\|>)[ \t]*<\|channel\|>final[^<\n]{0,40}<\|message\|>", re.MULTILINE)
_OTHER_CHANNEL = re.compile(r"\A\s*(?:<\|start\|>assistant)?<\|channel\|>(?:analysis|commentary)")
_END_TOKENS = (
    *("</s>", "<eos>", "<end_of_turn>"),
    *("<|im_end|>", "<|eot_id|>", "<|end|>", "<|return|>", "<|endoftext|>"),
)
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})(.*)")
_QUOTES = "\"'`“”‘’"


@dataclass(frozen=True, slots=True)
class Visible:
    """A reply without its inline thinking."""

    text: str
    thought: bool
    """Whether there was any thinking to take out."""
    unclosed: bool = False
    """Whether the thinking never ended, so that nothing after its tag was said to anybody."""


def visible(reply: str) -> Visible:
    """The reply as its reader should see it: thinking taken out, except where a tag is only text in code or quotes.

    A closing tag without an opening one is dropped alone; see `after_stray_closer`.
    """
    text = _without_end_tokens(reply.replace("\r\n", "\n").replace("\r", "\n"))
    finals = list(_FINAL_CHANNEL.finditer(text))
    if finals:
        return Visible(text[finals[-1].end() :], thought=True)
    if _OTHER_CHANNEL.match(text):
        return Visible("", thought=True, unclosed=True)
    return _without_blocks(text)


def after_stray_closer(text: str) -> str | None:
    """What follows the last line that ends with a closing tag nobody opened; None without such a line."""
    last = None
    for found in _STRAY_CLOSER.finditer(text):
        if not _is_quoted(text, found.end() - 1, found.end()):
            last = found
    return text[last.end() :] if last and text[last.end() :].strip() else None


def _without_end_tokens(text: str) -> str:
    bare = text.rstrip()
    while bare.endswith(_END_TOKENS):
        bare = next(bare.removesuffix(token) for token in _END_TOKENS if bare.endswith(token)).rstrip()
        text = bare
    return text


def _without_blocks(text: str) -> Visible:
    kept: list[str] = []
    fence, marks = "", _LongStrings()
    position, thought = 0, False
    while position < len(text):
        end = text.find("\n", position) + 1 or len(text)
        line = text[position:end]
        opener = None if fence or marks.inside else _opener(line)
        if opener is None:
            fence = _fence_after(line, fence)
            marks.read(line)
            kept.append(line)
            position = end
            continue
        thought = True
        stop = _closer_at(text, position + opener[0], opener[1])
        if stop is None:
            return Visible("".join(kept), thought=True, unclosed=True)
        position = stop
    return Visible("".join(kept), thought)


class _LongStrings:
    """Counts triple quotes, so that a tag inside a program's long string is left alone."""

    def __init__(self) -> None:
        self._double = self._single = 0

    def read(self, line: str) -> None:
        self._double += line.count('"""')
        self._single += line.count("'''")

    @property
    def inside(self) -> bool:
        return self._double % 2 == 1 or self._single % 2 == 1


def _opener(line: str) -> tuple[int, str] | None:
    """How long the opening tag that starts this line is, and the tag that ends the thinking."""
    start = len(line) - len(line.lstrip())
    for pattern, closer in _TAGS:
        if found := pattern.match(line, start):
            return found.end(), closer.format(found.group(1))
    return None


def _closer_at(text: str, start: int, closer: str) -> int | None:
    pattern = re.compile(re.escape(closer), re.IGNORECASE)
    for found in pattern.finditer(text, start):
        if not _is_quoted(text, found.start(), found.end()):
            return found.end()
    return None


def _is_quoted(text: str, start: int, end: int) -> bool:
    return start > 0 and end < len(text) and text[start - 1] in _QUOTES and text[end] in _QUOTES


def _fence_after(line: str, fence: str) -> str:
    """The mark of the code fence that is open after this line."""
    found = _FENCE.match(line)
    if not found:
        return fence
    mark, rest = found.group(1), found.group(2)
    if not fence:
        return mark if mark[0] == "~" or "`" not in rest else ""
    return "" if mark[0] == fence[0] and len(mark) >= len(fence) and not rest.strip() else fence
