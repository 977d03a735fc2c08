"""Whether text comes back unharmed: characters of every alphabet, and more than a few words of it."""

from __future__ import annotations

import re

from crucibleforge.core.conversation import Message, Turn
from crucibleforge.core.setup import SetupCheck

from ._found import failed, passed, seen, told
from ._probe import Probe

UNICODE = "unicode"
LENGTH = "long reply"

_PIECES = ("Grüße", "naïve", "Ωμέγα", "日本語", "🦜")
_LINE = f"Repeat this line exactly, and write nothing else:\n{', '.join(_PIECES)}"
_LIMIT_TOKENS = 200
_LONG_TOKENS = 150
"""What the small defaults in use (16, 100, 128) would never let through."""
_LEAST_TOKENS = 8
"""Replies shorter than this may well be equally long by chance."""
_UP = "Write the numbers from 1 to 200 in order, separated by commas. Leave none out and write nothing else."
_DOWN = "Write the numbers from 200 down to 1, separated by commas. Leave none out and write nothing else."


async def check_unicode(probe: Probe) -> SetupCheck:
    """A line with several alphabets comes back as it was sent."""
    turn = await probe.ask(Message("user", _LINE))
    if all(piece in turn.text for piece in _PIECES):
        return passed(UNICODE, "five alphabets come back as they were sent")
    if found := next((form for piece in _PIECES if (form := _harmed(piece, turn.text))), ""):
        return failed(UNICODE, f"characters are harmed on the way: {found!r}")
    return told(UNICODE, f"the model did not repeat the line: {seen(turn)}")


def _harmed(piece: str, text: str) -> str:
    """How the piece looks in the text after a wrong decoding; empty when it does not."""
    forms = [piece.encode().decode(wrong, "ignore") for wrong in ("latin-1", "cp1252")]
    bare = piece.encode("ascii", "ignore").decode()
    if bare:
        holes = "".join(char if char.isascii() else "[?\ufffd]{1,4}" for char in piece)
        forms += [found[0] for found in [re.search(holes, text)] if found]
        forms += [found[0] for found in [re.search(rf"\b{bare}\b", text)] if found]
    return next((form for form in forms if form in text), "")


async def check_length(probe: Probe) -> SetupCheck:
    """A reply may grow to the limit that was asked for."""
    limit = min(_LIMIT_TOKENS, probe.spec.max_tokens or _LIMIT_TOKENS)
    enough = min(_LONG_TOKENS, limit * 9 // 10)
    turn = await probe.ask(Message("user", _UP), max_tokens=limit)
    if (written := _written(turn)) >= enough:
        return passed(LENGTH, f"a reply of {written} tokens came through")
    if turn.finish == "length":
        return failed(LENGTH, f"cut off after {written} tokens, where {limit} were asked for")
    other = await probe.ask(Message("user", _DOWN), max_tokens=limit)
    if _written(other) == written >= _LEAST_TOKENS and other.text != turn.text:
        return failed(LENGTH, f"two long replies both end after {written} tokens, where {limit} were asked for")
    return told(LENGTH, f"the model stopped by itself after {max(written, _written(other))} tokens")


def _written(turn: Turn) -> int:
    """Tokens of a reply, its thinking included, by the server's count or by ours."""
    counted = turn.usage.completion_tokens
    return len(f"{turn.thinking} {turn.text}".split()) if counted is None else counted
