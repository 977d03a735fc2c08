"""Runs the guest once, from a fresh interpreter to its end."""

from __future__ import annotations

import re
from dataclasses import dataclass

from wasmtime import ExitTrap, Trap, TrapCode, WasmtimeError
from wasmtime.component import Component

from crucibleforge.sandbox._limits import FRAME_BYTES

from ._guest_world import Ended, GuestWorld

_NO_ROOM = re.compile(r" *0: +0x[0-9a-f]+ - Mailbox!no-room")
"""The innermost call when the mailbox traps because it is full; a guest's own names stand further out."""


@dataclass(frozen=True, slots=True)
class InstanceEnd:
    """How an instance ended, in the protocol's words, and the fuel it left."""

    end: str
    detail: str
    fuel_left: int


def run_instance(world: GuestWorld, component: Component, *, fuel: int, memory: int) -> InstanceEnd:
    """One guest from start to end; its memory is given back at once."""
    store = world.open(fuel, memory)
    try:
        run = world.linker.instantiate(store, component).get_func(store, "run")
        assert run is not None
        run(store)
        end, detail = "exit", "returned"
    except Ended as ended:
        end, detail = ended.end, ended.detail
    except ExitTrap as leaving:
        end, detail = "exit", f"exit status {leaving.code}"
    except (Trap, WasmtimeError) as error:
        end, detail = _told(error)
    try:
        return InstanceEnd(end, detail, store.get_fuel())
    finally:
        store.close()


def _told(error: Exception) -> tuple[str, str]:
    code = error.trap_code if isinstance(error, Trap) else None
    if code is TrapCode.OUT_OF_FUEL:
        return "fuel", ""
    lines = str(error).strip().splitlines()
    if any("all fuel consumed" in line for line in lines):
        return "fuel", ""
    if any(_NO_ROOM.fullmatch(line) for line in lines):
        return "protocol", f"replies of more than {FRAME_BYTES} bytes"
    return "trap", lines[-1].strip()[:200] if lines else type(error).__name__
