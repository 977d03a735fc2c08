"""Conversations that do not depend on what the model says."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from crucibleforge.core.conversation import Message, Script, Turn


@dataclass(frozen=True, slots=True)
class _FixedScript:
    system: str
    user_turns: tuple[str, ...]

    def next_messages(self, turns: Sequence[Turn]) -> tuple[Message, ...] | None:
        if len(turns) >= len(self.user_turns):
            return None
        user = Message("user", self.user_turns[len(turns)])
        return (Message("system", self.system), user) if self.system and not turns else (user,)


def fixed_script(system: str, user_turns: Sequence[str]) -> Script:
    """The user's words one after another, whatever came back; one of them makes a single prompt."""
    return _FixedScript(system, tuple(user_turns))
