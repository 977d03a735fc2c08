"""Reading a judge's reply: one JSON object, or two lines `YES` and `QUOTE: "…"`; never a YES out of prose."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from crucibleforge.core.grading import VerdictAnswer

from ._planted import is_planted

_YES_OR_NO = {"yes": VerdictAnswer.YES, "no": VerdictAnswer.NO}
_VERDICT_KEYS = ("answer", "verdict")
_INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
_DRESSING = rf"[\s*_\"'`{_INVISIBLE}]*"
_THOUGHT = re.compile(r"<(/?)(?:think|thinking|thought|reasoning)>|\[(/?)THINK\]", re.IGNORECASE)
_FENCE_LINE = re.compile(r"^[ \t]*(?:```|~~~)[\w-]*[ \t]*$", re.MULTILINE)
_VERDICT_LINE = re.compile(
    rf"\A{_DRESSING}(?:(?:answer|verdict)[\s*_]*[:=]{_DRESSING})?"  # an optional label
    rf"(yes|no)[*_\"'`{_INVISIBLE}]*[ \t]*[.,;:!-]*[ \t{_INVISIBLE}]*(?=$|quote\b)",  # the word alone, or its quote follows
    re.IGNORECASE | re.MULTILINE,
)
_QUOTE_LABEL = re.compile(r"^[ \t*_]*quote[*_]*[ \t]*[:=][ \t*_]*", re.IGNORECASE | re.MULTILINE)
_UNESCAPED = re.compile(
    r"""\{\s*"(?:answer|verdict)"\s*:\s*"(yes|no)"\s*,\s*"quote"\s*:\s*"(.*)"\s*\}""", re.IGNORECASE | re.DOTALL
)
_MARKS = "\"“”„«»'‘’"
_LOOKS_LIKE_A_VERDICT = re.compile(r"""["“”'](?:answer|verdict)["“”']\s*:""", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Said:
    """What a judge wrote, read but not yet believed."""

    answer: VerdictAnswer
    quote: str = ""
    reason: str = ""
    """Why nothing could be read, or why the quote proves nothing wherever it stands."""


class _Unreadable(Exception):
    """The reply decides nothing; the argument says why."""


def read_reply(text: str, judged: Sequence[str] = ()) -> Said:
    """The verdict and the quote in a judge's reply.

    Args:
        text: the reply; thinking that was left in it is taken out first.
        judged: the texts that the judge was shown. When one of them holds a verdict object of its own, a reply with
            several objects decides nothing, one of them may have been copied; and a YES that stands there proves nothing.
    """
    try:
        said = _read(_without_thought(text), judged)
    except _Unreadable as why:
        return Said(VerdictAnswer.UNPARSABLE, reason=str(why))
    if said.answer is VerdictAnswer.YES and is_planted(said.quote, judged):
        return Said(said.answer, said.quote, "the reply holds this very verdict, ready to be copied")
    return said


def _read(text: str, judged: Sequence[str]) -> Said:
    if not text.strip(f" \t\r\n{_INVISIBLE}"):
        raise _Unreadable("nothing but white space")
    lines = _FENCE_LINE.sub("", text).strip()
    line = _VERDICT_LINE.match(lines)
    if line is None:
        return _read_object(text, judged)
    answer, below = _YES_OR_NO[line[1].lower()], lines[line.end() :]
    if _QUOTE_LABEL.search(below) or "{" not in below:
        return Said(answer, _quote_line(below))
    said = _read_object(below, judged)
    if said.answer is not answer:
        raise _Unreadable("two verdicts")
    return said


def _read_object(text: str, judged: Sequence[str]) -> Said:
    objects = _objects(text)
    if not objects:
        raise _Unreadable("no JSON object and no line that is YES or NO")
    if len(objects) > 1 and any(_LOOKS_LIKE_A_VERDICT.search(shown) for shown in judged):
        raise _Unreadable("several objects, and the judged text holds one as well")
    found = _parse(objects[-1])
    if found is not None:
        return _verdict_in(found)
    # The verdict stands before anything that could have been copied, so quotation marks inside the quote do no harm.
    if flat := _UNESCAPED.fullmatch(objects[-1]):
        return Said(_YES_OR_NO[flat[1].lower()], _unwrapped(flat[2].replace('\\"', '"').replace("\\n", "\n")))
    raise _Unreadable("the last object is not JSON")


def _without_thought(text: str) -> str:
    """Drops thinking blocks; tags inside a JSON object are text."""
    held = [(start, end) for start, end in _spans(text) if _parse(text[start:end]) is not None]
    kept, at, opened = "", 0, False
    for tag in _THOUGHT.finditer(text):
        if any(start < tag.start() < end for start, end in held):
            continue
        closes = bool(tag[1] or tag[2])
        if not opened:
            kept = "" if closes else kept + text[at : tag.start()]
        opened, at = not closes, tag.end()
    return kept if opened else kept + text[at:]


def _objects(text: str) -> list[str]:
    """The outermost objects, last one last."""
    objects, outside, at = [], "", 0
    for start, end in _spans(text):
        objects.append(text[start:end])
        outside += text[at:start]
        at = end
    if "{" in outside + text[at:] or "}" in outside + text[at:]:
        raise _Unreadable("braces that do not pair: cut off, or a quote that was not escaped")
    return objects


def _spans(text: str) -> Iterator[tuple[int, int]]:
    """Outermost balanced `{…}`, minding braces inside strings. An opening brace without its match ends the search."""
    depth, start, in_string, escaped = 0, 0, False, False
    for at, char in enumerate(text):
        if in_string:
            in_string, escaped = escaped or char != '"', char == "\\" and not escaped
        elif char == '"':
            in_string = depth > 0
        elif char == "{":
            start, depth = (at if depth == 0 else start), depth + 1
        elif char == "}" and depth:
            depth -= 1
            if depth == 0:
                yield start, at + 1


def _parse(text: str) -> dict[str, Any] | None:
    straight = re.sub("[“”„]", '"', text)
    for spelling in (text, straight):
        try:
            found = json.loads(spelling, strict=False, object_pairs_hook=_no_twice)
        except (ValueError, RecursionError):
            continue
        return found if isinstance(found, dict) else None
    return None


def _no_twice(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Keys in lower case. A key given twice is how an unescaped quote looks, so such an object is no JSON here."""
    found = {key.strip().lower(): value for key, value in pairs}
    if len(found) != len(pairs):
        raise ValueError("a key stands twice")
    return found


def _verdict_in(found: dict[str, Any]) -> Said:
    while len(found) == 1 and isinstance(only := next(iter(found.values())), dict):
        found = only
    words = {_word(found[key]) for key in _VERDICT_KEYS if key in found}
    if len(words) != 1:
        raise _Unreadable("two verdicts" if words else "no verdict")
    answer = _YES_OR_NO.get(words.pop())
    if answer is None:
        raise _Unreadable("the verdict is neither YES nor NO")
    quote = found.get("quote") or ""
    if not isinstance(quote, str):
        raise _Unreadable("the quote is not text")
    return Said(answer, _unwrapped(quote))


def _word(value: Any) -> str:
    return value.strip(f" \t\r\n*_.!\"'`{_INVISIBLE}").lower() if isinstance(value, str) else ""


def _quote_line(text: str) -> str:
    """The words behind `QUOTE:`, delimited by the outermost pair of marks on the line."""
    label = _QUOTE_LABEL.search(text)
    if label is None:
        return ""
    line, _, below = text[label.end() :].partition("\n")
    if line[:1] and line[0] in _MARKS and line.rstrip(" *_")[-1] not in _MARKS:
        closing = re.search(f"^.*?[{_MARKS}]\\s*$", below, re.MULTILINE)
        line += f"\n{below[: closing.end()]}" if closing else ""
    return _unwrapped(line)


def _unwrapped(quote: str) -> str:
    """Without the marks around it: what stands between them is word for word if they were the reply's own."""
    bare = quote.strip().strip("*_").strip()
    return bare[1:-1].strip() if len(bare) > 1 and bare[0] in _MARKS and bare[-1] in _MARKS else quote.strip()
