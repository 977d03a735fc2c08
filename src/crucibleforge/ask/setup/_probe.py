"""Asks the set-up check's questions within its time, and keeps every reply."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

from crucibleforge.ask._client import ChatClient
from crucibleforge.core.case import Tool
from crucibleforge.core.conversation import Message, Outcome, Turn
from crucibleforge.core.errors import ProviderError

SHORT_TOKENS = 64
THINKING_TOKENS = 1024
"""Of a short reply, until the first one shows that the model does not think before it speaks."""
_ROUNDED_S = 0.1
_SILENT_REASONS = ("transport", "rate limit", "access", "wrong model")
"""Failures that the next question would meet as well."""


class Untold(Exception):
    """A question brought nothing that tells anything; its message says why."""


class Probe:
    """One model under check."""

    def __init__(self, client: ChatClient, seconds: float, clock: Callable[[], float]) -> None:
        self.spec = client.spec
        self.turns: list[Turn] = []
        """Every reply so far, in order."""
        self.repeats_a_word = False
        """Whether the model said a word that stood in the question itself; without that, its silence proves nothing."""
        self._client = client
        self._clock = clock
        self._seconds = seconds
        self._until = clock() + seconds
        self._gone = ""

    @contextmanager
    def apart(self, seconds: float) -> Iterator[None]:
        """Give what is asked meanwhile a time of its own, which is not taken from that of the others."""
        before, began = (self._seconds, self._until), self._clock()
        self._seconds, self._until = seconds, began + seconds
        yield
        self._seconds, until = before
        self._until = until + self._clock() - began

    async def ask(self, *messages: Message, max_tokens: int | None = None, tools: Sequence[Tool] = ()) -> Turn:
        """The reply to a short question; with `max_tokens` whatever came within that limit.

        Raises:
            Untold: when the time is over, the endpoint is gone, or thinking took up all of a short reply.
            ProviderError: when nothing came that could be read.
        """
        turn = await self._complete(messages, max_tokens or self._short_limit(), tools)
        self.turns.append(turn)
        if max_tokens is None and turn.outcome is Outcome.ONLY_THINKING and turn.finish == "length":
            raise Untold(f"thinking took up all of {self._short_limit()} tokens")
        return turn

    async def _complete(self, messages: Sequence[Message], max_tokens: int, tools: Sequence[Tool]) -> Turn:
        left = self._until - self._clock()
        if self._gone:
            raise Untold(f"the endpoint had stopped answering ({self._gone})")
        if left <= _ROUNDED_S:
            raise Untold(f"the {self._seconds:g} seconds of the set-up check were used up")
        try:
            return await self._client.complete(
                messages,
                max_tokens=max_tokens,
                temperature=0.0,
                tools=tools,
                timeout_s=round(left, 1),
                any_model=True,
            )
        except ProviderError as error:
            # A reply that our own time ended says nothing about the next one.
            is_in_time = self._until - self._clock() > _ROUNDED_S
            self._gone = str(error) if error.reason in _SILENT_REASONS and is_in_time else ""
            raise

    def _short_limit(self) -> int:
        thinks = not self.turns or any(turn.thinking for turn in self.turns)
        return THINKING_TOKENS if thinks else SHORT_TOKENS
