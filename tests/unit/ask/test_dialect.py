from dataclasses import replace

import pytest

from crucibleforge.ask import ModelSpec, Thinking
from crucibleforge.ask._dialect import Dialect, Question
from crucibleforge.ask._faults import read_fault
from crucibleforge.ask._learned import Learned
from crucibleforge.core.case import Tool
from crucibleforge.core.conversation import Message, ToolCall

SPEC = ModelSpec(name="m", base_url="http://127.0.0.1:1/v1", served_id="served")
QUESTION = Question((Message("user", "Hi"),), max_tokens=64, temperature=0.0)
CALLING = Message("assistant", "", (ToolCall("roll", "{}", "a"),), thinking="hm")


def _refusal(message: str, param: str | None = None) -> dict[str, object]:
    return {"error": {"message": message, "param": param}}


def _learn(dialect: Dialect, message: str, param: str | None = None, status: int = 400) -> bool:
    return dialect.learn(read_fault(status, _refusal(message, param)), dialect.body(QUESTION))


def test_every_request_is_streamed_with_usage_and_a_limit() -> None:
    assert Dialect(SPEC).body(QUESTION) == {
        "model": "served",
        "messages": [{"role": "user", "content": "Hi"}],
        "stream": True,
        "stream_options": {"include_usage": True},
        "max_tokens": 64,
        "temperature": 0.0,
    }


def test_the_spec_locks_sampling_and_caps_the_limit() -> None:
    spec = replace(SPEC, temperature=1.0, top_p=0.9, max_tokens=32)
    body = Dialect(spec).body(replace(QUESTION, seed=7))
    assert (body["temperature"], body["top_p"], body["max_tokens"], body["seed"]) == (1.0, 0.9, 32, 7)


def test_extra_body_is_merged_one_level_deep() -> None:
    spec = replace(SPEC, extra_body={"stream_options": {"progress": True}, "min_p": 0.1})
    body = Dialect(spec).body(QUESTION)
    assert body["stream_options"] == {"include_usage": True, "progress": True}
    assert body["min_p"] == 0.1


def test_tools_and_schema_take_the_openai_shape() -> None:
    tool = Tool("roll", "rolls", {"type": "object", "properties": {}})
    body = Dialect(SPEC).body(replace(QUESTION, tools=(tool,), json_schema={"type": "object"}))
    assert body["tools"][0]["function"]["name"] == "roll"
    assert body["response_format"]["json_schema"]["schema"] == {"type": "object"}


def test_calls_and_results_go_back_with_their_ids() -> None:
    question = replace(QUESTION, messages=(CALLING, Message("tool", "4", tool_call_id="a")))
    assistant, result = Dialect(SPEC).body(question)["messages"]
    assert assistant["tool_calls"] == [{"id": "a", "type": "function", "function": {"name": "roll", "arguments": "{}"}}]
    assert result == {"role": "tool", "content": "4", "tool_call_id": "a"}


def test_thinking_goes_back_beside_calls_only_and_in_its_own_field() -> None:
    dialect = Dialect(SPEC, Learned(thinking_field="reasoning"))
    question = replace(QUESTION, messages=(CALLING, Message("assistant", "Four.", thinking="hm")))
    calling, plain = dialect.body(question)["messages"]
    assert calling["reasoning"] == "hm"
    assert "reasoning" not in plain


def test_thinking_stays_here_where_the_spec_says_so() -> None:
    spec = replace(SPEC, thinking=Thinking(send_back=False))
    (message,) = Dialect(spec).body(replace(QUESTION, messages=(CALLING,)))["messages"]
    assert "reasoning_content" not in message


def test_a_refused_parameter_is_left_out_from_then_on_and_noted() -> None:
    dialect = Dialect(SPEC)
    assert _learn(dialect, "temperature=0 is not supported by this model", "temperature")
    assert "temperature" not in dialect.body(QUESTION)
    assert dialect.notes == ["temperature: server default (0.0 was refused)"]


def test_a_refusal_may_name_its_parameter_in_words_alone() -> None:
    dialect = Dialect(SPEC)
    assert _learn(dialect, "Unrecognized request argument supplied: stream_options", status=400)
    assert "stream_options" not in dialect.body(QUESTION)


def test_a_refused_limit_is_sent_under_its_other_name() -> None:
    dialect = Dialect(SPEC)
    assert _learn(dialect, "Unsupported parameter: 'max_tokens'. Use 'max_completion_tokens' instead.", "max_tokens")
    body = dialect.body(QUESTION)
    assert body["max_completion_tokens"] == 64
    assert "max_tokens" not in body


def test_a_request_never_goes_without_any_limit() -> None:
    dialect = Dialect(SPEC)
    assert _learn(dialect, "max_tokens is not supported", "max_tokens")
    assert not _learn(dialect, "max_completion_tokens is not supported", "max_completion_tokens")
    assert "max_completion_tokens" in dialect.body(QUESTION)


def test_a_limit_that_is_too_large_is_no_refusal_of_the_parameter() -> None:
    dialect = Dialect(SPEC)
    assert not _learn(dialect, "max_tokens is too large: 64. This model supports at most 16.", "max_tokens")


def test_any_other_400_is_left_alone() -> None:
    assert not _learn(Dialect(SPEC), "the temperature of the room is unknown to the user", status=500)
    assert not _learn(Dialect(SPEC), "messages must alternate")
    assert not _learn(Dialect(SPEC), "seed is not supported")


def test_a_refusal_learned_by_another_request_meanwhile_means_ask_again() -> None:
    dialect = Dialect(SPEC)
    sent = dialect.body(QUESTION)
    fault = read_fault(400, _refusal("temperature is not supported", "temperature"))
    assert dialect.learn(fault, sent)
    assert dialect.learn(fault, sent)
    assert len(dialect.notes) == 1


def test_refused_thinking_is_left_out_of_the_history() -> None:
    dialect = Dialect(SPEC)
    question = replace(QUESTION, messages=(CALLING,))
    fault = read_fault(400, _refusal("extra inputs are not permitted: messages.0.reasoning_content"))
    assert dialect.learn(fault, dialect.body(question))
    assert "reasoning_content" not in dialect.body(question)["messages"][0]


RULES, BE_BRIEF = Message("system", "Be kind."), Message("system", "Be brief.")


@pytest.mark.parametrize(
    "refusal",
    [
        "'messages[0].role' does not support 'system' with this model",
        "System role not supported",
        "Jinja: Only user and assistant roles are supported!",
        "Developer instruction is not enabled for this model",
    ],
)
def test_a_refused_system_message_goes_on_as_part_of_the_users(refusal: str) -> None:
    dialect = Dialect(SPEC)
    question = replace(QUESTION, messages=(RULES, Message("user", "Hi"), Message("assistant", "Hello."), BE_BRIEF))
    assert dialect.learn(read_fault(400, _refusal(refusal)), dialect.body(question))
    assert [(message["role"], message["content"]) for message in dialect.body(question)["messages"]] == [
        ("user", "Be kind.\n\nHi"),
        ("assistant", "Hello."),
        ("user", "Be brief."),
    ]
    assert dialect.notes == ["system role: sent as part of the user's message (refused)"]


def test_a_chat_without_a_system_message_learns_nothing_about_one() -> None:
    assert not _learn(Dialect(SPEC), "System role not supported")
