"""Grade stored answers by the current rules."""

from __future__ import annotations

import asyncio

from crucibleforge.core.case import Case
from crucibleforge.core.conversation import Answer
from crucibleforge.grade import grade, grader_version
from crucibleforge.sandbox import Sandbox
from crucibleforge.score import credit
from crucibleforge.store import Writer

from ._events import CaseGraded, Listener
from ._plan import needs_judge


class Grader:
    """Grades answers in a thread of their own, one at a time, and stores the grades."""

    def __init__(self, writer: Writer, sandbox: Sandbox, tell: Listener) -> None:
        self._writer = writer
        self._sandbox = sandbox
        self._tell = tell
        self._turn = asyncio.Lock()

    async def grade(self, case: Case, answer_id: int, answer: Answer) -> None:
        """Grade one answer by the current rules."""
        async with self._turn:
            result = await asyncio.to_thread(grade, case, answer, sandbox=self._sandbox)
        self._writer.put_grade(answer_id, case.stamps.graded_by(grader_version(case.kind)), result)
        open_questions = needs_judge(case, result)
        self._tell(CaseGraded(answer.model, case.id, None if open_questions else credit(result.checks)))
