"""What one reply does to the steps that wait for it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from crucibleforge.core.case import ExpectedCall, ExpectStep
from crucibleforge.core.conversation import Turn

from ._calls import Call
from ._expected import assigned, shortfall, waited_for
from .rules import apply_rule, excerpt

NOT_CARRIED_OUT = "not executed: this call was not carried out"


@dataclass(frozen=True, slots=True)
class StepResult:
    """Whether a step was met, and what came where."""

    step: ExpectStep
    passed: bool
    evidence: str


@dataclass(frozen=True, slots=True)
class Taken:
    """The steps that one reply decided, and the answer to each of its calls, in their order."""

    results: tuple[StepResult, ...]
    answers: tuple[str, ...] = ()


def take_calls(steps: Sequence[ExpectStep], calls: Sequence[Call], turn: Turn) -> Taken:
    """Grades calls on the first of the steps, or on as many as they stand for together."""
    if not calls:
        waited = f"no call came, waited for {waited_for(steps[0].calls)}"
        return Taken((StepResult(steps[0], False, f"{waited}; {_reply(turn)}"),))
    steps = _together(steps, calls)
    expected = [wanted for step in steps for wanted in step.calls]
    owners = [step for step in steps for _ in step.calls]
    matched = assigned(calls, expected)
    results = []
    for step in steps:
        own = {wanted: matched.get(wanted) for wanted, owner in enumerate(owners) if owner is step}
        results.append(_called(step, own, expected, calls, surplus=len(calls) > len(expected)))
    by_call = {call: expected[wanted] for wanted, call in matched.items()}
    open_ = [(expected[index].tool, owners[index]) for index in range(len(expected)) if index not in matched]
    return Taken(tuple(results), tuple(_answers(calls, by_call, open_)))


def take_reply(step: ExpectStep, calls: Sequence[Call], turn: Turn) -> Taken:
    """Grades words on a step that wants a reply and no call."""
    if calls:
        came = f"came: {_listed(calls)}; waited for a reply without any call"
        return Taken((StepResult(step, False, f"{came}{_forbidden(step, calls)}"),), answer_idle(step, calls))
    if not turn.text.strip():
        return Taken((StepResult(step, False, _reply(turn)),))
    readings = [apply_rule(replace(rule, turns=()), (turn.text,)) for rule in step.reply]
    failures = [
        f"{rule.about}: {reading.evidence}" if rule.about else reading.evidence
        for rule, reading in zip(step.reply, readings, strict=True)
        if not reading.passed
    ]
    evidence = "; ".join(failures) or next((reading.evidence for reading in readings if reading.evidence), "")
    return Taken((StepResult(step, not failures, evidence or _reply(turn)),))


def answer_idle(step: ExpectStep, calls: Sequence[Call]) -> tuple[str, ...]:
    """Answers to calls that no step waits for."""
    return tuple(_no_tool(call) or step.wrong for call in calls)


def _together(steps: Sequence[ExpectStep], calls: Sequence[Call]) -> Sequence[ExpectStep]:
    """The steps whose tools are exactly those called at once; the first alone when there are no such steps.

    Equal calls are never taken for several steps: a repetition is to come after the first one's result.
    """
    called = Counter(call.tool for call in calls)
    if len({call.key for call in calls}) == len(calls):
        for count in range(2, len(steps) + 1):
            if Counter(wanted.tool for step in steps[:count] for wanted in step.calls) == called:
                return steps[:count]
    return steps[:1]


def _called(
    step: ExpectStep,
    own: Mapping[int, int | None],
    expected: Sequence[ExpectedCall],
    calls: Sequence[Call],
    *,
    surplus: bool,
) -> StepResult:
    """The result of one step.

    Args:
        own: place of each call that the step expects -> place of the call that satisfied it.
        surplus: more calls came than were expected.
    """
    met = [calls[index] for index in own.values() if index is not None]
    unmet = [expected[wanted] for wanted, index in own.items() if index is None]
    forbidden = _forbidden(step, calls)
    if not unmet and not surplus and not forbidden:
        return StepResult(step, True, f"came: {_listed(met)}{_notes(met)}")
    problems = [shortfall([call for call in calls if call not in met], wanted) for wanted in unmet]
    if surplus:
        problems.append("more calls came than were waited for")
    came = f"came: {_listed(calls)}; waited for: {waited_for(step.calls)}"
    return StepResult(step, False, f"{came}; {'; '.join(problems)}{forbidden}{_notes(calls)}")


def _answers(
    calls: Sequence[Call], by_call: Mapping[int, ExpectedCall], open_: Sequence[tuple[str, ExpectStep]]
) -> Iterator[str]:
    """The scripted result of a right call, the step's `wrong` while an expected call is open, else a refusal."""
    for index, call in enumerate(calls):
        if index in by_call:
            yield by_call[index].result
        else:
            owners = [step for tool, step in open_ if tool == call.tool] or [step for _, step in open_]
            yield _no_tool(call) or (owners[0].wrong if owners else NOT_CARRIED_OUT)


def _no_tool(call: Call) -> str:
    return f"not executed: {call.problem}" if call.problem.startswith("there is no tool") else ""


def _forbidden(step: ExpectStep, calls: Sequence[Call]) -> str:
    names = sorted({call.tool for call in calls}.intersection(step.forbid))
    return f"; {', '.join(names)} must not be called here" if names else ""


def _notes(calls: Sequence[Call]) -> str:
    notes = dict.fromkeys(note for call in calls for note in call.notes)
    return f" (note: {'; '.join(notes)})" if notes else ""


def _listed(calls: Sequence[Call]) -> str:
    shown = ", ".join(map(str, calls[:4]))
    return shown if len(calls) <= 4 else f"{shown} and {len(calls) - 4} more"


def _reply(turn: Turn) -> str:
    """What came instead of calls."""
    words = excerpt(turn.text.strip(), 0, 0, around=100) if turn.text.strip() else "no words"
    return f"the reply was {words}" + (f" ({turn.note})" if turn.note else "")
