"""Prove a suite: everything it claims about its own cases is tried with the real graders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import assert_never

from crucibleforge.core.case import BughuntContent, Case, PredictContent, ProgramContent, SessionContent, ToolsContent
from crucibleforge.core.conversation import Answer, Outcome, Turn
from crucibleforge.core.errors import SuiteError
from crucibleforge.core.grading import Grade
from crucibleforge.grade import grade, run_groups
from crucibleforge.judge import guard
from crucibleforge.sandbox import Sandbox
from crucibleforge.suite import Demands, Suite, read_text

from ._finding import Finding
from ._measure import measured_limits
from ._past_releases import releases_hold
from ._players import PROGRAM_FUEL, reference_answer

_LEAST_SENTENCE = 20
"""Characters; shorter ones, such as a greeting, may stand anywhere."""


def verify(suite: Suite, sandbox: Sandbox) -> Iterator[Finding]:
    """Try every claim, case after case."""
    yield from _files_carry_the_canary(suite)
    yield _judge_questions_have_canaries(suite)
    yield _canaries_share_nothing_with_the_cases(suite)
    yield from releases_hold(suite)
    for case in suite.cases.values():
        yield from verify_case(case, suite.demands, sandbox)


def verify_case(case: Case, demands: Demands, sandbox: Sandbox) -> Iterator[Finding]:
    """Try every claim of one case; one that cannot be graded at all breaks a claim of its own."""
    try:
        yield from _claims(case, demands, sandbox)
    except SuiteError as error:
        yield Finding(case.name, "its own answers can be graded", holds=False, detail=str(error))


def _claims(case: Case, demands: Demands, sandbox: Sandbox) -> Iterator[Finding]:
    right = grade(case, reference_answer(case, sandbox), sandbox=sandbox)
    lost = [f"{check.id}: {check.evidence}" for check in right.checks if check.credit != 1]
    yield Finding(case.name, "the reference earns every check", not lost, "; ".join(lost))
    yield _enough_checks(case, demands, right)
    match case.content:
        case ProgramContent():
            yield _limits_are_current(case, sandbox)
            yield from _wrong_solutions_fail_where_they_say(case, demands, sandbox)
        case BughuntContent():
            yield _limits_are_current(case, sandbox)
            yield from _bugs_are_real(case, case.content, sandbox)
        case PredictContent(program=program):
            first, second = (sandbox.run_program(program, fuel=PROGRAM_FUEL) for _ in range(2))
            yield Finding(case.name, "the program ends by itself", not first.error, first.error)
            yield Finding(case.name, "the program prints the same twice", first.stdout == second.stdout)
        case SessionContent():
            yield from _exemplars_fail_what_they_say(case, case.content)
            yield from _exemplars_hold_both_answers(case, case.content)
        case ToolsContent():
            pass
        case _:
            assert_never(case.content)


def _files_carry_the_canary(suite: Suite) -> Iterator[Finding]:
    files = [path for path in suite.root.rglob("*") if path.suffix in (".yaml", ".md", ".py")]
    bare = [path for path in files if suite.canary_line not in read_text(path)]
    yield Finding("files", "every text file carries the canary line", not bare, ", ".join(str(path) for path in bare))


def _judge_questions_have_canaries(suite: Suite) -> Finding:
    sessions = [case.content for case in suite.cases.values() if isinstance(case.content, SessionContent)]
    wanted = {(question.kind, side) for content in sessions for question in content.questions for side in ("YES", "NO")}
    missing = wanted - {(canary.question.kind, canary.question.expect) for canary in suite.canaries}
    detail = ", ".join(f"{kind} {side}" for kind, side in sorted(missing))
    return Finding("canaries", "each kind of question has a canary for YES and for NO", not missing, detail)


def _canaries_share_nothing_with_the_cases(suite: Suite) -> Finding:
    """No sentence stands in a case; that no question does was seen to when the suite was read."""
    sessions = [case.content for case in suite.cases.values() if isinstance(case.content, SessionContent)]
    written = "\n".join(
        text
        for content in sessions
        for text in (*content.turns, content.canon, *(reply for one in content.exemplars for reply in one.replies))
    )
    shared = [
        canary.question.id
        for canary in suite.canaries
        if any(sentence in written for sentence in _sentences(canary.reply))
    ]
    return Finding("canaries", "no canary is taken from a case", not shared, ", ".join(shared))


def _sentences(text: str) -> list[str]:
    return [sentence for sentence in re.split(r"(?<=[.!?])\s+", text) if len(sentence) >= _LEAST_SENTENCE]


def _enough_checks(case: Case, demands: Demands, right: Grade) -> Finding:
    count = len(right.checks)
    least = demands.checks
    if isinstance(case.content, SessionContent):
        count += len(case.content.questions)
        least = demands.writing_checks if case.kind == "writing" else demands.session_checks
    return Finding(case.name, f"at least {least} checks", count >= least, f"{count}")


def _limits_are_current(case: Case, sandbox: Sandbox) -> Finding:
    content = case.content
    assert isinstance(content, ProgramContent | BughuntContent)
    current = content.runner == sandbox.runner_id and dict(content.limits) == measured_limits(case, sandbox)
    return Finding(
        case.name, "its limits were measured on this runner", current, "" if current else "run `suite measure`"
    )


def _code_answer(case: Case, source: str) -> Answer:
    turn = Turn((), f"```python\n{source.rstrip()}\n```")
    return Answer(case.id, (turn,), Outcome.ANSWERED)


def _failed(result: Grade) -> set[str]:
    return {check.id for check in result.checks if check.credit != 1}


def _wrong_solutions_fail_where_they_say(case: Case, demands: Demands, sandbox: Sandbox) -> Iterator[Finding]:
    assert isinstance(case.content, ProgramContent)
    yield Finding(
        case.name,
        f"at least {demands.wrong_solutions} wrong solutions",
        len(case.content.wrong) >= demands.wrong_solutions,
        f"{len(case.content.wrong)}",
    )
    for wrong in case.content.wrong:
        failed = _failed(grade(case, _code_answer(case, wrong.source), sandbox=sandbox))
        detail = "" if failed == set(wrong.fails) else f"failed {sorted(failed)}"
        yield Finding(case.name, f"{wrong.name} fails just {', '.join(wrong.fails)}", not detail, detail)


def _bugs_are_real(case: Case, content: BughuntContent, sandbox: Sandbox) -> Iterator[Finding]:
    every = {number: line for bug in content.bugs for number, line in bug.fix.items()}
    mended = _with_lines(content.program, every)
    yield Finding(case.name, "all fixes together make the reference", mended == content.reference)
    for bug in content.bugs:
        others = {number: line for number, line in every.items() if number not in bug.fix}
        alone = _with_lines(content.program, others)
        failed = _failing_groups(content, alone, sandbox)
        detail = "" if failed == set(bug.groups) else f"failed {sorted(failed)}"
        yield Finding(case.name, f"bug {bug.id} alone fails just {', '.join(bug.groups)}", not detail, detail)


def _with_lines(program: str, lines: dict[int, str]) -> str:
    return "\n".join(lines.get(number, line) for number, line in enumerate(program.split("\n"), 1))


def _failing_groups(content: BughuntContent, source: str, sandbox: Sandbox) -> set[str]:
    checks = run_groups(sandbox, source, content.tests, content.groups, content.limits, {})
    return {check.id for check in checks if check.credit != 1}


def _exemplars_hold_both_answers(case: Case, content: SessionContent) -> Iterator[Finding]:
    """Else nothing would show that a judge can tell them apart."""
    one_sided = []
    for question in content.questions:
        held = {question.id in exemplar.quotes for exemplar in content.exemplars}
        if held != {True, False}:
            one_sided.append(f"{question.id} is {'YES' if True in held else 'NO'} in all of them")
    yield Finding(case.name, "exemplars hold a YES and a NO for every question", not one_sided, "; ".join(one_sided))


def _exemplars_fail_what_they_say(case: Case, content: SessionContent) -> Iterator[Finding]:
    rules = {rule.id for rule in content.rules}
    for exemplar in content.exemplars:
        answer = Answer(case.id, tuple(Turn((), reply) for reply in exemplar.replies), Outcome.ANSWERED)
        result = grade(case, answer, sandbox=None)
        wanted = rules & set(exemplar.fails)
        detail = "; ".join(
            f"{check.id}: {check.evidence or 'passed'}"
            for check in result.checks
            if (check.credit != 1) != (check.id in wanted)
        )
        yield Finding(case.name, f"exemplar {exemplar.name} fails just the rules it names", not detail, detail)
        for question in content.questions:
            if question.id in exemplar.quotes:
                turns = question.turns or range(1, len(exemplar.replies) + 1)
                found = guard(exemplar.quotes[question.id], [exemplar.replies[turn - 1] for turn in turns])
                yield Finding(
                    case.name, f"exemplar {exemplar.name} holds its quote for {question.id}", found.valid, found.reason
                )
