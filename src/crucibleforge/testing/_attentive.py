"""A model that passes the set-up check, in front of any other behaviour."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

from crucibleforge.core.conversation import ToolCall

from ._behaviours import last_text, message_text
from ._reply import Behaviour, Reply

_CODE_WORD = re.compile(r"\bcode word (?:of this office )?is (\w+)")
_REPEAT = re.compile(r"Repeat this line exactly[^\n]*\n(.*)", re.S)
_CODE = re.compile(r'"code": "(\d+)"')
_UP, _DOWN = "Write the numbers from 1 to 200", "Write the numbers from 200 down to 1"
_TOOL = "harbour_code"
_PLAINLY = "in plain sentences."


def attentive(behaviour: Behaviour) -> Behaviour:
    """Does what the set-up check asks for, as far as the request shows it, and leaves every other request to `behaviour`."""

    def answer(request: Mapping[str, Any]) -> Reply:
        reply = _setup_reply(request)
        return behaviour(request) if reply is None else reply

    return answer


def _setup_reply(request: Mapping[str, Any]) -> Reply | None:
    asked = last_text(request)
    if _TOOL in asked or _CODE.search(asked):
        return _harbour_code(request, asked)
    if "code word" in asked:
        told = [found[1] for message in request["messages"] for found in _CODE_WORD.finditer(message_text(message))]
        return Reply(told[-1] if told else "I know of no code word.")
    if line := _REPEAT.search(asked):
        return Reply(line[1])
    if asked.startswith((_UP, _DOWN)):
        numbers = range(1, 201) if asked.startswith(_UP) else range(200, 0, -1)
        return Reply(", ".join(map(str, numbers)))
    if asked.endswith(_PLAINLY):
        return Reply("The harbour wakes slowly on a grey morning. " * 8)
    return None


def _harbour_code(request: Mapping[str, Any], asked: str) -> Reply:
    if code := _CODE.search(asked):
        return Reply(f"The code is {code[1]}.")
    offered = [tool["function"]["name"] for tool in request.get("tools") or ()]
    if _TOOL not in offered:
        return Reply("I have no tool for that.")
    return Reply("", tool_calls=(ToolCall(_TOOL, '{"harbour": "Lindo"}', "c1"),))
