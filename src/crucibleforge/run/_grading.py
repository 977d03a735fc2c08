"""Grade stored answers by the current rules."""

from __future__ import annotations

import asyncio

from crucibleforge.core.case import Case
from crucibleforge.core.conversation import Answer
from crucibleforge.core.grading import Grade
from crucibleforge.grade import grade, grader_version
from crucibleforge.sandbox import SandboxPool
from crucibleforge.score import credit

from ._events import CaseGraded
from ._plan import needs_judge
from ._run import Run


def told_credit(case: Case, grade: Grade) -> float | None:
    """The credit as far as it is settled: None where a judge can still change it."""
    return None if needs_judge(case, grade) else credit(grade.checks)


class Grader:
    """Grades answers beside the event loop, as many at once as there are sandboxes, and stores the grades."""

    def __init__(self, run: Run, sandboxes: SandboxPool) -> None:
        self._run = run
        self._sandboxes = sandboxes
        self._turns = asyncio.Semaphore(sandboxes.size)

    async def grade(self, case: Case, answer_id: int) -> None:
        """Grade one stored answer."""
        async with self._turns:
            if self._run.stop.requested:
                return
            answer = self._run.store.answer(answer_id)
            result = await asyncio.to_thread(self._graded, case, answer)
        version = grader_version(case.kind, self._sandboxes.backend)
        self._run.writer.put_grade(answer_id, case.stamps.graded_by(version), result)
        self._run.tell(CaseGraded(answer.model, case.id, told_credit(case, result)))

    def _graded(self, case: Case, answer: Answer) -> Grade:
        with self._sandboxes.borrow() as sandbox:
            return grade(case, answer, sandbox=sandbox)
