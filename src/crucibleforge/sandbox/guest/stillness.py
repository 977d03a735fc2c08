"""Makes the guest a function of its input: sleeping moves a virtual clock, chance starts from one seed."""

import asyncio
import random
import selectors
import time

from wit_world import sleep as move_clock


def still() -> None:
    """Patches what would wait for, or depend on, a world that isn't there."""
    time.sleep = _sleep
    selectors.DefaultSelector = _VirtualSelector
    loop = asyncio.selector_events.BaseSelectorEventLoop
    # The self-pipe wakes a loop from other threads and signals; here there are neither threads nor pipes.
    loop._make_self_pipe = loop._close_self_pipe = loop._write_to_self = lambda self: None
    random.seed(0)
    # The runtime seeds anew in each instance, from 2,500 bytes of the host; it holds on to the function that it finds here.
    random.seed = _unseeded


def _unseeded():
    """Leaves chance alone."""


def allow_seeds():
    """Gives the solution the real `random.seed`, once the runtime is through."""
    random.seed = random._inst.seed


def _sleep(seconds, /):
    """Suspend execution for a number of (virtual) seconds."""
    if seconds < 0:
        raise ValueError("sleep length must be non-negative")
    move_clock(min(int(seconds * 1e9), 10**15))


class _VirtualSelector(selectors._BaseSelectorImpl):
    """Nothing ever becomes ready: waiting only lets time pass."""

    def select(self, timeout=None):
        if timeout is None:
            raise RuntimeError("the event loop would wait for ever")
        if timeout > 0:
            _sleep(timeout)
        return []
