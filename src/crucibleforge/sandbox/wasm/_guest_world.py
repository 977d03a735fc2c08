"""What a guest can reach: frames, a clock that only it moves, chance from a fixed seed, and two bins for output."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from wasmtime import Engine, Store, WasiConfig
from wasmtime.component import Linker

from crucibleforge.sandbox import _limits as limits
from crucibleforge.sandbox.protocol._frames import LENGTH_IN_ROW, ROW, frames_of

from ._conversation import Conversation

_EPOCH_S = 1_700_000_000
_WASI = "0.2.12"
"""The version under which wasmtime offers its own; ours must shadow exactly those."""

_FETCH_FUEL = 38
"""What it costs the mailbox to fetch a row: with it, calls in a row cost exactly what they cost in turn."""


class Ended(Exception):
    """The instance has to stop; `end` says why in the protocol's words."""

    def __init__(self, end: str, detail: str = "") -> None:
        super().__init__(detail)
        self.end = end
        self.detail = detail


@dataclass(slots=True)
class _Moment:
    seconds: int
    nanoseconds: int


class GuestWorld:
    """The host functions of one instance at a time; `open` resets all that a guest could have left behind."""

    def __init__(self, engine: Engine, conversation: Conversation) -> None:
        self.linker = Linker(engine)
        self._engine = engine
        self._conversation = conversation
        self._define()

    def open(self, fuel: int, memory: int) -> Store:
        """A new store with this much fuel, counted from the guest's first frame on."""
        self._now_ns = 10**9
        self._chance = random.Random(1)  # noqa: S311 - repeatable on purpose
        self._fuel = fuel
        self._asked = 0
        self._conversation.forget()
        self._output_left = limits.RAW_OUTPUT_BYTES
        self._store = Store(self._engine)
        self._store.set_fuel(limits.DEFAULT_FUEL)
        self._store.set_limits(memory_size=memory)
        wasi = WasiConfig()
        wasi.stdout_custom = self._discard
        wasi.stderr_custom = self._discard
        self._store.set_wasi(wasi)
        return self._store

    def _define(self) -> None:
        self.linker.allow_shadowing = True
        self.linker.add_wasip2()
        ours: dict[str, dict[str, Callable[..., Any]]] = {
            "wasi:clocks/monotonic-clock": {
                "now": self._monotonic,
                "resolution": lambda store: 1000,
                "subscribe-duration": self._refuse,
                "subscribe-instant": self._refuse,
            },
            "wasi:clocks/wall-clock": {"now": self._wall},
            "wasi:random/random": {"get-random-bytes": self._random},
        }
        with self.linker.root() as root:
            for name, functions in ours.items():
                with root.add_instance(f"{name}@{_WASI}") as instance:
                    for function, body in functions.items():
                        instance.add_func(function, body)
            root.add_func("exchange", self._exchange)
            root.add_func("sleep", self._sleep)

    def _charge(self, fuel: int) -> None:
        left = self._store.get_fuel() - fuel
        self._store.set_fuel(max(0, left))
        if left <= 0:
            raise Ended("fuel")

    def _exchange(self, _store: object, replies: str) -> str:
        """Takes the replies to a row, and gives the next."""
        fuel_left = self._taken(replies.encode()) if self._asked else self._fuel  # only the greeting answers nothing
        row = self._conversation.next_row()
        if not row:
            raise Ended("end")
        self._asked = len(frames_of(row))
        self._store.set_fuel(self._paid(fuel_left - _FETCH_FUEL * (self._asked - 1), row))
        return row[len(ROW) :].decode()

    def _taken(self, replies: bytes) -> int:
        """Passes the guest's replies on; the fuel that they leave."""
        row = ROW + replies
        fuel_left = self._paid(self._store.get_fuel(), row)
        self._conversation.answer(row, fuel_left)
        return fuel_left

    def _paid(self, fuel: int, row: bytes) -> int:
        """What is left of the fuel when a row or its replies have passed, as if each frame had gone alone."""
        size = len(row) - len(ROW) - LENGTH_IN_ROW * self._asked
        left = fuel - limits.HOST_CALL_FUEL * self._asked - limits.FRAME_BYTE_FUEL * size
        if left <= 0:
            raise Ended("fuel")
        return left

    def _sleep(self, _store: object, nanoseconds: int) -> None:
        self._charge(limits.HOST_CALL_FUEL)
        self._now_ns += min(nanoseconds, 10**15)

    def _monotonic(self, _store: object) -> int:
        self._charge(limits.HOST_CALL_FUEL)
        self._now_ns += 1000
        return self._now_ns

    def _wall(self, store: object) -> _Moment:
        now = self._monotonic(store)
        return _Moment(_EPOCH_S + now // 10**9, now % 10**9)

    def _random(self, _store: object, size: int) -> bytes:
        if size > limits.RANDOM_REQUEST_BYTES:
            raise Ended("protocol", f"asked for {size} random bytes at once")
        self._charge(limits.HOST_CALL_FUEL + limits.RANDOM_BYTE_FUEL * size)
        return self._chance.randbytes(size)

    def _refuse(self, _store: object, *_arguments: object) -> None:
        raise Ended("trap", "waited for the outside world")

    def _discard(self, data: bytes) -> int:
        self._output_left -= len(data)
        return len(data) if self._output_left > 0 else -1
