from __future__ import annotations

import json
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy.exc import IntegrityError

from crucibleforge.core.conversation import Answer, Message, Outcome, Timing, Turn, Usage
from crucibleforge.core.grading import Grade, Verdict, VerdictAnswer
from crucibleforge.core.setup import SetupCheck, SetupState
from crucibleforge.store import (
    AnswerSize,
    Store,
    StoredCalibration,
    StoredExemplarVerdict,
    StoredModel,
    StoredSetup,
    Writer,
    open_store,
)
from tests.contract.store.examples import CONTENT, GRADE, NASTY, NOON, TURN, VERDICT, plain_turn, put_exemplar_verdict

FIELD = Path(__file__).parents[2] / "data" / "field"


def field(name: str) -> Any:
    return json.loads((FIELD / f"{name}.json").read_text("utf-8"))


@pytest.fixture
def writer(store: Store) -> Iterator[Writer]:
    with store.writer("test") as opened:
        yield opened


def settle(writer: Writer, case: str, text: str, *, model: str = "m", stamp: str = "s", attempt: int = 1) -> int:
    answer_id = writer.begin_answer(model, case, attempt, stamp)
    writer.add_turn(answer_id, 1, plain_turn(text))
    writer.finish_answer(answer_id, Outcome.ANSWERED)
    return answer_id


def test_a_new_store_is_empty(store: Store) -> None:
    assert (store.answers(), store.models(), store.runs(), store.calibration("j")) == ([], [], [], None)


def test_an_answer_comes_back_exactly(store: Store, writer: Writer) -> None:
    answer_id = writer.begin_answer(NASTY, "FN01", 2, NASTY)
    writer.add_turn(answer_id, 1, TURN)
    writer.add_turn(answer_id, 2, Turn((), ""))
    writer.finish_answer(answer_id, Outcome.ANSWERED, NASTY)
    expected = Answer("FN01", (TURN, Turn((), "")), Outcome.ANSWERED, NASTY, 2, NASTY, NASTY)
    assert store.answer(answer_id) == expected


def test_sizes_are_those_of_the_latest_settled_answer_of_each_model(store: Store, writer: Writer) -> None:
    def answer(model: str, case: str, *tokens: int | None, stamp: str = "s", settled: bool = True) -> None:
        answer_id = writer.begin_answer(model, case, 1, stamp)
        for number, count in enumerate(tokens, start=1):
            writer.add_turn(answer_id, number, replace(plain_turn("x"), usage=Usage(9, count)))
        if settled:
            writer.finish_answer(answer_id, Outcome.ANSWERED)

    answer("a", "FN01", 500, stamp="older")
    answer("a", "FN01", 10, 20)
    answer("a", "FN02", 7, settled=False)
    answer("b", "FN01", 5, None)
    answer("c", "FN01", None)
    assert store.answer_sizes() == {"a": {"FN01": AnswerSize(2, 18, 30)}, "b": {"FN01": AnswerSize(2, 18, 5)}}


def test_a_size_holds_every_attempt(store: Store, writer: Writer) -> None:
    answer_id = writer.begin_answer("a", "FN01", 1, "s")
    turn = replace(plain_turn("x"), usage=Usage(10, 4), billed=Usage(30, 5), timing=Timing(None, 1.5))
    writer.add_turn(answer_id, 1, turn)
    writer.finish_answer(answer_id, Outcome.ANSWERED)
    assert store.answer_sizes() == {"a": {"FN01": AnswerSize(1, 30, 5, 1.5)}}


def test_the_size_of_votes_leaves_out_what_nobody_counted(store: Store, writer: Writer) -> None:
    assert store.vote_size() is None
    writer.add_verdict(settle(writer, "FN01", "x"), "j", VERDICT)
    assert store.vote_size() == AnswerSize(1, 5, 3)


def test_a_grade_comes_back_exactly(store: Store, writer: Writer) -> None:
    answer_id = settle(writer, "FN01", "x")
    writer.put_grade(answer_id, "c1", GRADE)
    assert store.grade(answer_id, "c1") == GRADE
    assert store.grade(answer_id, "c2") is None
    assert store.grade(answer_id + 1, "c1") is None


def test_a_grade_replaces_the_one_under_the_same_stamp_only(store: Store, writer: Writer) -> None:
    answer_id, other = settle(writer, "FN01", "x"), Grade("FN01", Outcome.EMPTY, ())
    writer.put_grade(answer_id, "c1", GRADE)
    writer.put_grade(answer_id, "c2", GRADE)
    writer.put_grade(answer_id, "c1", other)
    assert (store.grade(answer_id, "c1"), store.grade(answer_id, "c2")) == (other, GRADE)


def test_many_answers_are_read_and_graded_at_once(store: Store, writer: Writer) -> None:
    first, second = settle(writer, "FN01", "x", model="a"), settle(writer, "FN01", NASTY, model="b")
    unanswered, other = writer.begin_answer("c", "FN01", 1, "s"), Grade("FN01", Outcome.EMPTY, ())
    replies = {first: [Turn((), "x")], second: [Turn((), NASTY)]}
    assert store.replies([first, second, unanswered]) == replies
    writer.put_grade(first, "c1", other)
    writer.put_grades("c1", {first: GRADE, second: other})
    assert store.grades([first, second, unanswered], "c1") == {first: GRADE, second: other}
    assert store.grades([first], "c2") == store.grades([], "c1") == {}
    foreseen = store.with_grades({(first, "c2"): other, (second, "c2"): GRADE})
    assert foreseen.grades([first], "c2") == {first: other}


def test_grades_of_many_answers_are_stored_together_or_not_at_all(store: Store, writer: Writer) -> None:
    answer_id = settle(writer, "FN01", "x")
    with pytest.raises(IntegrityError):
        writer.put_grades("c1", {answer_id: GRADE, answer_id + 1: GRADE})
    assert store.grade(answer_id, "c1") is None


def test_a_verdict_comes_back_with_every_vote(store: Store, writer: Writer) -> None:
    answer_id = settle(writer, "RP01", "x")
    unvoted = Verdict("q2", VerdictAnswer.UNPARSABLE, ())
    writer.add_verdict(answer_id, "j1", VERDICT)
    writer.add_verdict(answer_id, "j1", unvoted)
    assert store.verdicts(answer_id, "j1") == {"q1": VERDICT, "q2": unvoted}
    assert store.verdicts(answer_id, "j2") == {}


def test_the_latest_verdict_on_a_question_stands(store: Store, writer: Writer) -> None:
    answer_id, later = settle(writer, "RP01", "x"), Verdict("q1", VerdictAnswer.YES, VERDICT.votes[1:2])
    writer.add_verdict(answer_id, "j1", VERDICT)
    writer.add_verdict(answer_id, "j1", later)
    assert store.verdicts(answer_id, "j1") == {"q1": later}


def test_votes_are_kept_one_by_one_until_their_verdict_stands(store: Store, writer: Writer) -> None:
    answer_id, last = settle(writer, "RP01", "x"), len(VERDICT.votes)
    writer.add_vote(answer_id, "j1", "q1", last, VERDICT.votes[-1])
    assert store.open_votes(answer_id, "j1") == {"q1": {last: VERDICT.votes[-1]}}
    assert (store.open_votes(answer_id, "j2"), store.verdicts(answer_id, "j1")) == ({}, {})
    for number, vote in enumerate(VERDICT.votes[1:-1], start=2):
        writer.add_vote(answer_id, "j1", "q1", number, vote)
    assert store.verdict_counts(answer_id, "j1") == {}
    writer.add_verdict(answer_id, "j1", VERDICT)
    assert (store.open_votes(answer_id, "j1"), store.verdicts(answer_id, "j1")) == ({}, {"q1": VERDICT})
    writer.add_vote(answer_id, "j1", "q1", 1, VERDICT.votes[1])
    assert store.open_votes(answer_id, "j1") == {"q1": {1: VERDICT.votes[1]}}, "asking again opens another verdict"
    writer.add_verdict(answer_id, "j1", VERDICT)
    assert store.verdict_counts(answer_id, "j1") == {"q1": 2}


def test_the_latest_calibration_of_a_judge_stands(store: Store, writer: Writer) -> None:
    writer.put_calibration("j1", judge="one", identity="one | q4", passed=False, words="missed recall-no")
    writer.put_calibration("j1", judge="one", identity="one | q4", passed=True, words=NASTY)
    writer.put_calibration("j2", judge="two", identity="two", passed=False, words="")
    assert store.calibration("j1") == StoredCalibration("j1", "one", "one | q4", NOON, True, NASTY)


def test_a_judge_that_failed_takes_no_place_of_one_that_passed(store: Store, writer: Writer) -> None:
    def last() -> str | None:
        found = store.last_calibration()
        return None if found is None else found.judge_fingerprint

    assert last() is None
    for fingerprint, passed, standing in [
        ("j1", False, "j1"),
        ("j2", True, "j2"),
        ("j3", False, "j2"),
        ("j4", True, "j4"),
    ]:
        writer.put_calibration(fingerprint, judge="x", identity="x", passed=passed, words="")
        assert last() == standing
    writer.put_calibration("j5", judge="x", identity="x", passed=True, words="", is_trial=True)
    assert last() == "j4", "a judge that was only measured or compared is not the board's"
    assert [found.is_trial for found in store.calibrations()] == [False] * 4 + [True]


def test_verdicts_on_exemplars_come_back_exactly(store: Store, writer: Writer) -> None:
    put_exemplar_verdict(writer)
    put_exemplar_verdict(writer, repeat=1)
    put_exemplar_verdict(writer, judge="other")
    expected = StoredExemplarVerdict("j", "fair", "fair | q4", "RP01", "subtle", "e1", 0, NOON, VERDICT)
    assert store.exemplar_verdicts("fair") == [expected, replace(expected, repeat=1)]


def test_judge_stamps_are_those_of_the_verdicts(store: Store, writer: Writer) -> None:
    answer_id = settle(writer, "RP01", "x")
    for stamp in ("j1", "j2", "j1"):
        writer.add_verdict(answer_id, stamp, VERDICT)
    assert store.judge_stamps() == {"j1", "j2"}


def test_what_a_set_up_check_found_comes_back_exactly(store: Store, writer: Writer) -> None:
    checks = (
        SetupCheck("window", SetupState.FAILED, NASTY, learned={NASTY: NASTY}),
        SetupCheck("tools", SetupState.FAILED, "", told_only=True),
        SetupCheck("memory", SetupState.COULD_NOT_RUN, NASTY),
    )
    run_id = writer.begin_run("run")
    assert store.setups("able | q4") == []
    writer.put_setup("able", "able | q4", "1", checks, run_id=run_id)
    writer.put_setup("able", "able | q8", "1", ())
    writer.put_setup("able", "able | q4", "2", checks[:1])
    assert store.setups("able | q4") == [
        StoredSetup("able", "able | q4", "1", checks, NOON, run_id),
        StoredSetup("able", "able | q4", "2", checks[:1], NOON, None),
    ]


def test_a_model_is_kept_as_last_known(store: Store, writer: Writer) -> None:
    old, new = (
        StoredModel("m", "i1"),
        StoredModel("m", "i2", "openai", NASTY, {"quant": NASTY, "slots": [1, 2.5, None]}),
    )
    writer.put_model(old)
    writer.put_model(StoredModel("other", "i3"))
    writer.put_model(new)
    assert store.model("m") == new
    assert [model.name for model in store.models()] == ["m", "other"]
    assert store.model("M") is None


def test_a_run_is_open_until_it_says_how_it_ended(store: Store, writer: Writer) -> None:
    killed, ended = writer.begin_run("run a", "mako 0.1"), writer.begin_run("run b")
    writer.finish_run(ended, "done")
    first, second = store.runs()
    assert (first.id, first.suite, first.finished, first.ending) == (killed, "mako 0.1", None, "")
    assert (second.command, second.ending) == ("run b", "done")
    assert second.finished is not None
    assert second.begun.tzinfo is not None


def test_a_broken_off_answer_goes_on_with_its_next_turn(store: Store, writer: Writer) -> None:
    answer_id = writer.begin_answer("m", "RP01", 1, "s")
    writer.add_turn(answer_id, 1, TURN)
    assert writer.begin_answer("m", "RP01", 1, "s") == answer_id
    assert store.turns(answer_id) == (TURN,)
    assert store.answers() == []


@pytest.mark.parametrize(
    "other", [("n", "RP01", 1, "s"), ("m", "RP02", 1, "s"), ("m", "RP01", 2, "s"), ("m", "RP01", 1, "t")]
)
def test_an_answer_is_resumed_only_for_the_very_same_question(writer: Writer, other: tuple[str, str, int, str]) -> None:
    assert writer.begin_answer("m", "RP01", 1, "s") != writer.begin_answer(*other)


def test_turns_are_stored_in_order_and_once(store: Store, writer: Writer) -> None:
    answer_id = writer.begin_answer("m", "RP01", 1, "s")
    writer.add_turn(answer_id, 1, plain_turn("a"))
    for number in (0, 1, 3):
        with pytest.raises(ValueError, match="has 1 turns"):
            writer.add_turn(answer_id, number, plain_turn("b"))
    assert store.turns(answer_id) == (plain_turn("a"),)


def test_a_settled_answer_is_never_changed(store: Store, writer: Writer) -> None:
    answer_id = settle(writer, "FN01", "x")
    with pytest.raises(ValueError, match="is settled"):
        writer.add_turn(answer_id, 2, plain_turn("y"))
    with pytest.raises(ValueError, match="is settled"):
        writer.finish_answer(answer_id, Outcome.EMPTY)
    with pytest.raises(ValueError, match="never begun"):
        writer.finish_answer(answer_id + 1, Outcome.EMPTY)
    assert store.answer(answer_id) == Answer("FN01", (plain_turn("x"),), Outcome.ANSWERED, "m", 1, "s")


def test_an_unknown_answer_is_a_key_error(store: Store) -> None:
    with pytest.raises(KeyError):
        store.answer(1)


@pytest.mark.parametrize("outcome", [outcome for outcome in Outcome if outcome is not Outcome.NOT_ASKED])
def test_every_scorable_outcome_settles(store: Store, writer: Writer, outcome: Outcome) -> None:
    answer_id = writer.begin_answer("m", "FN01", 1, "s")
    writer.finish_answer(answer_id, outcome)
    (stored,) = store.answers()
    assert (stored.outcome, stored.is_missing, stored.reason) == (outcome, False, "")
    assert stored.finished is not None


def test_a_failed_try_is_kept_with_its_reason_and_asked_again(store: Store, writer: Writer) -> None:
    answer_id = writer.begin_answer("m", "RP01", 1, "s")
    writer.add_turn(answer_id, 1, TURN)
    writer.finish_answer(answer_id, Outcome.NOT_ASKED, "transport: reset")
    writer.finish_answer(answer_id, Outcome.NOT_ASKED, "rate limit: 429")
    (stored,) = store.answers()
    assert (stored.outcome, stored.reason, stored.failed_tries) == (Outcome.NOT_ASKED, "rate limit: 429", 2)
    assert stored.is_missing
    assert store.answer(answer_id).reason == "rate limit: 429"
    assert writer.begin_answer("m", "RP01", 1, "s") == answer_id
    assert store.turns(answer_id) == (TURN,)
    writer.finish_answer(answer_id, Outcome.ANSWERED)
    (stored,) = store.answers()
    assert (stored.outcome, stored.reason, stored.failed_tries) == (Outcome.ANSWERED, "", 2)
    assert store.answer(answer_id).reason == ""


def test_asking_again_on_purpose_never_hides_the_old_answer_before_the_new_one_is_there(
    store: Store, writer: Writer
) -> None:
    old = settle(writer, "FN01", "old")
    new = writer.begin_answer("m", "FN01", 1, "s")
    writer.finish_answer(new, Outcome.NOT_ASKED, "transport")
    assert [(found.id, found.replaced) for found in store.answers()] == [(old, 0)]
    writer.finish_answer(new, Outcome.ANSWERED)
    assert [(found.id, found.replaced) for found in store.answers()] == [(new, 1)]


def test_answers_of_one_model_only(store: Store, writer: Writer) -> None:
    settle(writer, "FN01", "a", model="a")
    wanted = settle(writer, "FN01", "b", model="b")
    assert [answer.id for answer in store.answers("b")] == [wanted]


def test_an_answer_remembers_its_run(store: Store, writer: Writer) -> None:
    run_id = writer.begin_run("run")
    writer.finish_answer(writer.begin_answer("m", "FN01", 1, "s", run_id=run_id), Outcome.EMPTY)
    assert store.answers()[0].run_id == run_id


def test_a_stamp_that_covers_the_whole_request_never_serves_a_stale_answer(store: Store, writer: Writer) -> None:
    case, calls, found = field("B79-stale-cache-hit"), 0, []
    for step in case["input"]["steps"]:
        ask = step["ask"]
        stamp = json.dumps([ask["base_url"], ask["messages"], ask["temperature"]])
        stored = {answer.question_stamp: answer.id for answer in store.answers(ask["model"])}
        if stamp not in stored:
            calls += 1
            stored[stamp] = settle(writer, ask["question_id"], step["server_says"], model=ask["model"], stamp=stamp)
        found.append(store.answer(stored[stamp]).replies[0])
    assert (found, calls) == (case["expected"]["answers"], case["expected"]["server_calls"])


def test_resuming_asks_what_is_missing_and_not_what_comes_after_the_last_record(store: Store, writer: Writer) -> None:
    case = field("B81-resume-by-count")
    for record in case["input"]["stored"]:
        settle(writer, record["id"], str(record["credit"]))
    for record in case["input"]["stored_errors"]:
        writer.finish_answer(writer.begin_answer("m", record["id"], 1, "s"), Outcome.NOT_ASKED, record["error"])
    counted = {a.case_id: float(store.answer(a.id).replies[0]) for a in store.answers() if not a.is_missing}
    assert counted == case["expected"]["counted"]
    assert [name for name in case["input"]["wanted"] if name not in counted] == case["expected"]["asked_on_resume"]
    assert sum(answer.replaced for answer in store.answers()) == case["expected"]["duplicates_reported"]


def test_models_whose_names_look_alike_stay_apart(store: Store, writer: Writer) -> None:
    case = field("B83-file-name-collision")
    names = case["input"]["models"]
    for name in names:
        writer.put_model(StoredModel(name, name))
        settle(writer, "q", f"from {name}", model=name)
    assert [model.name for model in store.models()] == case["expected"]["names_read_back"]
    assert [store.answer(answer.id).replies for answer in store.answers()] == [(f"from {name}",) for name in names]


def test_the_names_of_models_make_no_files(tmp_path: Path) -> None:
    folder = tmp_path / "inner"
    with open_store(folder / "store.db") as store, store.writer("test") as writer:
        settle(writer, "q", "x", model="../alpha")
    assert {path.name for path in folder.iterdir()} <= {"store.db", "store.db-wal", "store.db-shm", "store.db.lock"}
    assert [path.name for path in tmp_path.iterdir()] == ["inner"]


def test_a_store_is_the_same_after_it_was_closed(place: str) -> None:
    with open_store(place) as store, store.writer("test") as writer:
        answer_id = writer.begin_answer("m", "FN01", 1, "s")
        writer.add_turn(answer_id, 1, TURN)
    with open_store(place) as store:
        assert store.turns(answer_id) == (TURN,)
        assert store.answers() == []


def test_threads_may_share_a_writer(store: Store, writer: Writer) -> None:
    with ThreadPoolExecutor(4) as threads:
        list(threads.map(lambda number: settle(writer, f"q{number}", str(number)), range(20)))
    assert {answer.case_id for answer in store.answers()} == {f"q{number}" for number in range(20)}


def test_a_message_is_stored_with_its_tool_calls(store: Store, writer: Writer) -> None:
    said = Message("assistant", "", tool_calls=TURN.tool_calls)
    answer_id = writer.begin_answer("m", "TL01", 1, "s")
    writer.add_turn(answer_id, 1, Turn((said,), "done"))
    assert store.turns(answer_id)[0].sent == (said,)


def test_contents_are_kept_once_and_those_in_use_come_last(place: str) -> None:
    now = iter(datetime(2031, 4, day, tzinfo=UTC) for day in range(1, 9))
    newer = replace(CONTENT, stamp="4567", content={})
    with open_store(place, clock=lambda: next(now)) as store, store.writer("test") as writer:
        writer.put_contents([CONTENT])
        writer.put_contents([newer])
        assert store.contents() == [CONTENT, newer]
        writer.put_contents([CONTENT])
        assert store.contents() == [newer, CONTENT]


def test_stamps_of_grades_and_verdicts_are_listed_by_answer(store: Store) -> None:
    with store.writer("test") as writer:
        first, other = writer.begin_answer("m", "FN01", 1, "s"), writer.begin_answer("n", "FN01", 1, "s")
        for answer, stamp in ((first, "a"), (first, "b"), (other, "c")):
            writer.put_grade(answer, stamp, GRADE)
            writer.add_verdict(answer, stamp, VERDICT)
    assert store.grade_stamps("m") == store.verdict_stamps("m") == {first: {"a", "b"}}


def test_every_identity_of_a_name_is_known(store: Store) -> None:
    with store.writer("test") as writer:
        writer.put_setup("m", "m | q2", "1", ())
        writer.put_setup("m", "m | q4", "1", ())
        writer.put_setup("n", "n", "1", ())
        writer.put_model(StoredModel("m", "m | q8"))
    assert store.identities("m") == ["m | q2", "m | q4", "m | q8"]
    assert store.identities("nobody") == []


def test_grades_that_are_not_written_are_read_as_if_they_were(store: Store, writer: Writer) -> None:
    answer_id = settle(writer, "FN01", "x")
    other = store.with_grades({(answer_id, "c1"): GRADE})
    assert (other.grade(answer_id, "c1"), store.grade(answer_id, "c1")) == (GRADE, None)
    assert other.grade_stamps("m") == {answer_id: {"c1"}}


@pytest.mark.parametrize("door", [Store, Writer])
def test_every_method_is_tried_on_both_databases(door: type) -> None:
    tried = " ".join(Path(__file__).with_name(name).read_text("utf-8") for name in ("test_facts.py", "examples.py"))
    methods = [name for name, found in vars(door).items() if callable(found) and not name.startswith("_")]
    assert [name for name in methods if f".{name}(" not in tried and name not in ELSEWHERE] == []


ELSEWHERE = {"close", "sign"}
"""What `open_store` and `Store.writer` call for every test here."""
