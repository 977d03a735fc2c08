"""The calls of one turn, and the messages that answer them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from crucibleforge.core.case import Tool
from crucibleforge.core.conversation import Message, Turn

from ._calls import Call, read_call
from ._printed import printed_calls


def calls_of(turn: Turn, tools: Sequence[Tool]) -> tuple[Call, ...]:
    """The calls that a turn made; only a turn that made none is searched for printed ones."""
    if turn.tool_calls:
        return tuple(read_call(raw, tools) for raw in turn.tool_calls)
    return printed_calls(turn.text, tools)


def answered(number: int, turn: Turn, calls: Sequence[Call], answers: Sequence[str]) -> Iterator[Message]:
    """One answer for each call of turn `number`, in order; the user reports those of printed calls, which have no id."""
    if turn.tool_calls:
        for call_id, answer in zip(_ids(number, calls), answers, strict=True):
            yield Message("tool", answer, tool_call_id=call_id)
    elif calls:
        lines = (f"Result of {call.tool}: {answer}" for call, answer in zip(calls, answers, strict=True))
        yield Message("user", "\n".join(lines))


def _ids(number: int, calls: Sequence[Call]) -> Iterator[str]:
    used: set[str] = set()
    for place, call in enumerate(calls, 1):
        call_id = call.id if call.id and call.id not in used else f"call_{number}_{place}"
        used.add(call_id)
        yield call_id
