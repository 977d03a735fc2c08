"""Grade chats again after some of their rules were edited: these rules alone, many answers at a time."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from typing import Any

from crucibleforge.core.case import Case, SessionContent
from crucibleforge.core.grading import Grade
from crucibleforge.core.stamps import digest
from crucibleforge.grade import grader_version, regrade
from crucibleforge.store import StoredContent
from crucibleforge.suite import Suite, stamped_content

from ._events import CaseGraded
from ._grading import told_credit
from ._plan import PlannedCase
from ._run import Run

BATCH = 500
"""Answers that are read, graded and stored together."""


async def regrade_chats(run: Run, ungraded: Sequence[PlannedCase]) -> list[PlannedCase]:
    """Grade those answers to chats that have a grade by some of the rules of now, and return the others."""
    chats: dict[str, list[PlannedCase]] = defaultdict(list)
    left: list[PlannedCase] = []
    for item in ungraded:
        (chats[item.case.id] if isinstance(item.case.content, SessionContent) else left).append(item)
    past = run.store.contents() if chats else []
    for items in chats.values():
        standing = _standing_rules(run.suite, items[0].case, past)
        for start in range(0, len(items), BATCH):
            batch = items[start : start + BATCH]
            if run.stop.requested or not standing:
                left += batch
            else:
                left += await asyncio.to_thread(_regraded, run, batch, standing)
    return left


def _standing_rules(suite: Suite, case: Case, past: Sequence[StoredContent]) -> dict[str, frozenset[str]]:
    """Stamps of grades by other rules and the grader of now, each with the ids of its rules that still stand; most first."""
    version = grader_version(case.kind)
    now = _rules(stamped_content(suite, case)["check"])
    found: dict[str, frozenset[str]] = {}
    for content in past:
        if (content.case_id, content.aspect) == (case.id, "check"):
            stamp = replace(case.stamps, check=content.stamp).graded_by(version)
            found[stamp] = frozenset(name for name, _ in now & _rules(content.content))
    return dict(sorted(found.items(), key=lambda each: -len(each[1])))


def _rules(content: Mapping[str, Any]) -> set[tuple[str, str]]:
    return {(rule["id"], digest(rule)) for rule in content["rules"]}


def _regraded(run: Run, batch: Sequence[PlannedCase], standing: Mapping[str, Collection[str]]) -> list[PlannedCase]:
    """Store new grades where there are old ones, and return the items without."""
    case = batch[0].case
    items = {item.answer.id: item for item in batch if item.answer is not None}
    known: dict[int, tuple[Grade, Collection[str]]] = {}
    for stamp, rules in standing.items():
        if wanted := items.keys() - known.keys():
            known |= {name: (grade, rules) for name, grade in run.store.grades(wanted, stamp).items()}
    replies = run.store.replies(known)
    graded = {
        answer_id: regrade(case, replies.get(answer_id, ()), grade, rules)
        for answer_id, (grade, rules) in known.items()
    }
    if graded:
        run.writer.put_grades(case.stamps.graded_by(grader_version(case.kind)), graded)
    for answer_id, grade in graded.items():
        run.tell(CaseGraded(items[answer_id].model, case.id, told_credit(case, grade)))
    return [item for answer_id, item in items.items() if answer_id not in graded]
