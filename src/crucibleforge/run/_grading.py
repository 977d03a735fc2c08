"""Grade stored answers by the current rules."""

from __future__ import annotations

import asyncio

from crucibleforge.core.case import Case
from crucibleforge.grade import grade, grader_version
from crucibleforge.sandbox import Sandbox
from crucibleforge.score import credit

from ._events import CaseGraded
from ._plan import needs_judge
from ._run import Run


class Grader:
    """Grades answers beside the event loop, one at a time, and stores the grades."""

    def __init__(self, run: Run, sandbox: Sandbox) -> None:
        self._run = run
        self._sandbox = sandbox
        self._turn = asyncio.Lock()

    async def grade(self, case: Case, answer_id: int) -> None:
        """Grade one stored answer."""
        answer = self._run.store.answer(answer_id)
        async with self._turn:
            result = await asyncio.to_thread(grade, case, answer, sandbox=self._sandbox)
        version = grader_version(case.kind, self._sandbox.backend)
        self._run.writer.put_grade(answer_id, case.stamps.graded_by(version), result)
        found = None if needs_judge(case, result) else credit(result.checks)
        self._run.tell(CaseGraded(answer.model, case.id, found))
