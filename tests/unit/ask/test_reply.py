from typing import Any

from crucibleforge.ask import Thinking
from crucibleforge.ask._reply import Assembly, Reply, read_usage
from crucibleforge.core.conversation import ToolCall, Usage


def _reply(*chunks: dict[str, Any], dialect: Thinking | None = None) -> Reply:
    assembly = Assembly()
    for chunk in chunks:
        assembly.add(chunk)
    return assembly.reply(dialect or Thinking())


def _delta(finish: str | None = None, **delta: Any) -> dict[str, Any]:
    return {"choices": [{"index": 0, "delta": delta, "finish_reason": finish}]}


def _call(index: int | None, id_: str | None = None, name: str | None = None, arguments: Any = None) -> dict[str, Any]:
    piece: dict[str, Any] = {"function": {"name": name, "arguments": arguments}, "id": id_, "index": index}
    return _delta(tool_calls=[{key: value for key, value in piece.items() if value is not None}])


def test_deltas_join_to_one_text() -> None:
    reply = _reply(_delta(role="assistant", content=None), _delta(content="Hi "), _delta("stop", content="there"))
    assert (reply.text, reply.finish) == ("Hi there", "stop")


def test_only_chunks_with_a_piece_of_the_reply_count_as_its_beginning() -> None:
    assembly = Assembly()
    assert not assembly.add(_delta(role="assistant", content=""))
    assert not assembly.add({"choices": [], "usage": {"prompt_tokens": 3}})
    assert assembly.add(_delta(reasoning_content="hm"))


def test_thinking_is_read_from_either_field_and_once() -> None:
    assert _reply(_delta(reasoning_content="a"), _delta(reasoning_content="b")).thinking == "ab"
    assert _reply(_delta(reasoning="a")).thinking_field == "reasoning"
    assert _reply(_delta(reasoning="same", reasoning_content="same")).thinking == "same"


def test_thinking_in_the_content_joins_thinking_kept_apart() -> None:
    reply = _reply(_delta(reasoning="apart"), _delta(content="<think>inline</think>Yes."))
    assert (reply.thinking, reply.text) == ("apart\n\ninline", "Yes.")


def test_a_template_that_opens_the_block_does_not_matter_where_the_server_splits() -> None:
    reply = _reply(_delta(reasoning_content="hm"), _delta(content="Yes."), dialect=Thinking(opened=True))
    assert (reply.thinking, reply.text) == ("hm", "Yes.")


def test_content_parts_give_text_and_thinking() -> None:
    parts = [{"type": "thinking", "thinking": "hm"}, {"type": "text", "text": "Y"}, {"type": "text", "text": "es"}]
    reply = _reply(_delta(content=parts))
    assert (reply.thinking, reply.text) == ("hm", "Yes")


def test_a_character_cut_between_two_chunks_is_joined() -> None:
    assert _reply(_delta(content="\ud83d"), _delta(content="\ude00")).text == "😀"
    assert _reply(_delta(content="a\ud83d")).text == "a\ufffd"


def test_other_choices_are_left_out() -> None:
    other = {"choices": [{"index": 1, "delta": {"content": "no"}, "finish_reason": "length"}]}
    reply = _reply(_delta("stop", content="yes"), other)
    assert (reply.text, reply.finish) == ("yes", "stop")


def test_call_fragments_go_to_the_call_of_their_index() -> None:
    reply = _reply(
        _call(0, "a", "get_time", ""),
        _call(1, "b", "get_", ""),
        _call(0, arguments='{"city":'),
        _call(1, name="date", arguments="{"),
        _call(0, arguments=' "Oslo"}'),
        _call(1, arguments="}"),
    )
    assert reply.tool_calls == (ToolCall("get_time", '{"city": "Oslo"}', "a"), ToolCall("get_date", "{}", "b"))


def test_calls_that_all_have_index_0_stay_apart() -> None:
    by_id = _reply(_call(0, "a", "roll", "{}"), _call(0, "b", "roll", "{}"))
    by_name = _reply(_call(0, None, "roll", "{}"), _call(0, None, "flip", "{}"))
    assert [call.id for call in by_id.tool_calls] == ["a", "b"]
    assert [call.name for call in by_name.tool_calls] == ["roll", "flip"]


def test_a_name_that_is_repeated_with_each_fragment_is_not_doubled() -> None:
    reply = _reply(_call(0, "a", "roll", '{"n"'), _call(0, "a", "roll", ": 1}"))
    assert reply.tool_calls == (ToolCall("roll", '{"n": 1}', "a"),)


def test_calls_without_index_and_id_get_ids_of_their_own() -> None:
    calls = [{"function": {"name": "roll", "arguments": "{}"}}, {"id": "", "function": {"name": "flip"}}]
    message = {"choices": [{"message": {"content": None, "tool_calls": calls}, "finish_reason": "tool_calls"}]}
    reply = _reply(message)
    assert reply.tool_calls == (ToolCall("roll", "{}", "call_1"), ToolCall("flip", "", "call_2"))


def test_an_id_given_twice_in_one_turn_is_made_unique() -> None:
    reply = _reply(_call(0, "same", "roll", "{}"), _call(1, "same", "flip", "{}"))
    assert len({call.id for call in reply.tool_calls}) == 2


def test_arguments_sent_as_an_object_become_text() -> None:
    assert _reply(_call(0, "a", "lamp", {"level": 3})).tool_calls[0].arguments == '{"level": 3}'


def test_usage_counts_are_none_wherever_the_server_gives_none() -> None:
    assert read_usage({}) == Usage()
    assert read_usage({"prompt_tokens": 7, "completion_tokens": None, "completion_tokens_details": None}) == Usage(7)
    assert read_usage({"prompt_tokens": "7", "completion_tokens": True}) == Usage()
    details = {"prompt_tokens_details": {"cached_tokens": 2}, "completion_tokens_details": {"reasoning_tokens": 0}}
    assert read_usage(details) == Usage(cached_tokens=2, reasoning_tokens=0)


def test_chunks_of_any_shape_are_survived() -> None:
    odd: list[dict[str, Any]] = [
        {},
        {"choices": None},
        {"choices": [None]},
        {"choices": [{"delta": None}]},
        {"usage": 3},
    ]
    odd += [_delta(content=5), _delta(tool_calls=[None, {"function": None}]), _delta(content=[{"type": "image"}])]
    assert _reply(*odd).text == ""


SWALLOWED = "Blue?\n</think>\n\nThe lamp is blue."


def test_an_answer_that_a_server_put_behind_the_thinking_is_found_and_marked() -> None:
    reply = _reply(_delta(reasoning_content=SWALLOWED), _delta("stop"))
    assert (reply.text, reply.thinking, reply.misplaced) == ("The lamp is blue.", "Blue?", True)


def test_cut_off_thinking_never_holds_an_answer() -> None:
    reply = _reply(_delta(reasoning_content=SWALLOWED), _delta("length"))
    assert (reply.text, reply.thinking, reply.misplaced) == ("", SWALLOWED, False)


def test_thinking_beside_an_answer_or_a_call_is_left_alone() -> None:
    assert _reply(_delta(reasoning_content=SWALLOWED), _delta("stop", content="Red.")).text == "Red."
    assert _reply(_delta(reasoning_content=SWALLOWED), _call(0, "a", "roll", "{}"), _delta("stop")).text == ""


def test_a_streamed_message_without_deltas_is_read_piece_by_piece() -> None:
    pieces = [{"choices": [{"index": 0, "message": {"content": piece}}]} for piece in ("Hi ", "there")]
    assert _reply(*pieces, _delta("stop")).text == "Hi there"


def test_a_whole_call_once_more_adds_nothing_and_another_under_the_same_id_does() -> None:
    first = _call(0, "a", "roll", '{"sides": 6}')
    assert len(_reply(first, _call(0, "a", "roll", '{"sides":6}')).tool_calls) == 1
    assert [call.id for call in _reply(first, _call(0, "a", "roll", '{"sides": 8}')).tool_calls] == ["a", "call_2"]


def test_thinking_that_is_counted_apart_becomes_part_of_the_completion() -> None:
    counts = {"prompt_tokens": 32, "completion_tokens": 3, "completion_tokens_details": {"reasoning_tokens": 171}}
    assert read_usage({**counts, "total_tokens": 206}) == Usage(32, 174, None, 171)
    assert read_usage({**counts, "completion_tokens": 174, "total_tokens": 206}) == Usage(32, 174, None, 171)
    assert read_usage(counts) == Usage(32, 3, None, 171)
