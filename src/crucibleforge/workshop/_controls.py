"""Six rows whose score is known beforehand, measured by the real graders and a scripted judge."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from crucibleforge.ask import ModelSpec, open_client
from crucibleforge.core.case import Case, Question, SessionContent
from crucibleforge.core.conversation import Answer
from crucibleforge.core.grading import Check
from crucibleforge.grade import grade
from crucibleforge.judge import JudgeClient, calibrate, judge_case, verdict_checks
from crucibleforge.run import played
from crucibleforge.sandbox import Sandbox
from crucibleforge.score import Row, credit, score
from crucibleforge.suite import Suite
from crucibleforge.testing import ScriptedServer, good_judge

from ._known import known_verdicts
from ._players import CONTROLS, reference_answer

Checks = Mapping[str, tuple[Check, ...]]
"""Case id -> its checks."""


@dataclass(frozen=True, slots=True)
class Controls:
    """The control rows and what is wrong with them."""

    rows: Mapping[str, Row]
    checks: Mapping[str, Checks]
    faults: tuple[str, ...]
    """Empty when the reference has every point and every other row has none."""


async def run_controls(suite: Suite, sandbox: Sandbox) -> Controls:
    """Grade, judge and score the six control rows.

    The judge is a scripted server over real HTTP that knows the suite's exemplars and canaries and says NO to all else.
    """
    checks: dict[str, dict[str, tuple[Check, ...]]] = {"reference": {}, **{name: {} for name in CONTROLS}}
    async with ScriptedServer(good_judge(known_verdicts(suite))) as server:
        judge = ModelSpec(name="scripted-judge", base_url=server.base_url, served_id="scripted")
        async with open_client(judge) as client:
            kinds = {question.kind for case in suite.cases.values() for question in _questions(case)}
            await calibrate(client, suite.canaries, kinds, suite.judging)
            for case in suite.cases.values():
                checks["reference"][case.id] = await _checks(
                    client, suite, case, reference_answer(case, sandbox), sandbox
                )
                for name, player in CONTROLS.items():
                    checks[name][case.id] = await _checks(client, suite, case, played(case, player), sandbox)
    credits = {
        name: {case: (value,) for case, found in cases.items() if (value := credit(found)) is not None}
        for name, cases in checks.items()
    }
    rows = score(suite.profile, credits)
    return Controls(rows, checks, tuple(_faults(suite, rows, checks)))


async def _checks(client: JudgeClient, suite: Suite, case: Case, answer: Answer, sandbox: Sandbox) -> tuple[Check, ...]:
    result = grade(case, answer, sandbox=sandbox)
    if result.settled_at_zero or not _questions(case):
        return result.checks
    verdicts = await judge_case(client, case, answer, suite.judging)
    return result.checks + verdict_checks(case, {verdict.question_id: verdict for verdict in verdicts})


def _questions(case: Case) -> tuple[Question, ...]:
    return case.content.questions if isinstance(case.content, SessionContent) else ()


def _faults(suite: Suite, rows: Mapping[str, Row], checks: Mapping[str, Checks]) -> list[str]:
    faults = []
    for name, row in rows.items():
        for part in suite.profile.parts():
            wanted = part.points if name == "reference" else 0.0
            points = row.parts[part.id].standard
            if points is None or abs(points - wanted) > 1e-9:
                lost = ", ".join(_odd(checks[name], part.cases, earned=name != "reference"))
                faults.append(f"{name}: {part.title} is {points} instead of {wanted:g} ({lost})")
    return faults


def _odd(checks: Checks, cases: tuple[str, ...], *, earned: bool) -> list[str]:
    """The checks that a control should not have earned, or should have."""
    return [f"{case}/{check.id}" for case in cases for check in checks[case] if bool(check.credit) == earned]
