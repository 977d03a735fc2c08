"""Calls in a row, handed in together: most tests ask for one result after the other and look at none in between.

They run in the guest in the order in which they were asked for, with the arguments of that time, and each result is
looked at in that order. Where that may differ from doing one after the other, because a call changed what the test holds
or gave it an object to go on with, the row is `Reordered`: the group has to run again in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

_MOST_BYTES = 1 << 20
_FIRST, _LONGEST = 8, 64
"""The first row is short: a wrong solution is mostly found out by one of the first calls."""

Take = Callable[[], Any]
"""Gives the result of a call, or raises what it raised."""

Look = Callable[[Take], None]
"""What a test does with the result of a call that was put off."""


class Reordered(BaseException):
    """Nobody can tell whether the group would have gone the same way in turn. Not an Exception, so that no test swallows it."""


class Call(NamedTuple):
    """A method call that a test wants to make."""

    owner: Any
    name: str
    args: Sequence[Any]
    kwargs: Mapping[str, Any]


class PutOff(NamedTuple):
    """A call that waits in the row."""

    call: Call
    payload: bytes
    """Its frame, with the arguments as they were."""
    look: Look
    discards: bool
    """Only what the call raises matters: `look` is handed None for a result."""


class Row:
    """The calls of one group that wait, and whether their order has come to matter."""

    def __init__(self) -> None:
        self._waiting: list[PutOff] = []
        self._longest = _FIRST
        self._room = _MOST_BYTES
        self._is_looking = False
        self.is_reordered = False
        self.broken_by: BaseException | None = None
        """What broke off a row while its results were looked at: the calls behind it have been made, and nobody has looked."""

    def has_room_for(self, payload: bytes) -> bool:
        """Whether a frame may wait with the others."""
        return len(self._waiting) < self._longest and len(payload) <= self._room

    def append(self, waiting: PutOff) -> None:
        """Lets one more wait."""
        self._waiting.append(waiting)
        self._room -= len(waiting.payload)

    def taken(self) -> list[PutOff]:
        """All that wait; from now on none does.

        Raises:
            Reordered: an exception broke off the last row, and the test goes on all the same.
        """
        if self._is_looking or self.broken_by is not None:
            raise self.reordered()
        taken, self._waiting, self._longest, self._room = self._waiting, [], _LONGEST, _MOST_BYTES
        return taken

    def look(self, waited: PutOff, reply: Mapping[str, Any], take: Take) -> None:
        """Does with a reply what was to be done with the call's result.

        Raises:
            Reordered: the call changed its arguments, or its result is used for more than to be looked at.
        """
        self._is_looking = True
        try:
            if "changed" in reply:
                raise self.reordered()
            waited.look((lambda: None) if waited.discards and "err" not in reply else take)
        except BaseException as error:
            self.broken_by = error
            raise
        finally:
            self._is_looking = False

    def check_in_turn(self) -> None:
        """Ends the group where the guest is needed while results of a row are looked at: later calls of it are done already."""
        if self._is_looking:
            raise self.reordered()

    def reordered(self) -> Reordered:
        """What to raise where the order has come to matter."""
        self.is_reordered = True
        return Reordered()
