"""The file shapes of text rules and judge questions."""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self, get_args

import re2
from pydantic import BaseModel, ConfigDict, Field, PositiveFloat, PositiveInt, StringConstraints, model_validator

from crucibleforge.core.case import Question, QuestionKind, Rule, RuleKind, Scope

CheckId = Annotated[str, StringConstraints(pattern=r"^[A-Za-z][A-Za-z0-9-]{0,39}$")]
Phrases = Annotated[list[Annotated[str, StringConstraints(min_length=1)]], Field(min_length=1)]
Language = Literal["en", "fr", "es", "pt", "zh", "de"]
JsonType = Literal["string", "integer", "number", "boolean", "list", "object", "null"]


class Strict(BaseModel):
    """A file shape: what it does not know is an error."""

    model_config = ConfigDict(extra="forbid", frozen=True, populate_by_name=True)


class Counts(Strict):
    """How many; infeasible bounds are refused."""

    min: Annotated[int, Field(ge=0)] | None = None
    max: PositiveInt | None = None
    exactly: PositiveInt | None = None

    @model_validator(mode="after")
    def _possible(self) -> Self:
        if self.exactly is not None and (self.min is not None or self.max is not None):
            raise ValueError("give either exactly, or min and max")
        if self.exactly is None and self.min is None and self.max is None:
            raise ValueError("give min, max or exactly")
        if self.min is not None and self.max is not None and self.min > self.max:
            raise ValueError(f"no text has at least {self.min} and at most {self.max}")
        return self

    @property
    def least(self) -> int:
        """The smallest count that passes."""
        return self.exactly or self.min or 0

    @property
    def most(self) -> int | None:
        """The largest count that passes; None when there is no bound."""
        return self.exactly or self.max


class Includes(Strict):
    any: Phrases | None = None
    all: Phrases | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.any is None) == (self.all is None):
            raise ValueError("give either any or all")
        return self


class Excludes(Strict):
    any: Phrases
    unless_negated: bool = False


class AnyOf(Strict):
    any: Phrases


def _compiled(pattern: str) -> Any:
    try:
        return re2.compile(pattern)
    except re2.error as error:
        raise ValueError(f"not an RE2 pattern ({error}); look-around and back-references do not exist there") from None


class Pattern(Strict):
    find: str | None = None
    never: str | None = None
    unless_negated: bool = False

    @model_validator(mode="after")
    def _compiles(self) -> Self:
        if (self.find is None) == (self.never is None):
            raise ValueError("give either find or never")
        _compiled(self.find or self.never or "")
        return self


class Json(Strict):
    shape: Annotated[dict[str, JsonType], Field(min_length=1)]


class Person(Strict):
    is_: Literal["first", "second", "third"] = Field(alias="is")


class Tense(Strict):
    is_: Literal["past", "present"] = Field(alias="is")


class InLanguage(Strict):
    is_: Language = Field(alias="is")


class SpeaksForUser(Strict):
    names: list[str] = []


class Unique(Strict):
    part: Literal["first_word", "first_sentence", "last_sentence"] | None = None
    capture: str | None = None

    @model_validator(mode="after")
    def _one(self) -> Self:
        if (self.part is None) == (self.capture is None):
            raise ValueError("give either part or capture")
        if self.capture is not None and _compiled(self.capture).groups != 1:
            raise ValueError("capture needs exactly one group")
        return self


class Scoped(Strict):
    """What rules and questions share: an id, the turns they read, their weight."""

    id: CheckId
    turn: PositiveInt | None = None
    turns: Annotated[list[PositiveInt], Field(min_length=1)] | None = None
    weight: PositiveFloat = 1.0
    gate: bool = False

    @model_validator(mode="after")
    def _one_selection(self) -> Self:
        if self.turn is not None and self.turns is not None:
            raise ValueError("give either turn or turns")
        return self

    @property
    def selected(self) -> tuple[int, ...]:
        """The turn numbers; empty for all."""
        return (self.turn,) if self.turn is not None else tuple(self.turns or ())


class RuleFile(Scoped):
    """One text rule: exactly one rule key."""

    about: str = ""
    scope: Scope = "turn"
    words: Counts | None = None
    sentences: Counts | None = None
    lines: Counts | None = None
    paragraphs: Counts | None = None
    includes: Includes | None = None
    excludes: Excludes | None = None
    pattern: Pattern | None = None
    starts: AnyOf | None = None
    ends: AnyOf | None = None
    json_: Json | None = Field(default=None, alias="json")
    person: Person | None = None
    tense: Tense | None = None
    speaks_for_user: SpeaksForUser | None = None
    unique_across_turns: Unique | None = None
    recalls: AnyOf | None = None
    language: InLanguage | None = None

    @model_validator(mode="after")
    def _one_rule(self) -> Self:
        if len(self._given()) != 1:
            raise ValueError(f"needs exactly one rule key, has {self._given() or 'none'}")
        return self

    @model_validator(mode="after")
    def _readable(self) -> Self:
        unique = self.unique_across_turns
        if (self.pattern or (unique and unique.capture)) and not self.about.strip():
            raise ValueError("a pattern needs `about`: what it asks for, in words")
        return self

    def _given(self) -> list[RuleKind]:
        return [kind for kind in get_args(RuleKind) if self._params(kind) is not None]

    def _params(self, kind: RuleKind) -> BaseModel | None:
        params: BaseModel | None = getattr(self, "json_" if kind == "json" else kind)
        return params

    def rule(self) -> Rule:
        """The rule as graders know it."""
        (kind,) = self._given()
        params = self._params(kind)
        assert params is not None
        return Rule(
            id=self.id,
            kind=kind,
            params=params.model_dump(by_alias=True, exclude_none=True),
            about=self.about,
            scope=self.scope,
            turns=self.selected,
            weight=self.weight,
            gate=self.gate,
        )


class QuestionFile(Scoped):
    """One question to the judge."""

    kind: QuestionKind
    ask: Annotated[str, StringConstraints(min_length=12)]
    session: Literal[True] | None = None
    expect: Literal["YES", "NO"] = "YES"

    @model_validator(mode="after")
    def _well_formed(self) -> Self:
        if (self.turn is None) + (self.turns is None) + (self.session is None) != 2:
            raise ValueError("give one of turn, turns and session")
        if not self.ask.rstrip().endswith("?"):
            raise ValueError("a question ends with a question mark")
        if self.gate and self.expect == "NO":
            raise ValueError("a gate needs expect: YES")
        return self

    def question(self) -> Question:
        """The question as the judge knows it."""
        return Question(
            id=self.id,
            kind=self.kind,
            ask=self.ask.strip(),
            turns=self.selected,
            expect=self.expect,
            weight=self.weight,
            gate=self.gate,
        )


class CanaryFile(Strict):
    """A reply whose right verdict is beyond doubt."""

    id: CheckId
    kind: QuestionKind
    ask: str
    expect: Literal["YES", "NO"]
    reply: str
