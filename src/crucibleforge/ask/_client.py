"""Asks one model, again where that helps, and says what came of it."""

from __future__ import annotations

import asyncio
import copy
import json
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Any, Self

from crucibleforge.core.case import Tool
from crucibleforge.core.clock import monotonic_s
from crucibleforge.core.conversation import Message, Outcome, Turn, Usage, together

from ._dialect import Dialect, Question
from ._faults import Fault, transport_fault
from ._outcome import Reading, prompt_note, read_outcome, served_note
from ._pace import Pace, Unpaced
from ._reply import Reply
from ._retry import GiveUp, next_step
from ._spec import ModelSpec, Secret

if TYPE_CHECKING:
    from ._wire import Exchange

log = logging.getLogger(__name__)

CEILING_S = 3600.0
"""Wall time of one question with all its attempts, where the caller sets none."""
SILENCE_S = 300.0
"""Longest wait for the next piece of a reply; comments and empty events that keep a connection open don't count."""

LARGEST_BYTES = 256 * 1024 * 1024
"""What one reply may take on the wire; a million tokens in chunks of their own take about as much."""


@dataclass(slots=True)
class _Attempts:
    """All that happened on the way to one turn."""

    received: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    count: int = 0
    failures: int = 0
    reasked: bool = False
    billed: list[Usage] = field(default_factory=list)
    """Of each attempt that brought any of a reply; without counts where it broke off before the server gave them."""

    def add(self, body: Mapping[str, Any], exchange: Exchange) -> Usage | None:
        """Take an attempt in; gives what is billed for it, if anything is."""
        self.count += 1
        sent = {name: value for name, value in body.items() if name not in {"messages", "tools"}}
        self.received += (json.dumps({"attempt": self.count, "sent": sent}, ensure_ascii=False), *exchange.received)
        if isinstance(exchange.result, Reply):
            usage = exchange.result.usage
        elif exchange.timing.first_token_s is not None:
            usage = Usage()
        else:
            return None
        self.billed.append(usage)
        return usage


class ChatClient:
    """A model behind an OpenAI-compatible endpoint. Close it when done, or use `open_client`."""

    def __init__(
        self,
        spec: ModelSpec,
        key: Secret | None = None,
        *,
        silence_s: float = SILENCE_S,
        largest_bytes: int = LARGEST_BYTES,
        sleep: Callable[[float], Awaitable[None]] = asyncio.sleep,
        clock: Callable[[], float] = monotonic_s,
    ) -> None:
        # Not at the top: the client library takes seconds to import, and most commands ask no model.
        from ._wire import Wire

        self.spec = spec
        self._sleep = sleep
        self._pace: Pace = Unpaced()
        self._account: Callable[[Usage], None] = lambda _usage: None
        self._dialect = Dialect(spec)
        self._wire = Wire(spec, key or Secret(""), silence_s=silence_s, largest_bytes=largest_bytes, clock=clock)

    def paced_by(self, pace: Pace) -> Self:
        """The same client, its connections and what it has learned about the endpoint, with requests let through by `pace`."""
        paced = copy.copy(self)
        paced._pace = pace
        return paced

    def billed_to(self, account: Callable[[Usage], None]) -> Self:
        """The same client, which tells `account` the usage of every attempt that brought any of a reply."""
        billed = copy.copy(self)
        billed._account = account
        return billed

    async def aclose(self) -> None:
        """Close every connection."""
        await self._wire.aclose()

    async def complete(
        self,
        messages: Sequence[Message],
        *,
        max_tokens: int,
        temperature: float | None,
        tools: Sequence[Tool] = (),
        json_schema: Mapping[str, Any] | None = None,
        seed: int | None = None,
        timeout_s: float | None = None,
    ) -> Turn:
        """Ask for the next message of a chat.

        Args:
            json_schema: the shape that the reply's text is to have, where the endpoint can enforce one.
            timeout_s: wall time for all attempts and waits together; CEILING_S when None.
        Returns: a turn whose `sent` holds all of `messages`. Timing and usage are those of its last attempt;
            `billed` is the usage of all of them, and `raw` holds the chunks of every attempt, each after a line that says what was sent.

        Raises:
            ProviderError: when nothing came that could be scored.
        """
        question = Question(tuple(messages), max_tokens, temperature, tuple(tools), json_schema, seed)
        limit_s = CEILING_S if timeout_s is None else timeout_s
        try:
            async with asyncio.timeout(limit_s):
                return await self._ask(question)
        except TimeoutError:
            fault = transport_fault(f"model {self.spec.name!r}: no complete reply within {limit_s:g} s")
            raise fault.error() from None

    async def _ask(self, question: Question) -> Turn:
        attempts = _Attempts()
        while True:
            body = self._dialect.body(question)
            await self._pace.ready()
            exchange = await self._wire.exchange(body)
            if (usage := attempts.add(body, exchange)) is not None:
                self._account(usage)
            result = exchange.result
            self._pace.came(result if isinstance(result, Fault) else None)
            reading = read_outcome(result) if isinstance(result, Reply) else result
            log.debug("ask.attempt model=%s attempt=%d s=%.2f", self.spec.name, attempts.count, exchange.timing.total_s)
            if isinstance(reading, Fault):
                if reading.by_model:
                    return self._turn(question, Reading(Outcome.MALFORMED, "", reading.message), exchange, attempts)
                if not self._dialect.learn(reading, body):
                    await self._wait_or_raise(reading, attempts)
            elif reading.is_empty_stop and not attempts.reasked:
                attempts.reasked = True
                attempts.notes.append(f"asked again: {reading.note}")
            else:
                return self._turn(question, reading, exchange, attempts)

    async def _wait_or_raise(self, fault: Fault, attempts: _Attempts) -> None:
        attempts.failures += 1
        step = next_step(fault, attempts.failures)
        if isinstance(step, GiveUp):
            raise fault.error(f"model {self.spec.name!r}: {fault.message} ({step.why})")
        log.info("ask.again model=%s reason=%s in_s=%.1f", self.spec.name, fault.reason, step.seconds)
        attempts.notes.append(f"asked again: {fault.message}")
        await self._sleep(step.seconds)

    def _turn(self, question: Question, reading: Reading, exchange: Exchange, attempts: _Attempts) -> Turn:
        reply = exchange.result if isinstance(exchange.result, Reply) else None
        notes = [reading.note, *attempts.notes, *self._dialect.notes]
        if reply is None:
            turn = Turn(question.messages, reading.text, reading.outcome, finish="error")
        else:
            self._dialect.thinking_field = reply.thinking_field or self._dialect.thinking_field
            notes.append(served_note(self.spec.served_id, reply, hosted=self.spec.base == "hosted"))
            notes.append(prompt_note(question.messages, reply.usage.prompt_tokens))
            turn = Turn(
                sent=question.messages,
                text=reading.text,
                outcome=reading.outcome,
                thinking=reply.thinking,
                tool_calls=reply.tool_calls,
                finish=reply.finish,
                usage=reply.usage,
            )
        return replace(
            turn,
            note="; ".join(filter(None, notes)),
            timing=exchange.timing,
            billed=together(attempts.billed),
            raw="\n".join(attempts.received),
        )
