"""What a suite itself says that a judge should say."""

from __future__ import annotations

from collections.abc import Iterator

from crucibleforge.core.case import SessionContent
from crucibleforge.suite import Suite

Known = dict[tuple[tuple[str, ...], str], tuple[str, str]]
"""(the replies up to the last turn that the question is about; the question) -> YES and the words that prove it."""


def known_verdicts(suite: Suite) -> Known:
    """Every YES that the suite can prove, about its exemplars and canaries; all else is NO."""
    return dict(_of_exemplars(suite)) | {
        ((canary.reply,), canary.question.ask): ("YES", canary.reply)
        for canary in suite.canaries
        if canary.question.expect == "YES"
    }


def _of_exemplars(suite: Suite) -> Iterator[tuple[tuple[tuple[str, ...], str], tuple[str, str]]]:
    for case in suite.cases.values():
        if isinstance(case.content, SessionContent):
            for exemplar in case.content.exemplars:
                for question in case.content.questions:
                    if question.id in exemplar.quotes:
                        seen = exemplar.replies[: max(question.turns, default=len(exemplar.replies))]
                        yield (seen, question.ask), ("YES", exemplar.quotes[question.id])
