from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from itertools import count
from typing import Any

import pytest

from crucibleforge.ask import ModelSpec, Thinking
from crucibleforge.ask.setup import NAMES
from crucibleforge.ask.setup._served import check_served
from crucibleforge.core.conversation import ToolCall, Turn, Usage
from crucibleforge.core.setup import SetupCheck, SetupState
from crucibleforge.core.speed import speed_in
from crucibleforge.testing import Behaviour, Faults, Reply, echo, fixed, html
from tests.contract.setup.servers import (
    ABLE,
    SPEC,
    Request,
    checks_of,
    head_cut,
    no_system,
    no_tools,
    only_last,
    reached_by,
    says_instead,
)


def provisional(checks: dict[str, SetupCheck]) -> set[str]:
    return {name for name, check in checks.items() if check.makes_provisional}


def states(checks: dict[str, SetupCheck], state: SetupState) -> set[str]:
    return {name for name, check in checks.items() if check.state is state}


async def test_an_able_model_well_served_passes_every_check() -> None:
    checks = await checks_of(reached_by(lambda request: request))
    assert tuple(checks) == NAMES
    assert states(checks, SetupState.PASSED) == set(NAMES), checks
    assert checks["served model"].learned == {"served as": "scripted"}
    assert checks["tools"].learned == {"tools": "work"}
    assert checks["completion"].learned == {"streams": "yes"}


async def test_each_check_is_told_as_soon_as_it_is_known() -> None:
    told: list[SetupCheck] = []
    checks = await checks_of(ABLE, on_check=told.append)
    assert told == list(checks.values())


def cut_at(tokens: int, finish: str) -> Behaviour:
    def spoil(reply: Reply) -> Reply:
        words = (reply.text or "").split()
        if len(words) <= tokens:
            return reply
        return replace(reply, text=" ".join(words[:tokens]), finish=finish, usage=Usage(50, tokens))

    return says_instead(spoil)


def text_as(spoil: Any) -> Behaviour:
    return says_instead(lambda reply: replace(reply, text=spoil(reply.text or "")))


def chunk_borders_lost(text: str) -> str:
    return "".join(char if char.isascii() else "\ufffd\ufffd" for char in text)


def drops_results(request: Request) -> Request:
    return {**request, "messages": [one for one in request["messages"] if one["role"] != "tool"]}


def long_refused(request: Request) -> Reply:
    if len(str(request["messages"])) > 4000:
        return Reply("the request exceeds the available context size", status=400)
    return ABLE(request)


def tools_refused(request: Request) -> Reply:
    return Reply("this template does not support tools", status=400) if request.get("tools") else ABLE(request)


def results_refused(request: Request) -> Reply:
    if request["messages"][-1]["role"] == "tool":
        return Reply("the chat template knows no role tool", status=500)
    return ABLE(request)


def answers_in_thinking(reply: Reply) -> Reply:
    return replace(reply, text="", thinking=reply.text or "hm")


ENDPOINT_AT_FAULT: list[tuple[str, Behaviour, set[str], str, str]] = [
    ("drops the system prompt", reached_by(no_system), {"system prompt"}, "system prompt", "does not reach the model"),
    (
        "drops the system prompt, counts nothing",
        reached_by(no_system, counts=False),
        {"system prompt"},
        "system prompt",
        "does not reach the model",
    ),
    (
        "forgets",
        reached_by(only_last),
        {"system prompt", "memory"},
        "memory",
        "the first turn does not reach the model",
    ),
    ("cuts the head", reached_by(head_cut(3000)), {"window"}, "window", "of about"),
    (
        "cuts the head, counts nothing",
        reached_by(head_cut(3000), counts=False),
        {"window"},
        "window",
        "cut without a word",
    ),
    ("refuses long prompts", long_refused, {"window"}, "window", "was refused"),
    ("cuts replies", cut_at(16, "length"), {"long reply"}, "long reply", "cut off after 16 tokens"),
    ("cuts replies in secret", cut_at(128, "stop"), {"long reply"}, "long reply", "both end after 128 tokens"),
    ("reads bytes as latin-1", text_as(lambda text: text.encode().decode("latin-1")), {"unicode"}, "unicode", "GrÃ"),
    ("decodes each piece alone", text_as(chunk_borders_lost), {"unicode"}, "unicode", "Gr\ufffd"),
    ("writes ASCII", text_as(lambda text: text.encode("ascii", "replace").decode()), {"unicode"}, "unicode", "Gr??e"),
    (
        "drops what is not ASCII",
        text_as(lambda text: text.encode("ascii", "ignore").decode()),
        {"unicode"},
        "unicode",
        "Gre",
    ),
    ("drops results", reached_by(drops_results), {"tools"}, "tools", "does not reach the model"),
    (
        "serves another model",
        says_instead(lambda reply: replace(reply, model="other")),
        {"served model"},
        "served model",
        "asked for 'scripted', answered by 'other'",
    ),
    (
        "leaves thinking in the answer",
        text_as(lambda text: f"Let me see.</think>{text}"),
        {"thinking"},
        "thinking",
        "</think> stands in an answer",
    ),
    (
        "answers where thinking should be",
        says_instead(answers_in_thinking),
        {"thinking"},
        "thinking",
        "arrives where thinking should be",
    ),
    ("says nothing", fixed(""), {"completion"}, "completion", "no text came back"),
]


@pytest.mark.parametrize(
    ("behaviour", "names", "name", "words"),
    [row[1:] for row in ENDPOINT_AT_FAULT],
    ids=[row[0] for row in ENDPOINT_AT_FAULT],
)
async def test_an_endpoint_at_fault_is_found_and_named(
    behaviour: Behaviour, names: set[str], name: str, words: str
) -> None:
    checks = await checks_of(behaviour)
    assert provisional(checks) == names, checks
    assert words in checks[name].words


def weak_far_away(request: Request) -> Reply:
    return Reply("No idea.") if len(str(request["messages"])) > 4000 else ABLE(request)


def printed_call(reply: Reply) -> Reply:
    if not reply.tool_calls:
        return reply
    return Reply('{"name": "harbour_code", "arguments": {"harbour": "Lindo"}}')


def deaf_to_orders(request: Request) -> Reply:
    return Reply("Ahoy.") if request["messages"][0]["role"] == "system" else ABLE(request)


def forgetful(request: Request) -> Reply:
    return Reply("Which word?") if len(request["messages"]) == 3 and not request.get("tools") else ABLE(request)


def heedless_of_results(request: Request) -> Reply:
    return Reply("Done.") if request["messages"][-1]["role"] == "tool" else ABLE(request)


_stops: Iterator[int] = count(20)


def tires(reply: Reply) -> Reply:
    words = (reply.text or "").split()
    return replace(reply, text=" ".join(words[: next(_stops)])) if len(words) > 100 else reply


MODEL_IS_WEAK: list[tuple[str, Behaviour, set[str]]] = [
    ("ignores orders", reached_by(lambda request: request, deaf_to_orders), {"system prompt"}),
    ("forgets", reached_by(lambda request: request, forgetful), {"memory"}),
    ("loses a word in a long text", reached_by(lambda request: request, weak_far_away), {"window"}),
    ("cannot spell", text_as(lambda text: text.replace("naïve", "naive")), {"unicode"}),
    ("tires", says_instead(tires), {"long reply"}),
    ("calls no tool", reached_by(no_tools), {"tools"}),
    ("prints its call", reached_by(lambda request: request, says_instead(printed_call)), {"tools"}),
    ("is offered no tools", tools_refused, {"tools"}),
    ("is told no results", results_refused, {"tools"}),
    ("heeds no result", reached_by(lambda request: request, heedless_of_results), {"tools"}),
    (
        "babbles",
        reached_by(lambda request: request, fixed("Lorem ipsum.", "Dolor.", "Sit amet.", *map(str, range(9)), "9 9")),
        {"system prompt", "memory", "unicode", "long reply", "tools", "window"},
    ),
]


@pytest.mark.parametrize(
    ("behaviour", "names"), [row[1:] for row in MODEL_IS_WEAK], ids=[row[0] for row in MODEL_IS_WEAK]
)
async def test_a_weak_model_is_told_and_its_row_stands(behaviour: Behaviour, names: set[str]) -> None:
    checks = await checks_of(behaviour)
    assert provisional(checks) == set()
    told = {name: check.words for name, check in checks.items() if check.told_only}
    assert set(told) == names, told
    assert all(told.values())


async def test_an_echo_is_no_model_that_obeys() -> None:
    assert {"system prompt", "memory"} <= states(await checks_of(echo), SetupState.FAILED)


async def test_a_window_smaller_than_the_largest_case_needs_no_question() -> None:
    checks = await checks_of(ABLE, replace(SPEC, context=1024))
    assert "gives 1024 tokens, and the largest case needs about 2000" in checks["window"].words
    assert provisional(checks) == {"window"}


@pytest.mark.parametrize(
    ("reply", "spec", "where"),
    [
        (Reply("heron", thinking="The word is heron."), SPEC, "in the field reasoning_content"),
        (Reply("heron", thinking="The word is heron.", thinking_field="reasoning"), SPEC, "in the field reasoning"),
        (Reply("<think>The word is heron.</think>\nheron"), SPEC, "in tags before the answer"),
        (
            Reply("Heron it is.</think>\nheron"),
            replace(SPEC, thinking=Thinking(opened=True)),
            "in tags before the answer",
        ),
    ],
)
async def test_the_place_of_thinking_is_found(reply: Reply, spec: ModelSpec, where: str) -> None:
    check = (await checks_of(fixed(reply), spec))["thinking"]
    assert (check.state, check.learned) == (SetupState.PASSED, {"thinking": where})


async def test_refused_parameters_are_learned() -> None:
    def no_temperature(request: Request) -> Reply:
        if "temperature" in request:
            return Reply("Unsupported parameter: temperature", status=400)
        return ABLE(request)

    checks = await checks_of(no_temperature)
    assert states(checks, SetupState.PASSED) == set(NAMES)
    assert "temperature" in checks["parameters"].learned["refused"]


async def test_a_reply_in_one_piece_is_said_and_no_failure() -> None:
    def whole(request: Request) -> Reply:
        choice = {"index": 0, "message": {"role": "assistant", "content": ABLE(request).text}, "finish_reason": "stop"}
        return Reply(body=json.dumps({"model": "scripted", "choices": [choice]}))

    check = (await checks_of(whole))["completion"]
    assert (check.state, check.learned) == (SetupState.PASSED, {"streams": "no"})
    assert "not streamed" in check.words


async def test_speed_is_measured_before_the_longest_prompt_one_reply_at_a_time() -> None:
    at_once, prompts = [0], []

    def write(request: Request) -> Reply:
        prompts.append(request["messages"][-1]["content"])
        return replace(ABLE(request), chunk_delay_s=0.002)

    checks = await checks_of(write, on_check=lambda check: at_once.append(len(prompts)))
    speed = speed_in(list(checks.values()))
    assert speed is not None
    assert speed.tokens_per_s is not None
    assert speed.first_token_s is not None
    assert 0 < speed.tokens_per_s < 64 / 0.002
    assert f"{speed.tokens_per_s:.1f} tokens/s" in checks["speed"].words
    assert "only comparable on one host" in checks["speed"].words
    before, after = at_once[NAMES.index("speed")], at_once[NAMES.index("speed") + 1]
    assert after - before == len(set(prompts[before:after])) == 3
    assert max(map(len, prompts[:after])) < 1000 < max(map(len, prompts[after:]))


async def test_speed_without_the_servers_count_is_unknown_and_no_failure() -> None:
    checks = await checks_of(reached_by(lambda request: request, counts=False))
    speed = speed_in(list(checks.values()))
    assert checks["speed"].state is SetupState.PASSED
    assert speed is not None
    assert (speed.tokens_per_s, speed.first_token_s is None) == (None, False)
    assert "no rate known" in checks["speed"].words


NOTHING_TO_TELL: list[tuple[str, Behaviour]] = [
    ("down", fixed(Reply("out of order", status=500))),
    ("no key", fixed(Reply("who are you?", status=401))),
    ("a page", fixed(html())),
    ("cut streams", fixed(Reply("heron", faults=Faults(cut_after=1)))),
    ("an error after 200", fixed(Reply("heron", faults=Faults(error={"message": "overloaded", "code": 503})))),
]


@pytest.mark.parametrize("behaviour", [row[1] for row in NOTHING_TO_TELL], ids=[row[0] for row in NOTHING_TO_TELL])
async def test_an_endpoint_without_replies_could_not_be_checked(behaviour: Behaviour) -> None:
    checks = await checks_of(behaviour)
    assert states(checks, SetupState.COULD_NOT_RUN) == set(NAMES)
    assert provisional(checks) == set()
    assert all(check.words for check in checks.values())


async def test_an_endpoint_that_dies_on_the_way_is_asked_no_more() -> None:
    asked: Counter[str] = Counter()

    def dies(request: Request) -> Reply:
        asked["all"] += 1
        if "Repeat this line" in str(request["messages"]):
            asked["after"] = -1
        if "after" in asked:
            asked["after"] += 1
            return Reply("gone", status=403)
        return ABLE(request)

    checks = await checks_of(dies)
    assert states(checks, SetupState.COULD_NOT_RUN) == {"unicode", "long reply", "tools", "window", "speed"}
    assert asked["after"] == 0, "the endpoint was asked again after it had refused"
    assert "stopped answering" in checks["window"].words
    assert provisional(checks) == set()


async def test_a_slow_model_is_checked_as_far_as_a_minute_goes() -> None:
    moments = count(0, 14)
    checks = await checks_of(ABLE, clock=lambda: float(next(moments)))
    ran = {name for name, check in checks.items() if check.state is SetupState.PASSED}
    assert ran == {"completion", "system prompt", "memory", "served model", "thinking", "parameters", "speed"}
    assert "the 60 seconds of the set-up check were used up" in checks["window"].words
    assert provisional(checks) == set()


async def test_a_reply_that_never_ends_is_left_when_the_time_is_over() -> None:
    def hangs(request: Request) -> Reply:
        reply = ABLE(request)
        return replace(reply, faults=Faults(hang_after=1)) if request.get("tools") else reply

    checks = await checks_of(hangs, seconds=2.0)
    assert {"tools", "window"} <= states(checks, SetupState.COULD_NOT_RUN)
    assert "no complete reply within" in checks["tools"].words
    assert checks["speed"].state is SetupState.PASSED, "it has a time of its own"


async def test_thinking_that_takes_up_a_whole_reply_tells_nothing() -> None:
    endless = Reply("", thinking="I wonder. " * 50, finish="length")
    checks = await checks_of(fixed(endless))
    assert states(checks, SetupState.COULD_NOT_RUN) == set(NAMES)
    assert "thinking took up all of 1024 tokens" in checks["completion"].words


async def test_a_thinking_model_keeps_its_room_to_think() -> None:
    limits: set[int] = set()

    def thinks(request: Request) -> Reply:
        limits.add(request["max_tokens"])
        reply = ABLE(request)
        return replace(reply, thinking="Well then.", tool_calls=tuple(map(_numbered, reply.tool_calls)))

    checks = await checks_of(thinks)
    assert states(checks, SetupState.PASSED) == set(NAMES)
    assert limits == {1024, 200, 64}


def _numbered(call: ToolCall) -> ToolCall:
    return replace(call, id="c9")


@pytest.mark.parametrize(
    ("base_url", "model", "state"),
    [
        ("https://api.example.com/v1", "other", SetupState.PASSED),
        ("https://api.example.com/v1", "", SetupState.COULD_NOT_RUN),
        ("http://127.0.0.1:9/v1", "", SetupState.FAILED),
    ],
)
def test_providers_rename_models_and_servers_at_hand_do_not(base_url: str, model: str, state: SetupState) -> None:
    turn = Turn((), "heron", raw=f'{{"model": "{model}", "choices": []}}')
    assert check_served(replace(SPEC, base_url=base_url), [turn]).state is state
