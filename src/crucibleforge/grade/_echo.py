"""Tells whether a reply is only what was asked, said again."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection, Iterator

_QUOTE_MARKS = "\"'`´‘’‚“”„«»‹›「」『』"
_PIECE_END = re.compile(r"\n|(?<=[.!?…])\s+|(?<=[。！？])")
_FENCE = re.compile(r"[ \t>]*(?:`{3,}|~{3,})[\w+#.-]*[ \t]*")
_FRAME = re.compile(
    r"(?:user|assistant|system|prompt|question|task|you (?:said|asked|wrote)|(?:here is |here's )?(?:the|your) "
    r"(?:prompt|question|task|message|request)(?: again)?)[:.]?",
    re.IGNORECASE,
)
_QUOTATION = re.compile(r"^[ \t]*(?:>[ \t]?)+", re.MULTILINE)
_MOST = 0.6
_LONG_CHARS = 200


def is_echo(reply: str, asked: Collection[str], *, tolerance: float = 0.0) -> bool:
    """Whether a reply repeats most of one of the texts, or a long stretch of it, and adds nothing of its own.

    White space, quote marks and letter case don't count.

    Args:
        tolerance: the share of the reply that may be new.
    """
    reply, *asked = (_QUOTATION.sub("", text) for text in (reply, *asked))
    whole = _key(reply)
    keys = [key for key in map(_key, asked) if key]
    if not whole or not keys:
        return False
    if any(whole == key or (len(whole) >= _LONG_CHARS and whole in key) for key in keys):
        return True
    everything = "\n".join(keys)
    own = sum(len(piece) for piece in _pieces(reply) if piece not in everything)
    return own <= tolerance * len(whole) and any(_share_repeated(text, whole) >= _MOST for text in asked)


def _share_repeated(text: str, reply_key: str) -> float:
    pieces = list(_pieces(text))
    total = sum(map(len, pieces))
    return sum(len(piece) for piece in pieces if piece in reply_key) / total if total else 0.0


def _pieces(text: str) -> Iterator[str]:
    """Keys of a text's lines and sentences; fences and frames such as `User:` are left out."""
    for piece in _PIECE_END.split(text):
        if not (_FENCE.fullmatch(piece) or _FRAME.fullmatch(piece.strip(" *#>"))) and (key := _key(piece)):
            yield key


def _key(text: str) -> str:
    folded = unicodedata.normalize("NFC", "".join(text.split()).casefold())
    return folded.translate(dict.fromkeys(map(ord, _QUOTE_MARKS)))
