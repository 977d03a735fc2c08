"""Read a store, and become its writer."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack, contextmanager
from copy import copy
from datetime import datetime
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from sqlalchemy import ColumnElement, Connection, Engine, Row, Select, func, select

from crucibleforge.core.conversation import Answer, Outcome, Turn
from crucibleforge.core.errors import StoreError
from crucibleforge.core.grading import Grade, Verdict, Vote

from . import _tables as tables
from ._faults import explained
from ._lock import advisory_lock, file_lock
from ._records import (
    AnswerSize,
    Holder,
    StoredAnswer,
    StoredCalibration,
    StoredContent,
    StoredExemplarVerdict,
    StoredModel,
    StoredRun,
    StoredSetup,
)
from ._rows import exemplar_verdict_from, grade_from, model_from, setup_from, turn_from, verdict_from, vote_from
from ._writer import Writer

__all__ = ["Store"]


class Store:
    """Everything that was asked, answered, judged and graded. `open_store` makes one.

    Reading needs no lock and may go on in other threads and processes while one of them writes.

    Every method raises StoreError when the database fails.
    """

    def __init__(self, engine: Engine, place: str, clock: Callable[[], datetime]) -> None:
        self._engine = engine
        self._clock = clock
        self._unwritten: Mapping[tuple[int, str], Grade] = {}
        self.place = place
        """Its path, or its URL without the password."""

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Let go of all connections."""
        self._engine.dispose()

    @contextmanager
    def writer(self, command: str) -> Iterator[Writer]:
        """Become the one writer of this store until the block ends or the process dies.

        Args:
            command: what others are told when they find the store locked.

        Raises:
            StoreError: naming the holder, when another writer is at work.
        """
        with ExitStack() as held:
            with explained(self.place):
                connection = held.enter_context(self._engine.connect().execution_options(writes=True))
                # Out of the pool, so that closing it really closes it, and a server's lock goes with it.
                connection.detach()
                if not held.enter_context(self._lock(connection)):
                    raise self._held()
                writer = Writer(connection, self.place, self._clock)
                writer.sign(command)
            yield writer

    def _lock(self, connection: Connection) -> AbstractContextManager[bool]:
        if connection.dialect.name == "sqlite":
            return file_lock(Path(f"{Path(self.place).resolve()}.lock"))
        return advisory_lock(connection)

    def _held(self) -> StoreError:
        row = self._first(select(tables.writers).order_by(tables.writers.c.id.desc()))
        holder = "another process" if row is None else str(Holder(row.command, row.host, row.pid, row.since))
        return StoreError(
            f"{self.place}: {holder} is writing to this store",
            hint="wait for it to finish, stop it, or use another store",
        )

    def model(self, name: str) -> StoredModel | None:
        """The model of this exact name."""
        rows = self._all(select(tables.models).filter_by(name=name))
        return model_from(rows[0]) if rows else None

    def models(self) -> list[StoredModel]:
        """Every model, in the order in which they came."""
        rows = self._all(select(tables.models).order_by(tables.models.c.id))
        return [model_from(row) for row in rows]

    def runs(self) -> list[StoredRun]:
        """Every run, oldest first."""
        rows = self._all(select(tables.runs).order_by(tables.runs.c.id))
        return [StoredRun(row.id, row.command, row.suite, row.begun, row.finished, row.ending) for row in rows]

    def identities(self, model: str) -> list[str]:
        """Every identity that a model of this name is known to have had, oldest first."""
        checked = tables.setup_checks.c
        rows = self._all(select(checked.identity).where(checked.model == model).order_by(checked.id))
        known = self.model(model)
        return list(dict.fromkeys([*(row.identity for row in rows), *([known.identity] if known else [])]))

    def setups(self, identity: str) -> list[StoredSetup]:
        """What the set-up checks of the model of this identity found, oldest first."""
        rows = self._all(select(tables.setup_checks).filter_by(identity=identity).order_by(tables.setup_checks.c.id))
        return [setup_from(row) for row in rows]

    def answers(self, model: str | None = None) -> list[StoredAnswer]:
        """What became of every question: one entry for each model, case, attempt and question stamp, oldest first.

        The latest settled answer stands for its question; one that only failed to be asked is listed as NOT_ASKED, one that is
        still in flight not at all. A question that was changed back finds its old answer again.
        """
        query = select(tables.answers).order_by(tables.answers.c.id)
        failures = self._failures()
        tries: dict[tuple[Any, ...], list[Row[Any]]] = defaultdict(list)
        for row in self._all(query if model is None else query.where(tables.answers.c.model == model)):
            if row.finished is not None or row.id in failures:
                tries[row.model, row.case_id, row.attempt, row.question_stamp].append(row)
        found = [_standing(rows, failures) for rows in tries.values()]
        return sorted(found, key=lambda answer: answer.id)

    def answer(self, answer_id: int) -> Answer:
        """An answer with all its turns; NOT_ASKED as long as it is not settled.

        Raises:
            KeyError: when there is no such answer.
        """
        row = self._first(select(tables.answers).where(tables.answers.c.id == answer_id))
        if row is None:
            raise KeyError(answer_id)
        failed = self._failures(answer_id).get(answer_id)
        return Answer(
            case_id=row.case_id,
            turns=self.turns(answer_id),
            outcome=Outcome(row.outcome or Outcome.NOT_ASKED),
            model=row.model,
            attempt=row.attempt,
            question_stamp=row.question_stamp,
            reason=failed[-1] if failed and row.finished is None else row.reason,
        )

    def turns(self, answer_id: int) -> tuple[Turn, ...]:
        """The complete turns of an answer, also of one in flight."""
        query = select(tables.turns).where(tables.turns.c.answer_id == answer_id).order_by(tables.turns.c.number)
        return tuple(turn_from(row) for row in self._all(query))

    def replies(self, answer_ids: Collection[int]) -> dict[int, list[Turn]]:
        """The turns of several answers with their text and outcome alone, by answer id."""
        turns = tables.turns.c
        query = select(turns.answer_id, turns.text, turns.outcome).where(turns.answer_id.in_(answer_ids))
        found: dict[int, list[Turn]] = defaultdict(list)
        for row in self._all(query.order_by(turns.answer_id, turns.number)):
            found[row.answer_id].append(Turn((), row.text, Outcome(row.outcome)))
        return dict(found)

    def contents(self) -> list[StoredContent]:
        """What the stamps of cases were made of, those that a run used last at the end."""
        kept = tables.contents.c
        rows = self._all(select(tables.contents).order_by(kept.seen, kept.case_id, kept.aspect, kept.stamp))
        return [StoredContent(row.case_id, row.aspect, row.stamp, json.loads(row.content)) for row in rows]

    def answer_sizes(self) -> dict[str, dict[str, AnswerSize]]:
        """What each model's answer to each case took, where its server counted: model -> case id -> size.

        Of several settled answers to a case the latest counts, whichever question it answers.
        """
        answers, turns = tables.answers.c, tables.turns.c
        query = select(
            answers.model,
            answers.case_id,
            func.count().label("calls"),
            # Turns of an older version know nothing of what was billed.
            func.sum(func.coalesce(turns.billed_prompt_tokens, turns.prompt_tokens)).label("prompt"),
            func.sum(func.coalesce(turns.billed_completion_tokens, turns.completion_tokens)).label("completion"),
            func.sum(turns.total_s).label("seconds"),
        )
        settled = (
            query.join_from(tables.answers, tables.turns).where(answers.finished.is_not(None)).group_by(answers.id)
        )
        found: dict[str, dict[str, AnswerSize]] = defaultdict(dict)
        for row in self._all(settled.order_by(answers.id)):
            if row.completion:
                size = AnswerSize(row.calls, int(row.prompt or 0) or None, int(row.completion), row.seconds)
                found[row.model][row.case_id] = size
        return dict(found)

    def vote_size(self) -> AnswerSize | None:
        """What all votes of judges took together, where their servers counted; None where there are none."""
        votes = tables.judge_votes.c
        columns = [
            func.count().label("calls"),
            func.sum(votes.prompt_tokens).label("prompt"),
            func.sum(votes.completion_tokens).label("completion"),
        ]
        counted = (votes.prompt_tokens.is_not(None), votes.completion_tokens.is_not(None))
        (row,) = self._all(select(*columns).where(*counted))
        return AnswerSize(row.calls, int(row.prompt), int(row.completion)) if row.calls else None

    def grade(self, answer_id: int, check_stamp: str) -> Grade | None:
        """The cached grade of an answer under these checks."""
        if (answer_id, check_stamp) in self._unwritten:
            return self._unwritten[answer_id, check_stamp]
        grades = tables.grades.c
        row = self._first(select(tables.grades).where(grades.answer_id == answer_id, grades.check_stamp == check_stamp))
        return None if row is None else grade_from(row)

    def grades(self, answer_ids: Collection[int], check_stamp: str) -> dict[int, Grade]:
        """The stored grades of several answers under these checks, by answer id."""
        grades = tables.grades.c
        query = select(tables.grades).where(grades.answer_id.in_(answer_ids), grades.check_stamp == check_stamp)
        wanted = set(answer_ids)
        unwritten = {
            answer_id: grade
            for (answer_id, stamp), grade in self._unwritten.items()
            if stamp == check_stamp and answer_id in wanted
        }
        return {row.answer_id: grade_from(row) for row in self._all(query)} | unwritten

    def with_grades(self, grades: Mapping[tuple[int, str], Grade]) -> Self:
        """The store as it would be read with these grades in it as well, by answer id and stamp; nothing is written."""
        other = copy(self)
        other._unwritten = {**self._unwritten, **grades}
        return other

    def grade_stamps(self, model: str) -> dict[int, set[str]]:
        """The stamps under which each of a model's answers was graded, by answer id; none for the others."""
        found = self._stamps(tables.grades.c.answer_id, tables.grades.c.check_stamp, model)
        for answer_id, stamp in self._unwritten:
            found[answer_id].add(stamp)
        return found

    def verdict_stamps(self, model: str) -> dict[int, set[str]]:
        """The stamps under which each of a model's answers was judged, by answer id; none for the others."""
        return self._stamps(tables.verdicts.c.answer_id, tables.verdicts.c.judge_stamp, model)

    def _stamps(
        self, answer_id: ColumnElement[int], stamp: ColumnElement[str], model: str
    ) -> defaultdict[int, set[str]]:
        answers = tables.answers.c
        columns: list[ColumnElement[Any]] = [answer_id.label("answer"), stamp.label("stamp")]
        query = select(*columns).distinct()
        found: defaultdict[int, set[str]] = defaultdict(set)
        for row in self._all(query.join(tables.answers, answers.id == answer_id).where(answers.model == model)):
            found[row.answer].add(row.stamp)
        return found

    def verdicts(self, answer_id: int, judge_stamp: str) -> dict[str, Verdict]:
        """The latest verdict on each question about an answer, by question id."""
        rows = self._verdicts(answer_id, judge_stamp, is_open=False)
        votes = self._votes([row.id for row in rows.values()])
        return {question: verdict_from(row, votes[row.id].values()) for question, row in rows.items()}

    def verdict_counts(self, answer_id: int, judge_stamp: str) -> dict[str, int]:
        """How often each question about an answer was decided, or could not be, by question id."""
        asked = tables.verdicts.c
        query = select(asked.question_id, func.count().label("times")).group_by(asked.question_id)
        settled = asked.answer != tables.OPEN
        rows = self._all(query.where(asked.answer_id == answer_id, asked.judge_stamp == judge_stamp, settled))
        return {row.question_id: int(row.times) for row in rows}

    def open_votes(self, answer_id: int, judge_stamp: str) -> dict[str, dict[int, Vote]]:
        """The votes so far on each question whose verdict was broken off, by question id and the vote's number."""
        rows = self._verdicts(answer_id, judge_stamp, is_open=True)
        votes = self._votes([row.id for row in rows.values()])
        return {question: votes[row.id] for question, row in rows.items()}

    def _verdicts(self, answer_id: int, judge_stamp: str, *, is_open: bool) -> dict[str, Row[Any]]:
        asked = tables.verdicts.c
        query = select(tables.verdicts).where(asked.answer_id == answer_id, asked.judge_stamp == judge_stamp)
        wanted = query.where(asked.answer == tables.OPEN if is_open else asked.answer != tables.OPEN)
        return {row.question_id: row for row in self._all(wanted.order_by(asked.id))}

    def judge_stamps(self) -> set[str]:
        """The stamps of all verdicts on answers: each is of one case's questions and one judge."""
        return {row.judge_stamp for row in self._all(select(tables.verdicts.c.judge_stamp).distinct())}

    def calibration(self, judge_fingerprint: str) -> StoredCalibration | None:
        """How this judge did on the known questions when it was last asked them."""
        return self._calibration(select(tables.calibrations).filter_by(judge_fingerprint=judge_fingerprint))

    def calibrations(self) -> list[StoredCalibration]:
        """How judges did on the known questions, oldest first."""
        return [_calibration(row) for row in self._all(select(tables.calibrations).order_by(tables.calibrations.c.id))]

    def last_calibration(self) -> StoredCalibration | None:
        """The judge that proved itself last; the one that failed last when none ever did. Mere trials don't count."""
        known = select(tables.calibrations).filter_by(trial=False)
        return self._calibration(known.filter_by(passed=True)) or self._calibration(known)

    def exemplar_verdicts(self, judge: str) -> list[StoredExemplarVerdict]:
        """What judges of this name said about exemplars, under whatever identity and settings, oldest first."""
        said = tables.exemplar_verdicts
        rows = self._all(select(said).filter_by(judge=judge).order_by(said.c.id))
        return [exemplar_verdict_from(row) for row in rows]

    def _calibration(self, query: Select[Any]) -> StoredCalibration | None:
        row = self._first(query.order_by(tables.calibrations.c.id.desc()))
        return None if row is None else _calibration(row)

    def _votes(self, verdict_ids: Sequence[int]) -> Mapping[int, dict[int, Vote]]:
        """The votes of each verdict by their numbers, in order."""
        cast = tables.judge_votes
        found: dict[int, dict[int, Vote]] = defaultdict(dict)
        for row in self._all(select(cast).where(cast.c.verdict_id.in_(verdict_ids)).order_by(cast.c.number)):
            found[row.verdict_id][row.number] = vote_from(row._asdict())
        return found

    def _failures(self, answer_id: int | None = None) -> Mapping[int, list[str]]:
        """The reasons of failed tries, by answer."""
        failures = tables.failures
        query = select(failures).order_by(failures.c.id)
        found: dict[int, list[str]] = defaultdict(list)
        for row in self._all(query if answer_id is None else query.where(failures.c.answer_id == answer_id)):
            found[row.answer_id].append(row.reason)
        return found

    def _first(self, query: Select[Any]) -> Row[Any] | None:
        return next(iter(self._all(query.limit(1))), None)

    def _all(self, query: Select[Any]) -> Sequence[Row[Any]]:
        with explained(self.place), self._engine.connect() as connection:
            return connection.execute(query).all()


def _calibration(row: Row[Any]) -> StoredCalibration:
    return StoredCalibration(row.judge_fingerprint, row.judge, row.identity, row.at, row.passed, row.words, row.trial)


def _standing(tries: Sequence[Row[Any]], failures: Mapping[int, list[str]]) -> StoredAnswer:
    """The answer that stands for a question: the latest settled one, else the latest that failed."""
    settled = [row for row in tries if row.finished is not None]
    row = (settled or tries)[-1]
    failed = failures.get(row.id, [])
    return StoredAnswer(
        id=row.id,
        model=row.model,
        case_id=row.case_id,
        attempt=row.attempt,
        question_stamp=row.question_stamp,
        outcome=Outcome(row.outcome or Outcome.NOT_ASKED),
        reason=row.reason if settled else failed[-1],
        failed_tries=len(failed),
        replaced=len(settled[:-1]),
        begun=row.begun,
        finished=row.finished,
        run_id=row.run_id,
    )
