"""What the set-up checks of a model say about a moment."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime

from crucibleforge.core.setup import SetupCheck, standing

from ._records import StoredSetup

__all__ = ["failures_at", "failures_now"]


def failures_at(setups: Sequence[StoredSetup], moment: datetime) -> tuple[SetupCheck, ...]:
    """The failures that stood when something was asked at that moment.

    Args:
        setups: of one model, oldest first.
    """
    return failures_now([setup for setup in setups if setup.at <= moment])


def failures_now(setups: Sequence[StoredSetup]) -> tuple[SetupCheck, ...]:
    """The failures that make the model's row provisional, as the last check left them."""
    return tuple(check for check in standing([setup.checks for setup in setups]) if check.makes_provisional)
