"""What differs between two states of a suite, case by case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, replace
from typing import Any, Literal

from crucibleforge.core.case import Case, Question, SessionContent
from crucibleforge.core.errors import UserError
from crucibleforge.core.stamps import Aspect, Stamps
from crucibleforge.grade import grader_versions
from crucibleforge.judge import fingerprint_on
from crucibleforge.store import Store, StoredContent
from crucibleforge.suite import Suite, changes, stamped_content

_Kept = dict[tuple[str, str, str], Mapping[str, Any]]
"""Contents by case, aspect and stamp."""
ASPECTS: tuple[Aspect, ...] = ("question", "judge", "check")


@dataclass(frozen=True, slots=True)
class CaseDifference:
    """One case that is not what it was."""

    case: Case
    what: Literal["changed", "added", "removed"]
    words: Mapping[Aspect, tuple[str, ...]]
    """What moved, and how."""


@dataclass(frozen=True, slots=True)
class SuiteDifference:
    """Everything that can move a number; titles, comments and exemplars can not."""

    cases: tuple[CaseDifference, ...]
    profile: tuple[str, ...]
    """Changes of sections, points, weights and of how judges are asked."""
    program: tuple[str, ...]
    """Changes of the graders and of the judges' prompt, which come with the program and move facts of a release only."""


def last_used(suite: Suite, store: Store) -> Suite:
    """The suite as the store was last asked, judged or graded with: today's profile and cases, with the stamps of then.

    Raises:
        UserError: when the store does not know with what.
    """
    known: dict[str, dict[Aspect, StoredContent]] = {}
    for content in store.contents():
        if content.aspect != "grader":
            known.setdefault(content.case_id, {})[content.aspect] = content
    cases = {name: _as_of(case, known[name]) for name, case in suite.cases.items() if name in known}
    if not cases:
        raise UserError(
            f"{store.place} does not know with which cases its answers were graded",
            hint="compare with a folder or a release: --against DIR|VERSION",
        )
    return replace(suite, cases={name: cases.get(name, case) for name, case in suite.cases.items()})


def _as_of(case: Case, known: Mapping[Aspect, StoredContent]) -> Case:
    content = case.content
    if isinstance(content, SessionContent):
        questions = known["judge"].content["questions"]
        content = replace(content, questions=tuple(_question(each) for each in questions))
    return replace(case, content=content, stamps=Stamps(**{aspect: known[aspect].stamp for aspect in ASPECTS}))


def _question(document: Mapping[str, Any]) -> Question:
    return Question(**{**document, "turns": tuple(document["turns"])})


def difference(before: Suite, after: Suite, store: Store | None = None) -> SuiteDifference:
    """What an edit changed.

    Args:
        store: knows the content of cases of which `before` has only the stamps.
    """
    contents = () if store is None else store.contents()
    kept: _Kept = {(one.case_id, one.aspect, one.stamp): one.content for one in contents}
    return SuiteDifference(
        tuple(_cases(before, after, kept)),
        changes(_profile(before), _profile(after)),
        tuple(_program(before, after)),
    )


def _cases(before: Suite, after: Suite, kept: _Kept) -> Iterator[CaseDifference]:
    for name, case in after.cases.items():
        if name not in before.cases:
            yield CaseDifference(case, "added", {})
            continue
        old = before.cases[name]
        then, now = stamped_content(before, old), stamped_content(after, case)
        moved = [aspect for aspect in ASPECTS if old.stamps.of(aspect) != case.stamps.of(aspect)]
        if moved:
            words = {
                aspect: changes(kept.get((name, aspect, old.stamps.of(aspect)), then[aspect]), now[aspect])
                for aspect in moved
            }
            yield CaseDifference(case, "changed", words)
    for name, case in before.cases.items():
        if name not in after.cases:
            yield CaseDifference(case, "removed", {})


def _profile(suite: Suite) -> dict[str, Any]:
    sections = {
        section.id: {
            "counted": section.counted,
            "parts": {part.id: {**_part(asdict(part)), "packs": len(part.packs)} for part in section.parts},
        }
        for section in suite.profile.sections
    }
    return {"sections": sections, "judge": asdict(suite.judging)}


def _program(before: Suite, after: Suite) -> Iterator[str]:
    kinds = {case.kind for case in before.standard()} & {case.kind for case in after.standard()}
    for kind in sorted(kinds):
        old, new = (grader_versions(suite, kind)["wasm"] for suite in (before, after))
        if old != new:
            yield f"the grader of {kind} {old} -> {new}"
    if before.judging == after.judging and fingerprint_on(before, "") != fingerprint_on(after, ""):
        yield "the judge's prompt"


def _part(part: Mapping[str, Any]) -> dict[str, Any]:
    return {"points": part["points"], "cases": list(part["cases"]), "weights": part["weights"]}
