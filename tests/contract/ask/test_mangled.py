"""Whole HTTP replies with bytes changed, lost or added anywhere, headers included."""

from __future__ import annotations

import random
from typing import Any

from crucibleforge.core.conversation import NOT_ASKED_REASONS, Outcome
from crucibleforge.core.errors import ProviderError
from crucibleforge.testing import Reply
from tests.contract.ask.clients import Asked, asking_behaviour

QUESTIONS = 60
HEAD = b"HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\nTransfer-Encoding: chunked\r\n\r\n"
EVENT = b'data: {"choices": [{"index": 0, "delta": {"content": "Blue."}, "finish_reason": "stop"}]}\n\n'
WHOLE = HEAD + b"%x\r\n%b\r\n0\r\n\r\n" % (len(EVENT), EVENT)


def _mangled(chance: random.Random) -> bytes:
    damaged = bytearray(WHOLE)
    for _ in range(chance.randint(1, 4)):
        place = chance.randrange(len(damaged))
        lost = chance.choice([0, 1, 1, 20])
        damaged[place : place + lost] = chance.randbytes(chance.choice([0, 1, 1, 3]))
    return bytes(damaged)


async def test_damage_leads_to_a_turn_or_to_a_reason_never_to_a_crash() -> None:
    chance = random.Random(7)

    def damage(_request: Any) -> Reply:
        return Reply(wire=(_mangled(chance),))

    async with asking_behaviour(damage, silence_s=1.0) as asked:
        came = [await _outcome(asked) for _ in range(QUESTIONS)]
    assert set(came) <= {*NOT_ASKED_REASONS, *Outcome}
    assert {Outcome.ANSWERED, "transport"} <= set(came)


async def _outcome(asked: Asked) -> str:
    try:
        return (await asked.complete()).outcome
    except ProviderError as error:
        return error.reason
