"""Frames with one guest: strictly in turn, counted, and once over, over for good."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from crucibleforge.sandbox._limits import (
    FRAME_BYTES,
    MAX_EXCHANGES,
    MAX_LONG_NUMBERS,
    MAX_LONG_NUMBERS_OF_ALL,
    MEMORY_BYTES,
    MESSAGE_CHARS,
)

from ._codec import Violation, long_numbers, parse
from ._frames import ENDED, REPLY, BrokenFrame, PipeClosed, WorkerFrame, frames_of, row_of

DeathKind = Literal["limit", "died", "assertion", "crashed", "timed_out"]


@dataclass(frozen=True, slots=True)
class Death:
    """Why a guest can't be asked any more."""

    kind: DeathKind
    reason: str


class SolutionDied(BaseException):
    """The guest is gone. Not an Exception, so that no test mistakes it for one that the solution raised."""


def payload_of(told: Mapping[str, Any]) -> bytes:
    """A frame for the guest.

    Raises:
        ValueError: it is too long.
    """
    payload = json.dumps(told).encode()
    if len(payload) > FRAME_BYTES:
        raise ValueError(f"a test hands over more than {FRAME_BYTES} bytes at once")
    return payload


class Worker(Protocol):
    """The part of a worker process that a conversation needs."""

    @property
    def timed_out(self) -> bool:
        """Whether it was killed for taking too long."""

    def send(self, payload: bytes) -> None:
        """Hands it a frame."""

    def receive(self) -> WorkerFrame:
        """Waits for its frame."""


class Exchange:
    """The frames of one guest, from its start to its end."""

    def __init__(self, worker: Worker, *, fuel: int) -> None:
        self._worker = worker
        self._fuel = fuel
        self._count = 0
        self._long_numbers_left = MAX_LONG_NUMBERS_OF_ALL
        self.fuel_used = 0
        self.death: Death | None = None
        self.is_running = False
        """Whether the worker has a guest of ours."""
        self.is_worker_sound = True
        """False once the worker is gone or has spoken nonsense."""

    @property
    def is_open(self) -> bool:
        """Whether the guest can be asked."""
        return self.is_running and self.death is None

    def open(self) -> None:
        """Starts the guest."""
        self.is_running = True
        with self._on_the_pipe():
            self._worker.send(json.dumps({"fuel": self._fuel, "memory": MEMORY_BYTES}).encode())

    def close(self) -> None:
        """Ends the guest; nothing of it is left in the worker."""
        if self.is_running and self.is_worker_sound:
            self._farewell()
        self.is_running = False
        if self.death is None:
            self.death = Death("died", "the group is over")

    def die(self, kind: DeathKind, reason: str) -> SolutionDied:
        """Declares the guest dead; the first cause stays."""
        if self.death is None:
            self.death = Death(kind, reason)
        return SolutionDied(self.death.reason)

    def broken(self, why: str) -> SolutionDied:
        """Declares the guest dead because of what it said."""
        return self.die("died", f"protocol: {why}")

    def tell(self, told: Mapping[str, Any]) -> dict[str, Any]:
        """Sends a frame and returns the answer.

        Raises:
            SolutionDied: there is none, or none that makes sense, or none is allowed any more.
            ValueError: the frame is too long.
        """
        (reply,) = self._parsed([self._ask(payload_of(told), calls=1)])
        return reply

    def tell_row(self, payloads: Sequence[bytes]) -> list[dict[str, Any]]:
        """Sends several frames at once and returns the answers, as many; raises SolutionDied as `tell`."""
        body = self._ask(row_of(payloads), calls=len(payloads))
        try:
            bodies = frames_of(body)
        except BrokenFrame as error:
            self.is_worker_sound = False
            raise self.broken(str(error)) from None
        if len(bodies) != len(payloads):
            self.is_worker_sound = False
            raise self.broken("a row of another length")
        return self._parsed(bodies)

    def _parsed(self, bodies: Sequence[bytes]) -> list[dict[str, Any]]:
        for body in bodies:
            count = long_numbers(body)
            self._long_numbers_left -= count
            if count > MAX_LONG_NUMBERS or self._long_numbers_left < 0:
                raise self.die(
                    "died", f"protocol: {count} long numbers at once, or more than {MAX_LONG_NUMBERS_OF_ALL} in all"
                )
        try:
            return [parse(body) for body in bodies]
        except Violation as violation:
            raise self.broken(str(violation)) from None

    def _ask(self, payload: bytes, calls: int) -> bytes:
        if self.death is not None:
            raise SolutionDied(self.death.reason)
        self._count += calls
        if self._count > MAX_EXCHANGES:
            raise self.die("limit", f"more than {MAX_EXCHANGES} calls")
        frame = self._answer(payload)
        if frame.kind == ENDED:
            self.is_running = False
            raise self._ended(frame)
        if frame.kind != REPLY or frame.fuel_left > self._fuel:
            self.is_worker_sound = False
            raise self.broken(f"a frame of kind {frame.kind!r}")
        self.fuel_used = self._fuel - frame.fuel_left
        return frame.body

    def _answer(self, payload: bytes) -> WorkerFrame:
        with self._on_the_pipe():
            self._worker.send(payload)
            return self._worker.receive()

    @contextmanager
    def _on_the_pipe(self) -> Iterator[None]:
        try:
            yield
        except PipeClosed:
            self.is_worker_sound = False
            if self._worker.timed_out:
                raise self.die("timed_out", "the wall guard ran out before the fuel") from None
            raise self.die("crashed", "the worker process died") from None
        except BrokenFrame as error:
            self.is_worker_sound = False
            raise self.broken(str(error)) from None

    def _ended(self, frame: WorkerFrame) -> SolutionDied:
        try:
            told = parse(frame.body)
        except Violation:
            self.is_worker_sound = False
            told = {}
        end, detail = told.get("end"), str(told.get("detail", ""))[:MESSAGE_CHARS]
        if end == "fuel":
            self.fuel_used = self._fuel
            return self.die("limit", "out of fuel")
        self.fuel_used = max(self.fuel_used, self._fuel - min(frame.fuel_left, self._fuel))
        return self.die("died", f"{end}: {detail}" if detail else str(end))

    def _farewell(self) -> None:
        try:
            self._worker.send(b"")
            self.is_worker_sound = self._worker.receive().kind == ENDED
        except (PipeClosed, BrokenFrame):
            self.is_worker_sound = False
