"""What graders and judges say about an answer."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

from .conversation import Outcome
from .money import Cost

GradedBy = Literal["answer", "tests", "output", "fix", "step", "rule", "judge"]


@dataclass(frozen=True, slots=True)
class Check:
    """One independently graded part of a case."""

    id: str
    credit: float | None
    """In [0, 1]; None where the judge has not answered yet."""
    by: GradedBy
    title: str = ""
    weight: float = 1.0
    gate: bool = False
    """Failing it alone makes the case 0."""
    evidence: str = ""
    """Why credit was lost, or the words that earned it."""


@dataclass(frozen=True, slots=True)
class Grade:
    """All checks of one answer. A failed `answered` gate stands alone."""

    case_id: str
    outcome: Outcome
    checks: tuple[Check, ...]

    @property
    def settled_at_zero(self) -> bool:
        """Whether a failed gate makes the credit 0 whatever a judge would still say."""
        return any(check.gate and check.credit == 0 for check in self.checks)


class VerdictAnswer(StrEnum):
    """A judge's word on one question."""

    YES = "YES"
    NO = "NO"
    UNPARSABLE = "unparsable"


@dataclass(frozen=True, slots=True)
class Vote:
    """One reply of the judge to one question, after the quote guard."""

    answer: VerdictAnswer
    """A YES without a valid quote has become NO here."""
    said: VerdictAnswer
    """What the judge wrote."""
    quote: str = ""
    quote_valid: bool = False
    start: int | None = None
    """Where the quote stands in the judged turn, in characters; None when not found."""
    end: int | None = None
    turn: int | None = None
    """The turn (from 1) in which the quote was found."""
    reason: str = ""
    """Why a quote was rejected or a reply not parsed."""
    raw: str = ""
    prompt_tokens: int | None = None
    """Of all that was asked for this vote, as the other counts are."""
    cached_tokens: int | None = None
    completion_tokens: int | None = None
    cost: Cost | None = None
    """None where usage or price is unknown."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """The judge's decision on one question about one answer."""

    question_id: str
    answer: VerdictAnswer
    votes: tuple[Vote, ...]


@dataclass(frozen=True, slots=True)
class JudgeSettings:
    """How many votes a gate takes, and what one reply of the judge may cost."""

    votes: int = 3
    vote_temperature: float = 0.7
    max_tokens: int = 300
    window: int = 8192
    """Tokens that every judge must be able to read and write at once; longer replies are cut to it before any judge
    sees them."""

    def __post_init__(self) -> None:
        if self.window <= self.max_tokens:
            raise ValueError(f"the window must be larger than one reply: {self}")
        if self.votes < 2 or self.vote_temperature <= 0 or self.max_tokens < 1:
            raise ValueError(f"a gate needs two votes or more, drawn with a temperature above 0: {self}")
