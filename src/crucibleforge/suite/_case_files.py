"""The file shapes of cases, one per kind."""

from __future__ import annotations

import datetime
from typing import Annotated, Any, Literal, Self

import re2
from pydantic import ConfigDict, Field, PositiveFloat, PositiveInt, StringConstraints, field_validator, model_validator

from crucibleforge.core.case import DEFAULT_WRONG, Budget, Bug, ExpectedCall, ExpectStep, Kind, Tool, UserStep

from ._rule_files import CheckId, QuestionFile, RuleFile, Strict

GroupName = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_]{0,39}$")]


class BudgetFile(Strict):
    max_tokens: PositiveInt
    seconds: PositiveFloat | None = None

    def budget(self) -> Budget:
        return Budget(self.max_tokens, self.seconds)


class CaseFile(Strict):
    """What every case has."""

    id: Annotated[str, StringConstraints(pattern=r"^[A-Z]{2,3}[0-9]{1,3}$")]
    title: Annotated[str, StringConstraints(min_length=1)]
    part: str
    kind: Kind
    measures: Annotated[str, StringConstraints(min_length=20)]
    system: str = ""
    budget: BudgetFile


class ProgramFile(CaseFile):
    kind: Literal["program"]
    needs: dict[GroupName, list[GroupName]] = {}
    complexity: list[GroupName] = []
    secret: bool = False
    tuples_are_lists: bool = False


class PredictFile(CaseFile):
    kind: Literal["predict"]


class BughuntFile(CaseFile):
    kind: Literal["bughunt"]


class BugFile(Strict):
    id: CheckId
    title: str
    fix: Annotated[dict[PositiveInt, str], Field(min_length=1)]
    groups: Annotated[list[GroupName], Field(min_length=1)]

    def bug(self) -> Bug:
        return Bug(self.id, self.title, dict(self.fix), tuple(self.groups))


class BugsFile(Strict):
    bugs: Annotated[list[BugFile], Field(min_length=1)]
    decoys: list[PositiveInt]


class ToolFile(Strict):
    name: Annotated[str, StringConstraints(pattern=r"^[a-zA-Z_][a-zA-Z0-9_]{0,63}$")]
    description: str
    parameters: dict[str, Any]

    def tool(self) -> Tool:
        return Tool(self.name, self.description, self.parameters)


class Near(Strict):
    value: float
    within: Annotated[float, Field(ge=0)]


class Matcher(Strict):
    """What an argument must be; exactly one key."""

    equals: Any = None
    near: Near | None = None
    one_of: Annotated[list[Any], Field(min_length=1)] | None = None
    pattern: str | None = None
    date: datetime.date | None = None
    absent: Literal[True] | None = None

    @field_validator("date", mode="before")
    @classmethod
    def _day(cls, value: Any) -> Any:
        return datetime.date.fromisoformat(value) if isinstance(value, str) else value

    @model_validator(mode="after")
    def _one(self) -> Self:
        if len(self.model_fields_set) != 1:
            raise ValueError(f"needs exactly one matcher, has {sorted(self.model_fields_set) or 'none'}")
        if self.pattern is not None:
            try:
                re2.compile(self.pattern)
            except re2.error as error:
                raise ValueError(f"not an RE2 pattern ({error})") from None
        return self

    def matcher(self) -> dict[str, Any]:
        return self.model_dump(include=self.model_fields_set, mode="json")


class CallFile(Strict):
    tool: str
    args: dict[str, Matcher] = {}
    result: str = ""

    def call(self) -> ExpectedCall:
        return ExpectedCall(self.tool, {name: arg.matcher() for name, arg in self.args.items()}, self.result)


class ExpectFile(Strict):
    id: CheckId
    about: str
    call: CallFile | None = None
    calls: Annotated[list[CallFile], Field(min_length=2)] | None = None
    reply: Annotated[list[RuleFile], Field(min_length=1)] | None = None
    wrong: str = DEFAULT_WRONG
    needs: list[CheckId] = []
    forbid: list[str] = []
    weight: PositiveFloat = 1.0
    gate: bool = False

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.call is None) + (self.calls is None) + (self.reply is None) != 2:
            raise ValueError("needs exactly one of call, calls and reply")
        return self

    def step(self) -> ExpectStep:
        calls = [self.call] if self.call is not None else self.calls or []
        return ExpectStep(
            id=self.id,
            about=self.about,
            calls=tuple(call.call() for call in calls),
            reply=tuple(rule.rule() for rule in self.reply or ()),
            wrong=self.wrong,
            needs=tuple(self.needs),
            forbid=tuple(self.forbid),
            weight=self.weight,
            gate=self.gate,
        )


class StepFile(Strict):
    user: str | None = None
    expect: ExpectFile | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.user is None) == (self.expect is None):
            raise ValueError("needs either user or expect")
        return self

    def step(self) -> UserStep | ExpectStep:
        if self.user is not None:
            return UserStep(self.user.strip())
        assert self.expect is not None
        return self.expect.step()


class ToolsFile(CaseFile):
    kind: Literal["tools"]
    tools: Annotated[list[ToolFile], Field(min_length=1)]
    steps: Annotated[list[StepFile], Field(min_length=2)]


class SessionFile(CaseFile):
    kind: Literal["session", "writing"]
    canon: str
    turns: Annotated[list[Annotated[str, StringConstraints(min_length=1)]], Field(min_length=1)]
    rules: Annotated[list[RuleFile], Field(min_length=1)]
    questions: Annotated[list[QuestionFile], Field(min_length=1)]


class ExemplarFile(Strict):
    replies: Annotated[list[str], Field(min_length=1)]
    fails: list[CheckId] = []
    quotes: dict[CheckId, Annotated[str, StringConstraints(min_length=12)]] = {}


class StepExemplarFile(Strict):
    """The right words of a tool session, by step."""

    replies: dict[CheckId, str]


class GroupLimitFile(Strict):
    ref_fuel: PositiveInt
    limit: PositiveInt
    asserts: PositiveInt


class LimitsFile(Strict):
    """limits.json, written by `suite measure`."""

    runner: str
    groups: dict[GroupName, GroupLimitFile]


class AnyCaseFile(Strict):
    """Just enough of a case to know its kind."""

    model_config = ConfigDict(extra="allow", frozen=True)

    kind: Kind
