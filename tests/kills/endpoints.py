"""Two models and a judge behind three addresses; each reply carries a number by which it is known again in the store."""

from __future__ import annotations

import json
import random
import threading
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field, replace
from typing import Any

from crucibleforge.core.conversation import Usage
from crucibleforge.testing import Behaviour, Reply, ScriptedServer
from tests.tiny import perfect_judge, perfect_model

CONTESTANTS = ("able", "baker")
JUDGE = "fair"
SLOTS: Mapping[str, int] = {"able": 2, "baker": 1, JUDGE: 3}
"""How many requests each is sent at a time."""

_FIRST_NUMBER = 1000
_LONGEST_DELAY_S = 0.05
_CHUNK_DELAY_S = 0.001
_CHUNK_CHARS = 100


@dataclass(frozen=True, slots=True)
class Exchange:
    """One request, and the number of the reply to it."""

    number: int
    """Sent as the count of the reply's tokens, which the store keeps."""
    life: int
    """Which start of the program sent it, from 1."""
    name: str
    question: str
    """All that the request says: the same text is the same question."""


@dataclass(slots=True)
class Log:
    """Every request in the order of arrival; the life is set by whoever starts the program."""

    exchanges: list[Exchange] = field(default_factory=list)
    life: int = 0
    _lock: threading.Lock = field(default_factory=threading.Lock)

    def add(self, name: str, body: Mapping[str, Any]) -> Exchange:
        """Note a request, and give its reply a number."""
        with self._lock:
            number = _FIRST_NUMBER + len(self.exchanges)
            exchange = Exchange(number, self.life, name, json.dumps(body, sort_keys=True))
            self.exchanges.append(exchange)
            return exchange

    def of_life(self, life: int) -> list[Exchange]:
        """What one start of the program asked."""
        with self._lock:
            return [exchange for exchange in self.exchanges if exchange.life == life]


@dataclass(frozen=True, slots=True)
class Endpoints:
    """The open servers."""

    log: Log
    models_file: str
    """A models.yaml that names them."""


@contextmanager
def serving(chance: random.Random) -> Iterator[Endpoints]:
    """The three servers, whose replies take a while, by chance, and come in pieces."""
    log = Log()
    behaviours = {"able": perfect_model(), "baker": _otherwise(perfect_model()), JUDGE: perfect_judge()}
    lines = ["models:"]
    with ExitStack() as stack:
        for name, behaviour in behaviours.items():
            logged = _logged(name, behaviour, log, chance)
            server = stack.enter_context(ScriptedServer.in_thread(logged, models=[name]))
            entry = {"name": name, "base_url": server.base_url, "model": name, "concurrency": SLOTS[name]}
            lines.append(f"  - {json.dumps(entry)}")
        yield Endpoints(log, "\n".join(lines) + "\n")


def _logged(name: str, behaviour: Behaviour, log: Log, chance: random.Random) -> Behaviour:
    def answer(request: Mapping[str, Any]) -> Reply:
        exchange = log.add(name, request)
        return replace(
            behaviour(request),
            usage=Usage(prompt_tokens=len(exchange.question.split()), completion_tokens=exchange.number),
            delay_s=chance.uniform(0, _LONGEST_DELAY_S),
            chunk_delay_s=_CHUNK_DELAY_S,
            chunk_chars=_CHUNK_CHARS,
        )

    return answer


def _otherwise(behaviour: Behaviour) -> Behaviour:
    """Gets one case wrong and words its chats in another way, so that rows and judge's questions differ."""

    def answer(request: Mapping[str, Any]) -> Reply:
        reply, asked = behaviour(request), str(request["messages"][-1]["content"])
        if "What does this program print?" in asked:
            return Reply("I forgot.")
        if "Write a letter" in asked:
            return replace(reply, text=f"Once more.\n{reply.text}")
        return replace(reply, text=f"{reply.text} So it is.") if (reply.text or "").startswith("Hanne:") else reply

    return answer
