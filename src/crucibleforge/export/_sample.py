"""One answer as every_eval_ever has it."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from typing import Any

from crucibleforge.bundle import AnswerFacts
from crucibleforge.core.case import Case
from crucibleforge.core.conversation import Outcome, ToolCall, Turn

from ._spelling import arguments_of, as_text, texts
from ._usage import usage_json

__all__ = ["sample"]


def sample(case: Case, answer: AnswerFacts, earned: float) -> dict[str, Any]:
    """What an every_eval_ever sample says of the answer itself.

    Args:
        earned: its credit.
    """
    turns = answer.turns
    asked = "\n\n".join(message.content for message in turns[0].sent) if turns else ""
    is_single = len(turns) == 1 and case.kind != "tools"
    return {
        "sample_id": case.id,
        "sample_hash": hashlib.sha256(asked.encode("utf-8", "replace")).hexdigest(),
        "interaction_type": "single_turn" if is_single else "agentic" if case.kind == "tools" else "multi_turn",
        "input": {"raw": asked, "reference": []},
        "output": _output(turns[0]) if is_single else None,
        "messages": None if is_single else _messages(turns),
        "answer_attribution": [],
        "evaluation": {
            "score": earned,
            "is_correct": earned == 1,
            "num_turns": len(turns) or None,
            "tool_calls_count": sum(len(turn.tool_calls) for turn in turns),
        },
        "token_usage": usage_json([turn.billed for turn in turns]),
        "performance": {"latency_ms": 1000 * sum(turn.timing.total_s for turn in turns)},
        "error": None if answer.outcome is Outcome.ANSWERED else f"{answer.outcome}: {answer.reason}".rstrip(": "),
        "metadata": texts(
            {
                "title": case.title,
                "kind": case.kind,
                "attempt": answer.attempt,
                "outcome": answer.outcome,
                "begun": answer.begun.isoformat(),
                "checks": [{"id": each.id, "credit": each.credit, "weight": each.weight} for each in answer.checks],
            }
        ),
    }


def _output(turn: Turn) -> dict[str, Any]:
    return {"raw": [turn.text], "reasoning_trace": [turn.thinking] if turn.thinking else None}


def _messages(turns: Sequence[Turn]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for turn in turns:
        for message in turn.sent:
            answers = {"tool_call_id": [message.tool_call_id]} if message.role == "tool" else {}
            found.append({"role": message.role, "content": message.content, **answers})
        calls = [_call(call) for call in turn.tool_calls]
        reply = {"content": turn.text, "reasoning_trace": turn.thinking or None, "tool_calls": calls or None}
        found.append({"role": "assistant", **reply})
    return [{"turn_idx": number, **message} for number, message in enumerate(found)]


def _call(call: ToolCall) -> dict[str, Any]:
    arguments = arguments_of(call)
    told = {"not an object": call.arguments} if arguments is None else arguments
    return {"id": call.id, "name": call.name, "arguments": {name: as_text(value) for name, value in told.items()}}
