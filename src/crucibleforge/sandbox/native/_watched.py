"""A child as its server sees it: one frame for one frame, its processor time read from outside, and a sure end."""

from __future__ import annotations

import fcntl
import os
import select
import signal
import socket
import struct
import termios
import time
from time import monotonic  # the guest gets another one later

from crucibleforge.sandbox._limits import FRAME_BYTES, NATIVE_IDLE_S
from crucibleforge.sandbox.protocol._frames import PipeClosed

_LENGTH = struct.Struct("<I")
_LOOK_MS = 20
_UNASKED = "sent a frame that nobody asked for"
_LEAVING_MS = 1000
"""How long a child that closed its channel may take to be gone."""


class Over(Exception):
    """The child can't be asked any more; `end` says why in the protocol's words."""

    def __init__(self, end: str, detail: str = "") -> None:
        super().__init__(detail)
        self.end = end
        self.detail = detail


class Watched:
    """A running child. Whatever happens, `bury` must be called at last."""

    def __init__(self, pid: int, channel: socket.socket, grader: int, *, fuel: int) -> None:
        """`grader` is the descriptor of the grader's pipe: when it hangs up, nobody waits for the child any more."""
        self._pid = pid
        self._channel = channel
        self._grader = grader
        self._fuel = fuel
        self._clock = (~pid << 3) | 2  # the kernel's name for the processor time of a whole process
        self._from_ns = 0
        self._final_ns = 0
        self._process = os.pidfd_open(pid)
        channel.setblocking(False)

    def start_counting(self) -> None:
        """From here on processor time is the guest's own."""
        self._from_ns = time.clock_gettime_ns(self._clock)

    @property
    def fuel_left(self) -> int:
        """Nanoseconds of processor time, 0 or more."""
        return max(0, self._fuel - self._used())

    def give(self, frame: bytes) -> None:
        """Hands it a frame; raises Over."""
        left = memoryview(_LENGTH.pack(len(frame)) + frame)
        while left:
            self._wait(select.POLLOUT)
            if (said := self._unasked()) is not None:
                raise Over("protocol", _UNASKED) if said else self._gone()
            try:
                left = left[self._channel.send(left) :]
            except ConnectionError:
                raise self._gone() from None

    def take(self) -> bytes:
        """Waits for its one frame; raises Over."""
        self._wait(select.POLLIN)
        if self._has_left_unread():
            raise Over("protocol", _UNASKED)
        (length,) = _LENGTH.unpack(self._read(_LENGTH.size))
        if length > FRAME_BYTES:
            raise Over("protocol", f"a reply of {length} bytes")
        frame = self._read(length)
        if self._unasked():
            raise Over("protocol", _UNASKED)
        if self.fuel_left == 0:
            raise Over("fuel")
        return frame

    def bury(self) -> None:
        """Ends it if it still lives; nothing of it is left, unread bytes included."""
        self._channel.close()
        if self._process >= 0:
            signal.pidfd_send_signal(self._process, signal.SIGKILL)
            self._reap()

    def _used(self) -> int:
        now = self._final_ns if self._process < 0 else time.clock_gettime_ns(self._clock)
        return now - self._from_ns

    def _read(self, size: int) -> bytes:
        data = bytearray()
        while len(data) < size:
            self._wait(select.POLLIN)
            try:
                part = self._channel.recv(min(size - len(data), 1 << 20))
            except ConnectionError:
                part = b""
            if not part:
                raise self._gone()
            data += part
        return bytes(data)

    def _unasked(self) -> bytes | None:
        """The first byte of what it says out of turn; empty when it has closed its channel, None while it is silent."""
        try:
            return self._channel.recv(1)
        except BlockingIOError:
            return None
        except ConnectionError:
            return b""

    def _has_left_unread(self) -> bool:
        """Whether it speaks although it has not even read what it was asked."""
        return fcntl.ioctl(self._channel, termios.TIOCOUTQ, bytes(4)) != bytes(4)

    def _wait(self, event: int) -> None:
        """Waits until the channel is ready, within what the child may use of time."""
        poll = select.poll()
        poll.register(self._channel, event)
        poll.register(self._grader, 0)
        used, since = self._used(), monotonic()
        while True:
            ready = dict(poll.poll(_LOOK_MS))
            if self._grader in ready:
                raise PipeClosed
            if ready:
                return
            before, used = used, self._used()
            if used >= self._fuel:
                raise Over("fuel")
            if used != before:
                since = monotonic()
            elif monotonic() - since > NATIVE_IDLE_S:
                raise _waited()

    def _gone(self) -> Over:
        """How a child ended that closed its channel."""
        poll = select.poll()
        poll.register(self._process, select.POLLIN)
        if not poll.poll(_LEAVING_MS):
            return Over("protocol", "closed its channel")
        status = self._reap()
        if os.WIFEXITED(status):
            return Over("exit", f"exit status {os.WEXITSTATUS(status)}")
        number = os.WTERMSIG(status)
        if number == signal.SIGXCPU:
            return Over("fuel")
        return _waited() if number == signal.SIGSYS else Over("trap", f"killed: {signal.strsignal(number)}")

    def _reap(self) -> int:
        os.waitid(os.P_PIDFD, self._process, os.WEXITED | os.WNOWAIT)
        self._final_ns = time.clock_gettime_ns(self._clock)
        _, status = os.waitpid(self._pid, 0)
        os.close(self._process)
        self._process = -1
        return status


def _waited() -> Over:
    return Over("trap", "waited for the outside world")
