"""The frames between the grader and one guest: a row of them goes in one by one, and its replies go out together."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from crucibleforge.sandbox._limits import FRAME_BYTES
from crucibleforge.sandbox.protocol._frames import ROW, frames_of, row_of


class TooLong(Exception):
    """The replies to a row are more than one frame may hold."""


class Conversation:
    """What the grader still has to say, and what it hasn't been told yet. The guest only ever sees the frame that is its turn."""

    def __init__(self, receive: Callable[[], bytes], send: Callable[[int, bytes], None]) -> None:
        """`receive` waits for the grader's next frame; `send(fuel_left, frame)` hands it one."""
        self._receive = receive
        self._send = send
        self.forget()

    def forget(self) -> None:
        """Starts anew, for another guest."""
        self._waiting: deque[bytes] = deque()
        self._replies: list[bytes] | None = None
        self._room = FRAME_BYTES
        self.is_awaited = False
        """Whether the grader waits for a frame."""

    def next_frame(self) -> bytes:
        """The guest's next frame; empty when there is none any more."""
        if not self._waiting:
            frame = self._receive()
            self.is_awaited = True
            if not frame.startswith(ROW):
                return frame
            self._waiting.extend(frames_of(frame))
            self._replies, self._room = [], FRAME_BYTES
        return self._waiting.popleft()

    def answer(self, reply: bytes, fuel_left: int) -> None:
        """Takes the guest's reply, and passes on what is complete.

        Raises:
            TooLong: there is no room for it.
        """
        if self._replies is None:
            self._tell(fuel_left, reply)
            return
        self._room -= len(reply) + 4
        if self._room < 0:
            raise TooLong
        self._replies.append(reply)
        if not self._waiting:
            self._tell(fuel_left, row_of(self._replies))
            self._replies = None

    def _tell(self, fuel_left: int, frame: bytes) -> None:
        self._send(fuel_left, frame)
        self.is_awaited = False
