"""Rows that are in a store without any model having been asked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path

from crucibleforge.core.conversation import Message, Outcome, Turn
from crucibleforge.core.grading import Check, Grade
from crucibleforge.grade import grader_version
from crucibleforge.run import contents_in_use
from crucibleforge.store import StoredModel, open_store
from crucibleforge.suite import load_suite
from tests.tiny import ROOT


def stored(path: Path, models: Mapping[str, Mapping[str, Sequence[float]]]) -> Path:
    """A store with these credits of the tiny suite's cases: model -> case -> the credit of each attempt.

    A chat's credit is 0, by its gate: every other one takes a judge.
    """
    suite = load_suite(ROOT)
    with open_store(path) as store, store.writer("test") as writer:
        writer.put_contents(contents_in_use(suite))
        for model, cases in models.items():
            writer.put_model(StoredModel(model, model))
            for case_id, credits in cases.items():
                case = suite.case(case_id)
                for attempt, credit in enumerate(credits, start=1):
                    answer = writer.begin_answer(model, case.id, attempt, case.stamps.asked_of(model))
                    writer.add_turn(answer, 1, Turn((Message("user", "?"),), f"attempt {attempt}"))
                    writer.finish_answer(answer, Outcome.ANSWERED)
                    check = Check("only", credit, "rule", evidence=f"evidence of attempt {attempt}", gate=credit == 0)
                    stamp = case.stamps.graded_by(grader_version(case.kind, "wasm"))
                    writer.put_grade(answer, stamp, Grade(case.id, Outcome.ANSWERED, (check,)))
    return path


CODE = ("FN1", "PR1", "BH1", "TU1")
CHATS = ("RP1", "CW1")
