"""All that happened on the way to one turn."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from crucibleforge.core.conversation import Usage, together
from crucibleforge.core.finish import ending

from ._outcome import Reading
from ._reply import Reply

if TYPE_CHECKING:
    from ._wire import Exchange


@dataclass(frozen=True, slots=True)
class Came:
    """What one question brought in the end."""

    reading: Reading
    exchange: Exchange
    reply: Reply | None
    """As it is read with what is known of the endpoint; None where the server could not read it itself."""
    limit: int
    """Tokens that it was allowed."""

    @property
    def is_cut(self) -> bool:
        """Whether the reply ended at that limit."""
        return self.reply is not None and ending(self.reply.finish) == "cut"


@dataclass(slots=True)
class Attempts:
    """Every attempt of one turn, its recovery included."""

    received: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    count: int = 0
    _billed: list[Usage] = field(default_factory=list)
    """Of each attempt that brought any of a reply; without counts where it broke off before the server gave them."""

    def add(self, body: Mapping[str, Any], exchange: Exchange, way: str = "") -> Usage | None:
        """Take an attempt in; gives what is billed for it, if anything is.

        Args:
            way: how a recovery asks, where it is one.
        """
        self.count += 1
        sent = {name: value for name, value in body.items() if name not in {"messages", "tools"}}
        head = {"attempt": self.count, **({"way": way} if way else {}), "sent": sent}
        self.received += (json.dumps(head, ensure_ascii=False), *exchange.received)
        if isinstance(exchange.result, Reply):
            usage = exchange.result.usage
        elif exchange.timing.first_token_s is not None:
            usage = Usage()
        else:
            return None
        self._billed.append(usage)
        return usage

    @property
    def billed(self) -> Usage:
        """The tokens of all attempts together."""
        return together(self._billed)
