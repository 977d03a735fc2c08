"""Which conversation a case asks for."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace

from crucibleforge.ask import fixed_script
from crucibleforge.core.case import (
    BughuntContent,
    Case,
    PredictContent,
    ProgramContent,
    SessionContent,
    Tool,
    ToolsContent,
)
from crucibleforge.core.conversation import Answer, Message, Script, Turn, overall_outcome
from crucibleforge.grade import tool_script

Player = Callable[[Case, Sequence[Message]], Turn | None]
"""Gives the next turn from the messages that are new, or None when it has no more to say."""


def script_for(case: Case) -> Script:
    """The case's side of the conversation, a pure function of the replies."""
    match case.content:
        case ToolsContent():
            return tool_script(case)
        case SessionContent(turns=turns):
            return fixed_script(case.system, turns)
        case ProgramContent(prompt=prompt) | PredictContent(prompt=prompt) | BughuntContent(prompt=prompt):
            return fixed_script(case.system, (prompt,))


def tools_for(case: Case) -> tuple[Tool, ...]:
    """The tools that the model is offered."""
    return case.content.tools if isinstance(case.content, ToolsContent) else ()


def played(case: Case, player: Player) -> Answer:
    """The conversation between a case and a player, without any model."""
    script = script_for(case)
    turns: list[Turn] = []
    while (messages := script.next_messages(turns)) is not None:
        turn = player(case, messages)
        if turn is None:
            break
        turns.append(replace(turn, sent=messages))
    return Answer(case.id, tuple(turns), overall_outcome(turns), question_stamp=case.stamps.question)
