"""What an edit of a suite would do to the stored answers and to the board, before it is kept; nothing is written."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from crucibleforge.board import BoardResults, ModelResult, read_board
from crucibleforge.core.case import Case, SessionContent
from crucibleforge.core.grading import Grade
from crucibleforge.core.money import Cost, total
from crucibleforge.grade import grade, grader_version, runs_code
from crucibleforge.judge import fingerprint_on
from crucibleforge.run import Action, PlannedCase, plan, request_words, votes_on
from crucibleforge.sandbox import Sandbox
from crucibleforge.score import Row
from crucibleforge.store import AnswerSize, Store
from crucibleforge.suite import Suite


@dataclass(frozen=True, slots=True)
class Work:
    """What one kind of step would take, reckoned from what the same cases took before."""

    answers: int
    calls: int
    tokens: int | None
    """In and out; None where a server did not count."""
    cost: Cost | None


@dataclass(frozen=True, slots=True)
class CreditMove:
    """A credit before and after; None is not known."""

    model: str
    case: Case
    before: float | None
    after: float | None


@dataclass(frozen=True, slots=True)
class RowMove:
    """A row before and after."""

    before: Row
    after: Row


@dataclass(frozen=True, slots=True)
class Effect:
    """What would follow from an edit."""

    stale: tuple[PlannedCase, ...]
    """What a run would do that it would not have to do without the edit."""
    work: Mapping[Action, Work]
    credits: tuple[CreditMove, ...]
    """Those that move, and those that are not known until a model is asked."""
    rows: tuple[RowMove, ...]
    """Those that move, by themselves or because others do."""
    ranks_known: bool
    """Whether every row that is ranked before is so after, without a model being asked."""


def effect(before: Suite, after: Suite, store: Store, judge: str | None = None) -> Effect:
    """What the step from one suite to the other would do to all that is stored.

    Args:
        judge: fingerprint, under the suite before, of the judge whose verdicts count; without it the board's.

    Raises:
        SandboxUnavailable: answers that are code would be graded again, and nothing can isolate them here.
    """
    models = {model.name: model.identity for model in store.models()}
    old = read_board(before, store, judge)
    identity = old.judge.identity if old.judge else None

    def planned(suite: Suite, stored: Store) -> tuple[PlannedCase, ...]:
        fingerprint = fingerprint_on(suite, identity) if identity else None
        return plan(suite, stored, models, fingerprint)

    done = {_key(item): item.action for item in planned(before, store)}
    first = [item for item in planned(after, store) if item.action is not done.get(_key(item))]
    regraded = [item for item in first if item.action is Action.GRADE]
    with_grades = store.with_grades(_grades(store, regraded))
    later = [item for item in planned(after, with_grades) if item.action is not done.get(_key(item))]
    calling = [item for item in later if item.action in (Action.ASK, Action.JUDGE)]
    new = read_board(after, with_grades, judge)
    rows = {result.model.name: result.row for result in new.models}
    known = all(rows[result.model.name].ranked for result in old.models if result.row.ranked)
    return Effect(
        stale=(*regraded, *calling),
        work={action: work for action, work in _work(after, store, old, regraded, calling) if work.answers},
        credits=tuple(_credits(old, new)),
        rows=tuple(
            RowMove(result.row, rows[result.model.name])
            for result in old.models
            if result.row != rows[result.model.name]
        ),
        ranks_known=known,
    )


def _key(item: PlannedCase) -> tuple[str, str, int]:
    return item.model, item.case.id, item.attempt


def _grades(store: Store, items: Sequence[PlannedCase]) -> dict[tuple[int, str], Grade]:
    if any(runs_code(item.case.kind) for item in items):
        with Sandbox() as sandbox:
            return dict(_graded(store, items, sandbox))
    return dict(_graded(store, items, None))


def _graded(
    store: Store, items: Iterable[PlannedCase], sandbox: Sandbox | None
) -> Iterator[tuple[tuple[int, str], Grade]]:
    for item in items:
        if item.answer is not None:
            stamp = item.case.stamps.graded_by(grader_version(item.case.kind))
            yield (item.answer.id, stamp), grade(item.case, store.answer(item.answer.id), sandbox=sandbox)


def _work(
    suite: Suite, store: Store, old: BoardResults, regraded: Sequence[PlannedCase], calling: Sequence[PlannedCase]
) -> Iterator[tuple[Action, Work]]:
    sizes, vote = store.answer_sizes(), store.vote_size()
    results = {result.model.name: result for result in old.models}
    asked = [item for item in calling if item.action is Action.ASK]
    judged = [item for item in calling if item.action is Action.JUDGE]
    yield Action.GRADE, Work(len(regraded), 0, 0, None)
    found = [sizes.get(item.model, {}).get(item.case.id) for item in asked]
    calls = sum(_calls(item.case, size) for item, size in zip(asked, found, strict=True))
    costs = [_cost_before(results[item.model], item.case) for item in asked]
    yield Action.ASK, Work(len(asked), calls, _tokens(found), total(costs) if asked else None)
    # A case that is asked again is judged again as well, as far as it has questions.
    chats = [*judged, *(item for item in asked if isinstance(item.case.content, SessionContent))]
    votes = sum(_votes(suite, item) for item in chats) if old.judge else 0
    each = None if vote is None else ((vote.prompt_tokens or 0) + vote.completion_tokens) / vote.calls
    yield Action.JUDGE, Work(len(chats), votes, None if each is None else round(each * votes), None)


def _calls(case: Case, size: AnswerSize | None) -> int:
    return len(request_words(case)) if size is None else size.calls


def _tokens(sizes: Sequence[AnswerSize | None]) -> int | None:
    counted = [size for size in sizes if size is not None and size.prompt_tokens is not None]
    if len(counted) < len(sizes):
        return None
    return sum((size.prompt_tokens or 0) + size.completion_tokens for size in counted)


def _cost_before(result: ModelResult, case: Case) -> Cost | None:
    return next((found.cost for found in result.cases if found.case.id == case.id), None)


def _votes(suite: Suite, item: PlannedCase) -> int:
    assert isinstance(item.case.content, SessionContent)
    questions = item.questions or [question.id for question in item.case.content.questions]
    return votes_on(item.case, questions, suite.judging)


def _credits(old: BoardResults, new: BoardResults) -> Iterator[CreditMove]:
    for result in new.models:
        had = {found.case.id: found.credit for found in old.model(result.model.name).cases}
        for found in result.cases:
            if found.credit != had.get(found.case.id):
                yield CreditMove(result.model.name, found.case, had.get(found.case.id), found.credit)
