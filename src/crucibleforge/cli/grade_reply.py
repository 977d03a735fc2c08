"""The command `crucibleforge grade-reply`."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

from crucibleforge.ask import Registry
from crucibleforge.board import NATIVELY_GRADED
from crucibleforge.core.case import Case, SessionContent
from crucibleforge.core.conversation import Answer, ToolCall, Turn
from crucibleforge.core.errors import UserError, shown
from crucibleforge.core.grading import Check, Verdict
from crucibleforge.grade import grade, runs_code
from crucibleforge.judge import verdict_checks
from crucibleforge.run import judge_one, played
from crucibleforge.sandbox import Sandbox
from crucibleforge.score import credit, shown_share
from crucibleforge.suite import load_suite

from ._options import Judge, ModelsFile, RunBy, SuiteDir
from ._output import check_json, console, print_check, print_json
from ._verdicts import print_votes, verdicts_json

app = typer.Typer(add_completion=False, rich_markup_mode=None)


@app.command()
def grade_reply(
    case_name: Annotated[str, typer.Argument(metavar="CASE", help="Id, slug or full name.")],
    reply: Annotated[
        Path,
        typer.Option("--reply", metavar="FILE", help="The reply's text; for sessions a JSON list, one entry a turn."),
    ],
    judge: Judge = None,
    backend: RunBy = "wasm",
    suite_dir: SuiteDir = None,
    models_file: ModelsFile = None,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for machines.")] = False,
) -> None:
    """Grade one reply; nothing is stored. Judge questions stay open unless a judge is named."""
    suite = load_suite(suite_dir)
    case = suite.case(case_name)
    turns = _turns(case, reply)
    answer = _answer(case, turns)
    if len(answer.turns) < len(turns):
        raise UserError(f"{reply}: {len(turns)} replies, but {case.name} takes only {len(answer.turns)}", hint=_SHAPE)
    with Sandbox(backend=backend) as sandbox:
        result = grade(case, answer, sandbox=sandbox)
    checks, verdicts = result.checks, dict[str, Verdict]()
    if isinstance(case.content, SessionContent) and not result.settled_at_zero:
        if judge is not None:
            verdicts = asyncio.run(judge_one(suite, case, answer, Registry.load(models_file).resolve(judge)))
        checks += verdict_checks(case, verdicts)
    found = credit(checks)
    notes = [NATIVELY_GRADED] if backend == "native" and runs_code(case.kind) else []
    if as_json:
        told = [check_json(one) for one in checks]
        said = {"verdicts": verdicts_json(case, verdicts)} if judge else {}
        print_json({"case": case.id, "credit": found, "outcome": result.outcome, "checks": told, "notes": notes} | said)
    else:
        _print(case, answer, found, checks, verdicts)
        for note in notes:
            console.print(note)


def _print(
    case: Case, answer: Answer, found: float | None, checks: Sequence[Check], verdicts: Mapping[str, Verdict]
) -> None:
    console.print(f"{case.name}: {'not judged' if found is None else shown_share(found)} ({answer.outcome})")
    for check in checks:
        print_check(check)
        if check.id in verdicts:
            print_votes(verdicts[check.id])


def _answer(case: Case, turns: Sequence[Turn]) -> Answer:
    left = iter(turns)
    return played(case, lambda _case, _messages: next(left, None))


def _turns(case: Case, path: Path) -> list[Turn]:
    """The reply file's turns: text for one-turn kinds, else a JSON list of strings or messages."""
    try:
        text = path.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        raise UserError(f"{path}: cannot be read as UTF-8 text ({error})") from None
    if case.kind not in ("session", "tools"):
        return [Turn((), text)]
    try:
        entries = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise UserError(f"{path}: not JSON: {error}", hint=_SHAPE) from None
    if not isinstance(entries, list):
        raise UserError(f"{path}: expected a list, got {shown(entries)}", hint=_SHAPE)
    return [_turn(path, number, entry) for number, entry in enumerate(entries, 1)]


_SHAPE = 'a JSON list, one entry per assistant turn: "text", or {"content": …, "tool_calls": […]}'


def _turn(path: Path, number: int, entry: Any) -> Turn:
    if isinstance(entry, str):
        return Turn((), entry)
    if not isinstance(entry, dict) or not entry.keys() & {"content", "tool_calls"}:
        raise UserError(f"{path}: entry {number} is {shown(entry)}", hint=_SHAPE)
    calls = tuple(_call(path, number, index, call) for index, call in enumerate(entry.get("tool_calls") or ()))
    return Turn((), _text(path, number, entry.get("content") or ""), tool_calls=calls)


def _text(path: Path, number: int, content: Any) -> str:
    """A message's text, whether it is a string or comes in parts."""
    if isinstance(content, str):
        return content
    if isinstance(content, list) and all(isinstance(part, dict) for part in content):
        return "".join(str(part.get("text", "")) for part in content)
    raise UserError(f"{path}: entry {number} has the content {shown(content)}", hint=_SHAPE)


def _call(path: Path, number: int, index: int, call: Any) -> ToolCall:
    function = call.get("function") if isinstance(call, dict) else None
    if not isinstance(function, dict) or not isinstance(function.get("name"), str):
        raise UserError(f"{path}: entry {number}, call {index + 1} has no function name: {shown(call)}", hint=_SHAPE)
    arguments = function.get("arguments", "")
    raw = arguments if isinstance(arguments, str) else json.dumps(arguments)
    return ToolCall(function["name"], raw, call.get("id") or f"call-{number}-{index}")
