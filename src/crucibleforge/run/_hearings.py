"""Keeps a judge's slots full: several answers side by side, and the questions about each side by side after its first."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from itertools import count

from crucibleforge.ask import ChatClient, ModelSpec
from crucibleforge.core.clock import monotonic_s
from crucibleforge.core.errors import ProviderError
from crucibleforge.judge import Ballot, Counted, Hearing, PrefixEconomy

from ._asking import ENDPOINT_REASONS, FAILURES_IN_A_ROW
from ._events import CaseMissing, JudgingDone
from ._makespan import JudgingSpan, lower_bound_s, most_at_once
from ._run import Run
from ._slots import Seat, Slots
from ._stop import Stopped
from ._tasks import side_by_side

log = logging.getLogger(__name__)


class Hearings:
    """What one judge is asked; after several failures in a row the rest is left for the next time.

    An answer keeps its slot from its first question to its last, so that a server finds there what the questions share;
    slots that no other answer waits for take over some of its questions, but never before its first one is done.

    Args:
        answers: how many there will be.
    """

    def __init__(self, run: Run, judge: ModelSpec, slots: Slots, answers: int) -> None:
        self._run = run
        self._judge = judge
        self._slots = slots
        self._economy = PrefixEconomy()
        self._held: list[tuple[float, float]] = []
        self._failures = 0
        # Behind all answers that have not begun: a second slot for one of them means its prompt once more on most servers.
        self._later = count(answers)

    async def hear(self, model: str, case_id: str, rank: int, begin: Callable[[], Hearing], client: ChatClient) -> None:
        """Ask all that is open about one answer when its turn has come.

        Args:
            rank: its place among the answers, from 0.
            begin: makes the hearing as late as possible.
            client: with the account to which this answer's questions go.
        """
        async with side_by_side() as tasks, self._slots.seat(rank) as seat:
            if self._run.stop.requested or self._run.allowance.is_used_up():
                return
            if self._failures >= FAILURES_IN_A_ROW:
                words = "left out: the judge failed several times in a row"
                self._run.tell(CaseMissing(model, case_id, words))
                return
            hearing = begin()
            heard = _Heard(hearing, client, deque(hearing.begin()))
            await self._next(heard, seat)
            for _ in range(len(heard.open) - 1):
                tasks.create_task(self._help(heard))
            await self._rest(heard, seat)
        self._note(heard.error)
        if heard.error is not None:
            self._run.tell(CaseMissing(model, case_id, f"not judged: {heard.error}"))

    def done(self) -> None:
        """Tell how long all of it took, and how many prompt tokens."""
        if self._held and not self._run.stop.requested:
            slots = most_at_once(self._held)
            seconds = max(ended for _, ended in self._held) - min(began for began, _ in self._held)
            bound_s = lower_bound_s([ended - began for began, ended in self._held], slots)
            economy = self._economy
            span = JudgingSpan(
                self._judge.name,
                len(self._held),
                seconds,
                bound_s,
                slots,
                economy.processed,
                economy.ratio,
            )
            log.info("judge.done %s", span)
            self._run.tell(JudgingDone(span))

    async def _help(self, heard: _Heard) -> None:
        async with self._slots.seat(next(self._later)) as seat:
            await self._rest(heard, seat)

    async def _rest(self, heard: _Heard, seat: Seat) -> None:
        while heard.open:
            await self._next(heard, seat)

    async def _next(self, heard: _Heard, seat: Seat) -> None:
        if not heard.open:
            return
        ballot, began = heard.open.popleft(), monotonic_s()
        client = Counted(heard.client.paced_by(seat), self._economy, heard.prompts)
        try:
            await heard.hearing.ask(client, ballot)
        except Stopped:
            heard.open.clear()
            return
        except ProviderError as error:
            heard.open.clear()
            heard.error = heard.error or error
        self._held.append((began, monotonic_s()))

    def _note(self, error: ProviderError | None) -> None:
        if error is None:
            self._failures = 0
        elif error.reason in ENDPOINT_REASONS:
            self._failures += 1


@dataclass(slots=True)
class _Heard:
    """One answer while it is before the judge."""

    hearing: Hearing
    client: ChatClient
    open: deque[Ballot]
    """Those that nobody has taken yet; none are left once one has failed."""
    prompts: list[str] = field(default_factory=list)
    """What was asked about it so far."""
    error: ProviderError | None = None
