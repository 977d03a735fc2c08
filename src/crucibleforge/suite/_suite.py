"""A loaded suite."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from crucibleforge.core.case import Canary, Case
from crucibleforge.core.errors import UserError
from crucibleforge.core.grading import JudgeSettings
from crucibleforge.core.profile import Profile

from ._release import Release


@dataclass(frozen=True, slots=True)
class AskingSettings:
    """How every model is asked."""

    temperature: float
    thinking_factor: float
    """A thinking model's budget is the case's times this."""
    max_tokens_cap: int


@dataclass(frozen=True, slots=True)
class Demands:
    """The least that `suite verify` accepts."""

    checks: int
    session_checks: int
    writing_checks: int
    wrong_solutions: int


@dataclass(frozen=True, slots=True)
class Suite:
    """A test: its profile, its cases in the profile's order, the judge's canaries."""

    name: str
    title: str
    version: str
    root: Path
    canary_line: str
    profile: Profile
    cases: Mapping[str, Case]
    canaries: tuple[Canary, ...]
    asking: AskingSettings
    judging: JudgeSettings
    demands: Demands
    release: Release | None = None
    """What it is pinned to, where it is a released one."""

    def case(self, name: str) -> Case:
        """The case with this id, slug or full name.

        Raises:
            UserError: when there is none.
        """
        for case in self.cases.values():
            if name in (case.id, case.slug, case.name):
                return case
        raise UserError(
            f"no case {name!r} in suite {self.name} {self.version}", hint=f"one of: {', '.join(self.cases)}"
        )

    def standard(self) -> Iterator[Case]:
        """The cases of the standard test (no packs), in the profile's order."""
        for part in self.profile.parts():
            for case_id in part.cases:
                yield self.cases[case_id]
