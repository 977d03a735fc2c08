"""Thinking that an endpoint left inside a reply: where it stands, and the reply without it."""

from __future__ import annotations

import re
from dataclasses import dataclass, replace

_NAMES = r"think|thinking|thought|thoughts|reasoning|reflection|seed:think"
_TAGS = (
    (re.compile(rf"<({_NAMES})>", re.IGNORECASE), "</{0}>"),
    (re.compile(r"\[(THINK)\]"), "[/{0}]"),
    (re.compile(r"◁(think)▷"), "◁/{0}▷"),
    (re.compile(r"<\|begin_of_(thought)\|>"), "<|end_of_{0}|>"),
)
_STRAY_CLOSER = re.compile(rf"(?:</(?:{_NAMES})>|\[/THINK\]|◁/think▷)[ \t]*\Z", re.IGNORECASE)
_FINAL_CHANNEL = re.compile(r"(?:^|assistant|<\|end\|>)[ \t]*<\|channel\|>final[^<\n]{0,40}<\|message\|>", re.MULTILINE)
_OTHER_CHANNEL = re.compile(r"\A\s*(?:<\|start\|>assistant)?<\|channel\|>(?:analysis|commentary)")
_END_TOKENS = (
    *("</s>", "<eos>", "<end_of_turn>"),
    *("<|im_end|>", "<|eot_id|>", "<|end|>", "<|return|>", "<|endoftext|>"),
)
_FENCE = re.compile(r"[ \t]*(`{3,}|~{3,})(.*)")
_MOST_ROUNDS = 20
"""Thinking inside thinking; what goes on for longer is noise."""
_QUOTES = "\"'`“”‘’"


@dataclass(frozen=True, slots=True)
class Visible:
    """A reply without its inline thinking."""

    text: str
    thought: bool = False
    """Whether there was any thinking to take out."""
    unclosed: bool = False
    """Whether the thinking never ended, so that nothing after its tag was said to anybody."""
    after_closer: str = ""
    """What follows the last line of `text` that ends with a closing tag which nothing opened."""


def visible(reply: str) -> Visible:
    """The reply as its reader should see it: thinking taken out, except where a tag is only text in code or quotes."""
    text, thought = reply.replace("\r\n", "\n").replace("\r", "\n"), False
    for _ in range(_MOST_ROUNDS):
        seen = _once(_without_end_tokens(text))
        thought = thought or seen.thought
        if seen.unclosed or seen.text == text:
            break
        text = seen.text
    return replace(seen, thought=thought)


def _once(text: str) -> Visible:
    finals = list(_FINAL_CHANNEL.finditer(text))
    if finals:
        return Visible(text[finals[-1].end() :], thought=True)
    if _OTHER_CHANNEL.match(text):
        return Visible("", thought=True, unclosed=True)
    return _without_blocks(text) if any(sign in text for sign in "<[◁") else Visible(text)


def _without_end_tokens(text: str) -> str:
    bare = text.rstrip()
    while bare.endswith(_END_TOKENS):
        bare = next(bare.removesuffix(token) for token in _END_TOKENS if bare.endswith(token)).rstrip()
        text = bare
    return text


def _without_blocks(text: str) -> Visible:
    kept: list[str] = []
    place, stray, position, thought = _Place(), 0, 0, False
    while position < len(text):
        end = text.find("\n", position) + 1 or len(text)
        line = text[position:end]
        opener = _opener(line) if place.is_plain else None
        if opener is None:
            place.read(line)
            kept.append(line)
            position = end
            if place.is_plain and _closes_stray(line):
                stray = len(kept)
            continue
        thought = True
        stop = _closer_at(text, position + opener[0], opener[1])
        if stop is None:
            return Visible("".join(kept), thought=True, unclosed=True)
        position = stop
    return Visible("".join(kept), thought, after_closer="".join(kept[stray:]) if stray else "")


class _Place:
    """Where a line stands: tags inside a code fence or a program's long string are left alone."""

    def __init__(self) -> None:
        self._fence = ""
        self._quotes = {'"""': 0, "'''": 0}

    def read(self, line: str) -> None:
        self._fence = _fence_after(line, self._fence)
        for mark in self._quotes:
            self._quotes[mark] += line.count(mark)

    @property
    def is_plain(self) -> bool:
        return not self._fence and not any(count % 2 for count in self._quotes.values())


def _closes_stray(line: str) -> bool:
    found = _STRAY_CLOSER.search(line.rstrip("\n"))
    return found is not None and not _is_quoted(line, found.start(), found.end())


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
