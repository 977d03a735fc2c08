import asyncio
import json
import logging
import socket
import time
from contextlib import aclosing
from dataclasses import replace

import pytest

from crucibleforge.ask import ChatClient
from crucibleforge.core.case import Tool
from crucibleforge.core.conversation import Message, Outcome, ToolCall, Usage
from crucibleforge.core.errors import ProviderError
from crucibleforge.testing import Faults, Reply, html
from tests.contract.ask.clients import HELLO, SPEC, asking

HI = Reply("Hi there, friend.")


async def test_a_streamed_reply_comes_back_whole() -> None:
    reply = replace(HI, thinking="A greeting.", usage=Usage(5, 2, 1, 1))
    async with asking(reply) as asked:
        turn = await asked.complete()
    assert (turn.text, turn.thinking, turn.finish, turn.outcome) == (
        "Hi there, friend.",
        "A greeting.",
        "stop",
        Outcome.ANSWERED,
    )
    assert (turn.usage, turn.note, turn.sent) == (Usage(5, 2, 1, 1), "", HELLO)
    assert turn.timing.first_token_s is not None
    assert 0 < turn.timing.first_token_s <= turn.timing.total_s


async def test_raw_holds_what_was_sent_and_every_chunk_as_received() -> None:
    chunk = '{"choices":[{"delta":{"content":"Ja \\u00fc"},"finish_reason":"stop"}],   "odd":  1}'
    async with asking(Reply(body=(f": hi\n\ndata: {chunk}\n\n", "data: [DONE]\n\n"))) as asked:
        turn = await asked.complete()
    head, *chunks = turn.raw.splitlines()
    assert json.loads(head)["sent"]["max_tokens"] == 64
    assert chunks == [chunk]


async def test_an_answer_that_is_not_streamed_is_read_too() -> None:
    body = {"model": "scripted", "choices": [{"message": {"content": "Hi"}, "finish_reason": "stop"}]}
    async with asking(Reply(body=json.dumps(body, indent=1))) as asked:
        turn = await asked.complete()
    assert turn.text == "Hi"


async def test_tool_calls_are_joined_from_their_pieces() -> None:
    calls = (ToolCall("roll", '{"sides": 6, "times": 12}', "a"), ToolCall("flip", "{}", "b"))
    async with asking(Reply(None, tool_calls=calls)) as asked:
        turn = await asked.complete(tools=[Tool("roll", "rolls", {"type": "object"})])
    assert turn.tool_calls == calls
    assert (turn.finish, turn.outcome) == ("tool_calls", Outcome.ANSWERED)
    assert asked.bodies[0]["tools"][0]["function"]["name"] == "roll"


async def test_usage_that_the_server_leaves_out_is_none() -> None:
    async with asking(replace(HI, faults=Faults(no_usage=True))) as asked:
        assert (await asked.complete()).usage == Usage()


async def test_a_reply_without_done_mark_is_complete_once_it_has_a_finish_reason() -> None:
    async with asking(replace(HI, faults=Faults(no_done=True))) as asked:
        assert (await asked.complete()).text == HI.text
    assert asked.waits == []


async def test_a_connection_that_breaks_after_the_finish_reason_loses_nothing() -> None:
    whole = 'data: {"choices": [{"delta": {"content": "Hi"}, "finish_reason": "stop"}]}\n\n'
    async with asking(Reply(body=(whole, ": never sent"), faults=Faults(cut_after=1))) as asked:
        turn = await asked.complete()
    assert (turn.text, turn.note, asked.waits) == ("Hi", "", [])


@pytest.mark.parametrize(
    "broken",
    [
        replace(HI, faults=Faults(no_finish=True)),
        replace(HI, faults=Faults(cut_after=0)),
        replace(HI, faults=Faults(cut_after=2)),
        replace(HI, faults=Faults(error={"message": "slot lost", "code": 500})),
        Reply("no body at all", body=""),
        Reply("broken chunk", body='data: {"choices": [{"delta"\n\n'),
        Reply("undecodable", body=(b'data: {"choices": \xff\xfe\n\n',)),
        Reply("", status=500, body=""),
        Reply("restarting", status=503),
        html(),
        html(status=502),
    ],
    ids=lambda reply: f"{reply.status}-{reply.text or 'page'}-{reply.faults.cut_after}",
)
async def test_a_broken_attempt_is_asked_again_and_leaves_no_text_behind(broken: Reply) -> None:
    async with asking(broken, Reply("Whole.")) as asked:
        turn = await asked.complete()
    assert (turn.text, turn.outcome) == ("Whole.", Outcome.ANSWERED)
    assert asked.waits == [1.0]
    assert "asked again" in turn.note
    assert sum("attempt" in json.loads(line) for line in turn.raw.splitlines()) == 2


async def test_a_server_that_stays_broken_is_given_up_and_may_be_asked_later() -> None:
    async with asking(Reply("down", status=503)) as asked:
        with pytest.raises(ProviderError) as caught:
            await asked.complete()
    assert (caught.value.reason, caught.value.retryable) == ("transport", True)
    assert "down" in caught.value.message
    assert len(asked.bodies) == 5


@pytest.mark.parametrize(
    ("status", "text", "reason"),
    [
        (400, "the messages are wrong", "bad request"),
        (400, "the request exceeds the available context size", "window"),
        (401, "no", "access"),
        (403, "no", "access"),
        (404, "model 'scripted' not found", "wrong model"),
        (422, "wrong", "bad request"),
        (500, "System role not supported by the chat template", "template"),
    ],
)
async def test_what_cannot_change_is_not_asked_again(status: int, text: str, reason: str) -> None:
    async with asking(Reply(text, status=status)) as asked:
        with pytest.raises(ProviderError) as caught:
            await asked.complete()
    assert (caught.value.reason, caught.value.retryable) == (reason, False)
    assert len(asked.bodies) == 1


async def test_a_filter_of_the_provider_leaves_the_question_unasked() -> None:
    async with asking(Reply("Half", finish="content_filter")) as asked:
        with pytest.raises(ProviderError) as caught:
            await asked.complete()
    assert caught.value.reason == "filter"


async def test_a_refusal_field_is_a_refusal() -> None:
    chunk = {"choices": [{"delta": {"content": None, "refusal": "I can't help."}, "finish_reason": "stop"}]}
    async with asking(Reply(body=f"data: {json.dumps(chunk)}\n\n")) as asked:
        turn = await asked.complete()
    assert (turn.outcome, turn.text) == (Outcome.REFUSED, "I can't help.")


async def test_the_servers_retry_after_is_honoured() -> None:
    async with asking(Reply("slow down", status=429, headers={"retry-after": "7"}), HI) as asked:
        await asked.complete()
    assert asked.waits == [7.0]


async def test_a_wish_beyond_patience_ends_as_rate_limit() -> None:
    async with asking(Reply("slow down", status=429, headers={"retry-after": "9999"})) as asked:
        with pytest.raises(ProviderError) as caught:
            await asked.complete()
    assert (caught.value.reason, caught.value.retryable, asked.waits) == ("rate limit", True, [])


async def test_an_empty_stop_is_asked_once_more() -> None:
    async with asking(Reply(""), HI) as asked:
        turn = await asked.complete()
    assert (turn.text, turn.outcome) == (HI.text, Outcome.ANSWERED)
    async with asking(Reply("")) as asked:
        turn = await asked.complete()
    assert (turn.outcome, len(asked.bodies), asked.waits) == (Outcome.EMPTY, 2, [])


async def test_thinking_that_stops_without_an_answer_is_asked_once_more_and_never_promoted() -> None:
    async with asking(Reply("", thinking="The answer is 7.")) as asked:
        turn = await asked.complete()
    assert (turn.outcome, turn.text, turn.thinking) == (Outcome.ONLY_THINKING, "", "The answer is 7.")
    assert len(asked.bodies) == 2


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        (Reply("", finish="length"), Outcome.CUT_OFF),
        (Reply("", thinking="hm", finish="length"), Outcome.ONLY_THINKING),
        (Reply("<think>on and on", finish="length"), Outcome.ONLY_THINKING),
        (Reply("Half an ans", finish="length"), Outcome.ANSWERED),
    ],
)
async def test_the_token_limit_is_not_asked_again(reply: Reply, outcome: Outcome) -> None:
    async with asking(reply) as asked:
        turn = await asked.complete()
    assert (turn.outcome, turn.finish, len(asked.bodies)) == (outcome, "length", 1)
    assert "token limit" in turn.note


PEG = "The model produced output that does not match the expected peg-native format"


@pytest.mark.parametrize(
    "reply", [Reply(PEG, status=500), Reply("", faults=Faults(error={"message": PEG, "code": 500}))]
)
async def test_output_that_the_server_cannot_read_is_malformed_and_not_asked_again(reply: Reply) -> None:
    async with asking(reply) as asked:
        turn = await asked.complete()
    assert (turn.outcome, turn.text, len(asked.bodies)) == (Outcome.MALFORMED, "", 1)
    assert "peg-native" in turn.note
    assert "peg-native" in turn.raw


async def test_a_refused_parameter_stays_away_for_the_clients_life() -> None:
    async with asking(Reply("temperature is not supported by this model", status=400), HI) as asked:
        first = await asked.complete()
        second = await asked.complete()
    assert ["temperature" in body for body in asked.bodies] == [True, False, False]
    assert asked.waits == []
    assert "temperature: server default (0.0 was refused)" in first.note
    assert "temperature: server default" in second.note


async def test_a_limit_is_renamed_where_the_endpoint_wants_it() -> None:
    refusal = "Unsupported parameter: 'max_tokens' is not supported. Use 'max_completion_tokens' instead."
    async with asking(Reply(refusal, status=400), HI) as asked:
        await asked.complete()
    assert asked.bodies[1]["max_completion_tokens"] == 64
    assert "max_tokens" not in asked.bodies[1]


async def test_a_silent_connection_ends_and_is_not_asked_again() -> None:
    async with asking(replace(HI, faults=Faults(hang_after=1)), silence_s=0.2) as asked:
        with pytest.raises(ProviderError) as caught:
            await asked.complete()
    assert (caught.value.reason, caught.value.retryable) == ("transport", False)
    assert "silent" in caught.value.message
    assert len(asked.bodies) == 1


async def test_comments_do_not_count_as_life() -> None:
    dots = Reply(body=tuple(": keep-alive\n\n" for _ in range(40)), chunk_delay_s=0.05)
    async with asking(dots, silence_s=0.3) as asked:
        started = time.monotonic()
        with pytest.raises(ProviderError, match="silent"):
            await asked.complete()
    assert time.monotonic() - started < 1.5


async def test_a_slow_reply_is_never_silent_while_its_words_flow() -> None:
    slow = replace(HI, chunk_chars=2, chunk_delay_s=0.08)
    async with asking(slow, silence_s=0.4) as asked:
        turn = await asked.complete()
    assert turn.text == HI.text
    assert turn.timing.total_s > 0.4


async def test_the_ceiling_covers_all_attempts_and_the_question_may_be_asked_later() -> None:
    async with asking(replace(HI, chunk_delay_s=0.2)) as asked:
        with pytest.raises(ProviderError) as caught:
            await asked.complete(timeout_s=0.3)
    assert (caught.value.reason, caught.value.retryable) == ("transport", True)


async def test_another_models_answer_is_no_answer() -> None:
    async with asking(replace(HI, model="loaded-model")) as asked:
        with pytest.raises(ProviderError) as caught:
            await asked.complete()
    assert (caught.value.reason, caught.value.retryable) == ("wrong model", False)
    assert "asked for 'scripted', answered by 'loaded-model'" in caught.value.message
    assert "models.yaml" in caught.value.hint


async def test_an_id_in_another_spelling_is_the_same_model() -> None:
    async with asking(replace(HI, model="models/Scripted.gguf")) as asked:
        turn = await asked.complete()
    assert (turn.text, turn.note) == (HI.text, "")


async def test_the_key_is_sent_and_a_wrong_one_is_never_repeated(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.DEBUG)
    async with asking(HI, key="sk-very-secret", server_key="sk-very-secret") as asked:
        await asked.complete()
    spec = replace(SPEC, key_env="HOUSE_KEY")
    async with asking(Reply("bad key sk-very-secret", status=401), spec=spec, key="sk-very-secret") as asked:
        with pytest.raises(ProviderError) as caught:
            await asked.complete()
        shown = repr(asked.client) + repr(vars(asked.client)) + caplog.text
    assert "HOUSE_KEY" in caught.value.hint
    assert "very-secret" not in caught.value.message + caught.value.hint + shown


async def test_an_endpoint_without_key_gets_none_of_anothers(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("OPENAI_API_KEY", "OPENAI_ORG_ID", "OPENAI_PROJECT_ID"):
        monkeypatch.setenv(name, "someone-elses")
    async with asking(HI) as asked:
        await asked.complete()
    headers = asked.server.requests[0].headers
    assert "Authorization" not in headers
    assert "someone-elses" not in str(headers)


async def test_no_server_at_all_is_a_transport_error_with_its_place_in_the_hint() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        port = taken.getsockname()[1]
        spec = replace(SPEC, base_url=f"http://127.0.0.1:{port}/v1")
        async with aclosing(ChatClient(spec, sleep=lambda _seconds: asyncio.sleep(0))) as client:
            with pytest.raises(ProviderError) as caught:
                await client.complete(HELLO, max_tokens=1, temperature=0.0)
    assert (caught.value.reason, caught.value.retryable) == ("transport", True)
    assert str(port) in caught.value.hint
    assert str(port) not in caught.value.message


async def test_one_client_asks_many_questions_at_once() -> None:
    async with asking(replace(HI, delay_s=0.1)) as asked, asyncio.TaskGroup() as group:
        started = time.monotonic()
        turns = [group.create_task(asked.complete((Message("user", str(number)),))) for number in range(20)]
        await asyncio.wait(turns)
        assert time.monotonic() - started < 1.5
    assert {turn.result().text for turn in turns} == {HI.text}
