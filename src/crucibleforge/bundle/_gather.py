"""From a store to what may be published, and to the members of a bundle."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version

from crucibleforge.board import BoardResults, CaseResult, ModelResult, read_board
from crucibleforge.core.errors import UserError
from crucibleforge.core.stamps import digest
from crucibleforge.grade import grader_version
from crucibleforge.store import Store, StoredCalibration
from crucibleforge.suite import Suite, suite_files

from ._documents import (
    FORMAT,
    AnswerFacts,
    JudgeFacts,
    Manifest,
    ModelFacts,
    RowClaim,
    SetupFacts,
    SuiteFacts,
    dumped,
)
from ._redaction import Redaction

__all__ = ["MANIFEST", "SUITE", "Facts", "collected", "members_of", "row_claim", "suite_facts"]

MANIFEST = "bundle.json"
SUITE = "suite"


@dataclass(frozen=True, slots=True)
class Facts:
    """All that may be told of some rows: keys, addresses, paths and names are taken out."""

    manifest: Manifest
    answers: Mapping[str, AnswerFacts]
    """By the member that holds them in a bundle."""
    warnings: tuple[str, ...]
    """What their owner should look at before publishing them."""


def collected(
    suite: Suite, store: Store, names: Sequence[str], redaction: Redaction, judge: str | None = None
) -> Facts:
    """What there is to publish of these models.

    Args:
        names: of stored models.
        judge: fingerprint of the judge whose verdicts count; the board's without it.

    Raises:
        UserError: for an unknown model, an answer without a current grade, or a key in what a model wrote.
    """
    board = read_board(suite, store, judge, only=names)
    found = [_demanded(board, name) for name in dict.fromkeys(names)]
    published = _published_names(found, redaction)
    every: dict[str, AnswerFacts] = {}
    models: list[ModelFacts] = []
    warnings: list[str] = []
    for number, result in enumerate(found, start=1):
        answers = {f"models/{number}/{_member(each)}": _answer(each, redaction) for each in _answered(result)}
        every |= answers
        models.append(_model(store, result, published[result.model.name], redaction, sorted(answers)))
        warnings += [
            f"{result.model.name}, {answer.case_id}: a name of this machine or its user stands in what the model wrote"
            for answer in answers.values()
            if any(redaction.named_in(turn.text + turn.thinking) for turn in answer.turns)
        ]
    for name, answer in every.items():
        redaction.demand_no_secret(name, dumped(answer).decode())
    manifest = Manifest(
        FORMAT,
        version("crucibleforge"),
        {case.kind: grader_version(case.kind) for case in suite.standard()},
        suite_facts(suite),
        None if board.judge is None else _judge(board.judge, redaction),
        tuple(models),
        {published[result.model.name]: row_claim(result) for result in found},
    )
    return Facts(manifest, every, tuple(warnings))


def members_of(facts: Facts, suite: Suite) -> dict[str, bytes]:
    """Every member of the bundle of these facts."""
    documents = {name: dumped(answer) for name, answer in facts.answers.items()} | {MANIFEST: dumped(facts.manifest)}
    return documents | {f"{SUITE}/{name}": (suite.root / name).read_bytes() for name in suite_files(suite.root)}


def suite_facts(suite: Suite) -> SuiteFacts:
    """What tells one suite from another."""
    stamps = {case.id: case.stamps for case in suite.standard()}
    return SuiteFacts(suite.name, suite.version, digest(suite.profile), stamps)


def row_claim(result: ModelResult) -> RowClaim:
    """The figures of a row that don't depend on what else is on its board."""
    row = result.row
    return RowClaim(
        row.total,
        row.margin,
        row.class_name,
        row.partial,
        row.provisional,
        dict(row.sections),
        {name: part.points for name, part in row.parts.items()},
        dict(row.part_margins),
        {case.case.id: case.credits for case in result.cases},
    )


def _demanded(board: BoardResults, name: str) -> ModelResult:
    result = board.model(name)
    if result.model.submission is not None:
        raise UserError(f"{name} was submitted by somebody else", hint="pass on the bundle that it came in")
    ungraded = [each.case.id for case in result.cases for each in case.attempts if each.state == "not graded"]
    if ungraded:
        raise UserError(
            f"{name}: {', '.join(ungraded)} not graded by the current rules", hint=f"`crucibleforge grade {name}` first"
        )
    if not any(_answered(result)):
        raise UserError(f"{name} has no current answer", hint=f"`crucibleforge run {name}` asks")
    return result


def _published_names(found: Sequence[ModelResult], redaction: Redaction) -> dict[str, str]:
    names = {each.model.name: redaction.name(each.model.name, each.model.served_id) for each in found}
    doubles = [name for name, times in Counter(names.values()).items() if times > 1]
    if doubles:
        alike = [name for name, published in names.items() if published == doubles[0]]
        raise UserError(
            f"{' and '.join(alike)} would both be published as {doubles[0]}", hint="make one bundle for each of them"
        )
    return names


def _answered(result: ModelResult) -> Iterator[CaseResult]:
    return (each for case in result.cases for each in case.attempts if each.answer is not None)


def _member(result: CaseResult) -> str:
    return f"{result.case.id}.{result.attempt}.json"


def _model(store: Store, result: ModelResult, name: str, redaction: Redaction, answers: Sequence[str]) -> ModelFacts:
    model = result.model
    return ModelFacts(
        name,
        redaction.identity(model.identity),
        model.endpoint_kind,
        redaction.told(model.served_id),
        redaction.document(model.stack),
        tuple(
            SetupFacts(setup.version, setup.at, tuple(map(redaction.setup_check, setup.checks)))
            for setup in store.setups(model.identity)
        ),
        tuple(answers),
    )


def _answer(result: CaseResult, redaction: Redaction) -> AnswerFacts:
    answer, begun = result.answer, result.asked
    assert answer is not None
    assert begun is not None
    return AnswerFacts(
        result.case.id,
        result.attempt,
        begun,
        answer.outcome,
        redaction.told(answer.reason),
        tuple(map(redaction.turn, answer.turns)),
        tuple(map(redaction.check, result.checks)),
        tuple(redaction.verdict(result.verdicts[name]) for name in sorted(result.verdicts)),
    )


def _judge(judge: StoredCalibration, redaction: Redaction) -> JudgeFacts:
    served_id = judge.identity.split(" | ")[1] if " | " in judge.identity else ""
    name = redaction.name(judge.judge, served_id)
    return JudgeFacts(name, redaction.identity(judge.identity), judge.at, judge.passed, redaction.told(judge.words))
