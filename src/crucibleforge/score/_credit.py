"""What one case earns: from its checks, and from its attempts."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence

from crucibleforge.core.errors import UserError, shown
from crucibleforge.core.grading import Check

__all__ = ["Attempts", "case_credits", "credit"]

Attempts = Mapping[str, Sequence[float | None]]
"""One model's credits: case id -> the credit of each attempt, None where one is not known yet."""


def credit(checks: Sequence[Check]) -> float | None:
    """The weighted mean of a case's checks; 0 when a gate failed, None while a check is undecided.

    A failed gate settles the case even when the judge has not answered the rest.

    Raises:
        ValueError: for a credit outside [0, 1] or a weight that is not above 0; graders must not produce one.
    """
    for check in checks:
        _refuse_impossible(check)
    if any(check.gate and check.credit == 0 for check in checks):
        return 0.0
    known = [(check.weight, check.credit) for check in checks if check.credit is not None]
    if not known or len(known) < len(checks):
        return None
    return _unit(math.fsum(weight * value for weight, value in known) / math.fsum(weight for weight, _ in known))


def case_credits(model: str, attempts: Attempts) -> dict[str, float]:
    """The credit of every case that has one: the mean of its attempts, all of which must be known.

    Raises:
        UserError: naming model and case, for a credit that is not a number from 0 to 1.
    """
    means: dict[str, float] = {}
    for case, values in attempts.items():
        known = [_valid(model, case, value) for value in values if value is not None]
        if known and len(known) == len(values):
            means[case] = _unit(math.fsum(known) / len(known))
    return means


def _valid(model: str, case: str, value: float) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
        raise UserError(
            f"model {shown(model)}, case {shown(case)}: a credit is a number from 0 to 1, not {shown(value)}",
            hint="leave out a case that could not be asked; never write NaN for it",
        )
    return float(value)


def _refuse_impossible(check: Check) -> None:
    if check.credit is not None and not 0 <= check.credit <= 1:
        raise ValueError(f"check {check.id!r}: credit {check.credit!r} is not in [0, 1]")
    if not (check.weight > 0 and math.isfinite(check.weight)):
        raise ValueError(f"check {check.id!r}: weight {check.weight!r} is not above 0")


def _unit(value: float) -> float:
    # A mean of numbers in [0, 1] can leave it by one rounding step.
    return min(1.0, max(0.0, value))
