"""Replies of a judge that are the same for different answers of different models: a form filled in without reading."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from crucibleforge.core.grading import Verdict, VerdictAnswer, Vote

from ._guard import plain

_LEAST_CHARS = 24
"""Beside the verdict and its quote, so many letters and digits are reasons, which two replies do not share by chance."""


@dataclass(frozen=True, slots=True)
class Judged:
    """A verdict and what it is about."""

    model: str
    case_id: str
    replies: tuple[str, ...]
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class Alike:
    """One question that the judge answered word for word alike about different answers."""

    case_id: str
    question_id: str
    models: tuple[str, ...]
    raw: str
    """What it wrote each time."""


def alike(judged: Iterable[Judged]) -> tuple[Alike, ...]:
    """The suspicious ones of all verdicts by one judge.

    A NO says the same about everything, whatever it quotes, and a YES may quote a sentence that stands in both answers. What a
    judge may not do is give the same reasons for both, or prove a YES with the same words although they stand in one at most.
    """
    found: dict[tuple[str, str, str], list[tuple[Judged, Vote]]] = defaultdict(list)
    for one in judged:
        for vote in one.verdict.votes:
            found[one.case_id, one.verdict.question_id, vote.raw].append((one, vote))
    return tuple(
        Alike(case_id, question_id, tuple(sorted({one.model for one, _ in same})), raw)
        for (case_id, question_id, raw), same in found.items()
        if _of_different_answers([one for one, _ in same]) and any(_is_telling(vote) for _, vote in same)
    )


def _of_different_answers(same: Sequence[Judged]) -> bool:
    return len({one.replies for one in same}) > 1 and len({one.model for one in same}) > 1


def _is_telling(vote: Vote) -> bool:
    """Whether the reply says what cannot fit several answers: a YES whose words do not stand here, or reasons."""
    if vote.said is VerdictAnswer.YES and vote.quote and not vote.quote_valid:
        return True
    said = {VerdictAnswer.YES: "yes", VerdictAnswer.NO: "no"}.get(vote.said, "")
    rest = plain(vote.raw).replace(plain(vote.quote), "").lower()
    for word in ("answer", "verdict", "quote", "json", said):
        rest = rest.replace(word, "", 1)
    return sum(char.isalnum() for char in rest) >= _LEAST_CHARS
