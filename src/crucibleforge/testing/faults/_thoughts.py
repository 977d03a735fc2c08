"""Thinking: in a field of its own, in tags, without an end, in the wrong place."""

from __future__ import annotations

from crucibleforge.core.conversation import Outcome

from ._fault import GOOD, Expected, ScriptedFault, answered
from ._frames import Chunk, delta, stream, told

_THOUGHT = "A lamp. Blue, I think."
_SPLIT = ("A lamp. ", "Blue, I think.")
_QUOTED = "The tag </think> closes the block."


def _apart(field: str) -> list[Chunk]:
    return [delta(**{field: piece}) for piece in _SPLIT]


def _only_thinking(thought: str = _THOUGHT, *, cut: bool = False) -> Expected:
    note = "the token limit was reached while thinking" if cut else "stopped inside its thinking"
    return Expected(Outcome.ONLY_THINKING, thinking=thought, note=note, requests=1 if cut else 2)


_THOUGHTFUL = answered(thinking=_THOUGHT)

THOUGHTS = (
    ScriptedFault(
        "thinking-field",
        "Thinking in `reasoning_content`.",
        (stream(*_apart("reasoning_content"), *told()),),
        _THOUGHTFUL,
    ),
    ScriptedFault(
        "thinking-other-field", "Thinking in `reasoning`.", (stream(*_apart("reasoning"), *told()),), _THOUGHTFUL
    ),
    ScriptedFault(
        "thinking-both-fields",
        "The same thinking in both fields.",
        (stream(*(delta(reasoning=piece, reasoning_content=piece) for piece in _SPLIT), *told()),),
        _THOUGHTFUL,
    ),
    ScriptedFault(
        "thinking-parts",
        "Thinking as a part of the content.",
        (stream(delta(content=[{"type": "thinking", "thinking": [{"type": "text", "text": _THOUGHT}]}]), *told()),),
        _THOUGHTFUL,
    ),
    ScriptedFault(
        "thinking-tags", "Thinking in tags.", (stream(*told(f"<think>\n{_THOUGHT}\n</think>\n\n", GOOD)),), _THOUGHTFUL
    ),
    ScriptedFault(
        "thinking-split-tags",
        "Thinking in tags that are cut between chunks.",
        (stream(*told("<th", "ink>", *_SPLIT, "</", "think", ">\n", GOOD)),),
        _THOUGHTFUL,
    ),
    ScriptedFault(
        "thinking-closing-tag",
        "Only the closing tag comes, on a line of its own: the template wrote the opening one.",
        (stream(*told(f"{_THOUGHT}\n", "</think>\n\n", GOOD)),),
        _THOUGHTFUL,
    ),
    ScriptedFault(
        "thinking-tag-in-text",
        "A closing tag within a sentence is a word like any other.",
        (stream(*told(_QUOTED)),),
        answered(_QUOTED),
    ),
    ScriptedFault(
        "thinking-stray-tag",
        "A closing tag at the very start closes nothing.",
        (stream(*told("</think>\n\n", GOOD)),),
        answered(),
    ),
    ScriptedFault(
        "thinking-cut",
        "The token limit is reached inside the tags.",
        (stream(*told(f"<think>{_THOUGHT}")[:-1], delta("length")),),
        _only_thinking(cut=True),
    ),
    ScriptedFault(
        "thinking-cut-in-field",
        "The token limit is reached inside the thinking field.",
        (stream(*_apart("reasoning_content"), delta("length", content=None)),),
        _only_thinking(cut=True),
    ),
    ScriptedFault(
        "thinking-unclosed",
        "The model stops inside the tags.",
        (stream(*told(f"<think>{_THOUGHT}")),),
        _only_thinking(),
    ),
    ScriptedFault(
        "thinking-misrouted",
        "Everything is in the thinking field, and nothing marks the answer.",
        (stream(*_apart("reasoning_content"), delta("stop", content="")),),
        _only_thinking(),
    ),
    ScriptedFault(
        "thinking-swallowed-answer",
        "The answer stands in the thinking field, behind the closing tag.",
        (stream(delta(reasoning_content=f"{_THOUGHT}\n</think>\n\n{GOOD}"), delta("stop", content="")),),
        answered(thinking=_THOUGHT, note="the answer came in the thinking field"),
    ),
)
