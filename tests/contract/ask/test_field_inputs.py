"""What endpoints really sent, and what each must lead to."""

import json
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crucibleforge.core.conversation import Message, Outcome
from crucibleforge.core.errors import ProviderError
from crucibleforge.testing import Reply
from tests.contract.ask.clients import HELLO, asking

DATA = Path(__file__).parents[2] / "data" / "field"
CASES = {
    case["id"]: case
    for path in sorted(DATA.glob("B*.json"))
    if (case := json.loads(path.read_text(encoding="utf-8")))["area"] == "endpoint"
}
REASONS = {
    "rate_limit": "rate limit",
    "incomplete_stream": "transport",
    "server_error": "transport",
    "context_length": "window",
}


def _replies(case: dict[str, Any]) -> list[Reply]:
    return [
        Reply(
            status=response["status"],
            headers=response["headers"],
            body=tuple(response["body_chunks"]) if "body_chunks" in response else response.get("body", ""),
        )
        for response in case["input"]["responses"]
    ]


@pytest.mark.parametrize("case_id", [id_ for id_, case in CASES.items() if case["expected"].get("outcome") == "answer"])
async def test_an_answer_arrives_as_the_field_input_says(case_id: str) -> None:
    case = CASES[case_id]
    expected = case["expected"]
    async with asking(*_replies(case)) as asked:
        turn = await asked.complete()
    assert turn.text == expected["text"]
    assert turn.finish == expected.get("finish", "stop")
    assert turn.thinking == expected.get("reasoning", turn.thinking)
    for count in ("prompt_tokens", "completion_tokens"):
        assert getattr(turn.usage, count) == expected.get(count, getattr(turn.usage, count))
    assert len(asked.bodies) == len(case["input"]["responses"]) == expected.get("attempts", len(asked.bodies))


@pytest.mark.parametrize("case_id", ["B59", "B62", "B71"])
async def test_an_error_is_never_an_answer(case_id: str) -> None:
    expected = CASES[case_id]["expected"]
    async with asking(*_replies(CASES[case_id])) as asked:
        with pytest.raises(ProviderError) as caught:
            await asked.complete()
        assert caught.value.reason == REASONS[expected["error_class"]]
        assert caught.value.retryable is expected["retry"]
        assert (len(asked.bodies) > 1) is expected["retry"]


async def test_a_budget_eaten_by_thinking_is_no_empty_answer() -> None:
    async with asking(*_replies(CASES["B64"])) as asked:
        turn = await asked.complete()
    assert turn.outcome is Outcome.ONLY_THINKING
    assert "token limit" in turn.note


async def test_usage_of_null_is_no_usage() -> None:
    for reply in _replies(CASES["B67"]):
        async with asking(reply) as asked:
            turn = await asked.complete()
        assert (turn.text, turn.outcome, turn.usage.completion_tokens) == ("Blue", Outcome.ANSWERED, None)


async def test_a_refused_parameter_is_recorded() -> None:
    case = CASES["B72"]
    async with asking(*_replies(case)) as asked:
        turn = await asked.complete(**case["input"]["request_params"])
    assert not set(case["expected"]["second_request_lacks"]) & set(asked.bodies[1])
    assert case["expected"]["recorded_settings"]["temperature"] in turn.note
    assert asked.bodies[1]["max_tokens"] == 64


async def test_a_prompt_that_the_server_cut_is_noted() -> None:
    case = CASES["B74"]
    prompt = ("A long rule. " * 4000)[: case["input"]["prompt_chars"]]
    async with asking(*_replies(case)) as asked:
        turn = await asked.complete((Message("user", prompt),))
    assert turn.outcome is Outcome.ANSWERED
    assert case["expected"]["warning"] in turn.note


async def test_comments_do_not_hold_off_the_deadline() -> None:
    case = CASES["B76"]
    scale = 0.5 / case["input"]["total_deadline_s"]
    timeline = case["input"]["responses"][0]["timeline"]
    step_s = (timeline[1]["at_s"] - timeline[0]["at_s"]) * scale
    reply = Reply(body=tuple(entry["chunk"] for entry in timeline), chunk_delay_s=step_s)
    async with asking(replace(reply, headers={"content-type": "text/event-stream"})) as asked:
        started = time.monotonic()
        with pytest.raises(ProviderError) as caught:
            await asked.complete(HELLO, timeout_s=case["input"]["total_deadline_s"] * scale)
        took_s = time.monotonic() - started
    assert caught.value.retryable is case["expected"]["retry"]
    assert case["expected"]["given_up_at_s"]["min"] * scale <= took_s < 5 * scale * case["input"]["total_deadline_s"]


def test_every_field_input_about_endpoints_is_used() -> None:
    answers = {id_ for id_, case in CASES.items() if case["expected"].get("outcome") == "answer"}
    assert answers | {"B59", "B62", "B67", "B71", "B74", "B76"} == set(CASES)
