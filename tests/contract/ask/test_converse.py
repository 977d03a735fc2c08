from collections.abc import Sequence
from dataclasses import dataclass, replace

import pytest

from crucibleforge.ask import converse, fixed_script
from crucibleforge.core.case import Budget, Tool
from crucibleforge.core.conversation import Message, Outcome, ToolCall, Turn
from crucibleforge.core.errors import ProviderError
from crucibleforge.testing import Reply
from tests.contract.ask.clients import Asked, asking

BUDGET = Budget(64, 20.0)
TWO = fixed_script("Be brief.", ["One?", "Two?"])


@dataclass(frozen=True)
class Calling:
    """Asks once, answers the calls it knows, then is over."""

    results: tuple[Message, ...]

    def next_messages(self, turns: Sequence[Turn]) -> tuple[Message, ...] | None:
        return ((Message("user", "Roll."),), self.results, None)[len(turns)]


async def _converse(asked: Asked, turns_so_far: Sequence[Turn] = ()) -> tuple[list[int], tuple[Turn, ...]]:
    stored: list[int] = []
    turns = await converse(
        asked.client,
        TWO,
        budget=BUDGET,
        temperature=0.0,
        turns_so_far=turns_so_far,
        on_turn=lambda number, _turn: stored.append(number),
    )
    return stored, turns


def _roles(body: dict[str, list[dict[str, str]]]) -> list[tuple[str, str]]:
    return [(message["role"], message["content"]) for message in body["messages"]]


async def test_each_request_carries_the_conversation_so_far_without_its_thinking() -> None:
    async with asking(Reply("First.", thinking="hm"), Reply("Second.")) as asked:
        stored, turns = await _converse(asked)
    assert [turn.text for turn in turns] == ["First.", "Second."]
    assert stored == [1, 2]
    assert _roles(asked.bodies[1]) == [
        ("system", "Be brief."),
        ("user", "One?"),
        ("assistant", "First."),
        ("user", "Two?"),
    ]
    assert turns[1].sent == (Message("user", "Two?"),)


async def test_a_broken_off_conversation_goes_on_with_the_next_turn() -> None:
    async with asking(Reply("First."), Reply("Second.")) as asked:
        _, whole = await _converse(asked)
    async with asking(Reply("Second.")) as asked:
        stored, turns = await _converse(asked, whole[:1])
        assert stored == [2]
        assert _roles(asked.bodies[0])[2] == ("assistant", "First.")
    assert [turn.text for turn in turns] == [turn.text for turn in whole]


async def test_a_finished_conversation_asks_nothing() -> None:
    async with asking(Reply("Never asked.")) as asked:
        done = (Turn((), "a"), Turn((), "b"))
        assert await _converse(asked, done) == ([], done)
    assert asked.bodies == []


async def test_an_empty_turn_does_not_end_the_conversation() -> None:
    async with asking(Reply(""), Reply(""), Reply("Second.")) as asked:
        _, turns = await _converse(asked)
    assert [turn.outcome for turn in turns] == [Outcome.EMPTY, Outcome.ANSWERED]
    assert _roles(asked.bodies[-1])[2] == ("assistant", "")


async def test_an_error_leaves_the_turns_before_it_stored() -> None:
    stored: list[Turn] = []
    async with asking(Reply("First."), Reply("no", status=400)) as asked:
        with pytest.raises(ProviderError):
            await converse(
                asked.client, TWO, budget=BUDGET, temperature=0.0, on_turn=lambda _number, turn: stored.append(turn)
            )
    assert [turn.text for turn in stored] == ["First."]


async def test_calls_go_back_with_their_thinking_and_every_call_gets_a_result() -> None:
    calls = (ToolCall("roll", "{}", "a"), ToolCall("flip", "{}", "b"))
    script = Calling((Message("tool", "4", tool_call_id="a"),))
    async with asking(Reply(None, tool_calls=calls, thinking="hm"), Reply("A four.")) as asked:
        turns = await converse(
            asked.client,
            script,
            budget=BUDGET,
            tools=[Tool("roll", "rolls", {"type": "object"})],
            on_turn=lambda _number, _turn: None,
        )
    _, assistant, first, second = asked.bodies[1]["messages"]
    assert [call["id"] for call in assistant["tool_calls"]] == ["a", "b"]
    assert assistant["reasoning_content"] == "hm"
    assert {message["tool_call_id"]: message["content"] for message in (first, second)} == {
        "b": "error: not executed",
        "a": "4",
    }
    assert {message.tool_call_id for message in turns[1].sent} == {"a", "b"}


async def test_the_budget_is_what_each_request_gets() -> None:
    async with asking(Reply("Hi.")) as asked:
        await _converse(asked)
    assert [body["max_tokens"] for body in asked.bodies] == [64, 64]


async def test_resuming_sends_the_same_request_as_an_unbroken_conversation() -> None:
    first = Reply("First.", thinking="hm", tool_calls=(ToolCall("roll", "{}", "a"),))
    async with asking(first, Reply("Second.")) as asked:
        _, whole = await _converse(asked)
        unbroken = asked.bodies[1]
    async with asking(replace(first, text="Second.")) as asked:
        await _converse(asked, whole[:1])
    assert asked.bodies[0]["messages"] == unbroken["messages"]
