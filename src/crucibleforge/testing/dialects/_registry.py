"""All dialects by name."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import replace

from crucibleforge.core.conversation import Usage
from crucibleforge.testing._reply import Behaviour, Faults, Reply

from ._dialect import MODEL, Request, ScriptedDialect, eaten_unless, refusal, refusing, spoken

_THOUGHT = "A lamp. Blue, I think."
_IN_FIELD = "thinking: comes in the field reasoning_content"
_RENAMED = "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead."
_LIMIT = "max_tokens: sent as max_completion_tokens (max_tokens was refused)"
_TEMPERATURE = "temperature: server default (0.0 was refused)"
_SYSTEM = "system role: sent as part of the user's message (refused)"
_NO_SYSTEM = refusal("'messages[0].role' does not support 'system' with this model")
_NO_TEMPERATURE = refusal("temperature=0 is not supported by this model")
_NO_EFFORT = refusal("reasoning_effort: Input should be 'low', 'medium' or 'high'")
_SMALL_WINDOW = 2_000
"""Characters of each message that the cutting server leaves."""


def _is_off(request: Request) -> bool:
    return request.get("chat_template_kwargs") == {"enable_thinking": False}


def _is_begun(request: Request) -> bool:
    return bool(request["messages"][-1]["role"] == "assistant")


def _printed(reply: Reply) -> Reply:
    if not reply.tool_calls:
        return reply
    calls = [{"name": call.name, "arguments": json.loads(call.arguments)} for call in reply.tool_calls]
    return Reply("\n".join(f"<tool_call>{json.dumps(call)}</tool_call>" for call in calls))


def _cutting(request: Request) -> Reply:
    kept = [{**message, "content": (message["content"] or "")[-_SMALL_WINDOW:]} for message in request["messages"]]
    reply = MODEL({**request, "messages": kept})
    counted = len(json.dumps([kept, request.get("tools")], ensure_ascii=False)) // 4
    return replace(reply, usage=Usage(counted, len((reply.text or "").split())))


_ALL = (
    ScriptedDialect("plain", "Nothing is unusual.", MODEL),
    ScriptedDialect(
        "thinking-field",
        "Thinking comes in `reasoning_content`.",
        spoken(lambda reply: replace(reply, thinking=_THOUGHT)),
        (_IN_FIELD,),
        note="tokens to think and answer in",
    ),
    ScriptedDialect(
        "thinking-other-field",
        "Thinking comes in `reasoning`.",
        spoken(lambda reply: replace(reply, thinking=_THOUGHT, thinking_field="reasoning")),
        ("thinking: comes in the field reasoning",),
        note="tokens to think and answer in",
    ),
    ScriptedDialect(
        "thinking-tags",
        "Thinking comes in tags before the answer.",
        spoken(lambda reply: replace(reply, text=f"<think>\n{_THOUGHT}\n</think>\n\n{reply.text}")),
        ("thinking: comes in tags before the answer",),
        note="tokens to think and answer in",
    ),
    ScriptedDialect(
        "thinking-closing-tag",
        "Thinking comes with its closing tag only: the template writes the opening one.",
        spoken(lambda reply: replace(reply, text=f"{_THOUGHT}\n</think>\n\n{reply.text}")),
        ("thinking: comes in the content, with a closing tag only",),
        note="tokens to think and answer in",
    ),
    ScriptedDialect(
        "thinking-eats-budget",
        "Thinking uses up any budget, unless it is switched off.",
        eaten_unless(_is_off, _THOUGHT),
        (_IN_FIELD,),
        requests=2,
        note="asked once more with thinking off: answered",
    ),
    ScriptedDialect(
        "thinking-never-off",
        "Thinking uses up any budget and cannot be switched off; a reply may be begun for the model.",
        eaten_unless(_is_begun, _THOUGHT),
        (_IN_FIELD,),
        requests=3,
        note="asked once more going on from its thinking: answered",
    ),
    ScriptedDialect(
        "thinking-switch-refused",
        "Thinking uses up any budget, and `reasoning_effort: none` is refused.",
        refusing({"reasoning_effort": _NO_EFFORT}, eaten_unless(_is_off, _THOUGHT)),
        (_IN_FIELD,),
        requests=3,
        note="asked once more with thinking off: answered",
    ),
    ScriptedDialect(
        "thinking-misrouted",
        "Every answer arrives in the thinking field, and nothing marks it.",
        spoken(lambda reply: reply if reply.tool_calls else replace(reply, text="", thinking=reply.text or "")),
        (_IN_FIELD,),
        ("thinking",),
        told=("system prompt", "memory", "unicode", "tools", "window"),
        requests=3,
        note="stopped inside its thinking",
    ),
    ScriptedDialect(
        "limit-renamed", "`max_tokens` is refused.", refusing({"max_tokens": refusal(_RENAMED)}), (_LIMIT,), note=_LIMIT
    ),
    ScriptedDialect(
        "no-temperature",
        "`temperature` is refused.",
        refusing({"temperature": _NO_TEMPERATURE}),
        (_TEMPERATURE,),
        note=_TEMPERATURE,
    ),
    ScriptedDialect(
        "no-system",
        "The system role is refused.",
        refusing({"system role": _NO_SYSTEM}),
        (_SYSTEM,),
        note=_SYSTEM,
    ),
    ScriptedDialect(
        "refuses-much",
        "The limit's name, the temperature and the system role are refused, one after another.",
        refusing({"max_tokens": refusal(_RENAMED), "temperature": _NO_TEMPERATURE, "system role": _NO_SYSTEM}),
        (_LIMIT, _TEMPERATURE, _SYSTEM),
        note=_TEMPERATURE,
    ),
    ScriptedDialect("calls-as-text", "Tool calls come printed as text.", spoken(_printed), told=("tools",)),
    ScriptedDialect(
        "no-tools",
        "Tools are dropped without a word.",
        lambda request: MODEL({**request, "tools": []}),
        told=("tools",),
    ),
    ScriptedDialect(
        "no-usage",
        "No token is counted.",
        spoken(lambda reply: replace(reply, faults=Faults(no_usage=True))),
    ),
    ScriptedDialect(
        "another-model",
        "Another model answers than the one that is asked.",
        spoken(lambda reply: replace(reply, model="whatever-is-loaded")),
        doubts=("served model",),
        reason="wrong model",
    ),
    ScriptedDialect("cuts-prompts", "Long prompts are cut without a word.", _cutting, doubts=("window",)),
)
DIALECTS: Mapping[str, ScriptedDialect] = {entry.name: entry for entry in _ALL}


def dialect(name: str) -> Behaviour:
    """The behaviour of a named dialect, for a `ScriptedServer`.

    Raises:
        KeyError: when no dialect has this name.
    """
    return DIALECTS[name].behaviour
