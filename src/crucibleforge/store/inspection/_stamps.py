"""Stamps that nothing in the store explains."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import replace

from sqlalchemy import ColumnElement, Connection, select

from crucibleforge.core.stamps import Aspect, Stamps
from crucibleforge.store import _tables as tables

from ._finding import StoreFinding, listed

__all__ = ["unexplained"]

_NONE = Stamps("", "", "")


def unexplained(connection: Connection) -> Iterator[StoreFinding]:
    """Facts of which nobody can say any more what they were stamped with; they count again if that ever comes back."""
    known = _Known(connection)
    answers, grades, verdicts = tables.answers.c, tables.grades.c, tables.verdicts.c
    found: dict[str, list[int]] = defaultdict(list)
    for row in connection.execute(select(answers.id, answers.model, answers.case_id, answers.question_stamp)):
        if row.question_stamp not in known.questions(row.model, row.case_id):
            found[""].append(row.id)
    for name, table, stamp, stamps in (
        ("grades", tables.grades, grades.check_stamp, known.checks),
        ("verdicts", tables.verdicts, verdicts.judge_stamp, known.judgings),
    ):
        columns: tuple[ColumnElement[str | int], ...] = (answers.id, answers.case_id, stamp.label("stamp"))
        query = select(*columns).distinct().join_from(table, tables.answers)
        found[f"{name} of "] = [
            row.id for row in connection.execute(query) if row.stamp not in stamps.get(row.case_id, ())
        ]
    for whose, ids in found.items():
        if ids:
            yield StoreFinding(
                "unknown stamps",
                whose + listed("answer", sorted(set(ids))),
                "nothing to do: kept from before the store knew what stamps are made of, or of an identity that it never met",
                is_fault=False,
            )


class _Known:
    """Every stamp that can be made from what the store knows."""

    def __init__(self, connection: Connection) -> None:
        self._contents: dict[tuple[str, str], set[str]] = defaultdict(set)
        contents = tables.contents.c
        for row in connection.execute(select(contents.case_id, contents.aspect, contents.stamp)):
            self._contents[row.case_id, row.aspect].add(row.stamp)
        self._identities: dict[str, set[str]] = defaultdict(set)
        for name, identity in (
            (tables.models.c.name, tables.models.c.identity),
            (tables.setup_checks.c.model, tables.setup_checks.c.identity),
        ):
            for model, had in connection.execute(select(name, identity).distinct()):
                self._identities[model].add(had)
        judges = set(connection.scalars(select(tables.calibrations.c.judge_fingerprint).distinct()))
        cases = {case_id for case_id, _ in self._contents}
        self.checks = {
            case: {made.graded_by(by) for made in self._of(case, "check") for by in self._contents[case, "grader"]}
            for case in cases
        }
        self.judgings = {
            case: {made.judged_by(by) for made in self._of(case, "judge") for by in judges} for case in cases
        }

    def questions(self, model: str, case_id: str) -> set[str]:
        return {made.asked_of(had) for made in self._of(case_id, "question") for had in self._identities[model]}

    def _of(self, case_id: str, aspect: Aspect) -> list[Stamps]:
        """The stamps of a case as far as one aspect goes."""
        return [replace(_NONE, **{aspect: stamp}) for stamp in self._contents[case_id, aspect]]
