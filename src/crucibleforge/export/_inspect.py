"""A log of Inspect AI, which its viewer shows and its readers read: version 2."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from typing import Any

from crucibleforge.bundle import AnswerFacts, Facts, ModelFacts
from crucibleforge.core.case import Case
from crucibleforge.core.conversation import Message, ToolCall, Turn
from crucibleforge.core.finish import Ending, ending
from crucibleforge.core.grading import Check, Verdict
from crucibleforge.core.stamps import digest
from crucibleforge.score import credit
from crucibleforge.suite import Suite

from ._figures import Figure, figures
from ._spelling import arguments_of, spelled
from ._usage import usage_json

__all__ = ["inspect_log"]

VERSION = 2
SCORER = "crucibleforge"
_STOPS: dict[Ending, str] = {
    "whole": "stop",
    "cut": "max_tokens",
    "filter": "content_filter",
    "refused": "content_filter",
}


def inspect_log(suite: Suite, facts: Facts) -> dict[str, bytes]:
    """One model's row as one log: a sample for every attempt at a case, and the row's figures as its metrics.

    Its name is of the kind that Inspect's viewer finds in a folder: with a time at its beginning.

    Args:
        facts: of one model.
    """
    (model,) = facts.manifest.models
    row = facts.manifest.rows[model.name]
    answers = list(facts.answers.values())
    samples = [_sample(suite.case(answer.case_id), model.served_id, answer) for answer in answers]
    scored = sum(sample["scores"] is not None for sample in samples)
    attempts = max(answer.attempt for answer in answers)
    usage = usage_json([turn.billed for answer in answers for turn in answer.turns])
    metrics = {name: metric for figure in figures(suite.profile, row) for name, metric in _metrics(figure)}
    log: dict[str, Any] = {
        "version": VERSION,
        "status": "success",
        "eval": _eval(suite, facts, model, attempts),
        "plan": {"name": "plan", "steps": [], "config": {}},
        "results": {
            "total_samples": attempts * len(tuple(suite.standard())),
            "completed_samples": scored,
            "logged_samples": len(samples),
            "scores": [
                {
                    "name": SCORER,
                    "scorer": SCORER,
                    "scored_samples": scored,
                    "unscored_samples": len(samples) - scored,
                    "params": {},
                    "metrics": metrics,
                }
            ],
            "metadata": {"partial": row.partial, "provisional": row.provisional, "class": row.class_name},
        },
        "stats": {
            "started_at": min(answer.begun for answer in answers).isoformat(),
            "completed_at": max(answer.begun for answer in answers).isoformat(),
            "model_usage": {model.served_id: usage} if usage else {},
        },
        "samples": samples,
    }
    name = (
        f"{min(answer.begun for answer in answers):%Y-%m-%dT%H-%M-%S+00-00}_{suite.name}_{log['eval']['eval_id']}.json"
    )
    return {name: spelled(log, indent=1)}


def _eval(suite: Suite, facts: Facts, model: ModelFacts, attempts: int) -> dict[str, Any]:
    manifest = facts.manifest
    cases = [case.id for case in suite.standard()]
    first = min(answer.begun for answer in facts.answers.values()).isoformat()
    return {
        "eval_id": digest([model.identity, first]),
        "run_id": digest([model.identity, first, "run"]),
        "created": first,
        "task": suite.name,
        "task_id": digest([suite.name, suite.version]),
        "task_version": suite.version,
        "task_display_name": suite.title,
        "dataset": {"name": suite.name, "samples": len(cases), "sample_ids": cases, "shuffled": False},
        "model": model.served_id,
        "config": {"epochs": attempts},
        "packages": {"crucibleforge": manifest.made_with},
        "metadata": {
            "model": {"name": model.name, "settings": model.identity, "stack": dict(model.stack)},
            "judge": None if manifest.judge is None else manifest.judge.identity,
            "graders": dict(manifest.graders),
            "profile": manifest.suite.profile,
        },
        "scorers": [{"name": SCORER}],
    }


def _metrics(figure: Figure) -> Iterator[tuple[str, dict[str, Any]]]:
    about = {"title": figure.title, "most": figure.most}
    yield figure.id, {"name": figure.id, "value": figure.points, "metadata": about}
    if figure.margin is not None:
        yield f"{figure.id}.margin", {"name": f"{figure.id}.margin", "value": figure.margin, "metadata": about}


def _sample(case: Case, model: str, answer: AnswerFacts) -> dict[str, Any]:
    turns, earned = answer.turns, credit(answer.checks)
    usage = usage_json([turn.billed for turn in turns])
    return {
        "id": case.id,
        "epoch": answer.attempt,
        "input": [_message(message) for message in turns[0].sent] if turns else "",
        "target": "",
        "messages": [message for turn in turns for message in _exchange(model, turn)],
        "output": _output(model, turns[-1]) if turns else {"model": model, "choices": []},
        "scores": None if earned is None else {SCORER: _score(earned, answer)},
        "metadata": {
            "title": case.title,
            "part": case.part,
            "kind": case.kind,
            "outcome": answer.outcome.value,
            "reason": answer.reason,
        },
        "model_usage": {model: usage} if usage else {},
        "started_at": answer.begun.isoformat(),
        "total_time": sum(turn.timing.total_s for turn in turns),
    }


def _score(earned: float, answer: AnswerFacts) -> dict[str, Any]:
    return {
        "value": earned,
        "explanation": "\n".join(map(_told, answer.checks)),
        "metadata": {
            "checks": [asdict(check) for check in answer.checks],
            "verdicts": [_verdict(verdict) for verdict in answer.verdicts],
        },
    }


def _told(check: Check) -> str:
    words = f"{check.id}: {check.credit}"
    return " · ".join(filter(None, (words, check.title, check.evidence)))


def _verdict(verdict: Verdict) -> dict[str, Any]:
    kept = ("answer", "said", "quote", "quote_valid", "reason", "raw")
    votes = [{name: getattr(vote, name) for name in kept} for vote in verdict.votes]
    return {"question": verdict.question_id, "answer": verdict.answer, "votes": votes}


def _exchange(model: str, turn: Turn) -> Iterator[dict[str, Any]]:
    yield from map(_message, turn.sent)
    yield _reply(model, turn)


def _message(message: Message) -> dict[str, Any]:
    answers = {"tool_call_id": message.tool_call_id} if message.role == "tool" else {}
    return {"role": message.role, "content": message.content, **answers}


def _reply(model: str, turn: Turn) -> dict[str, Any]:
    thought = [{"type": "reasoning", "reasoning": turn.thinking}] if turn.thinking else []
    calls = {"tool_calls": [_call(call) for call in turn.tool_calls]} if turn.tool_calls else {}
    content = [*thought, {"type": "text", "text": turn.text}]
    return {"role": "assistant", "source": "generate", "model": model, "content": content, **calls}


def _call(call: ToolCall) -> dict[str, Any]:
    arguments = arguments_of(call)
    wrong = {"parse_error": f"no JSON object: {call.arguments}"} if arguments is None else {}
    return {"id": call.id, "function": call.name, "arguments": arguments or {}, "type": "function", **wrong}


def _output(model: str, turn: Turn) -> dict[str, Any]:
    stop = "tool_calls" if turn.tool_calls else _STOPS.get(ending(turn.finish), "unknown")
    usage = usage_json([turn.usage])
    return {
        "model": model,
        "choices": [{"message": _reply(model, turn), "stop_reason": stop}],
        "completion": turn.text,
        **({"usage": usage} if usage else {}),
        "time": turn.timing.total_s,
    }
