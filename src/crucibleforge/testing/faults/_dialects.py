"""Endpoints that refuse a part of the request: each is to be learnt once and then left out."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from crucibleforge.testing._reply import Behaviour, Reply

from ._fault import GOOD, ScriptedFault, answered, hopeless
from ._frames import error, page

_RENAME = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
_FIELDS = {
    "detail": [{"type": "extra_forbidden", "loc": ["body", "stream_options"], "msg": "Extra inputs are not permitted"}]
}


def refusing(name: str, refusal: Reply) -> Behaviour:
    """Refuses every request that holds the parameter, and answers any other."""
    return _unless(lambda request: name in request, refusal)


def _without_system(refusal: Reply) -> Behaviour:
    return _unless(lambda request: any(message["role"] == "system" for message in request["messages"]), refusal)


def _unless(holds: Callable[[Mapping[str, Any]], bool], refusal: Reply) -> Behaviour:
    return lambda request: refusal if holds(request) else Reply(GOOD)


def _learnt(name: str, does: str, behaviour: Behaviour, part: str, note: str) -> ScriptedFault:
    return ScriptedFault(name, does, (behaviour,), answered(requests=2, learnt=part, note=note))


DIALECTS = (
    _learnt(
        "no-temperature",
        "400: temperature is not supported.",
        refusing("temperature", error("temperature=0 is not supported by this model", status=400, param="temperature")),
        "temperature",
        "temperature: server default",
    ),
    _learnt(
        "one-temperature",
        "400: temperature may only be 1, without naming the parameter apart.",
        refusing("temperature", error("`temperature` may only be set to 1 while thinking", status=400)),
        "temperature",
        "temperature: server default",
    ),
    _learnt(
        "max-completion-tokens",
        "400: the limit is to be spelled max_completion_tokens.",
        refusing("max_tokens", error(_RENAME, status=400, param="max_tokens", code="unsupported_parameter")),
        "max_tokens",
        "max_tokens: sent as max_completion_tokens",
    ),
    _learnt(
        "no-stream-options",
        "400: stream_options is unrecognized.",
        refusing("stream_options", error("Unrecognized request argument supplied: stream_options", status=400)),
        "stream_options",
        "stream_options: server default",
    ),
    _learnt(
        "no-stream-options-422",
        "422 with a list of fields: stream_options is not permitted.",
        refusing("stream_options", page(json.dumps(_FIELDS), status=422)),
        "stream_options",
        "stream_options: server default",
    ),
    _learnt(
        "no-system",
        "400: the system role is not supported.",
        _without_system(
            error("'messages[0].role' does not support 'system' with this model", status=400, param="messages[0].role")
        ),
        "system role",
        "system role: sent as part of the user's message",
    ),
    _learnt(
        "no-system-template",
        "500: the chat template knows no system role.",
        _without_system(error("Jinja: System role not supported", status=500)),
        "system role",
        "system role: sent as part of the user's message",
    ),
    _learnt(
        "no-system-instruction",
        "400: system instructions are not enabled for the model.",
        _without_system(error("Developer instruction is not enabled for this model", status=400, code=400)),
        "system role",
        "system role: sent as part of the user's message",
    ),
    ScriptedFault(
        "no-limit-at-all",
        "400 for either spelling of the limit; a request without one could run for hours.",
        (
            lambda request: error(
                f"{'max_tokens' if 'max_tokens' in request else 'max_completion_tokens'} is not supported", status=400
            ),
        ),
        replace(hopeless("bad request", "max_completion_tokens"), requests=2),
    ),
    ScriptedFault(
        "limit-too-large",
        "400: max_tokens is above what the model can write.",
        (error("max_tokens is too large: 64. This model writes at most 16 tokens.", status=400, param="max_tokens"),),
        hopeless("bad request", "too large"),
    ),
    ScriptedFault(
        "template",
        "500: the chat template cannot render the messages.",
        (error("Jinja: conversation roles must alternate", status=500),),
        hopeless("template"),
    ),
    ScriptedFault(
        "no-tools",
        "400: the model does not support tools.",
        (error("this model does not support tools", status=400),),
        hopeless("template"),
    ),
    ScriptedFault(
        "bad-request", "400 that names nothing.", (error("messages: wrong", status=400),), hopeless("bad request")
    ),
)
