"""Asks for a message that will be graded: with room for a thinking model, and once more where its thinking swallowed the answer."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace

from crucibleforge.core.case import Tool
from crucibleforge.core.conversation import Message, Turn
from crucibleforge.core.errors import ProviderError

from ._attempts import Attempts, Came
from ._client import ChatClient
from ._dialect import Question
from ._outcome import prompt_note
from ._recovery import Way, is_recovered, is_swallowed, variants, without_refused
from ._room import Room

log = logging.getLogger(__name__)


async def answer(
    client: ChatClient,
    messages: Sequence[Message],
    *,
    max_tokens: int,
    temperature: float | None,
    room: Room,
    tools: Sequence[Tool] = (),
    timeout_s: float | None = None,
) -> Turn:
    """The next message of a chat.

    Args:
        max_tokens: the case's own budget, on which a model that does not think is asked, and any recovery.
        timeout_s: wall time for `max_tokens`; a larger budget gets more in proportion, each recovery as much again.
    Returns: as `ChatClient.complete`, with what was done beyond the case's budget in its note; after a recovery that
        failed, the first reply.

    Raises:
        ProviderError: when nothing came that could be scored, or the server cut the prompt.
    """
    question = Question(tuple(messages), max_tokens, temperature, tuple(tools))
    return await _Answering(client, question, room, timeout_s, Attempts()).turn()


@dataclass(frozen=True, slots=True)
class _Answering:
    client: ChatClient
    question: Question
    room: Room
    timeout_s: float | None
    attempts: Attempts

    async def turn(self) -> Turn:
        first = await self._on_its_budget()
        self._demand_whole_prompt(first)
        came = await self._recovered(first) if is_swallowed(first.reading, first.reply, self.client.learned) else first
        if first.limit > self.question.max_tokens:
            self._note(f"{first.limit} tokens to think and answer in, where the case gives {self.question.max_tokens}")
        turn = self.client.turn(self.question, came, self.attempts)
        if came is first or first.reply is None:
            return turn
        thoughts = dict.fromkeys(filter(None, (first.reply.thinking, turn.thinking)))
        return replace(turn, thinking="\n\n".join(thoughts), note=f"{turn.note}; at first: {first.reading.note}")

    async def _on_its_budget(self) -> Came:
        """The first reply. It may turn out only now that the model thinks, or that the endpoint grants no larger budget."""
        budget, ample = self.question.max_tokens, self._ample()
        if not self._thinks() or ample == budget:
            came = await self._ask(budget)
            if not (self._thinks() and ample > budget and came.is_cut):
                return came
            self._note(f"asked again with more room: {came.limit} tokens were too few for a model that thinks")
        try:
            return await self._ask(ample)
        except ProviderError as error:
            if error.reason not in {"window", "bad request"}:
                raise
            self._note(f"{ample} tokens to think and answer in were refused: {error.message}")
            return await self._ask(budget)

    def _ample(self) -> int:
        cap = self.client.spec.max_tokens
        ample = self.room.tokens(self.question.max_tokens, self.question.messages)
        return ample if cap is None else max(self.question.max_tokens, min(ample, cap))

    def _thinks(self) -> bool:
        return self.client.spec.thinking.thinks or self.client.learned.thinks

    async def _ask(self, max_tokens: int) -> Came:
        seconds = None if self.timeout_s is None else self.timeout_s * max_tokens / self.question.max_tokens
        return await self.client.ask(
            replace(self.question, max_tokens=max_tokens),
            self.attempts,
            timeout_s=seconds,
            reasks_thinking=not self.client.recoveries.open,
        )

    async def _recovered(self, first: Came) -> Came:
        """The reply to one more question, or the first one where none was better."""
        ways = self.client.recoveries.open
        if not ways:
            self._note("not asked once more, which has never helped this model")
        for way in ways:
            came = await self._by(way, first)
            if came is not None:
                return came
        return first

    async def _by(self, way: Way, first: Came) -> Came | None:
        thinking = first.reply.thinking if first.reply else ""
        for variant in variants(self.question, thinking, self.client.spec, self.client.learned, way):
            try:
                came = await self.client.ask(variant.question, self.attempts, timeout_s=self.timeout_s, way=way)
            except ProviderError as error:
                self._note(f"asked once more {way}: {error.message}")
                known = self.client.learned
                self.client.dialect.learned = without_refused(known, variant, error)
                if self.client.learned == known:
                    return None
                continue
            helped = is_recovered(came.reading)
            self.client.recoveries.count(way, helped=helped)
            log.info("ask.recovery model=%s way=%s helped=%s", self.client.spec.name, way, helped)
            self._note(f"asked once more {way}: {came.reading.note or came.reading.outcome}")
            return came if helped else None
        return None

    def _note(self, words: str) -> None:
        self.attempts.notes.append(words)

    def _demand_whole_prompt(self, came: Came) -> None:
        """A reply to half a question is no answer to it."""
        if came.reply is None:
            return
        note = prompt_note(self.question.messages, came.reply.usage)
        if note and self.client.dialect.is_most_counted(came.reply.usage):
            raise ProviderError(
                f"model {self.client.spec.name!r}: {note}",
                reason="window",
                retryable=False,
                hint="give the server a larger context window, or `context` in models.yaml",
            )
