"""A case: one question of the test, with all that is needed to ask and to grade it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from .stamps import Stamps

Kind = Literal["program", "predict", "bughunt", "tools", "session", "writing"]
KINDS: tuple[Kind, ...] = ("program", "predict", "bughunt", "tools", "session", "writing")
CODE_KINDS: tuple[Kind, ...] = ("program", "predict", "bughunt")

Scope = Literal["turn", "all_turns", "narration", "dialogue", "ooc"]
RuleKind = Literal[
    "words",
    "sentences",
    "lines",
    "paragraphs",
    "includes",
    "excludes",
    "pattern",
    "starts",
    "ends",
    "json",
    "person",
    "tense",
    "speaks_for_user",
    "unique_across_turns",
    "recalls",
    "language",
]
DEFAULT_WRONG = "error: the request could not be completed"
"""What a tool answers to a call that its step did not wait for, unless the step says otherwise."""

QuestionKind = Literal["recall", "voice", "limit", "plot", "stance", "craft"]
"""What a judge question is about; each kind in a batch has canaries of its own."""


@dataclass(frozen=True, slots=True)
class Budget:
    """What one reply may cost."""

    max_tokens: int
    seconds: float | None = None


@dataclass(frozen=True, slots=True)
class Rule:
    """A text rule, graded by code."""

    id: str
    kind: RuleKind
    params: Mapping[str, Any]
    """Validated by the suite's model of that kind; see docs/reference/suite-format.md."""
    about: str = ""
    """What it asks for, in words; empty where kind and parameters say it."""
    scope: Scope = "turn"
    turns: tuple[int, ...] = ()
    """Turn numbers from 1; empty means every turn."""
    weight: float = 1.0
    gate: bool = False


@dataclass(frozen=True, slots=True)
class Question:
    """A YES/NO question to the judge about one fact of the reply."""

    id: str
    kind: QuestionKind
    ask: str
    turns: tuple[int, ...] = ()
    """Turn numbers from 1 whose replies may be quoted; empty means the whole session."""
    expect: Literal["YES", "NO"] = "YES"
    weight: float = 1.0
    gate: bool = False


ExemplarName = Literal["good", "subtle", "thin", "wrong"]


@dataclass(frozen=True, slots=True)
class Exemplar:
    """A reply whose right grading is known."""

    name: ExemplarName
    replies: tuple[str, ...]
    fails: tuple[str, ...] = ()
    """Ids of the rules and questions that it must fail; every other one it must pass."""
    quotes: Mapping[str, str] = field(default_factory=dict)
    """Question id -> the words that prove its YES."""


@dataclass(frozen=True, slots=True)
class GroupLimit:
    """The fixed cost limit of one hidden-test group, measured on the reference."""

    ref_fuel: int
    limit: int
    asserts: int
    """Assertions that the reference runs through; fewer than that is no pass."""


@dataclass(frozen=True, slots=True)
class WrongSolution:
    """A plausible wrong program and the groups it must fail (all others it must pass)."""

    name: str
    source: str
    fails: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ProgramContent:
    """Write a function or class; graded by hidden tests."""

    prompt: str
    tests: str
    groups: tuple[str, ...]
    limits: Mapping[str, GroupLimit]
    reference: str
    wrong: tuple[WrongSolution, ...] = ()
    needs: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Group -> groups that must pass first."""
    complexity: tuple[str, ...] = ()
    """Groups that exist to fail the obvious slow solution."""
    secret: bool = False
    """Expected values are kept off public pages."""
    tuples_are_lists: bool = False
    """A tuple with the members of an expected list is right as well."""
    runner: str = ""
    """The sandbox runner on which the limits were measured."""


@dataclass(frozen=True, slots=True)
class PredictContent:
    """Say what a program prints; the expected lines come from running it."""

    prompt: str
    program: str


@dataclass(frozen=True, slots=True)
class Bug:
    """One planted fault."""

    id: str
    title: str
    fix: Mapping[int, str]
    """Line number (from 1) -> mended line."""
    groups: tuple[str, ...]
    """Test groups that fail with this fault and pass when only it is mended."""


@dataclass(frozen=True, slots=True)
class BughuntContent:
    """Find and mend planted faults by line."""

    prompt: str
    program: str
    bugs: tuple[Bug, ...]
    decoys: tuple[int, ...]
    """Suspicious lines that are right."""
    tests: str
    groups: tuple[str, ...]
    limits: Mapping[str, GroupLimit]
    reference: str
    runner: str = ""
    """The sandbox runner on which the limits were measured."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A function the model may call; `parameters` is a JSON schema."""

    name: str
    description: str
    parameters: Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class ExpectedCall:
    """A call that a step waits for; each argument has a matcher."""

    tool: str
    args: Mapping[str, Mapping[str, Any]]
    """Name -> matcher, one key of: equals, near {value, within}, one_of, pattern, date, absent."""
    result: str = ""
    """What the tool answers when this call came."""


@dataclass(frozen=True, slots=True)
class UserStep:
    """The user's next words."""

    text: str


@dataclass(frozen=True, slots=True)
class ExpectStep:
    """What the model must do next: exactly these calls, or a reply without any call."""

    id: str
    about: str
    """What a reader sees: the ability in a few words."""
    calls: tuple[ExpectedCall, ...] = ()
    reply: tuple[Rule, ...] = ()
    """With no calls: rules for the reply's text (all must hold)."""
    wrong: str = DEFAULT_WRONG
    """What a tool answers when another call came than the step waits for."""
    needs: tuple[str, ...] = ()
    """Steps that must have passed, or this one is not reached."""
    forbid: tuple[str, ...] = ()
    """Tools whose call anywhere in this step fails it."""
    weight: float = 1.0
    gate: bool = False


@dataclass(frozen=True, slots=True)
class ToolsContent:
    """A scripted conversation with tools."""

    tools: tuple[Tool, ...]
    steps: tuple[UserStep | ExpectStep, ...]
    exemplar: Mapping[str, str] = field(default_factory=dict)
    """Reply step -> one right reply."""


@dataclass(frozen=True, slots=True)
class SessionContent:
    """A scripted chat of one or more turns, graded by rules and by the judge."""

    turns: tuple[str, ...]
    canon: str
    """What the judge may know: the facts of the case, never shown to the model as such."""
    rules: tuple[Rule, ...]
    questions: tuple[Question, ...]
    exemplars: tuple[Exemplar, ...] = ()


Content = ProgramContent | PredictContent | BughuntContent | ToolsContent | SessionContent


@dataclass(frozen=True, slots=True)
class Case:
    """One case of a suite. `writing` cases carry a SessionContent of one turn."""

    id: str
    slug: str
    title: str
    part: str
    kind: Kind
    measures: str
    budget: Budget
    content: Content
    stamps: Stamps
    system: str = ""

    @property
    def name(self) -> str:
        """Id and slug, as the case's folder is called."""
        return f"{self.id}-{self.slug}"


def by_id(cases: Sequence[Case]) -> dict[str, Case]:
    """The cases keyed by id."""
    return {case.id: case for case in cases}


@dataclass(frozen=True, slots=True)
class Canary:
    """A reply and a question whose right answer (`question.expect`) is beyond doubt."""

    question: Question
    reply: str
