"""What stands in the chunks: content in odd shapes, usage, the id that was served."""

from __future__ import annotations

import json
from typing import Any

from crucibleforge.core.conversation import Outcome, Usage
from crucibleforge.testing._reply import Reply

from ._fault import GOOD, REFUSAL, Expected, ScriptedFault, answered, broken, empty, hopeless
from ._frames import PIECES, delta, page, stream, told, whole

_NO_COUNT = Usage()
_COUNTED = Usage(22, 5)
_COUNTS = {"prompt_tokens": 22, "completion_tokens": 5}
_PART = {"type": "text", "text": PIECES[0]}
_LONG_PROMPT = "Remember the rule about lamps. " * 300
_NOISE = {
    "logprobs": {"content": [{"token": "The", "logprob": -0.1, "bytes": [84], "top_logprobs": []}]},
    "content_filter_results": {"hate": {"filtered": False}},
    "x": [{"deep": [None]}],
}


def _usage(name: str, does: str, usage: object, counted: Usage) -> ScriptedFault:
    return ScriptedFault(name, does, (stream(*told(), {"choices": [], "usage": usage}),), answered(usage=counted))


def _choice(index: int | None, text: str, finish: str | None = None) -> dict[str, object]:
    numbered = {} if index is None else {"index": index}
    return {**numbered, "delta": {"content": text}, "finish_reason": finish}


def _message(**fields: Any) -> Reply:
    return page(json.dumps(whole(**fields)))


USAGE = (
    _usage("usage-apart", "Usage comes in a chunk of its own.", _COUNTS, _COUNTED),
    _usage("usage-null", "Usage is null.", None, _NO_COUNT),
    _usage("usage-nulls", "Every count in usage is null.", dict.fromkeys(_COUNTS), _NO_COUNT),
    _usage("usage-negative", "Counts are negative.", dict.fromkeys(_COUNTS, -1), _NO_COUNT),
    _usage("usage-words", "Counts are text and true.", {"prompt_tokens": "22", "completion_tokens": True}, _NO_COUNT),
    ScriptedFault("usage-missing", "No usage anywhere.", (stream(*told()),), answered(usage=_NO_COUNT)),
    ScriptedFault(
        "usage-always",
        "Usage so far stands in every chunk, and an empty one in the last.",
        (stream(*({**chunk, "usage": _COUNTS} for chunk in told()), {"choices": [], "usage": {}}),),
        answered(usage=_COUNTED),
    ),
    ScriptedFault(
        "usage-in-choice",
        "Usage stands within the last choice.",
        (stream(*told()[:-1], {"choices": [{"index": 0, "delta": {}, "finish_reason": "stop", "usage": _COUNTS}]}),),
        answered(usage=_COUNTED),
    ),
    ScriptedFault(
        "prompt-cut",
        "Usage counts far fewer tokens than the prompt must have.",
        (Reply(GOOD, usage=Usage(120, 5)),),
        answered(note="prompt probably cut by the server"),
        prompt=_LONG_PROMPT,
    ),
    ScriptedFault(
        "another-model",
        "The reply names another model than the one asked for.",
        (Reply(GOOD, model="whatever-is-loaded"),),
        hopeless("wrong model", "answered by 'whatever-is-loaded'"),
    ),
)

CONTENTS = (
    ScriptedFault(
        "parts",
        "Content is a list of parts.",
        (_message(content=[_PART, {"type": "text", "text": PIECES[1]}]),),
        answered(),
    ),
    ScriptedFault(
        "parts-streamed",
        "Each delta's content is a list of parts.",
        (stream(delta(content=[_PART]), delta("stop", content=[PIECES[1]])),),
        answered(),
    ),
    ScriptedFault(
        "part-alone",
        "Content is one part without a list.",
        (_message(content={"type": "text", "text": GOOD}),),
        answered(),
    ),
    ScriptedFault("content-null", "Content is null.", (_message(content=None),), empty()),
    ScriptedFault(
        "role-only",
        "Chunks with a role and nothing else.",
        (stream(delta(role="assistant"), delta(role="assistant"), delta("stop")),),
        empty(),
    ),
    ScriptedFault("blank", "The text is white space.", (stream(*told(" \n")),), empty()),
    ScriptedFault(
        "no-choices",
        "Chunks without choices.",
        (stream({"choices": []}, {"choices": None}),),
        broken("without a finish reason"),
    ),
    ScriptedFault(
        "refusal",
        "The refusal has a field of its own.",
        (stream(delta(content=None, refusal=REFUSAL), delta("stop")),),
        Expected(Outcome.REFUSED, REFUSAL, note="refusal"),
    ),
    ScriptedFault(
        "noise",
        "Log probabilities and fields that nobody knows.",
        (stream(*({**chunk, **_NOISE, "choices": [{**chunk["choices"][0], **_NOISE}]} for chunk in told())),),
        answered(),
    ),
    ScriptedFault(
        "two-choices",
        "Two choices, taking turns.",
        (
            stream(
                {"choices": [_choice(1, "Red?")]},
                {"choices": [_choice(0, GOOD, "stop")]},
                {"choices": [_choice(1, " Or so.", "length")]},
            ),
        ),
        answered(),
    ),
    ScriptedFault(
        "two-choices-at-once",
        "Two choices in one chunk, without an index.",
        (stream({"choices": [_choice(None, GOOD, "stop"), _choice(None, "Red?", "stop")]}),),
        answered(),
    ),
    ScriptedFault(
        "message-repeated",
        "The last chunk repeats the whole message beside its empty delta.",
        (
            stream(
                *told()[:-1],
                {"choices": [{"index": 0, "delta": {}, "message": {"content": GOOD}, "finish_reason": "stop"}]},
            ),
        ),
        answered(),
    ),
    ScriptedFault(
        "same-delta-twice",
        "Two deltas in a row are alike, as repeated words are.",
        (stream(*told("blue ", "blue ", "lamp")),),
        answered("blue blue lamp"),
    ),
)
