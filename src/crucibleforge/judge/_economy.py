"""How many prompt tokens the judge's server processed, beside the fewest with which the questions could be asked."""

from __future__ import annotations

from bisect import bisect_left, insort
from collections.abc import Mapping, Sequence
from typing import Any

from crucibleforge.core.conversation import Message, Turn

from ._ballots import JudgeClient
from ._prompt import INSTRUCTIONS


class PrefixEconomy:
    """Counts over a batch. What several requests begin with is due once, and so are each question's own tokens.

    Each further vote on a question is due one token.
    Servers count tokens for a whole prompt only, so what a prompt shares with earlier ones is taken by its share of the
    characters. What a chat template adds behind the question is left out, so the ratio comes out rather too high, most
    of all where replies are short. The instructions are due to nobody: the canaries, which come first, have brought them.
    """

    def __init__(self) -> None:
        self.processed = 0
        """Prompt tokens that did not come from the server's cache; of servers that say so."""
        self.least = 0.0
        self._firsts = [_START]
        """Sorted: the instructions, and the first request about each answer."""

    @property
    def ratio(self) -> float | None:
        """1 where nothing was processed twice; None where the server does not tell what came from its cache."""
        return self.processed / self.least if self.least else None

    def note(self, turn: Turn, earlier: list[str]) -> None:
        """Count one request.

        Args:
            earlier: texts of the requests about the same answer so far; this one is added.
        """
        text, usage = _text(turn.sent), turn.usage
        if usage.prompt_tokens is None or usage.cached_tokens is None:
            return
        alike = earlier or self._neighbours(text)
        shared = max(_shared(text, other) for other in alike)
        if not earlier:
            insort(self._firsts, text)
        earlier.append(text)
        self.processed += usage.prompt_tokens - usage.cached_tokens
        self.least += max(1.0, usage.prompt_tokens * (1 - shared / len(text)))

    def _neighbours(self, text: str) -> list[str]:
        """Those of the first requests that begin most like this one."""
        place = bisect_left(self._firsts, text)
        return self._firsts[max(0, place - 1) : place + 1]


class Counted:
    """A client for the questions about one answer, whose prompts are counted."""

    def __init__(self, client: JudgeClient, economy: PrefixEconomy, earlier: list[str]) -> None:
        self._client = client
        self._economy = economy
        self._earlier = earlier

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float | None,
        json_schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
        thinks: bool = True,
    ) -> Turn:
        """One reply, as from the client."""
        turn = await self._client.complete(
            messages,
            max_tokens=max_tokens,
            temperature=temperature,
            json_schema=json_schema,
            seed=seed,
            thinks=thinks,
        )
        self._economy.note(turn, self._earlier)
        return turn


def _shared(one: str, other: str) -> int:
    """How many characters both begin with."""
    lengths = range(1, min(len(one), len(other)) + 1)
    return bisect_left(lengths, True, key=lambda length: one[:length] != other[:length])


def _text(messages: Sequence[Message]) -> str:
    return "\n".join(message.content for message in messages)


_START = _text([Message("system", INSTRUCTIONS), Message("user", "")])
