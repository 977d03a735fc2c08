"""What the processes do that the kill test kills."""

from __future__ import annotations

from multiprocessing.connection import Connection

from crucibleforge.store import open_store
from tests.contract.store.examples import plain_turn

QUESTION = ("m", "RP01", 1, "s")


def write_without_end(place: str, acknowledged: Connection) -> None:
    """Go on with the one answer, and report each turn that the writer said is stored."""
    with open_store(place) as store, store.writer("doomed") as writer:
        answer_id = writer.begin_answer(*QUESTION)
        number = len(store.turns(answer_id))
        while True:
            number += 1
            writer.add_turn(answer_id, number, plain_turn(f"turn {number} " + "x" * 2_000))
            acknowledged.send(number)
