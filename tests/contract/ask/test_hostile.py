"""Every scripted fault over real HTTP, and what the real client makes of it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from crucibleforge.core.conversation import Message, Outcome, Turn
from crucibleforge.core.errors import ProviderError
from crucibleforge.grade._turn_calls import calls_of
from crucibleforge.testing.faults import FAULTS, GOOD, SYSTEM, TOOLS, Expected, ScriptedFault
from tests.contract.ask.clients import Asked, asking_behaviour

PASSING = [name for name, entry in FAULTS.items() if entry.leads_to.later and entry.leads_to.requests > 1]


async def _ask(asked: Asked, fault: ScriptedFault) -> Turn | ProviderError:
    messages = (Message("system", SYSTEM), Message("user", fault.prompt))
    try:
        return await asked.complete(messages, tools=TOOLS, timeout_s=1.0 if fault.stalls else 60.0)
    except ProviderError as error:
        return error


@pytest.mark.parametrize("name", FAULTS)
async def test_a_fault_leads_to_its_outcome(name: str) -> None:
    fault, expected = FAULTS[name], FAULTS[name].leads_to
    async with asking_behaviour(fault.behaviour(), silence_s=0.4 if fault.stalls else 5.0) as asked:
        came = await _ask(asked, fault)
    if isinstance(came, Turn):
        assert _read(came, expected) == _wanted(expected)
        assert bool(came.note) is bool(expected.note)
        assert _attempts_in(came.raw) == expected.requests
        said = came.note
    else:
        assert expected.outcome is Outcome.NOT_ASKED
        assert (came.reason, came.retryable) == (expected.reason, expected.later)
        said = came.message
    assert expected.note.lower() in said.lower()
    assert len(asked.bodies) == expected.requests
    if expected.wait_s is not None:
        assert asked.waits == pytest.approx([expected.wait_s], abs=1.0)


@pytest.mark.parametrize("name", PASSING)
async def test_a_fault_that_passes_costs_no_answer(name: str) -> None:
    fault = FAULTS[name]
    async with asking_behaviour(fault.behaviour(times=1)) as asked:
        came = await _ask(asked, fault)
    assert isinstance(came, Turn)
    assert (came.text, came.outcome, len(asked.bodies)) == (GOOD, Outcome.ANSWERED, 2)
    assert "asked again" in came.note


@pytest.mark.parametrize("name", [name for name, entry in FAULTS.items() if entry.leads_to.learnt])
async def test_what_was_refused_once_is_never_sent_again(name: str) -> None:
    fault = FAULTS[name]
    async with asking_behaviour(fault.behaviour()) as asked:
        for _ in range(3):
            await _ask(asked, fault)
    assert [_holds(body, fault.leads_to.learnt) for body in asked.bodies] == [True, False, False, False]
    assert all(SYSTEM in json.dumps(body["messages"]) for body in asked.bodies)


def _attempts_in(raw: str) -> int:
    """How many attempts stand in a raw reply; each of its lines has to be JSON, and the last one a reply's."""
    lines = [json.loads(line, strict=False) for line in raw.split("\n")]
    assert "attempt" not in lines[-1]
    return sum("attempt" in line for line in lines)


def _holds(body: dict[str, Any], part: str) -> bool:
    if part == "system role":
        return any(message["role"] == "system" for message in body["messages"])
    return part in body


def _read(turn: Turn, expected: Expected) -> tuple[object, ...]:
    made = calls_of(turn, TOOLS) if turn.outcome is Outcome.ANSWERED else ()
    calls = tuple((call.tool, call.arguments, call.problem) for call in made)
    ids = [call.id for call in turn.tool_calls]
    usage = turn.usage if expected.usage is not None else None
    return turn.outcome, turn.text, turn.thinking, calls, usage, len(set(filter(None, ids))) == len(ids)


def _wanted(expected: Expected) -> tuple[object, ...]:
    calls = tuple((name, arguments, "") for name, arguments in expected.calls)
    return expected.outcome, expected.text, expected.thinking, calls, expected.usage, True
