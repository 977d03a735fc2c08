"""A store of made-up models whose chats are the suite's own known replies, and a suite in which one rule was edited."""

from __future__ import annotations

import shutil
from itertools import cycle
from pathlib import Path

from crucibleforge.core.case import Case, SessionContent
from crucibleforge.core.conversation import Answer, Outcome, Turn
from crucibleforge.grade import grade, grader_version
from crucibleforge.run import contents_in_use
from crucibleforge.store import StoredModel, open_store
from crucibleforge.suite import Suite


def chats(suite: Suite) -> list[Case]:
    """The cases that text rules grade."""
    return [case for case in suite.standard() if isinstance(case.content, SessionContent)]


def fill(path: Path, suite: Suite, models: int) -> dict[str, str]:
    """Store an answer of each model to each chat, graded by the suite's rules; returns name -> identity."""
    known = {f"model {number}": f"model {number} | q4" for number in range(models)}
    with open_store(path) as store, store.writer("benchmark") as writer:
        writer.put_contents(contents_in_use(suite))
        for name, identity in known.items():
            writer.put_model(StoredModel(name, identity))
        for case in chats(suite):
            assert isinstance(case.content, SessionContent)
            stamp = case.stamps.graded_by(grader_version(case.kind))
            ready = []
            for exemplar in case.content.exemplars:
                turns = tuple(Turn((), reply) for reply in exemplar.replies)
                ready.append((turns, grade(case, Answer(case.id, turns, Outcome.ANSWERED), sandbox=None)))
            for (name, identity), (turns, graded) in zip(known.items(), cycle(ready), strict=False):
                answer = writer.begin_answer(name, case.id, 1, case.stamps.asked_of(identity))
                for number, turn in enumerate(turns, start=1):
                    writer.add_turn(answer, number, turn)
                writer.finish_answer(answer, Outcome.ANSWERED)
                writer.put_grade(answer, stamp, graded)
    return known


def edited(suite: Suite, folder: Path, case_id: str, old: str, new: str) -> Path:
    """A copy of the suite in which a case's file says something else."""
    shutil.copytree(suite.root, folder)
    (file,) = folder.glob(f"cases/*/{case_id}*/case.yaml")
    text = file.read_text("utf-8")
    assert text.count(old) == 1, f"{case_id} says {old!r} {text.count(old)} times"
    file.write_text(text.replace(old, new), encoding="utf-8")
    return folder
