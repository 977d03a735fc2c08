"""What stands in a bundle, and its one spelling as JSON."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, is_dataclass, replace
from enum import Enum
from typing import Any, TypeVar

from pydantic import AwareDatetime, TypeAdapter, ValidationError

from crucibleforge.core.conversation import Outcome, Turn
from crucibleforge.core.errors import UserError
from crucibleforge.core.grading import Check, Verdict
from crucibleforge.core.setup import SetupCheck
from crucibleforge.core.stamps import Stamps
from crucibleforge.store import escaped, unescaped

__all__ = [
    "FORMAT",
    "AnswerFacts",
    "JudgeFacts",
    "Manifest",
    "ModelFacts",
    "RowClaim",
    "SetupFacts",
    "SuiteFacts",
    "dumped",
    "loaded",
]

FORMAT = 1
T = TypeVar("T")
_ADAPTERS: dict[Any, TypeAdapter[Any]] = {}


@dataclass(frozen=True, slots=True)
class SuiteFacts:
    """Which test it was."""

    name: str
    version: str
    profile: str
    """A hash of its parts, points and weights."""
    cases: Mapping[str, Stamps]


@dataclass(frozen=True, slots=True)
class JudgeFacts:
    """The judge of the chats, and how it did on the known questions."""

    name: str
    identity: str
    at: AwareDatetime
    passed: bool
    words: str


@dataclass(frozen=True, slots=True)
class SetupFacts:
    """What one set-up check found."""

    version: str
    at: AwareDatetime
    checks: tuple[SetupCheck, ...]


@dataclass(frozen=True, slots=True)
class ModelFacts:
    """A model, and how it was served."""

    name: str
    identity: str
    endpoint_kind: str
    served_id: str
    stack: Mapping[str, Any]
    setups: tuple[SetupFacts, ...]
    answers: tuple[str, ...]
    """The members that hold its answers."""


@dataclass(frozen=True, slots=True)
class AnswerFacts:
    """One answer with all that is known of it."""

    case_id: str
    attempt: int
    begun: AwareDatetime
    outcome: Outcome
    reason: str
    turns: tuple[Turn, ...]
    checks: tuple[Check, ...]
    """Its grade, the judge's word included."""
    verdicts: tuple[Verdict, ...]


@dataclass(frozen=True, slots=True)
class RowClaim:
    """A row as its owner's board has it; ranks, ties and lean belong to a board and not to a row."""

    total: float | None
    margin: float | None
    class_name: str | None
    partial: bool
    provisional: bool
    sections: Mapping[str, float | None]
    parts: Mapping[str, float | None]
    """Points by part."""
    part_margins: Mapping[str, float | None]
    credits: Mapping[str, tuple[float, ...]]
    """Of every attempt, by case."""


@dataclass(frozen=True, slots=True)
class Manifest:
    """The first thing to read."""

    format: int
    made_with: str
    """The version of crucibleforge."""
    graders: Mapping[str, str]
    """The version of what graded each kind of case."""
    suite: SuiteFacts
    judge: JudgeFacts | None
    models: tuple[ModelFacts, ...]
    rows: Mapping[str, RowClaim]


def dumped(value: Any) -> bytes:
    """The value as JSON, in the one way in which it is ever written."""
    plain = _adapter(type(value)).dump_python(_each_text(value, escaped), mode="json")
    return json.dumps(plain, sort_keys=True, ensure_ascii=False, allow_nan=False, indent=1).encode()


def loaded(kind: type[T], data: bytes, where: str) -> T:
    """What `dumped` was given.

    Raises:
        UserError: naming `where` and the field, for anything that `dumped` would not have written.
    """
    try:
        value = _adapter(kind).validate_json(data)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        at = ".".join(map(str, first["loc"]))
        raise UserError(f"{where}: {at or 'the document'}: {first['msg']}") from None
    found: T = _each_text(value, unescaped)
    if not _is_spelled(found, data):
        raise UserError(
            f"{where}: not written as a bundle's documents are, or with fields that this version does not know"
        )
    return found


def _is_spelled(value: Any, data: bytes) -> bool:
    try:
        return dumped(value) == data
    except ValueError:  # a number that JSON does not have
        return False


def _adapter(kind: Any) -> TypeAdapter[Any]:
    """Made once for each kind: that takes longer than a document does."""
    if kind not in _ADAPTERS:
        _ADAPTERS[kind] = TypeAdapter(kind)
    return _ADAPTERS[kind]


def _each_text(value: Any, change: Callable[[str], str]) -> Any:
    """The value with every text in it changed: lone surrogates, which models do write, are no valid JSON."""
    if isinstance(value, Enum):
        return value
    if isinstance(value, str):
        return change(value)
    if is_dataclass(value) and not isinstance(value, type):
        return replace(value, **{each.name: _each_text(getattr(value, each.name), change) for each in fields(value)})
    if isinstance(value, Mapping):
        return {change(key): _each_text(item, change) for key, item in value.items()}
    if isinstance(value, tuple | list):
        return type(value)(_each_text(item, change) for item in value)
    return value
