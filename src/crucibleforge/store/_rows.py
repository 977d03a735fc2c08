"""Core values as rows, and back."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import asdict, fields
from typing import Any

from sqlalchemy import Row

from crucibleforge.core.conversation import Message, Outcome, Timing, ToolCall, Turn, Usage
from crucibleforge.core.grading import Check, Grade, Verdict, VerdictAnswer, Vote
from crucibleforge.core.money import Cost
from crucibleforge.core.setup import SetupCheck, SetupState

from ._records import StoredExemplarVerdict, StoredModel, StoredSetup, Submission

__all__ = [
    "exemplar_verdict_from",
    "grade_from",
    "grade_values",
    "model_from",
    "model_values",
    "setup_from",
    "setup_values",
    "turn_from",
    "turn_values",
    "verdict_from",
    "vote_from",
    "vote_values",
]


_CHECK = tuple(each.name for each in fields(Check))
_COST_COLUMNS = ("cost_usd", "price_source", "price_as_of")
_DIALECT, _SUBMISSION = "dialect", "submission"
"""Their places within the document that holds the stack."""


def model_values(model: StoredModel) -> dict[str, Any]:
    """The columns of a model but its name."""
    beside = {
        _DIALECT: dict(model.dialect),
        _SUBMISSION: asdict(model.submission) if model.submission else None,
    }
    return {
        "identity": model.identity,
        "endpoint_kind": model.endpoint_kind,
        "served_id": model.served_id,
        "stack": {
            **model.stack,
            **beside,
        },  # always both, since a stack may come from a stranger and hold such names itself
    }


def model_from(row: Row[Any]) -> StoredModel:
    """The model of a row."""
    stack = dict(row.stack)
    dialect, submission = stack.pop(_DIALECT, {}), stack.pop(_SUBMISSION, None)
    return StoredModel(
        row.name,
        row.identity,
        row.endpoint_kind,
        row.served_id,
        stack,
        dialect,
        Submission(**submission) if submission else None,
    )


def turn_values(turn: Turn) -> dict[str, Any]:
    """The columns of a turn but its key."""
    return {
        "sent": [asdict(message) for message in turn.sent],
        "text": turn.text,
        "outcome": turn.outcome.value,
        "thinking": turn.thinking,
        "tool_calls": [asdict(call) for call in turn.tool_calls],
        "finish": turn.finish,
        "note": turn.note,
        "raw": turn.raw,
        **asdict(turn.usage),
        **{f"billed_{name}": count for name, count in asdict(turn.billed).items()},
        **_cost_values(turn.cost),
        **asdict(turn.timing),
    }


def turn_from(row: Row[Any]) -> Turn:
    """The turn of a row."""
    return Turn(
        sent=tuple(_message(message) for message in row.sent),
        text=row.text,
        outcome=Outcome(row.outcome),
        thinking=row.thinking,
        tool_calls=_tool_calls(row.tool_calls),
        finish=row.finish,
        note=row.note,
        usage=Usage(row.prompt_tokens, row.completion_tokens, row.cached_tokens, row.reasoning_tokens),
        billed=Usage(
            row.billed_prompt_tokens,
            row.billed_completion_tokens,
            row.billed_cached_tokens,
            row.billed_reasoning_tokens,
        ),
        cost=_cost_from(row._asdict()),
        timing=Timing(row.first_token_s, row.total_s),
        raw=row.raw,
    )


def _cost_values(cost: Cost | None) -> dict[str, Any]:
    if cost is None:
        return dict.fromkeys(_COST_COLUMNS)
    return dict(zip(_COST_COLUMNS, (cost.usd, cost.source, cost.as_of), strict=True))


def _cost_from(values: Mapping[str, Any]) -> Cost | None:
    usd = values.get("cost_usd")
    return None if usd is None else Cost(usd, values["price_source"], values["price_as_of"])


def _message(document: dict[str, Any]) -> Message:
    return Message(**{**document, "tool_calls": _tool_calls(document["tool_calls"])})


def _tool_calls(documents: Iterable[dict[str, Any]]) -> tuple[ToolCall, ...]:
    return tuple(ToolCall(**document) for document in documents)


def grade_values(grade: Grade) -> dict[str, Any]:
    """The columns of a grade but its key."""
    return {
        "case_id": grade.case_id,
        "outcome": grade.outcome.value,
        "checks": [{name: getattr(check, name) for name in _CHECK} for check in grade.checks],
    }


def grade_from(row: Row[Any]) -> Grade:
    """The grade of a row."""
    return Grade(row.case_id, Outcome(row.outcome), tuple(Check(**document) for document in row.checks))


def setup_values(checks: Iterable[SetupCheck]) -> list[dict[str, Any]]:
    """The checks of a set-up as plain data."""
    return [asdict(check) for check in checks]


def setup_from(row: Row[Any]) -> StoredSetup:
    """The set-up of a row."""
    checks = tuple(SetupCheck(**{**document, "state": SetupState(document["state"])}) for document in row.checks)
    return StoredSetup(row.model, row.identity, row.version, checks, row.at, row.run_id)


def vote_values(vote: Vote) -> dict[str, Any]:
    """The columns of a vote but its key."""
    values = {**asdict(vote), "answer": vote.answer.value, "said": vote.said.value, **_cost_values(vote.cost)}
    del values["cost"]
    return values


def vote_from(values: Mapping[str, Any]) -> Vote:
    """The vote of a row's or a document's values; what was stored before costs were known has none."""
    own = {name: value for name, value in values.items() if name not in {"verdict_id", "number", *_COST_COLUMNS}}
    answers = {"answer": VerdictAnswer(own["answer"]), "said": VerdictAnswer(own["said"])}
    return Vote(**{**own, **answers, "cost": _cost_from(values)})


def verdict_from(row: Row[Any], votes: Iterable[Vote]) -> Verdict:
    """The verdict of a row and its votes."""
    return Verdict(row.question_id, VerdictAnswer(row.answer), tuple(votes))


def exemplar_verdict_from(row: Row[Any]) -> StoredExemplarVerdict:
    """The verdict on an exemplar of a row, which holds its votes as plain data."""
    votes = tuple(map(vote_from, row.votes))
    return StoredExemplarVerdict(
        judge_fingerprint=row.judge_fingerprint,
        judge=row.judge,
        identity=row.identity,
        case_id=row.case_id,
        exemplar=row.exemplar,
        stamp=row.stamp,
        repeat=row.repeat,
        at=row.at,
        verdict=Verdict(row.question_id, VerdictAnswer(row.answer), votes),
    )
