import json
from pathlib import Path
from typing import Any

import pytest

from crucibleforge.core.case import Budget, Case, ExpectedCall, ExpectStep, Tool, ToolsContent, UserStep
from crucibleforge.core.conversation import Answer, Outcome, ToolCall, Turn
from crucibleforge.core.stamps import Stamps
from crucibleforge.grade._script import tool_script
from crucibleforge.grade._tools import grade_tools
from crucibleforge.grade._turn_calls import calls_of

FIELD = Path(__file__).parents[2] / "data" / "field"


def field_cases() -> list[Any]:
    cases = [json.loads(path.read_text(encoding="utf-8")) for path in sorted(FIELD.glob("*.json"))]
    return [pytest.param(case, id=case["id"]) for case in cases if case["area"] == "tool_session"]


def case_of(given: dict[str, Any]) -> Case:
    tools = tuple(Tool(tool["function"]["name"], "", tool["function"]["parameters"]) for tool in given["tools"])
    steps: list[UserStep | ExpectStep] = [UserStep("Go on.")]
    for number, turn in enumerate(given["expected_turns"], 1):
        calls = (
            ExpectedCall(call["name"], {name: {"equals": value} for name, value in call["arguments"].items()}, "done")
            for call in turn
        )
        steps.append(ExpectStep(f"s{number}", "calls", tuple(calls)))
    content = ToolsContent(tools, tuple(steps))
    return Case("TU01", "x", "X", "tools", "tools", "x", Budget(100), content, Stamps("q", "j", "c"))


def turn_of(assistant: dict[str, Any]) -> Turn:
    if "stream" in assistant:
        raw = merged(assistant["stream"])
    else:
        raw = [(call["id"], call["function"]) for call in assistant["message"]["tool_calls"]]
    calls = tuple(ToolCall(call["name"], call["arguments"], call_id) for call_id, call in raw)
    return Turn((), "", tool_calls=calls, finish=assistant.get("finish_reason", "tool_calls"))


def merged(stream: list[str]) -> list[tuple[str, dict[str, Any]]]:
    """The calls of a stream put together by index, as the client does it."""
    calls: dict[int, tuple[str, dict[str, Any]]] = {}
    for line in stream:
        if "[DONE]" in line:
            continue
        for piece in json.loads(line.removeprefix("data: "))["choices"][0]["delta"].get("tool_calls", ()):
            _, call = calls.setdefault(piece["index"], (piece.get("id", ""), {"name": "", "arguments": ""}))
            call["name"] += piece["function"].get("name", "")
            call["arguments"] += piece["function"].get("arguments", "")
    return [calls[index] for index in sorted(calls)]


def test_field_cases_are_there() -> None:
    assert len(field_cases()) >= 10


@pytest.mark.parametrize("given", field_cases())
def test_field_case_has_its_outcome(given: dict[str, Any]) -> None:
    case, expected = case_of(given["input"]), given["expected"]
    turns = tuple(turn_of(assistant) for assistant in given["input"]["assistant_turns"])
    checks = grade_tools(case, Answer(case.id, turns, Outcome.ANSWERED))
    assert {check.credit for check in checks} == {expected["credit"]}, [check.evidence for check in checks]
    evidence = " ".join(check.evidence for check in checks)
    assert expected.get("flag", "") in evidence
    assert expected.get("reason", "") in evidence


@pytest.mark.parametrize("given", field_cases())
def test_field_case_has_its_calls(given: dict[str, Any]) -> None:
    case = case_of(given["input"])
    assert isinstance(case.content, ToolsContent)
    for assistant, expected in zip(given["input"]["assistant_turns"], given["expected"]["calls"], strict=True):
        calls = calls_of(turn_of(assistant), case.content.tools)
        assert [{"name": call.tool, "arguments": call.arguments} for call in calls] == expected


@pytest.mark.parametrize("given", field_cases())
def test_field_case_answers_every_call_once(given: dict[str, Any]) -> None:
    script = tool_script(case_of(given["input"]))
    turns = [turn_of(assistant) for assistant in given["input"]["assistant_turns"]]
    for count in range(1, len(turns)):
        messages = script.next_messages(turns[:count])
        assert messages is not None
        assert len([message for message in messages if message.role == "tool"]) == len(turns[count - 1].tool_calls)
