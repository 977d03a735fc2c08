"""The caps of the sandbox, known to both sides of the pipe."""

from __future__ import annotations

DEFAULT_FUEL = 20_000_000_000
"""Two to four seconds of work on the machines of today; the same verdict on any machine."""

MEMORY_BYTES = 256 << 20
"""What one instance may use: MemoryError inside beyond it."""

WASM_STACK_BYTES = 64 << 20
"""So large that the interpreter's own recursion limit binds first, which is the same everywhere."""

FRAME_BYTES = 8 << 20
"""The longest frame either way."""

MAX_EXCHANGES = 200_000
"""Calls and callbacks of one group, together."""

MAX_CALLBACK_DEPTH = 20
"""Callbacks inside calls inside callbacks …"""

MAX_REMOTES = 1_000
"""Functions and iterators of one test that a solution may hold."""

MAX_NODES = 300_000
MAX_DEPTH = 100
MAX_INT_BITS = 1 << 20
MAX_DECIMAL_PLACES = 10_000

MAX_LONG_NUMBERS, MAX_LONG_NUMBERS_OF_ALL = 10_000, 100_000
"""In a frame, and in all of a group: numbers whose hashes are predictable and can be made to collide."""

MESSAGE_CHARS = 2_000

STDOUT_BYTES = 65_536
RAW_OUTPUT_BYTES = 1 << 20
RANDOM_REQUEST_BYTES = 4_096

HOST_CALL_FUEL = 100_000
"""Work done outside on the guest's behalf is charged, so that floods of it meet the same limit as loops."""
RANDOM_BYTE_FUEL = 10_000
FRAME_BYTE_FUEL = 10

WALL_S = 60.0
WALL_S_PER_GIGAFUEL = 3.0
"""The wall clock only guards against a broken machine: it leaves about ten times what the fuel can take."""


def wall_guard_s(fuel: int) -> float:
    """Seconds after which a group is given up, whatever is left of its fuel."""
    return max(WALL_S, fuel / 1e9 * WALL_S_PER_GIGAFUEL)


# The native backend: a fuel of its own, one unit being one nanosecond of the child's processor time.

NATIVE_NS_PER_FUEL = 0.25
"""Four to twelve times what the same work takes natively on the machines of today: a case's limit is counted in the
fuel of WebAssembly, and only a generous rate keeps a slow machine from failing a sound answer."""

NATIVE_LEAST_NS = 2_000_000_000
"""Less is granted to nobody: start-up and a busy machine would decide."""

NATIVE_MEMORY_BYTES = 1 << 30
"""Address space of one child, the interpreter's own included."""

NATIVE_IDLE_S = 5.0
"""A child that is to answer and uses no processor time for so long waits for something that will not come."""


def native_fuel(fuel: int) -> int:
    """Nanoseconds of processor time that stand for a limit in the fuel of WebAssembly."""
    return max(NATIVE_LEAST_NS, int(fuel * NATIVE_NS_PER_FUEL))
