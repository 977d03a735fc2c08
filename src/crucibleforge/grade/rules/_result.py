"""What a rule says about the passages it read."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

Params = Mapping[str, Any]


@dataclass(frozen=True, slots=True)
class Passage:
    """What a rule reads at once; `turn` counts from 1 and is 0 where turns are joined."""

    turn: int
    text: str


@dataclass(frozen=True, slots=True)
class RuleResult:
    """Whether the rule holds, the words that decided it, and the count where the rule counts."""

    passed: bool
    evidence: str = ""
    measured: int | None = None


Reader = Callable[[Params, Sequence[Passage]], RuleResult]


def each(judge: Callable[[Params, str], RuleResult]) -> Reader:
    """A rule of one text as a rule that every passage must pass; the first failure speaks for all."""

    def read(params: Params, passages: Sequence[Passage]) -> RuleResult:
        result = RuleResult(True)
        for passage in passages:
            result = judge(params, passage.text)
            if not result.passed:
                place = f"turn {passage.turn}: " if len(passages) > 1 else ""
                return replace(result, evidence=f"{place}{result.evidence}")
        return result

    return read
