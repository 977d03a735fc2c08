"""Room for thinking, and answers that thinking swallowed, over real HTTP."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest

from crucibleforge.ask import ModelSpec, Room, Thinking, answer, converse, fixed_script
from crucibleforge.core.case import Budget, Tool
from crucibleforge.core.conversation import Message, Outcome, ToolCall, Turn, Usage
from crucibleforge.core.errors import ProviderError
from crucibleforge.testing import Behaviour, Faults, Reply
from tests.contract.ask.clients import HELLO, SPEC, Asked, asking, asking_behaviour

ROOM = Room(factor=4, cap=200)
THOUGHT = "First I weigh the options, and then"
EATEN = Reply("", thinking=THOUGHT, finish="length", usage=Usage(10, 64))
STOPPED = Reply("", thinking=THOUGHT, usage=Usage(10, 20))
DONE = Reply("Forty-two.", usage=Usage(12, 3))
REFUSED = Reply("unknown field", status=400)
THINKER = replace(SPEC, thinking=Thinking(thinks=True))


async def _answer(asked: Asked, **options: Any) -> Turn:
    options = {"max_tokens": 64, "temperature": 0.0, "room": ROOM, "timeout_s": 20.0, **options}
    return await answer(asked.client, options.pop("messages", HELLO), **options)


def _is_off(body: Mapping[str, Any]) -> bool:
    return body.get("chat_template_kwargs") == {"enable_thinking": False} and not _begins_reply(body)


def _begins_reply(body: Mapping[str, Any]) -> bool:
    return bool(body["messages"][-1]["role"] == "assistant")


def _thinks_unless(holds: Callable[[Mapping[str, Any]], bool], reply: Reply = EATEN) -> Behaviour:
    return lambda body: DONE if holds(body) else reply


async def test_a_model_known_to_think_gets_a_multiple_of_the_cases_budget_up_to_the_cap() -> None:
    async with asking(DONE, spec=THINKER) as asked:
        ample = await _answer(asked)
        small = await _answer(asked, max_tokens=20)
    assert [body["max_tokens"] for body in asked.bodies] == [200, 80]
    assert "200 tokens to think and answer in, where the case gives 64" in ample.note
    assert "80 tokens" in small.note


async def test_a_model_that_does_not_think_is_asked_on_the_cases_budget() -> None:
    async with asking(DONE) as asked:
        turn = await _answer(asked)
    assert [body["max_tokens"] for body in asked.bodies] == [64]
    assert turn.note == ""


async def test_the_first_thinking_that_shows_arms_the_budget_however_late_it_comes() -> None:
    async with asking(DONE, replace(DONE, thinking="hm"), DONE) as asked:
        notes = [(await _answer(asked)).note for _ in range(3)]
    assert [body["max_tokens"] for body in asked.bodies] == [64, 64, 200]
    assert [bool(note) for note in notes] == [False, False, True]


async def test_a_reply_cut_off_before_it_was_known_that_the_model_thinks_is_asked_again_with_more_room() -> None:
    half = Reply("Forty-", thinking=THOUGHT, finish="length", usage=Usage(10, 64))
    async with asking(half, DONE) as asked:
        turn = await _answer(asked)
    assert [body["max_tokens"] for body in asked.bodies] == [64, 200]
    assert (turn.text, turn.usage, turn.billed) == ("Forty-two.", Usage(12, 3), Usage(22, 67))
    assert "asked again with more room" in turn.note


async def test_the_models_own_limit_and_its_window_bound_the_room() -> None:
    async with asking(DONE, spec=replace(THINKER, max_tokens=100)) as asked:
        await _answer(asked)
        await _answer(asked, max_tokens=100, room=Room(4, 400, window=160), messages=(Message("user", "x" * 100),))
        await _answer(asked, max_tokens=90, room=Room(4, 400, window=95))
    assert [body["max_tokens"] for body in asked.bodies] == [100, 100, 93]


async def test_a_larger_budget_that_is_refused_leaves_the_cases_own() -> None:
    refusal = Reply("max_tokens is too large: this model supports at most 64 completion tokens", status=400)
    async with asking(refusal, DONE, spec=THINKER) as asked:
        turn = await _answer(asked)
    assert [body["max_tokens"] for body in asked.bodies] == [200, 64]
    assert turn.text == "Forty-two."
    assert "200 tokens to think and answer in were refused" in turn.note


@pytest.mark.parametrize("first", [EATEN, STOPPED, replace(EATEN, text=f"<think>{THOUGHT}", thinking="")])
async def test_an_answer_that_thinking_swallowed_is_asked_for_once_more_with_thinking_off(first: Reply) -> None:
    async with asking_behaviour(_thinks_unless(_is_off, first), spec=THINKER) as asked:
        turn = await _answer(asked)
    assert [body["max_tokens"] for body in asked.bodies] == [200, 64]
    assert (turn.text, turn.outcome, turn.thinking) == ("Forty-two.", Outcome.ANSWERED, THOUGHT)
    assert "asked once more with thinking off: answered" in turn.note
    assert "200 tokens to think and answer in" in turn.note
    assert "at first: " in turn.note
    assert (turn.usage, turn.billed) == (Usage(12, 3), Usage(22, 3 + (first.usage or Usage()).completion_tokens))  # type: ignore[operator]
    heads = [line for line in map(json.loads, turn.raw.splitlines()) if "attempt" in line]
    assert [head.get("way") for head in heads] == [None, "with thinking off"]
    assert THOUGHT.split()[0] in turn.raw


async def test_where_thinking_cannot_be_switched_off_the_model_goes_on_from_its_closed_thinking() -> None:
    async with asking_behaviour(_thinks_unless(_begins_reply), spec=THINKER) as asked:
        turn = await _answer(asked)
    assert len(asked.bodies) == 3
    last = asked.bodies[-1]
    assert last["messages"][-1] == {"role": "assistant", "content": f"<think>\n{THOUGHT}\n</think>\n\n"}
    assert (last["continue_final_message"], last["add_generation_prompt"], last["max_tokens"]) == (True, False, 64)
    assert turn.text == "Forty-two."
    assert "going on from its thinking: answered" in turn.note
    assert turn.sent == HELLO


async def test_a_server_that_repeats_the_beginning_of_the_reply_adds_nothing_to_the_answer() -> None:
    def behaviour(body: Mapping[str, Any]) -> Reply:
        return Reply(f"{body['messages'][-1]['content']}Forty-two.") if _begins_reply(body) else EATEN

    async with asking_behaviour(behaviour, spec=THINKER) as asked:
        turn = await _answer(asked)
    assert (turn.text, turn.thinking) == ("Forty-two.", THOUGHT)


async def test_no_answer_is_taken_out_of_thinking_that_was_cut_off() -> None:
    tempting = replace(EATEN, thinking="The answer is 42.\n</think>\n\nForty-two, that is")
    async with asking(tempting, spec=THINKER) as asked:
        turn = await _answer(asked)
    assert (turn.outcome, turn.text, len(asked.bodies)) == (Outcome.ONLY_THINKING, "", 3)
    assert turn.usage == EATEN.usage
    assert turn.billed == Usage(30, 192)
    for words in ("while thinking", "with thinking off", "going on from its thinking"):
        assert words in turn.note


async def test_a_tool_call_recovers_as_well_as_words() -> None:
    call = ToolCall("roll", "{}", "a")

    def behaviour(body: Mapping[str, Any]) -> Reply:
        return Reply("", tool_calls=(call,)) if _is_off(body) else EATEN

    async with asking_behaviour(behaviour, spec=THINKER) as asked:
        turn = await _answer(asked, tools=[Tool("roll", "rolls", {"type": "object"})])
    assert (turn.outcome, turn.tool_calls) == (Outcome.ANSWERED, (call,))
    assert asked.bodies[1]["tools"]


@pytest.mark.parametrize(
    "failing",
    [REFUSED, Reply("down", status=503), replace(DONE, faults=Faults(cut_after=1)), Reply("no", status=401)],
    ids=lambda reply: f"{reply.status}-{reply.text}",
)
async def test_a_recovery_that_fails_keeps_the_first_result(failing: Reply) -> None:
    def behaviour(body: Mapping[str, Any]) -> Reply:
        return failing if _begins_reply(body) or "chat_template_kwargs" in body else EATEN

    async with asking_behaviour(behaviour, spec=THINKER) as asked:
        turn = await _answer(asked)
    assert (turn.outcome, turn.thinking, turn.usage) == (Outcome.ONLY_THINKING, THOUGHT, EATEN.usage)
    assert "the token limit was reached while thinking" in turn.note


async def test_a_recovery_that_takes_too_long_keeps_the_first_result() -> None:
    slow = replace(DONE, delay_s=5.0)
    async with asking_behaviour(lambda body: slow if body["max_tokens"] == 64 else EATEN, spec=THINKER) as asked:
        turn = await _answer(asked, timeout_s=0.2)
    assert turn.outcome is Outcome.ONLY_THINKING
    assert "within 0.2 s" in turn.note


async def test_a_refused_switch_is_replaced_by_the_next_and_never_sent_again() -> None:
    def behaviour(body: Mapping[str, Any]) -> Reply:
        if "reasoning_effort" in body:
            return Reply("reasoning_effort: Input should be 'low', 'medium' or 'high'", status=400)
        return DONE if _is_off(body) else EATEN

    async with asking_behaviour(behaviour, spec=THINKER) as asked:
        turns = [await _answer(asked) for _ in range(2)]
    assert [turn.text for turn in turns] == ["Forty-two."] * 2
    assert ["reasoning_effort" in body for body in asked.bodies] == [False, True, False, False, False]
    assert asked.client.learned.off_refused == ("chat_template_kwargs + reasoning_effort",)


async def test_a_declared_switch_is_merged_into_the_models_own_options() -> None:
    spec = replace(
        THINKER,
        extra_body={"chat_template_kwargs": {"language": "en", "think": True}},
        thinking=Thinking(thinks=True, off={"chat_template_kwargs": {"think": False}}),
    )
    async with asking(EATEN, DONE, spec=spec) as asked:
        await _answer(asked)
    kwargs = [body["chat_template_kwargs"] for body in asked.bodies]
    assert kwargs == [{"language": "en", "think": True}, {"language": "en", "think": False}]


async def test_words_that_switch_thinking_off_stand_behind_the_users_last_message() -> None:
    spec = replace(THINKER, thinking=Thinking(thinks=True, off_words="/no_think"))
    async with asking(EATEN, DONE, spec=spec) as asked:
        turn = await _answer(asked, messages=(Message("system", "Be brief."), *HELLO))
    assert [message["content"] for message in asked.bodies[1]["messages"]] == ["Be brief.", "Hello? /no_think"]
    assert turn.text == "Forty-two."
    assert "chat_template_kwargs" not in asked.bodies[1]


async def test_ways_that_are_declared_away_are_not_taken() -> None:
    spec = replace(THINKER, thinking=Thinking(thinks=True, off={}, resume=False))
    async with asking(EATEN, spec=spec) as asked:
        turn = await _answer(asked)
    assert (turn.outcome, len(asked.bodies)) == (Outcome.ONLY_THINKING, 1)


async def test_a_recovery_that_never_helps_is_given_up_and_the_note_says_so() -> None:
    async with asking(EATEN, spec=THINKER) as asked:
        turns = [await _answer(asked) for _ in range(7)]
    assert len(asked.bodies) == 5 * 3 + 2
    assert "never helped this model" in turns[-1].note
    assert "never helped" not in turns[4].note


async def test_hidden_thinking_is_known_by_its_count_and_gets_its_room() -> None:
    hidden = Reply("", finish="length", usage=Usage(10, 64, None, 64))
    async with asking(hidden, hidden, DONE) as asked:
        turn = await _answer(asked)
        learned = asked.client.learned.words
    assert [body["max_tokens"] for body in asked.bodies] == [64, 200, 64]
    assert (turn.text, learned) == ("Forty-two.", ("thinking: is counted and not shown",))


async def test_a_short_limit_without_any_thinking_is_no_swallowed_answer() -> None:
    async with asking(Reply("", finish="length")) as asked:
        turn = await _answer(asked)
    assert (turn.outcome, len(asked.bodies)) == (Outcome.CUT_OFF, 1)


async def test_thinking_without_any_tag_that_was_cut_off_is_known_by_earlier_replies() -> None:
    closed = Reply(f"{THOUGHT}\n</think>\n\nForty-two.")
    spec = replace(SPEC, thinking=Thinking(off={}, resume=False))
    async with asking(closed, Reply(THOUGHT, finish="length"), Reply("Just so."), spec=spec) as asked:
        turns = [await _answer(asked) for _ in range(3)]
    assert [(turn.text, turn.outcome) for turn in turns] == [
        ("Forty-two.", Outcome.ANSWERED),
        ("", Outcome.ONLY_THINKING),
        ("Just so.", Outcome.ANSWERED),
    ]


async def test_the_history_carries_the_recovered_reply() -> None:
    async with asking(EATEN, DONE, Reply("Bye."), spec=THINKER) as asked:
        turns = await converse(
            asked.client,
            fixed_script("", ["One?", "Two?"]),
            budget=Budget(64, 20.0),
            room=ROOM,
            on_turn=lambda _number, _turn: None,
        )
    assert [turn.text for turn in turns] == ["Forty-two.", "Bye."]
    assert [message["content"] for message in asked.bodies[-1]["messages"]] == ["One?", "Forty-two.", "Two?"]


async def test_a_reply_to_a_prompt_that_was_cut_is_not_asked_for_want_of_a_window() -> None:
    long = (Message("user", "A long rule. " * 4000),)
    async with asking(replace(DONE, usage=Usage(2050, 3))) as asked:
        with pytest.raises(ProviderError) as caught:
            await _answer(asked, messages=long)
    assert (caught.value.reason, caught.value.retryable) == ("window", False)
    assert "52000 characters counted as 2050 tokens" in caught.value.message


async def test_a_server_that_counts_new_tokens_only_has_cut_nothing() -> None:
    long = (Message("user", "A long rule. " * 4000),)
    async with asking(replace(DONE, usage=Usage(13_000, 3)), replace(DONE, usage=Usage(60, 3))) as asked:
        turns = [await _answer(asked, messages=long) for _ in range(2)]
    assert [turn.outcome for turn in turns] == [Outcome.ANSWERED] * 2
    assert "probably cut" in turns[1].note


def test_only_declared_conditions_change_who_the_model_is() -> None:
    plain = ModelSpec("m", "http://127.0.0.1:1/v1", "m")
    told = replace(plain, thinking=Thinking(thinks=True, opened=True))
    roomy = replace(plain, thinking=Thinking(budget_factor=8))
    switched = replace(plain, thinking=Thinking(off={"think": False}))
    assert plain.identity == told.identity
    assert len({plain.identity, roomy.identity, switched.identity}) == 3
