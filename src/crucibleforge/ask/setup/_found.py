"""How a check ends."""

from __future__ import annotations

from collections.abc import Mapping

from crucibleforge.core.conversation import Turn
from crucibleforge.core.errors import shown
from crucibleforge.core.setup import SetupCheck, SetupState


def passed(name: str, words: str, learned: Mapping[str, str] | None = None) -> SetupCheck:
    """All as it should be."""
    return SetupCheck(name, SetupState.PASSED, words, learned=learned or {})


def failed(name: str, words: str, learned: Mapping[str, str] | None = None) -> SetupCheck:
    """The endpoint's set-up is at fault: the row is provisional."""
    return SetupCheck(name, SetupState.FAILED, words, learned=learned or {})


def told(name: str, words: str, learned: Mapping[str, str] | None = None) -> SetupCheck:
    """The model did not do it, and nothing says that its endpoint is at fault."""
    return SetupCheck(name, SetupState.FAILED, words, told_only=True, learned=learned or {})


def could_not_run(name: str, words: str) -> SetupCheck:
    """Nothing was found out."""
    return SetupCheck(name, SetupState.COULD_NOT_RUN, words)


def seen(turn: Turn) -> str:
    """What came back, cut short."""
    calls = "".join(f" and a call of {call.name}" for call in turn.tool_calls)
    return f"{shown(turn.text, 80) if turn.text else turn.outcome.value}{calls}"
