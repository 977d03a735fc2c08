"""What the set-up check found: whether an endpoint serves its model in a way that can be measured."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum


class SetupState(StrEnum):
    """How one check of the set-up ended."""

    PASSED = "passed"
    FAILED = "failed"
    COULD_NOT_RUN = "could not run"


@dataclass(frozen=True, slots=True)
class SetupCheck:
    """One check of the set-up."""

    name: str
    state: SetupState
    words: str
    """What was seen; with FAILED and COULD_NOT_RUN the reason."""
    told_only: bool = False
    """The failure speaks of the model and not of its endpoint: it is shown, and nothing follows from it."""
    learned: Mapping[str, str] = field(default_factory=dict)
    """What is now known of the endpoint, by the name under which the model's row keeps it."""

    figures: Mapping[str, float] = field(default_factory=dict)
    """What was measured, by name."""

    @property
    def makes_provisional(self) -> bool:
        """Whether the model may be measured wrongly because of this."""
        return self.state is SetupState.FAILED and not self.told_only

    @property
    def reason(self) -> str:
        """The check and its words, for a reader who sees nothing else."""
        return f"{self.name}: {self.words}"


def standing(sets: Sequence[Sequence[SetupCheck]]) -> tuple[SetupCheck, ...]:
    """The checks as they stand after several times: a check that could not run leaves its earlier result standing.

    Args:
        sets: the checks of each time, oldest first.
    """
    if not sets:
        return ()
    ran = {check.name: check for checks in sets for check in checks if check.state is not SetupState.COULD_NOT_RUN}
    return tuple(ran.get(check.name, check) for check in sets[-1])


def learned(checks: Sequence[SetupCheck]) -> dict[str, str]:
    """All that the checks found out about the endpoint."""
    return {name: value for check in checks for name, value in check.learned.items()}
