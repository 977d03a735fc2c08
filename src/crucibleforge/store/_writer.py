"""Write facts, each in one short transaction."""

from __future__ import annotations

import json
import os
import socket
import threading
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Table, delete, func, insert, select, update

from crucibleforge.core.conversation import Outcome, Turn
from crucibleforge.core.errors import StoreError
from crucibleforge.core.grading import Grade, Verdict, Vote
from crucibleforge.core.setup import SetupCheck

from . import _tables as tables
from ._faults import explained
from ._records import StoredContent, StoredModel
from ._rows import grade_values, model_values, setup_values, turn_values, vote_values

__all__ = ["Writer"]


class Writer:
    """The one writer of a store; `Store.writer` makes one. What a method has returned from survives a kill and a power cut.

    Threads may share a writer. Every method raises StoreError when the database fails; nothing is then half written, and the
    same call may be made again.
    """

    def __init__(self, connection: Connection, place: str, clock: Callable[[], datetime]) -> None:
        self._connection = connection
        self._place = place
        self._clock = clock
        self._one_at_a_time = threading.Lock()

    def sign(self, command: str) -> None:
        """Leave a name for those who find the store locked."""
        with self._fact() as connection:
            _add(
                connection,
                tables.writers,
                host=socket.gethostname(),
                pid=os.getpid(),
                command=command,
                since=self._clock(),
            )

    def put_model(self, model: StoredModel) -> None:
        """Store a model, in place of what was known under this name."""
        values = model_values(model)
        known = tables.models
        with self._fact() as connection:
            if not connection.execute(update(known).where(known.c.name == model.name).values(values)).rowcount:
                _add(connection, known, name=model.name, **values)

    def begin_run(self, command: str, suite: str = "") -> int:
        """Note that a command started, and return the run's id."""
        with self._fact() as connection:
            return _add(connection, tables.runs, command=command, suite=suite, begun=self._clock(), ending="")

    def put_contents(self, contents: Iterable[StoredContent]) -> None:
        """Store what the stamps of the cases are made of, and that they are the ones in use now."""
        kept = tables.contents
        with self._fact() as connection:
            known = set(map(tuple, connection.execute(select(kept.c.case_id, kept.c.aspect, kept.c.stamp))))
            seen = self._clock()
            for one in contents:
                key = {"case_id": one.case_id, "aspect": one.aspect, "stamp": one.stamp}
                if tuple(key.values()) in known:
                    connection.execute(update(kept).filter_by(**key).values(seen=seen))
                else:
                    connection.execute(insert(kept).values(**key, content=json.dumps(one.content), seen=seen))

    def finish_run(self, run_id: int, ending: str) -> None:
        """Note how a run ended, in a few words."""
        runs = tables.runs
        with self._fact() as connection:
            connection.execute(update(runs).where(runs.c.id == run_id).values(finished=self._clock(), ending=ending))

    def put_setup(
        self, model: str, identity: str, version: str, checks: Sequence[SetupCheck], *, run_id: int | None = None
    ) -> None:
        """Store what the set-up check of a model found this time.

        Args:
            version: of the checks; results of another one say nothing about these.
        """
        values = {"model": model, "identity": identity, "version": version, "run_id": run_id}
        with self._fact() as connection:
            _add(connection, tables.setup_checks, **values, at=self._clock(), checks=setup_values(checks))

    def begin_answer(
        self, model: str, case_id: str, attempt: int, question_stamp: str, *, run_id: int | None = None
    ) -> int:
        """Begin an answer, or go on with the one that was broken off under the same stamp, and return its id.

        A settled answer is not touched: asking the same question again begins another one, which then stands for it.

        Args:
            question_stamp: of all that shapes the answer: the question, the endpoint and the sampling.
        """
        answers = tables.answers
        question = {"model": model, "case_id": case_id, "attempt": attempt, "question_stamp": question_stamp}
        open_one = select(answers.c.id).filter_by(**question).where(answers.c.finished.is_(None))
        with self._fact() as connection:
            answer_id: int | None = connection.scalar(open_one.order_by(answers.c.id.desc()))
            if answer_id is not None:
                return answer_id
            return _add(connection, answers, **question, run_id=run_id, begun=self._clock(), reason="")

    def add_turn(self, answer_id: int, number: int, turn: Turn) -> None:
        """Store a complete turn.

        Args:
            number: from 1, without gaps.

        Raises:
            ValueError: when it is not the next turn of an open answer.
        """
        turns = tables.turns
        with self._fact() as connection:
            _demand_open(connection, answer_id)
            stored = connection.scalar(select(func.count()).where(turns.c.answer_id == answer_id)) or 0
            if number != stored + 1:
                raise ValueError(f"answer {answer_id} has {stored} turns, so the next one is not {number}")
            connection.execute(insert(turns).values(answer_id=answer_id, number=number, **turn_values(turn)))

    def finish_answer(self, answer_id: int, outcome: Outcome, reason: str = "") -> None:
        """Settle an answer; with NOT_ASKED only note the failed try, so that the question is asked again.

        Raises:
            ValueError: when it is already settled, or was never begun.
        """
        answers = tables.answers
        with self._fact() as connection:
            _demand_open(connection, answer_id)
            if outcome is Outcome.NOT_ASKED:
                _add(connection, tables.failures, answer_id=answer_id, at=self._clock(), reason=reason)
                return
            settled = {"outcome": outcome.value, "reason": reason, "finished": self._clock()}
            connection.execute(update(answers).where(answers.c.id == answer_id).values(settled))

    def put_grade(self, answer_id: int, check_stamp: str, grade: Grade) -> None:
        """Store a grade, in place of an earlier one under the same stamp."""
        self.put_grades(check_stamp, {answer_id: grade})

    def put_grades(self, check_stamp: str, graded: Mapping[int, Grade]) -> None:
        """Store the grades of several answers under one stamp, in place of earlier ones: all of them or none."""
        grades = tables.grades
        rows = [
            {"answer_id": answer_id, "check_stamp": check_stamp, **grade_values(grade)}
            for answer_id, grade in graded.items()
        ]
        with self._fact() as connection:
            connection.execute(
                delete(grades).where(grades.c.answer_id.in_(graded), grades.c.check_stamp == check_stamp)
            )
            connection.execute(insert(grades), rows)

    def add_vote(self, answer_id: int, judge_stamp: str, question_id: str, number: int, vote: Vote) -> None:
        """Store a vote of a verdict that is still open, so that it outlives a run that is broken off.

        Args:
            judge_stamp: of all that shapes the verdict: the question, the judge and its settings.
            number: from 1; votes may come in any order.
        """
        with self._fact() as connection:
            _add_votes(connection, self._open_verdict(connection, answer_id, judge_stamp, question_id), {number: vote})

    def add_verdict(self, answer_id: int, judge_stamp: str, verdict: Verdict) -> None:
        """Settle a verdict, with those of its votes that `add_vote` has not stored."""
        with self._fact() as connection:
            verdict_id = self._open_verdict(connection, answer_id, judge_stamp, verdict.question_id)
            numbers = tables.judge_votes.c
            stored = set(connection.scalars(select(numbers.number).where(numbers.verdict_id == verdict_id)))
            votes = {number: vote for number, vote in enumerate(verdict.votes, start=1) if number not in stored}
            _add_votes(connection, verdict_id, votes)
            settled = {"at": self._clock(), "answer": verdict.answer.value}
            verdicts = tables.verdicts
            connection.execute(update(verdicts).where(verdicts.c.id == verdict_id).values(settled))

    def _open_verdict(self, connection: Connection, answer_id: int, judge_stamp: str, question_id: str) -> int:
        """The verdict that waits for votes; a new one when there is none."""
        key = {"answer_id": answer_id, "judge_stamp": judge_stamp, "question_id": question_id, "answer": tables.OPEN}
        verdict_id: int | None = connection.scalar(select(tables.verdicts.c.id).filter_by(**key))
        return verdict_id or _add(connection, tables.verdicts, **key, at=self._clock())

    def put_calibration(
        self, judge_fingerprint: str, *, judge: str, identity: str, passed: bool, words: str, is_trial: bool = False
    ) -> None:
        """Store how a judge did on the known questions.

        Args:
            is_trial: the judge was only measured or compared, which does not make it the board's.
        """
        values = {"judge_fingerprint": judge_fingerprint, "judge": judge, "identity": identity, "trial": is_trial}
        with self._fact() as connection:
            _add(connection, tables.calibrations, at=self._clock(), passed=passed, words=words, **values)

    def add_exemplar_verdict(
        self,
        judge_fingerprint: str,
        *,
        judge: str,
        identity: str,
        case_id: str,
        exemplar: str,
        stamp: str,
        repeat: int,
        verdict: Verdict,
    ) -> None:
        """Store what a judge said about an exemplar.

        Args:
            stamp: of the judge and of all that it was shown.
            repeat: from 0.
        """
        with self._fact() as connection:
            _add(
                connection,
                tables.exemplar_verdicts,
                judge_fingerprint=judge_fingerprint,
                judge=judge,
                identity=identity,
                case_id=case_id,
                exemplar=exemplar,
                stamp=stamp,
                repeat=repeat,
                at=self._clock(),
                question_id=verdict.question_id,
                answer=verdict.answer.value,
                votes=[vote_values(vote) for vote in verdict.votes],
            )

    @contextmanager
    def _fact(self) -> Iterator[Connection]:
        """One transaction: all of it is stored, or nothing."""
        with self._one_at_a_time, explained(self._place):
            if self._connection.invalidated:
                # A new connection would write without the lock that went with the old one.
                raise StoreError(
                    f"{self._place}: the connection broke, and the writer's lock with it",
                    hint="start again: all that was stored before is safe",
                )
            with self._connection.begin():
                yield self._connection


def _add(connection: Connection, table: Table, **values: Any) -> int:
    key = connection.execute(insert(table).values(values)).inserted_primary_key
    assert key is not None, "every table written here has an id"
    return int(key[0])


def _add_votes(connection: Connection, verdict_id: int, votes: Mapping[int, Vote]) -> None:
    for number, vote in votes.items():
        values = vote_values(vote)
        connection.execute(insert(tables.judge_votes).values(verdict_id=verdict_id, number=number, **values))


def _demand_open(connection: Connection, answer_id: int) -> None:
    answers = tables.answers
    row = connection.execute(select(answers.c.finished).where(answers.c.id == answer_id)).first()
    if row is None or row.finished is not None:
        raise ValueError(f"answer {answer_id} {'was never begun' if row is None else 'is settled'}")
