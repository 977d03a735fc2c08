"""Facts that no run of ours would leave like that, and those that a run has left to be gone on with."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator
from typing import Any

from sqlalchemy import Column, ColumnElement, Connection, Select, Table, and_, exists, func, or_, select

from crucibleforge.core.grading import VerdictAnswer
from crucibleforge.store import _tables as tables

from ._finding import RESTORE, StoreFinding, listed

__all__ = ["facts_out_of_order"]

_STAMP = re.compile(r"[0-9a-f]{16}")
_answers, _turns, _grades = tables.answers.c, tables.turns.c, tables.grades.c
_verdicts, _votes = tables.verdicts.c, tables.judge_votes.c
_QUESTION = (_answers.model, _answers.case_id, _answers.attempt, _answers.question_stamp)
_ASKED = (_verdicts.answer_id, _verdicts.judge_stamp, _verdicts.question_id)
_SETTLED = _answers.finished.is_not(None)
_OPEN = _verdicts.answer == tables.OPEN
_GOES_ON = "nothing to do: the next run goes on with it"
_LATER = "nothing to do: the later one stands"


def facts_out_of_order(connection: Connection, cases: Collection[str]) -> Iterator[StoreFinding]:
    """Every kind of fact in turn.

    Args:
        cases: ids of all cases that a suite or one of its releases has; empty where that is not known.
    """
    yield from _without_stamp(connection)
    yield from _of_answers(connection)
    yield from _of_grades(connection, cases)
    yield from _of_verdicts(connection)
    killed = select(tables.runs.c.id).where(tables.runs.c.finished.is_(None))
    yield from _told(connection, "run without an end", "run", killed, "nothing to do: it is at work, or was killed")


def _without_stamp(connection: Connection) -> Iterator[StoreFinding]:
    stamped: tuple[tuple[Table, Column[str], Column[int]], ...] = (
        (tables.answers, _answers.question_stamp, _answers.id),
        (tables.grades, _grades.check_stamp, _grades.answer_id),
        (tables.verdicts, _verdicts.judge_stamp, _verdicts.answer_id),
    )
    for table, stamp, answer in stamped:
        rows = connection.execute(select(answer.label("answer"), stamp.label("stamp")))
        if bare := sorted({row.answer for row in rows if not _STAMP.fullmatch(row.stamp)}):
            yield StoreFinding("missing stamp", f"{table.name} of {listed('answer', bare)}", RESTORE)


def _of_answers(connection: Connection) -> Iterator[StoreFinding]:
    half = or_(and_(_SETTLED, _answers.outcome.is_(None)), and_(~_SETTLED, _answers.outcome.is_not(None)))
    yield from _faulty(connection, "half-written answer", select(_answers.id).where(half))
    silent = select(_answers.id).where(_SETTLED, ~exists().where(_turns.answer_id == _answers.id))
    yield from _faulty(connection, "answer without turns", silent)
    numbers = (func.min(_turns.number), func.max(_turns.number), func.count())
    gaps = select(_turns.answer_id).group_by(_turns.answer_id).having(or_(numbers[0] != 1, numbers[1] != numbers[2]))
    yield from _faulty(connection, "gap in turns", gaps)
    begun_twice = select(func.max(_answers.id)).where(~_SETTLED).group_by(*_QUESTION).having(func.count() > 1)
    yield from _faulty(connection, "answer begun twice", begun_twice)
    again = select(func.max(_answers.id)).where(_SETTLED).group_by(*_QUESTION).having(func.count() > 1)
    yield from _told(connection, "duplicate answer", "question", again, _LATER)
    yield from _told(connection, "answer in flight", "answer", select(_answers.id).where(~_SETTLED), _GOES_ON)
    nobody = select(_answers.id).where(~exists().where(tables.models.c.name == _answers.model))
    run = "it is on no board until `crucibleforge run MODEL` stores its model"
    yield from _told(connection, "answer of no model", "answer", nobody, run)


def _of_grades(connection: Connection, cases: Collection[str]) -> Iterator[StoreFinding]:
    graded = select(_grades.answer_id).distinct().join_from(tables.grades, tables.answers)
    yield from _faulty(connection, "grade of another case", graded.where(_grades.case_id != _answers.case_id))
    yield from _faulty(connection, "grade of an answer in flight", graded.where(~_SETTLED))
    if cases:
        retired = select(_grades.case_id).distinct().where(_grades.case_id.not_in(cases))
        words = "nothing to do: no board shows it, until a suite has the case again"
        yield from _told(connection, "grades of a case in no suite", "case", retired, words)


def _of_verdicts(connection: Connection) -> Iterator[StoreFinding]:
    judged = select(_verdicts.id).join_from(tables.verdicts, tables.answers)
    yield from _faulty(connection, "verdict on an answer in flight", judged.where(~_SETTLED), "verdict")
    unvoted = select(_verdicts.id).where(_OPEN, ~exists().where(_votes.verdict_id == _verdicts.id))
    yield from _faulty(connection, "half-written verdict", unvoted, "verdict")
    votes = select(_verdicts.id).join_from(tables.verdicts, tables.judge_votes).where(~_OPEN).group_by(_verdicts.id)
    numbers = (func.min(_votes.number), func.max(_votes.number), func.count())
    gaps = votes.having(or_(numbers[0] != 1, numbers[1] != numbers[2]))
    yield from _faulty(connection, "gap in votes", gaps, "verdict")
    is_quoted = and_(_votes.answer == VerdictAnswer.YES.value, _votes.quote_valid)
    place = (_votes.start, _votes.end, _votes.turn)
    lost = _quoted(is_quoted, or_(*(column.is_(None) for column in place)))
    yield from _faulty(connection, "quote without a place", lost, "verdict")
    elsewhere = _quoted(is_quoted, _votes.turn.is_not(None), ~_has_turn())
    yield from _faulty(connection, "quote from a missing turn", elsewhere, "verdict")
    begun_twice = select(func.max(_verdicts.id)).where(_OPEN).group_by(*_ASKED).having(func.count() > 1)
    yield from _faulty(connection, "verdict begun twice", begun_twice, "verdict")
    again = select(func.max(_verdicts.id)).where(~_OPEN).group_by(*_ASKED).having(func.count() > 1)
    yield from _told(connection, "duplicate verdict", "question", again, _LATER)
    yield from _told(connection, "verdict in flight", "verdict", select(_verdicts.id).where(_OPEN), _GOES_ON)


def _quoted(*where: ColumnElement[bool]) -> Select[tuple[int]]:
    """The verdicts with a vote of which all this is true."""
    return select(_verdicts.id).distinct().join_from(tables.verdicts, tables.judge_votes).where(*where)


def _has_turn() -> ColumnElement[bool]:
    return exists().where(_turns.answer_id == _verdicts.answer_id, _turns.number == _votes.turn)


def _faulty(connection: Connection, what: str, query: Select[tuple[int]], of: str = "answer") -> Iterator[StoreFinding]:
    if found := sorted(connection.scalars(query)):
        yield StoreFinding(what, listed(of, found), RESTORE)


def _told(connection: Connection, what: str, of: str, query: Select[tuple[Any]], words: str) -> Iterator[StoreFinding]:
    if found := sorted(connection.scalars(query)):
        yield StoreFinding(what, listed(of, found), words, is_fault=False)
