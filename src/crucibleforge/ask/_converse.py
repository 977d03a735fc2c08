"""Drives a written conversation, turn by turn."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from crucibleforge.core.case import Budget, Tool
from crucibleforge.core.conversation import Message, Script, ToolCall, Turn

from ._answer import answer
from ._client import ChatClient
from ._room import NO_ROOM, Room

NOT_EXECUTED = "error: not executed"


async def converse(
    client: ChatClient,
    script: Script,
    *,
    budget: Budget,
    tools: Sequence[Tool] = (),
    temperature: float | None = 0.0,
    room: Room = NO_ROOM,
    turns_so_far: Sequence[Turn] = (),
    on_turn: Callable[[int, Turn], None],
) -> tuple[Turn, ...]:
    """All turns of the script, those asked before included.

    A turn without a usable reply does not end the conversation: the history then carries what there is.

    Args:
        budget: of each reply.
        room: in place of that budget where the model thinks.
        turns_so_far: complete turns of an earlier, broken-off run; they are not asked again.
        on_turn: called with the number (from 1) of each newly completed turn, before the next one is asked.

    Raises:
        ProviderError: as soon as one request brings nothing that could be scored.
    """
    turns = list(turns_so_far)
    history = [message for turn in turns for message in (*turn.sent, said(turn))]
    while (new := script.next_messages(turns)) is not None:
        sent = (*_unanswered(turns[-1].tool_calls, new), *new) if turns else new
        turn = await answer(
            client,
            (*history, *sent),
            max_tokens=budget.max_tokens,
            temperature=temperature,
            room=room,
            tools=tools,
            timeout_s=budget.seconds,
        )
        turn = replace(turn, sent=sent)
        turns.append(turn)
        history += [*sent, said(turn)]
        on_turn(len(turns), turn)
    return tuple(turns)


def said(turn: Turn) -> Message:
    """The model's own message as the history carries it: its words and calls, not its thinking.

    Thinking goes along only beside tool calls, for the servers that demand it there.
    """
    return Message("assistant", turn.text, turn.tool_calls, thinking=turn.thinking if turn.tool_calls else "")


def _unanswered(calls: Sequence[ToolCall], new: Sequence[Message]) -> list[Message]:
    """A result for each call that the script leaves without one: servers insist on a result for every call."""
    answered = {message.tool_call_id for message in new if message.role == "tool"}
    return [Message("tool", NOT_EXECUTED, tool_call_id=call.id) for call in calls if call.id not in answered]
