"""The gate before every grader: whether a model answered at all."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from crucibleforge.core.case import (
    CODE_KINDS,
    BughuntContent,
    Case,
    ExpectStep,
    PredictContent,
    ProgramContent,
    SessionContent,
    ToolsContent,
    UserStep,
)
from crucibleforge.core.conversation import Answer, Outcome, Turn
from crucibleforge.core.errors import shown
from crucibleforge.core.finish import ending
from crucibleforge.core.grading import Check, Grade

from ._echo import is_echo
from ._refusal import refusal
from .code import visible

LONGEST_REPLY = 1_000_000
"""Characters; no case asks for a hundredth of that."""
_NO_REPLY = "there is no reply"
_TITLE = "answered the question"
_CHAT_TOLERANCE = 0.05
_FENCE_LINE = re.compile(r"^[ \t>]*(?:`{3,}|~{3,})[^\n`]*$", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class Fault:
    """Why a turn is no answer."""

    outcome: Outcome
    words: str
    says_nothing: bool
    """There is no text and no call, where a refusal or an echo at least has words."""


def was_cut(turn: Turn) -> bool:
    """Whether a reply ended at its token limit."""
    return turn.outcome is Outcome.CUT_OFF or ending(turn.finish) == "cut"


def unanswered(case: Case, answer: Answer) -> Grade | None:
    """The grade of an answer that is none: one failed gate. None where there is something to grade.

    A conversation fails when no turn says anything, or when most of those that do refuse or repeat what was asked.
    """
    if case.kind in ("tools", "session"):
        return _unanswered_conversation(case, answer.turns)
    fault = turn_fault(case, answer.turns[-1]) if answer.turns else _nothing(_NO_REPLY)
    return failed(case, fault.outcome, fault.words) if fault else None


def empty_turns(case: Case, answer: Answer) -> Check | None:
    """One failed check for the turns of a session that say nothing, as heavy as they are many; None without any."""
    silent = [(n, fault) for n, fault in enumerate(_faults(case, answer.turns), 1) if fault and fault.says_nothing]
    if not silent:
        return None
    words = "; ".join(f"turn {number}: {fault.words}" for number, fault in silent)
    return Check("answered", 0, "answer", _TITLE, weight=len(silent), evidence=words)


def failed(case: Case, outcome: Outcome, words: str) -> Grade:
    """The grade that consists of the failed gate alone."""
    return Grade(case.id, outcome, (Check("answered", 0, "answer", _TITLE, gate=True, evidence=words),))


def turn_fault(case: Case, turn: Turn) -> Fault | None:
    """Why a turn is no answer to its case, or None where it may be one."""
    if turn.tool_calls and turn.outcome is not Outcome.MALFORMED:
        return None
    if len(turn.text) > LONGEST_REPLY:
        return Fault(Outcome.MALFORMED, f"the reply has {len(turn.text):,} characters", says_nothing=False)
    seen = visible(turn.text)
    if not _says_something(seen.text, in_code=case.kind in CODE_KINDS):
        return _silence(turn, thought=seen.thought)
    if turn.outcome is Outcome.REFUSED:
        return Fault(Outcome.REFUSED, f"refused: {shown(seen.text.strip())}", says_nothing=False)
    if turn.outcome in (Outcome.EMPTY, Outcome.ONLY_THINKING, Outcome.MALFORMED):
        return Fault(turn.outcome, turn.note or f"the reply is {turn.outcome}", says_nothing=True)
    if is_echo(seen.text, _asked(case), tolerance=0.0 if case.kind in CODE_KINDS else _CHAT_TOLERANCE):
        return Fault(Outcome.EMPTY, "the reply only repeats what was asked", says_nothing=False)
    if words := refusal(seen.text, may_be_in_character=case.kind in ("session", "tools")):
        return Fault(Outcome.REFUSED, f"refused: {shown(words)}", says_nothing=False)
    return None


def _unanswered_conversation(case: Case, turns: Sequence[Turn]) -> Grade | None:
    faults = _faults(case, turns)
    if all(fault and fault.says_nothing for fault in faults):
        first = faults[0] if faults and faults[0] else _nothing(_NO_REPLY)
        return failed(
            case, first.outcome, f"no turn says anything; the first: {first.words}" if faults else first.words
        )
    speaking = [fault for fault in faults if not (fault and fault.says_nothing)]
    declining = [fault for fault in speaking if fault]
    if 2 * len(declining) > len(speaking):
        words = f"{len(declining)} of {len(speaking)} replies refuse or repeat what was asked; the first: {declining[0].words}"
        return failed(case, declining[0].outcome, words)
    return None


def _faults(case: Case, turns: Sequence[Turn]) -> list[Fault | None]:
    """The fault of each turn; a session's turns that never came say nothing."""
    faults = [turn_fault(case, turn) for turn in turns]
    wanted = len(case.content.turns) if isinstance(case.content, SessionContent) else 0
    return faults + [_nothing(_NO_REPLY)] * (wanted - len(faults))


def _silence(turn: Turn, *, thought: bool) -> Fault:
    if turn.outcome is Outcome.MALFORMED:
        return Fault(Outcome.MALFORMED, turn.note or "the reply is malformed", says_nothing=True)
    if turn.outcome is Outcome.REFUSED:
        return Fault(Outcome.REFUSED, turn.note or "refused without a word", says_nothing=False)
    if turn.thinking.strip() or thought or turn.outcome is Outcome.ONLY_THINKING:
        return Fault(Outcome.ONLY_THINKING, turn.note or "there is thinking, and no reply after it", says_nothing=True)
    if was_cut(turn):
        return Fault(Outcome.CUT_OFF, turn.note or "cut off before any answer", says_nothing=True)
    return _nothing(turn.note or "the reply is empty")


def _nothing(words: str) -> Fault:
    return Fault(Outcome.EMPTY, words, says_nothing=True)


def _says_something(text: str, *, in_code: bool) -> bool:
    """Whether anything is left to read: in code any visible mark, elsewhere a letter, a digit or a picture."""
    left = _FENCE_LINE.sub("", text)
    if in_code:
        return any(not char.isspace() and unicodedata.category(char)[0] != "C" for char in left)
    return any(unicodedata.category(char)[0] in "LNS" for char in left)


def _asked(case: Case) -> list[str]:
    """Everything that the model was told."""
    match case.content:
        case ProgramContent(prompt=prompt) | PredictContent(prompt=prompt) | BughuntContent(prompt=prompt):
            told = [prompt]
        case ToolsContent(steps=steps):
            told = [text for step in steps for text in _said_in(step)]
        case session:
            told = list(session.turns)
    return [text for text in (case.system, *told) if text.strip()]


def _said_in(step: UserStep | ExpectStep) -> tuple[str, ...]:
    """The user's words, or what tools answer."""
    if isinstance(step, UserStep):
        return (step.text,)
    return (step.wrong, *(call.result for call in step.calls))
