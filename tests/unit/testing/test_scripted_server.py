import asyncio
import json
from collections.abc import AsyncIterator
from typing import Any

import aiohttp
import pytest

from crucibleforge.core.conversation import ToolCall, Usage
from crucibleforge.testing import Behaviour, Faults, Reply, ScriptedServer, echo, fixed, html

ASK = {"model": "m", "messages": [{"role": "user", "content": "What time is it?"}], "max_tokens": 10}
STREAM = {**ASK, "stream": True, "stream_options": {"include_usage": True}}


@pytest.fixture
async def http() -> AsyncIterator[aiohttp.ClientSession]:
    async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=5)) as session:
        yield session


async def post(http: aiohttp.ClientSession, behaviour: Behaviour, body: Any = ASK) -> tuple[int, str, str]:
    async with ScriptedServer(behaviour) as server, http.post(f"{server.base_url}/chat/completions", json=body) as got:
        return got.status, got.content_type, await got.text()


async def post_json(http: aiohttp.ClientSession, behaviour: Behaviour, body: Any = ASK) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((await post(http, behaviour, body))[2])
    return found


async def post_stream(http: aiohttp.ClientSession, reply: Reply, body: Any = STREAM) -> list[Any]:
    _, kind, text = await post(http, fixed(reply), body)
    assert kind == "text/event-stream"
    lines = [line.removeprefix("data: ") for line in text.split("\n\n") if line]
    return [line if line == "[DONE]" or line.startswith(":") else json.loads(line) for line in lines]


def deltas(events: list[Any], field: str) -> str:
    return "".join(
        event["choices"][0]["delta"].get(field) or ""
        for event in events
        if isinstance(event, dict) and event.get("choices")
    )


async def test_whole_reply_carries_text_thinking_finish_and_usage(http: aiohttp.ClientSession) -> None:
    reply = Reply("noon", thinking="sun is high", thinking_field="reasoning", finish="length", usage=Usage(7, 3, 2, 1))
    body = await post_json(http, fixed(reply))
    choice = body["choices"][0]
    assert choice["message"] == {"role": "assistant", "content": "noon", "reasoning": "sun is high"}
    assert (choice["finish_reason"], body["model"]) == ("length", "m")
    assert body["usage"] == {
        "prompt_tokens": 7,
        "completion_tokens": 3,
        "total_tokens": 10,
        "prompt_tokens_details": {"cached_tokens": 2},
        "completion_tokens_details": {"reasoning_tokens": 1},
    }


async def test_streamed_pieces_join_to_the_reply(http: aiohttp.ClientSession) -> None:
    text = "The train leaves at nine – sharp, from the far platform."
    events = await post_stream(http, Reply(text, thinking="a timetable?", chunk_chars=5))
    assert (deltas(events, "content"), deltas(events, "reasoning_content")) == (text, "a timetable?")
    assert events[-3]["choices"][0]["finish_reason"] == "stop"
    assert events[-2]["choices"] == []
    assert events[-2]["usage"]["completion_tokens"] == 13
    assert events[-1] == "[DONE]"


async def test_usage_is_streamed_only_when_asked_for(http: aiohttp.ClientSession) -> None:
    events = await post_stream(http, Reply("yes"), {**ASK, "stream": True})
    assert not any("usage" in event for event in events if isinstance(event, dict))


async def test_tool_calls_arrive_in_fragments_by_index(http: aiohttp.ClientSession) -> None:
    calls = (ToolCall("find", '{"customer": "C-204"}'), ToolCall("find", '{"customer": "C-7"}', "own-id"))
    events = await post_stream(http, Reply(None, tool_calls=calls))
    joined: dict[int, dict[str, str]] = {}
    for event in events[:-1]:
        for call in event["choices"][0]["delta"].get("tool_calls", ()) if event["choices"] else ():
            entry = joined.setdefault(call["index"], {"name": "", "id": "", "arguments": ""})
            entry["id"] += call.get("id", "")
            entry["name"] += call["function"].get("name", "")
            entry["arguments"] += call["function"]["arguments"]
    assert [entry["arguments"] for entry in joined.values()] == [call.arguments for call in calls]
    assert [entry["id"] for entry in joined.values()] == ["call_find_0", "own-id"]
    assert events[-3]["choices"][0]["finish_reason"] == "tool_calls"


async def test_fixed_replies_come_in_order_and_the_last_repeats(http: aiohttp.ClientSession) -> None:
    async with ScriptedServer(fixed("one", Reply("two"))) as server:
        texts = []
        for _ in range(3):
            async with http.post(f"{server.base_url}/chat/completions", json=ASK) as got:
                texts.append((await got.json())["choices"][0]["message"]["content"])
    assert texts == ["one", "two", "two"]
    assert [received.json["model"] for received in server.requests] == ["m"] * 3


async def test_second_question_about_the_same_text_is_mostly_cached(http: aiohttp.ClientSession) -> None:
    shared = "a long shared beginning " * 20
    async with ScriptedServer(fixed("ok")) as server:
        cached = []
        for question in ("Is it blue?", "Is it red?"):
            body = {**ASK, "messages": [{"role": "user", "content": f"{shared}\n{question}"}]}
            async with http.post(f"{server.base_url}/chat/completions", json=body) as got:
                usage = (await got.json())["usage"]
                cached.append(usage["prompt_tokens_details"]["cached_tokens"] / usage["prompt_tokens"])
    assert cached[0] == 0
    assert cached[1] > 0.9


async def test_error_status_has_the_usual_body_and_headers(http: aiohttp.ClientSession) -> None:
    reply = Reply("slow down", status=429, headers={"Retry-After": "2"})
    async with (
        ScriptedServer(fixed(reply)) as server,
        http.post(f"{server.base_url}/chat/completions", json=STREAM) as got,
    ):
        assert (got.status, got.headers["Retry-After"], got.content_type) == (429, "2", "application/json")
        assert (await got.json())["error"]["message"] == "slow down"


async def test_html_page_comes_instead_of_json(http: aiohttp.ClientSession) -> None:
    status, kind, text = await post(http, fixed(html()), STREAM)
    assert (status, kind) == (200, "text/html")
    assert "502 Bad Gateway" in text


async def test_raw_body_is_sent_as_given(http: aiohttp.ClientSession) -> None:
    reply = Reply(headers={"content-type": "text/event-stream"}, body=("data: 1\n", b"\ndata: \xff\n\n"))
    async with (
        ScriptedServer(fixed(reply)) as server,
        http.post(f"{server.base_url}/chat/completions", json=ASK) as got,
    ):
        assert await got.read() == b"data: 1\n\ndata: \xff\n\n"
        assert got.content_type == "text/event-stream"


async def test_stream_faults_leave_out_what_they_name(http: aiohttp.ClientSession) -> None:
    faults = Faults(keep_alive=2, no_finish=True, no_usage=True, no_done=True)
    events = await post_stream(http, Reply("some text", faults=faults))
    assert events[:2] == [": keep-alive", ": keep-alive"]
    assert deltas(events, "content") == "some text"
    assert all(event["choices"][0]["finish_reason"] is None for event in events[2:])


async def test_error_event_after_200_ends_the_stream_without_done(http: aiohttp.ClientSession) -> None:
    events = await post_stream(http, Reply("half", faults=Faults(error={"message": "out of memory", "code": 500})))
    assert deltas(events, "content") == "half"
    assert events[-1] == {"error": {"message": "out of memory", "code": 500}}


@pytest.mark.parametrize("chunks", [0, 1, 3])
async def test_cut_stream_breaks_the_connection(http: aiohttp.ClientSession, chunks: int) -> None:
    with pytest.raises(aiohttp.ClientError):
        await post(http, fixed(Reply("a reply that is longer", faults=Faults(cut_after=chunks))), STREAM)


async def test_hanging_server_says_nothing_and_still_closes_at_once() -> None:
    async with ScriptedServer(fixed(Reply("never", faults=Faults(hang_after=1)))) as server:
        async with aiohttp.ClientSession(timeout=aiohttp.ClientTimeout(total=0.2)) as session:
            with pytest.raises(TimeoutError):
                async with session.post(f"{server.base_url}/chat/completions", json=STREAM) as got:
                    await got.read()
        started = asyncio.get_running_loop().time()
    assert asyncio.get_running_loop().time() - started < 0.5


async def test_models_and_health_are_served(http: aiohttp.ClientSession) -> None:
    async with ScriptedServer(echo, models=("alpha", "beta")) as server:
        async with http.get(f"{server.base_url}/models") as got:
            assert [entry["id"] for entry in (await got.json())["data"]] == ["alpha", "beta"]
        async with http.get(server.base_url.removesuffix("/v1") + "/health") as got:
            assert got.status == 200


async def test_wrong_key_is_refused(http: aiohttp.ClientSession) -> None:
    async with ScriptedServer(echo, key="right") as server:
        for key, status in (("right", 200), ("wrong", 401)):
            headers = {"Authorization": f"Bearer {key}"}
            async with http.post(f"{server.base_url}/chat/completions", json=ASK, headers=headers) as got:
                assert got.status == status


async def test_request_that_is_not_json_is_refused(http: aiohttp.ClientSession) -> None:
    async with (
        ScriptedServer(echo) as server,
        http.post(f"{server.base_url}/chat/completions", data=b"{") as got,
    ):
        assert got.status == 400


def test_server_in_a_thread_serves_while_the_caller_blocks() -> None:
    async def ask(base_url: str) -> str:
        async with aiohttp.ClientSession() as session, session.post(f"{base_url}/chat/completions", json=ASK) as got:
            return str((await got.json())["choices"][0]["message"]["content"])

    with ScriptedServer.in_thread(echo) as server:
        assert asyncio.run(ask(server.base_url)) == "What time is it?"
    assert len(server.requests) == 1
