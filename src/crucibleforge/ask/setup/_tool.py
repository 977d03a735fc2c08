"""A tool call there and back."""

from __future__ import annotations

import json

from crucibleforge.ask._converse import said
from crucibleforge.core.case import Tool
from crucibleforge.core.conversation import Message, Turn
from crucibleforge.core.errors import ProviderError
from crucibleforge.core.setup import SetupCheck

from ._found import failed, passed, seen, told
from ._probe import Probe

TOOLS = "tools"

_TOOL = Tool(
    "harbour_code",
    "Gives the code of a harbour.",
    {"type": "object", "properties": {"harbour": {"type": "string"}}, "required": ["harbour"]},
)
_QUESTION = Message("user", "Look up the code of the harbour Lindo with the tool harbour_code, and tell me the code.")
_CODE = "7431"
_RESULT = json.dumps(
    {
        "harbour": "Lindo",
        "code": _CODE,
        "notice": "The harbour lies at the mouth of the river and is open to boats of every size from the first day of spring "
        "until the last day of autumn. Boats from other harbours moor at the western pier, pay at the office beside the "
        "lighthouse, and leave again with the evening tide. Fresh water and coal are sold in the yard behind the office, "
        "and there is a chandler, a sailmaker and a small inn on the square above the pier.",
    }
)
_REFUSALS = ("template", "bad request")
_TOOL_TOKENS = 15
"""So many more must be counted with the tool than without it."""


_RESULT_TOKENS = 80
"""So many more must be counted with a call and its result than before them; a call alone is shorter."""


async def check_tools(probe: Probe) -> SetupCheck:
    """The model calls a tool and uses its result."""
    try:
        turn = await probe.ask(_QUESTION, tools=(_TOOL,))
    except ProviderError as error:
        if error.reason not in _REFUSALS:
            raise
        return _refused("a request with tools", error)
    if not any(call.name == _TOOL.name for call in turn.tool_calls):
        return await _not_called(probe, turn)
    return await _and_back(probe, turn)


async def _not_called(probe: Probe, turn: Turn) -> SetupCheck:
    """No call came: told, since a model without tools shows the same as a server that drops them."""
    without = (await probe.ask(_QUESTION)).usage.prompt_tokens
    counted = turn.usage.prompt_tokens
    if counted and without and counted < without + _TOOL_TOKENS:
        words = "the tools do not reach the model: its chat template has no place for them"
        return told(TOOLS, words, {"tools": "dropped by the template"})
    if _TOOL.name in turn.text:
        return told(TOOLS, f"the call came printed as text: {seen(turn)}", {"tools": "printed as text"})
    return told(TOOLS, f"no call came: the model answered {seen(turn)}", {"tools": "no call seen"})


async def _and_back(probe: Probe, turn: Turn) -> SetupCheck:
    results = [Message("tool", _RESULT, tool_call_id=call.id) for call in turn.tool_calls]
    try:
        end = await probe.ask(_QUESTION, said(turn), *results, tools=(_TOOL,))
    except ProviderError as error:
        if error.reason not in _REFUSALS:
            raise
        return _refused("the result of a call", error)
    if _CODE in end.text:
        return passed(TOOLS, "the model calls one and reads its result", {"tools": "work"})
    before, after = turn.usage.prompt_tokens, end.usage.prompt_tokens
    if before and after and after - before < _RESULT_TOKENS:
        return failed(TOOLS, "the result of a call does not reach the model", {"tools": "results dropped"})
    return told(TOOLS, f"the model called the tool, but answered {seen(end)} to its result", {"tools": "calls work"})


def _refused(what: str, error: ProviderError) -> SetupCheck:
    """A refusal is told: the cases that meet it stay missing, so that nothing is measured wrongly."""
    words = f"{what} was refused, so that cases with tools will be missing: {error.message}"
    return told(TOOLS, words, {"tools": f"{what} was refused"})
