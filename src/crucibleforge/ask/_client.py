"""Asks one model, again where that helps, and says what came of it."""

from __future__ import annotations

import asyncio
import copy
import logging
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any, Self

from crucibleforge.core.case import Tool
from crucibleforge.core.clock import monotonic_s
from crucibleforge.core.conversation import Message, Outcome, Turn, Usage
from crucibleforge.core.errors import ProviderError

from ._attempts import Attempts, Came
from ._dialect import Dialect, Question, limit_in
from ._faults import Fault, transport_fault
from ._learned import Learned
from ._outcome import Reading, is_same_model, prompt_note, read_outcome, wrong_model
from ._pace import Pace, Unpaced
from ._recovery import Recoveries, Way, variants, without_refused
from ._reply import Reply
from ._retry import GiveUp, next_step
from ._serving import Serving, read_serving
from ._spec import ModelSpec, Secret

log = logging.getLogger(__name__)

CEILING_S = 3600.0
"""Wall time of one question with all its attempts, where the caller sets none."""
SILENCE_S = 300.0
"""Longest wait for the next piece of a reply; comments and empty events that keep a connection open don't count."""

LARGEST_BYTES = 256 * 1024 * 1024
"""What one reply may take on the wire; a million tokens in chunks of their own take about as much."""


class ChatClient:
    """A model behind an OpenAI-compatible endpoint. Close it when done, or use `open_client`."""

    def __init__(
        self,
        spec: ModelSpec,
        key: Secret | None = None,
        *,
        learned: Learned | None = None,
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
        self.dialect = Dialect(spec, learned or Learned())
        self.recoveries = Recoveries()
        self._account: Callable[[Usage], None] = lambda _usage: None
        self._key = key or Secret("")
        self._aliases: set[str] = set()
        self._wire = Wire(spec, self._key, silence_s=silence_s, largest_bytes=largest_bytes, clock=clock)

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

    async def serving(self) -> Serving:
        """What the endpoint says of itself."""
        return await asyncio.to_thread(read_serving, self.spec, self._key)

    async def aclose(self) -> None:
        """Close every connection."""
        await self._wire.aclose()

    @property
    def learned(self) -> Learned:
        """What is known of the endpoint's manners by now, what was known at first included."""
        return self.dialect.learned

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
        any_model: bool = False,
        thinks: bool = True,
    ) -> Turn:
        """Ask for the next message of a chat.

        Args:
            json_schema: the shape that the reply's text is to have, where the endpoint can enforce one.
            timeout_s: wall time for all attempts and waits together; CEILING_S when None.
            any_model: a server at hand may answer with another model than the one that is asked for.
            thinks: False keeps a model that thinks from it, where its endpoint has a way.
        Returns: a turn whose `sent` holds all of `messages`. Timing and usage are those of its last attempt;
            `billed` is the usage of all of them, and `raw` holds the chunks of every attempt, each after a line that says what was sent.

        Raises:
            ProviderError: when nothing came that could be scored.
        """
        question = Question(tuple(messages), max_tokens, temperature, tuple(tools), json_schema, seed)
        attempts = Attempts()
        ask = self.ask if thinks else self._ask_without_thinking
        came = await ask(question, attempts, timeout_s=timeout_s, any_model=any_model)
        return self.turn(question, came, attempts)

    async def _ask_without_thinking(
        self, question: Question, attempts: Attempts, *, timeout_s: float | None = None, any_model: bool = False
    ) -> Came:
        """In the first way that the endpoint does not refuse; plainly where it refuses all of them."""
        for variant in variants(question, "", self.spec, self.learned, Way.OFF):
            try:
                return await self.ask(
                    variant.question, attempts, timeout_s=timeout_s, way=variant.way, any_model=any_model
                )
            except ProviderError as error:
                known, self.dialect.learned = self.learned, without_refused(self.learned, variant, error)
                if self.learned == known:
                    raise
        return await self.ask(question, attempts, timeout_s=timeout_s, any_model=any_model)

    async def ask(
        self,
        question: Question,
        attempts: Attempts,
        *,
        timeout_s: float | None = None,
        way: str = "",
        reasks_thinking: bool = True,
        any_model: bool = False,
    ) -> Came:
        """What comes of one question, asked again where waiting or leaving a refused part out may help.

        Args:
            attempts: is added to.
            way: how a recovery asks, where it is one; the model is then kept from thinking.
            reasks_thinking: ask again, once, when the model stopped inside its thinking.

        Raises:
            ProviderError: when nothing came that could be scored.
        """
        limit_s = CEILING_S if timeout_s is None else timeout_s
        try:
            async with asyncio.timeout(limit_s):
                return await self._ask(question, attempts, way, reasks_thinking, any_model)
        except TimeoutError:
            fault = transport_fault(f"model {self.spec.name!r}: no complete reply within {limit_s:g} s")
            raise fault.error() from None

    async def _ask(
        self, question: Question, attempts: Attempts, way: str, reasks_thinking: bool, any_model: bool
    ) -> Came:
        reasked, failures = False, 0
        while True:
            body = self.dialect.body(question)
            await self._pace.ready()
            exchange = await self._wire.exchange(body)
            if (usage := attempts.add(body, exchange, way)) is not None:
                self._account(usage)
            result = exchange.result
            self._pace.came(result if isinstance(result, Fault) else None)
            log.debug("ask.attempt model=%s attempt=%d s=%.2f", self.spec.name, attempts.count, exchange.timing.total_s)
            if isinstance(result, Reply):
                reply = self.dialect.read(result, may_think=not way)
                reading = self._read(reply, any_model=any_model)
            else:
                reply, reading = None, result
            if isinstance(reading, Fault):
                if reading.by_model:
                    return Came(Reading(Outcome.MALFORMED, "", reading.message), exchange, None, limit_in(body))
                if not self.dialect.learn(reading, body):
                    failures += 1
                    await self._wait_or_raise(reading, attempts, failures)
            elif not reasked and _may_be_mended(reading, reasks_thinking=reasks_thinking and not way):
                reasked = True
                attempts.notes.append(f"asked again: {reading.note}")
            else:
                return Came(reading, exchange, reply, limit_in(body))

    def _read(self, reply: Reply, *, any_model: bool) -> Reading | Fault:
        asked, named = self.spec.served_id, reply.model
        if any_model or not named or is_same_model(asked, named):
            return read_outcome(reply)
        if self.spec.base != "hosted":
            return wrong_model(asked, named)
        if named not in self._aliases:
            self._aliases.add(named)
            log.info("ask.alias model=%s asked=%s answered=%s", self.spec.name, asked, named)
        return read_outcome(reply)

    async def _wait_or_raise(self, fault: Fault, attempts: Attempts, failures: int) -> None:
        step = next_step(fault, failures)
        if isinstance(step, GiveUp):
            raise fault.error(f"model {self.spec.name!r}: {fault.message} ({step.why})")
        log.info("ask.again model=%s reason=%s in_s=%.1f", self.spec.name, fault.reason, step.seconds)
        attempts.notes.append(f"asked again: {fault.message}")
        await self._sleep(step.seconds)

    def turn(self, question: Question, came: Came, attempts: Attempts) -> Turn:
        """The turn that a question ended in."""
        reply, reading = came.reply, came.reading
        notes = [reading.note, *attempts.notes, *self.dialect.notes]
        if reply is None:
            turn = Turn(question.messages, reading.text, reading.outcome, finish="error")
        else:
            notes.append(prompt_note(question.messages, reply.usage))
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
            billed=attempts.billed,
            timing=came.exchange.timing,
            raw="\n".join(attempts.received),
        )


def _may_be_mended(reading: Reading, *, reasks_thinking: bool) -> bool:
    """Whether the same question once more may bring the answer that did not come."""
    return reading.is_empty_stop and (reasks_thinking or reading.outcome is not Outcome.ONLY_THINKING)
