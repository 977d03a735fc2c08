"""The frames between the grader and one guest, in the form that the mailbox in front of it takes: always a row."""

from __future__ import annotations

from collections.abc import Callable

from crucibleforge.sandbox.protocol._frames import ROW, frames_of, row_of


class Conversation:
    """What the grader says to one guest, and hears of it."""

    def __init__(self, receive: Callable[[], bytes], send: Callable[[int, bytes], None]) -> None:
        """`receive` waits for the grader's next frame; `send(fuel_left, frame)` hands it one."""
        self._receive = receive
        self._send = send
        self.forget()

    def forget(self) -> None:
        """Starts anew, for another guest."""
        self._is_row = False
        self.is_awaited = False
        """Whether the grader waits for a frame."""

    def next_row(self) -> bytes:
        """What the guest is asked next; empty when there is nothing any more."""
        frame = self._receive()
        self.is_awaited = True
        self._is_row = frame.startswith(ROW)
        return row_of([frame]) if frame and not self._is_row else frame

    def answer(self, replies: bytes, fuel_left: int) -> None:
        """Passes on the guest's replies to that."""
        if not self._is_row:
            (replies,) = frames_of(replies)
        self._send(fuel_left, replies)
        self.is_awaited = False
