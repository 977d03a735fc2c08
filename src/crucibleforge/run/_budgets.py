"""How much a model may write to a case."""

from __future__ import annotations

from dataclasses import replace

from crucibleforge.ask import ModelSpec, Room
from crucibleforge.core.case import Budget, Case
from crucibleforge.suite import AskingSettings


def budget_for(case: Case, spec: ModelSpec) -> Budget:
    """The case's budget for each reply, within what the model's entry allows."""
    cap = spec.max_tokens or case.budget.max_tokens
    return replace(case.budget, max_tokens=min(cap, case.budget.max_tokens))


def room_for(asking: AskingSettings, spec: ModelSpec, window: int | None = None) -> Room:
    """What the model gets where it thinks: as its entry says, else as the suite says for every model.

    Args:
        window: tokens of prompt and reply together, where the endpoint says.
    """
    factor, cap = spec.thinking.budget_factor, spec.thinking.budget_cap
    return Room(
        asking.thinking_factor if factor is None else factor, cap or asking.max_tokens_cap, spec.context or window
    )
