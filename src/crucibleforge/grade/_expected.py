"""Which of the calls that came are the calls that were waited for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from crucibleforge.core.case import ExpectedCall

from ._calls import Call
from ._matchers import described, mismatch, missing


def call_problem(call: Call, expected: ExpectedCall) -> str:
    """Why a call is not the one waited for, or nothing when it is."""
    if call.tool != expected.tool:
        return f"{call.tool} is not {expected.tool}"
    if call.problem:
        return call.problem
    for name, matcher in expected.args.items():
        given = name in call.arguments
        if problem := mismatch(matcher, call.arguments[name]) if given else missing(matcher):
            return f"{name} {problem}"
    return ""


def assigned(calls: Sequence[Call], expected: Sequence[ExpectedCall]) -> Mapping[int, int]:
    """Expected call -> the call that satisfies it, each call used once, as many as possible.

    Which expected calls are satisfied does not depend on the order of the calls; earlier ones come first.
    """
    fitting = [[index for index, call in enumerate(calls) if not call_problem(call, wanted)] for wanted in expected]
    taken: dict[int, int] = {}
    for wanted in range(len(expected)):
        _place(wanted, fitting, taken, set())
    return {wanted: call for call, wanted in taken.items()}


def _place(wanted: int, fitting: Sequence[Sequence[int]], taken: dict[int, int], tried: set[int]) -> bool:
    """Finds a call for one more expectation, moving earlier ones to other calls where that is possible."""
    for call in fitting[wanted]:
        if call in tried:
            continue
        tried.add(call)
        if call not in taken or _place(taken[call], fitting, taken, tried):
            taken[call] = wanted
            return True
    return False


def waited_for(expected: Iterable[ExpectedCall]) -> str:
    """Expected calls in words."""
    return ", ".join(
        f"{call.tool}({', '.join(f'{name}: {described(matcher)}' for name, matcher in call.args.items())})"
        for call in expected
    )


def shortfall(calls: Sequence[Call], expected: ExpectedCall) -> str:
    """Why no call satisfied an expectation: what the nearest call got wrong, or that none came near."""
    near = [call for call in calls if call.tool == expected.tool]
    if not near:
        return f"{expected.tool} was not called"
    return "; ".join(dict.fromkeys(filter(None, (call_problem(call, expected) for call in near[:3])))) or (
        f"{expected.tool} was called too few times"
    )
