"""Long replies cut to a size that is the same for every judge."""

from __future__ import annotations

from collections.abc import Sequence

from crucibleforge.core.grading import JudgeSettings

BYTES_PER_TOKEN = 3
"""Of UTF-8: a token is taken to be short, since which judge reads the prompt must not change it."""
_ASKED_ABOUT = 3
"""So many times the room of another reply goes to one that the question is about, where not all of them fit."""
_HEAD = 0.6
"""How much of the kept text comes from the reply's beginning."""


def room_bytes(settings: JudgeSettings, rest: int) -> int:
    """How many bytes of replies fit beside `rest` bytes of other text and the judge's own reply; 0 if none."""
    return max(0, (settings.window - settings.max_tokens) * BYTES_PER_TOKEN - rest)


def fitted(replies: Sequence[str], asked_about: Sequence[bool], room: int, mark: str) -> tuple[str, ...]:
    """The replies, cut in their middle where they are too long together for `room` bytes of UTF-8.

    Short replies stay whole, and leave their room to the longer ones. What a cut leaves out is counted in its place.

    Args:
        asked_about: for each reply, whether the question is about it.
        mark: what no reply holds, so that none can pretend to be cut.
    """
    weights = [_ASKED_ABOUT if is_asked else 1 for is_asked in asked_about]
    sizes = [_size(reply) for reply in replies]
    kept: dict[int, int] = {}
    weight_left = sum(weights)
    for index in sorted(range(len(replies)), key=lambda one: sizes[one] / weights[one]):
        share = (room - sum(kept.values())) * weights[index] // weight_left
        kept[index] = min(sizes[index], share)
        weight_left -= weights[index]
    return tuple(
        reply if kept[index] == sizes[index] else _cut(reply, kept[index], mark) for index, reply in enumerate(replies)
    )


def _cut(reply: str, size: int, mark: str) -> str:
    """At most `size` bytes of the reply with its marker, or the marker alone where there is no room for more."""
    left = max(0, size - _size(_marker(mark, len(reply))))
    data = reply.encode("utf-8", "surrogatepass")
    head = data[: round(left * _HEAD)].decode("utf-8", "ignore")
    tail = data[len(data) - (left - round(left * _HEAD)) :].decode("utf-8", "ignore")
    return f"{head}{_marker(mark, len(reply) - len(head) - len(tail))}{tail}"


def _marker(mark: str, count: int) -> str:
    return f"\n[cut-{mark}: {count} characters left out]\n"


def _size(text: str) -> int:
    return len(text.encode("utf-8", "surrogatepass"))
