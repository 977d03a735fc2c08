"""Questions whose right answer is known: those of the cases, about the suite's own exemplars."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from crucibleforge.core.case import Case, Exemplar, SessionContent
from crucibleforge.core.conversation import Answer, Outcome, Turn
from crucibleforge.core.grading import VerdictAnswer
from crucibleforge.core.stamps import digest

YES, NO = VerdictAnswer.YES, VerdictAnswer.NO


@dataclass(frozen=True, slots=True)
class JudgedExemplar:
    """One exemplar of one case, as a judge meets it."""

    case: Case
    exemplar: Exemplar
    right: Mapping[str, VerdictAnswer]
    """The right verdict on each of the case's questions, by question id."""

    @property
    def answer(self) -> Answer:
        """The exemplar as if a model had written it."""
        return Answer(self.case.id, tuple(Turn((), reply) for reply in self.exemplar.replies), Outcome.ANSWERED)

    def stamp(self, fingerprint: str) -> str:
        """Moves with the judge and with all that it is shown; a verdict under another stamp says nothing of this one."""
        stamps = self.case.stamps
        return digest([stamps.question, stamps.judged_by(fingerprint), self.exemplar.replies])


def judged_exemplars(cases: Iterable[Case]) -> tuple[JudgedExemplar, ...]:
    """Every exemplar that a judge can be asked about, in the order of the cases."""
    return tuple(
        JudgedExemplar(case, exemplar, _right(case.content, exemplar))
        for case in cases
        if isinstance(case.content, SessionContent) and case.content.questions
        for exemplar in case.content.exemplars
    )


def _right(content: SessionContent, exemplar: Exemplar) -> dict[str, VerdictAnswer]:
    return {
        question.id: YES if (question.expect == "YES") != (question.id in exemplar.fails) else NO
        for question in content.questions
    }
