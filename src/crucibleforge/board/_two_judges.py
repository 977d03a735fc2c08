"""Two judges of the same answers, side by side."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from crucibleforge.core.grading import VerdictAnswer
from crucibleforge.score import Proportion, Row, kappa

from ._results import BoardResults

Pair = tuple[bool, bool]
"""Whether A and B said YES."""
_MOVED = 1e-9


@dataclass(frozen=True, slots=True)
class QuestionPairs:
    """One question, over all answers that both have judged."""

    case_id: str
    question_id: str
    same: Proportion
    a_only: int
    """Answers to which only A said YES."""
    b_only: int


@dataclass(frozen=True, slots=True)
class RowPair:
    """One model as each of the judges would have it."""

    model: str
    a: Row
    b: Row

    @property
    def moved(self) -> float | None:
        """Points of Total by B minus those by A; None where either has not judged all of it."""
        return None if self.a.total is None or self.b.total is None else self.b.total - self.a.total


@dataclass(frozen=True, slots=True)
class Moves:
    """What another judge would change on a board."""

    of: int
    """Rows with a Total by both judges."""
    totals: int
    classes: int
    ranks: int
    most: float
    """Points by which the Total moves furthest."""


@dataclass(frozen=True, slots=True)
class JudgeComparison:
    """How far two judges agree about the same answers, and what follows from where they don't."""

    same: Proportion
    kappa: float | None
    questions: tuple[QuestionPairs, ...]
    rows: tuple[RowPair, ...]

    @property
    def moves(self) -> Moves:
        """How many rows come out differently, and by how much."""
        moved = {row.model: abs(row.moved) for row in self.rows if row.moved is not None}
        known = [row for row in self.rows if row.model in moved]
        return Moves(
            of=len(known),
            totals=sum(points > _MOVED for points in moved.values()),
            classes=sum(row.a.class_name != row.b.class_name for row in known),
            ranks=sum(row.a.rank != row.b.rank for row in known),
            most=max(moved.values(), default=0.0),
        )


def compare_judges(a: BoardResults, b: BoardResults) -> JudgeComparison:
    """Compare two boards of the same models, one by each judge. Only verdicts that both gave readably are compared."""
    pairs = dict(_pairs(a, b))
    every = [pair for found in pairs.values() for pair in found]
    other = {result.model.name: result.row for result in b.models}
    return JudgeComparison(
        same=_same(every),
        kappa=kappa(every),
        questions=tuple(
            QuestionPairs(case_id, question_id, _same(found), found.count((True, False)), found.count((False, True)))
            for (case_id, question_id), found in pairs.items()
        ),
        rows=tuple(RowPair(result.model.name, result.row, other[result.model.name]) for result in a.models),
    )


def _same(pairs: list[Pair]) -> Proportion:
    return Proportion(sum(a == b for a, b in pairs), len(pairs))


def _pairs(a: BoardResults, b: BoardResults) -> Iterator[tuple[tuple[str, str], list[Pair]]]:
    """What both said on each question, in the order of the suite."""
    one, other = _said(a), _said(b)
    both: dict[tuple[str, str], list[Pair]] = {}
    for model, case_id, question_id in one:
        key = (model, case_id, question_id)
        if key in other:
            both.setdefault((case_id, question_id), []).append((one[key], other[key]))
    order = [case.id for case in a.suite.standard()]
    yield from sorted(both.items(), key=lambda item: order.index(item[0][0]))


def _said(board: BoardResults) -> Mapping[tuple[str, str, str], bool]:
    """Model, case and question -> whether it was YES; only what a judge was really asked, and said readably."""
    return {
        (result.model.name, case.case.id, question_id): verdict.answer is VerdictAnswer.YES
        for result in board.models
        for case in result.cases
        for question_id, verdict in case.verdicts.items()
        if verdict.votes and verdict.answer is not VerdictAnswer.UNPARSABLE
    }
