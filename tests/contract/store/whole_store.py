"""A store with a fact of every kind."""

from __future__ import annotations

from crucibleforge.core.conversation import Outcome
from crucibleforge.core.grading import Verdict, VerdictAnswer, Vote
from crucibleforge.core.stamps import Aspect, Stamps
from crucibleforge.store import StoredContent, StoredModel, open_store
from tests.contract.store.examples import GRADE, plain_turn, put_exemplar_verdict

ASPECTS: tuple[Aspect, ...] = ("question", "judge", "check")
STAMPS = Stamps("a" * 16, "b" * 16, "c" * 16)
IDENTITY, JUDGE, GRADER = "m | q4", "d" * 16, "1"
CASE = "FN01"
ASKED = STAMPS.asked_of(IDENTITY)
NO = Vote(VerdictAnswer.NO, VerdictAnswer.NO)
YES = Vote(VerdictAnswer.YES, VerdictAnswer.YES, "twelve or more", True, 0, 5, 2)


def fill(place: str) -> None:
    """A fact of every kind, of which none is wrong or left open: answer 1 has two turns, a grade and a verdict."""
    with open_store(place) as store, store.writer("test") as writer:
        run = writer.begin_run("run")
        writer.put_model(StoredModel("m", IDENTITY))
        writer.put_setup("m", IDENTITY, "1", (), run_id=run)
        for aspect in ASPECTS:
            writer.put_contents([StoredContent(CASE, aspect, STAMPS.of(aspect), {"a": 1})])
        writer.put_contents([StoredContent(CASE, "grader", GRADER, {})])
        answer = writer.begin_answer("m", CASE, 1, ASKED, run_id=run)
        for number in (1, 2):
            writer.add_turn(answer, number, plain_turn("a reply of twelve or more"))
        writer.finish_answer(answer, Outcome.NOT_ASKED, "transport")
        writer.finish_answer(answer, Outcome.ANSWERED)
        writer.put_grade(answer, STAMPS.graded_by(GRADER), GRADE)
        writer.put_calibration(JUDGE, judge="fair", identity="fair", passed=True, words="")
        writer.add_verdict(answer, STAMPS.judged_by(JUDGE), Verdict("q1", VerdictAnswer.YES, (YES, NO, YES)))
        put_exemplar_verdict(writer)
        writer.finish_run(run, "done")
