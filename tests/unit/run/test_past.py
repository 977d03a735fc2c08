from __future__ import annotations

import shutil
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from pathlib import Path

import pytest

from crucibleforge.core.grading import Verdict, VerdictAnswer
from crucibleforge.judge import judge_fingerprint
from crucibleforge.run import Action, PlannedCase, contents_in_use, plan
from crucibleforge.store import open_store
from crucibleforge.suite import load_suite
from tests.tiny import ROOT
from tests.unit.cli.stored import CHATS, CODE, stored
from tests.unit.suite.test_load import edit

JUDGE = "fair | q8"
SESSION = "cases/roleplay/RP1-ferry/case.yaml"
TESTS = "cases/functions/FN1-tally/tests.py"


@pytest.fixture
def store(tmp_path: Path) -> Path:
    """One model's whole answers, graded; its chats are judged, but for what a gate settles."""
    path = stored(tmp_path / "store.db", {"able": {**dict.fromkeys(CODE, (1.0,)), **dict.fromkeys(CHATS, (1.0,))}})
    suite = load_suite(ROOT)
    fingerprint = judge_fingerprint(JUDGE, suite.judging)
    with open_store(path) as opened, opened.writer("test") as writer:
        writer.put_calibration(fingerprint, judge="fair", identity=JUDGE, passed=True, words="right")
        for answer in opened.answers():
            case = suite.cases[answer.case_id]
            for question in getattr(case.content, "questions", ()):
                verdict = Verdict(question.id, VerdictAnswer.YES, ())
                writer.add_verdict(answer.id, case.stamps.judged_by(fingerprint), verdict)
    return path


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT, tmp_path / "tiny"))


def planned(store: Path, folder: Path, identity: str = "able", judge: str | None = JUDGE) -> Mapping[str, PlannedCase]:
    suite = load_suite(folder)
    fingerprint = None if judge is None else judge_fingerprint(judge, suite.judging)
    with open_store(store) as opened:
        return {item.case.id: item for item in plan(suite, opened, {"able": identity}, fingerprint)}


def stale(found: Mapping[str, PlannedCase]) -> dict[str, tuple[Action, tuple[str, ...], str]]:
    return {
        name: (item.action, item.moved, item.reason) for name, item in found.items() if item.action is not Action.KEEP
    }


def test_nothing_is_stale_without_an_edit(store: Path, folder: Path) -> None:
    assert stale(planned(store, folder)) == {}


@pytest.mark.parametrize(
    ("file", "old", "new", "case", "action", "moved", "words"),
    [
        (TESTS, '"z"]) == "z"', '"y"]) == "y"', "FN1", Action.ASK, "question", "hidden tests (tests.py): 1 line changed"),
        (SESSION, "max: 60", "max: 61", "RP1", Action.GRADE, "check", "rule short: words max 60 -> 61"),
        (SESSION, "two eels?", "two fat eels?", "RP1", Action.JUDGE, "judge", "question price: ask "),
    ],
)  # fmt: skip
def test_an_edit_makes_one_case_stale_and_the_plan_says_what_changed(
    store: Path, folder: Path, file: str, old: str, new: str, case: str, action: Action, moved: str, words: str
) -> None:
    edit(folder / file, old, new)
    found = stale(planned(store, folder))
    assert list(found) == [case]
    assert found[case][:2] == (action, (moved,))
    assert words in found[case][2]


def test_an_edit_taken_back_finds_its_old_facts_again(store: Path, folder: Path) -> None:
    edit(folder / SESSION, "max: 60", "max: 61")
    with open_store(store) as opened, opened.writer("test") as writer:
        writer.put_contents(contents_in_use(load_suite(folder)))
    assert list(stale(planned(store, folder))) == ["RP1"]
    edit(folder / SESSION, "max: 61", "max: 60")
    assert stale(planned(store, folder)) == {}


def test_another_model_under_the_name_is_told_from_another_question(store: Path, folder: Path) -> None:
    found = stale(planned(store, folder, "able | q4"))
    assert len(found) == 6
    assert set(found.values()) == {(Action.ASK, ("model",), "the model – -> q4")}


def test_another_judge_is_named(store: Path, folder: Path) -> None:
    found = stale(planned(store, folder, judge="other | q2"))
    assert list(found) == ["RP1", "CW1"]
    assert found["RP1"][1:] == (
        ("judge",),
        f"judged so far by {JUDGE}, or with other settings (2 questions not answered by this judge)",
    )


def test_what_was_stored_before_contents_were_kept_is_stale_without_a_reason(store: Path, folder: Path) -> None:
    with closing(sqlite3.connect(store)) as database, database:
        database.execute("DELETE FROM contents")
    edit(folder / SESSION, "max: 60", "max: 61")
    edit(folder / TESTS, '"z"]) == "z"', '"y"]) == "y"')
    found = stale(planned(store, folder))
    assert found["RP1"] == (Action.GRADE, ("unknown",), "graded by other rules, or by another grader")
    assert found["FN1"] == (Action.ASK, ("unknown",), "the question or the model changed")
