"""Calls in a row, handed in together: most tests ask for one result after the other and look at none in between.

They run in the guest in the order in which they were asked for, with the arguments of that time, and each result is
looked at in that order. Where that may differ from doing one after the other, because a call changed what the test holds
or gave it an object to go on with, the row is `Reordered`: the group has to run again in turn.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

from ._codec import Violation

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

    def make(self) -> Any:
        """Makes it now."""
        return getattr(self.owner, self.name)(*self.args, **self.kwargs)


class PutOff(NamedTuple):
    """A call that waits in the row."""

    call: Call
    told: Mapping[str, Any]
    """Its frame."""
    look: Look
    discards: bool
    """Only what the call raises matters: `look` is handed None for a result."""


class Row:
    """The calls of one group that wait, and whether their order has come to matter."""

    def __init__(self) -> None:
        self._waiting: list[PutOff] = []
        self._longest = _FIRST
        self._is_looking = False
        self.is_reordered = False

    @property
    def is_full(self) -> bool:
        """Whether it is time to hand them in."""
        return len(self._waiting) >= self._longest

    def append(self, waiting: PutOff) -> None:
        """Lets one more wait."""
        self._waiting.append(waiting)

    def taken(self) -> list[PutOff]:
        """All that wait; from now on none does."""
        taken, self._waiting, self._longest = self._waiting, [], _LONGEST
        return taken

    def look(self, waited: PutOff, reply: Mapping[str, Any], take: Take) -> None:
        """Does with a reply what was to be done with the call's result.

        Raises:
            Reordered: the call changed its arguments, or its result is used for more than to be looked at.
        """
        self._is_looking = True
        try:
            if "changed" in reply:
                self.check_in_turn()
            waited.look((lambda: None) if waited.discards and "err" not in reply else take)
        finally:
            self._is_looking = False

    def check_in_turn(self) -> None:
        """Ends the group where the guest is needed while results of a row are looked at: later calls of it are done already."""
        if self._is_looking:
            self.is_reordered = True
            raise Reordered

    def check_all_made(self, missing: int) -> None:
        """Ends the group where it goes on after an exception: the calls behind that one have not been made."""
        if missing:
            self.is_reordered = True
            raise Reordered


def replies_to(row: Sequence[PutOff], told: Any) -> list[dict[str, Any]]:
    """The guest's replies to a row: one for each call, or fewer when the last of them tells of an exception.

    Raises:
        Violation: they are no such replies.
    """
    if type(told) is not list or not told or not all(type(reply) is dict for reply in told):
        raise Violation("a row of calls without replies")
    raised = ["err" in reply for reply in told]
    if any(raised[:-1]) or len(told) > len(row) or (len(told) < len(row) and not raised[-1]):
        raise Violation("replies that do not fit their calls")
    return told
