"""Whether a bundle says of itself what this machine finds."""

from __future__ import annotations

import tempfile
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, fields
from importlib.metadata import version
from pathlib import Path

from crucibleforge.board import CaseResult, ModelResult, read_board
from crucibleforge.core.errors import UserError
from crucibleforge.grade import grade, grader_version
from crucibleforge.judge import judge_fingerprint, recheck
from crucibleforge.sandbox import SandboxPool
from crucibleforge.store import Store
from crucibleforge.suite import Suite

from ._archive import Archive
from ._compare import asked_otherwise, checks_unlike, rows_unlike
from ._documents import FORMAT, AnswerFacts, Manifest, SuiteFacts, loaded
from ._gather import MANIFEST, row_claim, suite_facts
from ._restore import answers_in, restored

__all__ = ["Verified", "read_manifest", "suite_differences", "verify"]


@dataclass(frozen=True, slots=True)
class Verified:
    """What this machine makes of a bundle."""

    rows: Mapping[str, ModelResult]
    """Its rows, reckoned anew; none where the suite is another one."""
    differences: tuple[str, ...]
    """Where the bundle says something else, in words."""
    notes: tuple[str, ...]
    """What a reader must know of the comparison."""
    counts: Mapping[str, int]
    """How much was checked: answers, checks, quotes, votes."""

    @property
    def is_same(self) -> bool:
        """Whether every number is the same to the last bit."""
        return not self.differences


def read_manifest(archive: Archive) -> Manifest:
    """The manifest of an undamaged bundle.

    Raises:
        UserError: when it is not what this version writes.
    """
    manifest = loaded(Manifest, archive.read(MANIFEST), MANIFEST)
    if manifest.format != FORMAT:
        raise UserError(
            f"a bundle of format {manifest.format}, made with crucibleforge {manifest.made_with}",
            hint=f"this version reads format {FORMAT}: use the version that made it",
        )
    names = [model.name for model in manifest.models]
    if len(set(names)) < len(names):
        raise UserError(f"{MANIFEST}: two models of one name")
    return manifest


def suite_differences(theirs: SuiteFacts, ours: SuiteFacts) -> tuple[str, ...]:
    """How the suite that was measured with differs from this one, in words."""
    if (theirs.name, theirs.version) != (ours.name, ours.version):
        return (f"suite {theirs.name} {theirs.version}, not {ours.name} {ours.version}",)
    found = ["its parts, points or weights are not this suite's"] if theirs.profile != ours.profile else []
    for name in sorted({*theirs.cases, *ours.cases}):
        a, b = theirs.cases.get(name), ours.cases.get(name)
        if a is None or b is None:
            found.append(f"{name}: only in {'this suite' if a is None else 'the bundle'}")
            continue
        moved = [each.name for each in fields(a) if getattr(a, each.name) != getattr(b, each.name)]
        if moved:
            found.append(f"{name}: the {', '.join(moved)} part of the case is not this suite's")
    return tuple(found)


def verify(
    archive: Archive,
    manifest: Manifest,
    suite: Suite,
    sandboxes: SandboxPool,
    tell: Callable[[str], None] = lambda _words: None,
) -> Verified:
    """Grade, recheck and score a bundle anew, and compare. Offline; no model is called.

    Where it was measured with another suite than this one, only that is said.

    Args:
        tell: told of each answer before it is graded.

    Raises:
        UserError: when the bundle holds what no run could have made.
    """
    if others := suite_differences(manifest.suite, suite_facts(suite)):
        return Verified({}, others, (), {})
    return _Verification(archive, manifest, suite, sandboxes, tell).done()


class _Verification:
    def __init__(
        self,
        archive: Archive,
        manifest: Manifest,
        suite: Suite,
        sandboxes: SandboxPool,
        tell: Callable[[str], None],
    ) -> None:
        self._archive = archive
        self._manifest = manifest
        self._suite = suite
        self._sandboxes = sandboxes
        self._tell = tell
        self._counts = dict.fromkeys(("answers", "checks", "votes", "quotes"), 0)

    def done(self) -> Verified:
        with (
            tempfile.TemporaryDirectory(prefix="crucibleforge-") as folder,
            restored(Path(folder), self._suite, self._manifest, self._archive) as store,
        ):
            self._grade(store)
            judge = self._manifest.judge
            used = None if judge is None else judge_fingerprint(judge.identity, self._suite.judging)
            rows = {result.model.name: result for result in read_board(self._suite, store, used).models}
            differences = tuple(self._differences(rows))
        return Verified(rows, differences, tuple(self._notes()), self._counts)

    def _grade(self, store: Store) -> None:
        with store.writer("crucibleforge verify") as writer, self._sandboxes.borrow() as sandbox:
            for stored in store.answers():
                self._tell(f"{stored.model}, {stored.case_id}")
                case = self._suite.cases[stored.case_id]
                stamp = case.stamps.graded_by(grader_version(case.kind, self._sandboxes.backend))
                writer.put_grade(stored.id, stamp, grade(case, store.answer(stored.id), sandbox=sandbox))

    def _differences(self, rows: Mapping[str, ModelResult]) -> Iterator[str]:
        claims = self._manifest.rows
        yield from (f"{name}: a row without answers" for name in sorted(set(claims) - set(rows)))
        for model in self._manifest.models:
            name, result = model.name, rows[model.name]
            attempts = {(each.case.id, each.attempt): each for case in result.cases for each in case.attempts}
            for answer in answers_in(self._archive, model):
                found = attempts.get((answer.case_id, answer.attempt))
                where = f"{name}, {answer.case_id}{f' attempt {answer.attempt}' if answer.attempt > 1 else ''}"
                if found is None or found.answer is None:
                    yield f"{where}: no answer to a case of the standard test"
                    continue
                yield from (f"{where}: {words}" for words in self._of_answer(found, answer))
            if name not in claims:
                yield f"{name}: answers without a row"
                continue
            yield from (f"{name}: {words}" for words in rows_unlike(row_claim(result), claims[name]))

    def _of_answer(self, found: CaseResult, claimed: AnswerFacts) -> Iterator[str]:
        assert found.answer is not None
        self._counts["answers"] += 1
        self._counts["checks"] += len(found.checks)
        yield from checks_unlike(found.checks, claimed.checks)
        yield from asked_otherwise(found.case, claimed.turns)
        for verdict in claimed.verdicts:
            self._counts["votes"] += len(verdict.votes)
            self._counts["quotes"] += sum(vote.quote_valid for vote in verdict.votes)
            yield from recheck(found.case, found.answer, verdict, self._suite.judging)

    def _notes(self) -> Iterator[str]:
        if self._manifest.made_with != (here := version("crucibleforge")):
            yield f"made with crucibleforge {self._manifest.made_with}, checked with {here}"
        kinds: dict[str, str] = {
            case.kind: grader_version(case.kind, self._sandboxes.backend) for case in self._suite.standard()
        }
        for kind, made in sorted(self._manifest.graders.items()):
            if (ours := kinds.get(kind, made)) != made:
                yield f"{kind} was graded by version {made}, here by {ours}"
