from dataclasses import replace

import pytest

from crucibleforge.ask._faults import Fault
from crucibleforge.ask._outcome import Reading, is_same_model, prompt_note, read_outcome
from crucibleforge.ask._reply import Reply
from crucibleforge.core.conversation import Message, Outcome, ToolCall, Usage

BLANK = Reply(
    text="", thinking="", tool_calls=(), refusal="", finish="stop", usage=Usage(), model="m", thinking_field=""
)
CALL = ToolCall("roll", '{"sides": 6}', "a")


def _outcome(reply: Reply) -> Outcome:
    reading = read_outcome(reply)
    assert isinstance(reading, Reading)
    return reading.outcome


@pytest.mark.parametrize(
    ("reply", "outcome"),
    [
        (replace(BLANK, text="Yes."), Outcome.ANSWERED),
        (replace(BLANK, text="Yes, and", finish="length"), Outcome.ANSWERED),
        (replace(BLANK, tool_calls=(CALL,)), Outcome.ANSWERED),
        (replace(BLANK, tool_calls=(CALL,), finish="length"), Outcome.ANSWERED),
        (replace(BLANK, tool_calls=(ToolCall("roll", '{"si', "a"),), finish="length"), Outcome.CUT_OFF),
        (replace(BLANK, finish="length"), Outcome.CUT_OFF),
        (replace(BLANK, thinking="hm", finish="length"), Outcome.ONLY_THINKING),
        (replace(BLANK, thinking="hm"), Outcome.ONLY_THINKING),
        (BLANK, Outcome.EMPTY),
        (replace(BLANK, text=" \n"), Outcome.EMPTY),
        (replace(BLANK, refusal="I can't."), Outcome.REFUSED),
        (replace(BLANK, finish="MALFORMED_FUNCTION_CALL"), Outcome.MALFORMED),
        (replace(BLANK, text="I won't.", finish="refusal"), Outcome.REFUSED),
        (replace(BLANK, finish="MODEL_LENGTH"), Outcome.CUT_OFF),
        (replace(BLANK, text="Yes.", finish="a word of its own"), Outcome.ANSWERED),
    ],
)
def test_a_complete_reply_has_one_outcome(reply: Reply, outcome: Outcome) -> None:
    assert _outcome(reply) is outcome


def test_a_broken_call_that_was_not_cut_is_the_models_answer() -> None:
    assert _outcome(replace(BLANK, tool_calls=(ToolCall("roll", "six", "a"),))) is Outcome.ANSWERED


def test_a_refusal_keeps_its_words() -> None:
    reading = read_outcome(replace(BLANK, refusal="I can't."))
    assert isinstance(reading, Reading)
    assert reading.text == "I can't."


@pytest.mark.parametrize(
    ("finish", "reason", "again"),
    [
        ("", "transport", True),
        ("error", "transport", True),
        ("abort", "transport", True),
        ("content_filter", "filter", False),
        ("SAFETY", "filter", False),
    ],
)
def test_a_reply_that_others_ended_is_a_fault(finish: str, reason: str, again: bool) -> None:
    fault = read_outcome(replace(BLANK, text="Half an ans", finish=finish))
    assert isinstance(fault, Fault)
    assert (fault.reason, fault.again) == (reason, again)


def test_one_more_try_is_for_replies_that_stopped_by_themselves() -> None:
    stopped = [BLANK, replace(BLANK, thinking="hm")]
    others = [replace(BLANK, finish="length"), replace(BLANK, thinking="hm", finish="length")]
    assert [getattr(read_outcome(reply), "is_empty_stop", None) for reply in (*stopped, *others)] == [
        True,
        True,
        False,
        False,
    ]


def test_a_prompt_counted_far_too_short_is_noted() -> None:
    prompt = (Message("user", "word " * 8000),)
    assert "cut by the server" in prompt_note(prompt, Usage(2050))
    assert prompt_note(prompt, Usage(8000)) == ""
    assert prompt_note(prompt, Usage()) == ""
    assert prompt_note(prompt, Usage(0)) == ""
    assert prompt_note((Message("user", "Hi"),), Usage(1)) == ""


def test_tokens_that_the_server_had_cached_count_where_it_names_the_new_ones_only() -> None:
    assert prompt_note((Message("user", "word " * 8000),), Usage(50, cached_tokens=7950)) == ""


@pytest.mark.parametrize(
    ("asked", "named", "same"),
    [
        ("qwen3-8b", "qwen3-8b", True),
        ("qwen/Qwen3-8B", "qwen3-8b", True),
        ("qwen3-8b", "C:\\models\\Qwen3-8B.gguf", True),
        ("qwen3", "qwen3:latest", True),
        ("qwen3:8b", "qwen3:14b", False),
        ("qwen3-8b-q4_k_m", "qwen3-8b-q8_0", False),
    ],
)
def test_spellings_of_an_id_are_one_model_and_sizes_are_not(asked: str, named: str, *, same: bool) -> None:
    assert is_same_model(asked, named) is same
