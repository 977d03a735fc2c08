"""Why a stored answer, grade or verdict does not count any more: what its stamp stood for, beside what stands there now."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any, Literal

from crucibleforge.core.case import Case
from crucibleforge.core.stamps import Aspect
from crucibleforge.grade import grader_version
from crucibleforge.sandbox import BACKENDS
from crucibleforge.store import Store, StoredContent
from crucibleforge.suite import Suite, changes, stamped_content

Moved = Literal["question", "model", "judge", "check", "grader", "unknown"]


@dataclass(frozen=True, slots=True)
class Why:
    """What moved since the fact was stored, and how, in words."""

    moved: tuple[Moved, ...]
    words: str


def contents_in_use(suite: Suite) -> Iterator[StoredContent]:
    """What the stamps of a suite's cases are made of, and the graders' versions, to be stored beside what they stamp."""
    for case in suite.cases.values():
        for aspect, content in stamped_content(suite, case).items():
            yield StoredContent(case.id, aspect, case.stamps.of(aspect), content)
        for version in dict.fromkeys(grader_version(case.kind, backend) for backend in BACKENDS):
            yield StoredContent(case.id, "grader", version, {})


class Past:
    """The stamps that a store knows the contents of."""

    def __init__(self, suite: Suite, store: Store) -> None:
        self._suite = suite
        self._store = store

    @cached_property
    def _contents(self) -> Mapping[tuple[str, str], list[StoredContent]]:
        """By case and aspect, those that a run used last first."""
        found: dict[tuple[str, str], list[StoredContent]] = defaultdict(list)
        for content in reversed(self._store.contents()):
            found[content.case_id, content.aspect].append(content)
        return found

    @cached_property
    def _judges(self) -> Mapping[str, str]:
        """The identity of every judge that proved itself here, by fingerprint."""
        return {one.judge_fingerprint: one.identity for one in self._store.calibrations()}

    def why_asked(self, case: Case, stamps: Collection[str], identities: Iterable[str], identity: str) -> Why:
        """Why answers with these stamps are none to the question of now.

        Args:
            identities: all that the model is known to have had.
            identity: the model's of now.
        """
        known = [identity, *identities]
        for content in self._contents[case.id, "question"]:
            for had in known:
                if replace(case.stamps, question=content.stamp).asked_of(had) in stamps:
                    model = _model_words(had, identity)
                    return _why(("question", self._edits(case, content)), ("model", model))
        return Why(("unknown",), "the question or the model changed")

    def why_graded(self, case: Case, stamps: Collection[str], version: str) -> Why:
        """Why grades with these stamps are none by the rules of now."""
        if not stamps:
            return Why((), "not graded yet")
        for content in self._contents[case.id, "check"]:
            for grader in self._contents[case.id, "grader"]:
                if replace(case.stamps, check=content.stamp).graded_by(grader.stamp) in stamps:
                    words = [f"the grader {grader.stamp} -> {version}"] if grader.stamp != version else []
                    return _why(("check", self._edits(case, content)), ("grader", words))
        return Why(("unknown",), "graded by other rules, or by another grader")

    def why_judged(self, case: Case, stamps: Collection[str], judge: str) -> Why:
        """Why verdicts with these stamps are none of this judge on the questions of now."""
        if not stamps:
            return Why((), "not judged yet")
        known = {judge: self._judges.get(judge, ""), **self._judges}
        for content in self._contents[case.id, "judge"]:
            for fingerprint, identity in known.items():
                if replace(case.stamps, judge=content.stamp).judged_by(fingerprint) in stamps:
                    other = [f"judged so far by {identity}, or with other settings"] if fingerprint != judge else []
                    return _why(("judge", [*self._edits(case, content), *other]))
        return Why(("unknown",), "judged by another judge, or on other questions")

    def _edits(self, case: Case, content: StoredContent) -> list[str]:
        aspect: Aspect = "check" if content.aspect == "grader" else content.aspect
        if content.stamp == case.stamps.of(aspect):
            return []
        now: Mapping[str, Any] = stamped_content(self._suite, case)[aspect]
        return list(changes(content.content, now)) or ["changed in its form alone"]


def _why(*found: tuple[Moved, list[str]]) -> Why:
    moved = tuple(name for name, words in found if words)
    return Why(moved, "; ".join(word for _, words in found for word in words))


def _model_words(had: str, has: str) -> list[str]:
    """What differs in how the model is known; the parts of an identity stand between bars."""
    before, after = had.split(" | "), has.split(" | ")
    gone = [part for part in before if part not in after]
    came = [part for part in after if part not in before]
    return [f"the model {', '.join(gone) or '–'} -> {', '.join(came) or '–'}"] if had != has else []
