"""Content hashes that say what an edit makes stale."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any, Literal

Aspect = Literal["question", "judge", "check"]
"""What a stamp is of."""


@dataclass(frozen=True, slots=True)
class Stamps:
    """Three hashes of one case: each moves only when its kind of content does."""

    question: str
    """Moved: a new answer is needed."""
    judge: str
    """Moved: the stored answer is judged again."""
    check: str
    """Moved: the stored answer is graded again, no model is called."""

    def of(self, aspect: Aspect) -> str:
        """The hash of one aspect."""
        return str(getattr(self, aspect))

    def asked_of(self, identity: str) -> str:
        """The stamp of answers: the question and the model as it stands, its quantization and sampling included."""
        return digest([self.question, identity])

    def judged_by(self, fingerprint: str) -> str:
        """The stamp of verdicts: the judge's part of the case and the judge itself."""
        return digest([self.judge, fingerprint])

    def graded_by(self, version: str) -> str:
        """The stamp of grades: what is checked and the version of the grader's code."""
        return digest([self.check, version])


def digest(value: Any) -> str:
    """A hash (16 hex digits) of plain data, tuples, mappings and dataclasses.

    Key order and line ends don't matter; numbers, strings and booleans stay apart.

    Raises:
        TypeError: for anything that has no canonical form.
    """
    return _hash(canonical(value))


def canonical(value: Any) -> str:
    """The one text that stands for a value in a digest.

    Raises:
        TypeError: for anything that has no canonical form.
    """
    return json.dumps(_plain(value), sort_keys=True, ensure_ascii=False, allow_nan=False)


def digest_with(first: Any, rest: str) -> str:
    """The digest of a list, from its first value and the canonical text of the list of all others, which may not be empty."""
    return _hash(f"[{canonical(first)}, {rest[1:]}")


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:16]


def _plain(value: Any) -> Any:
    if is_dataclass(value) and not isinstance(value, type):
        return {field.name: _plain(getattr(value, field.name)) for field in fields(value)}
    if isinstance(value, Mapping):
        return [[_plain(key), _plain(value[key])] for key in sorted(value, key=repr)]
    if isinstance(value, str):
        return value.replace("\r\n", "\n").replace("\r", "\n")
    if isinstance(value, Sequence):
        return [_plain(item) for item in value]
    if value is None or isinstance(value, bool | int | float):
        return value
    raise TypeError(f"no canonical form for {type(value).__name__}")
