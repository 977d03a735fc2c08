"""What the store knows about answers, models, runs and judges, beyond the core's own values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any, Literal

from crucibleforge.core.conversation import Outcome
from crucibleforge.core.grading import Verdict
from crucibleforge.core.setup import SetupCheck
from crucibleforge.core.stamps import Aspect

__all__ = [
    "AnswerSize",
    "Holder",
    "StoredAnswer",
    "StoredCalibration",
    "StoredContent",
    "StoredExemplarVerdict",
    "StoredModel",
    "StoredRun",
    "StoredSetup",
    "Submission",
]


@dataclass(frozen=True, slots=True)
class Holder:
    """Who writes to a store."""

    command: str
    host: str
    pid: int
    since: datetime

    def __str__(self) -> str:
        return f"{self.command!r} (process {self.pid} on {self.host}, since {self.since:%Y-%m-%d %H:%M:%S} UTC)"


@dataclass(frozen=True, slots=True)
class Submission:
    """Where a row came from that was not measured here."""

    root: str
    """Of the bundle's hash tree."""
    is_complete: bool
    """Whether all of the bundle's facts about the model are stored."""
    is_verified: bool
    """Whether the bundle was found to say what this machine finds."""


@dataclass(frozen=True, slots=True)
class StoredModel:
    """A model as it was last asked; `stack` holds what is known of quantization, engine and hardware."""

    name: str
    identity: str
    endpoint_kind: str = ""
    served_id: str = ""
    stack: Mapping[str, Any] = field(default_factory=dict)
    """Plain JSON data."""
    dialect: Mapping[str, Any] = field(default_factory=dict)
    """What was learnt of its endpoint's manners; plain JSON data."""
    submission: Submission | None = None
    """None of a model that was measured here."""


@dataclass(frozen=True, slots=True)
class StoredRun:
    """One command that asked, graded or judged."""

    id: int
    command: str
    suite: str
    begun: datetime
    finished: datetime | None
    """None while it runs, and for ever when it was killed."""
    ending: str


@dataclass(frozen=True, slots=True)
class StoredAnswer:
    """What became of one question, without its turns."""

    id: int
    model: str
    case_id: str
    attempt: int
    question_stamp: str
    outcome: Outcome
    """NOT_ASKED while no try brought anything scorable: the case is missing, and is asked again."""
    reason: str
    """With NOT_ASKED: what the last try failed with."""
    failed_tries: int
    replaced: int
    """Older answers to the same question, under the same stamp, that this one stands for."""
    begun: datetime
    finished: datetime | None
    run_id: int | None

    @property
    def is_missing(self) -> bool:
        """Whether there is nothing to score."""
        return self.outcome is Outcome.NOT_ASKED


@dataclass(frozen=True, slots=True)
class AnswerSize:
    """What replies took, all attempts included."""

    calls: int
    """Turns or votes."""
    prompt_tokens: int | None
    completion_tokens: int
    seconds: float = 0.0


@dataclass(frozen=True, slots=True)
class StoredCalibration:
    """How a judge did on the known questions."""

    judge_fingerprint: str
    judge: str
    """Its name."""
    identity: str
    """What its fingerprint was made from, besides the settings."""
    at: datetime
    passed: bool
    words: str
    is_trial: bool = False
    """Asked only to be measured, or compared with another: such a judge does not become the board's."""


@dataclass(frozen=True, slots=True)
class StoredContent:
    """What one stamp of a case was made of."""

    case_id: str
    aspect: Literal[Aspect, "grader"]
    """Of a grader only the version is known, and is its stamp."""
    stamp: str
    content: Mapping[str, Any]
    """Plain JSON data."""


@dataclass(frozen=True, slots=True)
class StoredExemplarVerdict:
    """What a judge said on a question about an exemplar, whose right answer the suite knows."""

    judge_fingerprint: str
    judge: str
    """Its name."""
    identity: str
    case_id: str
    exemplar: str
    stamp: str
    """Of the judge and of all that it was shown."""
    repeat: int
    """From 0, which is asked just as in judging."""
    at: datetime
    verdict: Verdict


@dataclass(frozen=True, slots=True)
class StoredSetup:
    """What the set-up check of a model found, once."""

    model: str
    """Its name."""
    identity: str
    version: str
    """Of the checks."""
    checks: tuple[SetupCheck, ...]
    at: datetime
    run_id: int | None
