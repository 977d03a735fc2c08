"""What the processes do that the kill test kills: answers with their grades and verdicts, one fact after the other."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from multiprocessing.connection import Connection

from crucibleforge.core.conversation import Outcome, Turn
from crucibleforge.core.grading import Grade, Verdict, VerdictAnswer, Vote
from crucibleforge.store import Store, Writer, open_store
from tests.contract.store.examples import GRADE, plain_turn

TURNS, VOTES = 3, 3
FACTS = 1 + TURNS + 1 + 1 + VOTES
"""An answer begun, its turns, its end, its grade, and the votes on it, the last one with the verdict."""
STAMP = "0" * 16
VERDICT = Verdict(
    "q1",
    VerdictAnswer.YES,
    (Vote(VerdictAnswer.YES, VerdictAnswer.YES, "x" * 500, True, 0, 500, 1, raw="y" * 2_000),) * 3,
)


def question(number: int) -> tuple[str, str, int, str]:
    """What the answer of this number answers."""
    return ("m", f"Q{number}", 1, STAMP)


def turn(number: int, place: int) -> Turn:
    """A turn that no other is equal to."""
    return plain_turn(f"answer {number}, turn {place} " + "x" * 2_000)


def grade_of(number: int) -> Grade:
    """The grade of the answer of this number."""
    return replace(GRADE, case_id=f"Q{number}")


def write_without_end(place: str, done: int, acknowledged: Connection) -> None:
    """Go on after `done` facts, and report after each how many the writer said are stored."""
    with open_store(place) as store, store.writer("doomed") as writer:
        for write in _facts_from(store, writer, done):
            write()
            done += 1
            acknowledged.send(done)


def _facts_from(store: Store, writer: Writer, done: int) -> Iterator[Callable[[], object]]:
    number, skipped = divmod(done, FACTS)
    while True:
        yield from _facts(store, writer, number)[skipped:]
        number, skipped = number + 1, 0


def _facts(store: Store, writer: Writer, number: int) -> list[Callable[[], object]]:
    def answer() -> int:
        settled = [found.id for found in store.answers() if found.case_id == f"Q{number}"]
        return settled[0] if settled else writer.begin_answer(*question(number))

    return [
        answer,
        *(
            partial(lambda place: writer.add_turn(answer(), place, turn(number, place)), place)
            for place in range(1, TURNS + 1)
        ),
        lambda: writer.finish_answer(answer(), Outcome.ANSWERED),
        lambda: writer.put_grade(answer(), STAMP, grade_of(number)),
        *(
            partial(lambda place: writer.add_vote(answer(), STAMP, "q1", place, VERDICT.votes[place - 1]), place)
            for place in range(1, VOTES)
        ),
        lambda: writer.add_verdict(answer(), STAMP, VERDICT),
    ]


def stored(store: Store) -> int:
    """How many facts are there, each as it was written, and none beyond the first that is missing."""
    with store._engine.connect() as connection:
        ids = list(connection.exec_driver_sql("SELECT id FROM answers ORDER BY id").scalars())
    counts = [_stored(store, number, answer_id) for number, answer_id in enumerate(ids)]
    assert set(counts[:-1]) <= {FACTS}, counts
    return sum(counts)


def _stored(store: Store, number: int, answer_id: int) -> int:
    answer, grade = store.answer(answer_id), store.grade(answer_id, STAMP)
    assert answer.case_id == f"Q{number}"
    assert answer.turns == tuple(turn(number, place) for place in range(1, len(answer.turns) + 1))
    assert grade in (None, grade_of(number))
    votes, verdicts = store.open_votes(answer_id, STAMP).get("q1", {}), store.verdicts(answer_id, STAMP)
    assert votes == {place: VERDICT.votes[place - 1] for place in range(1, len(votes) + 1)}
    assert verdicts in ({}, {"q1": VERDICT})
    states = [True, *(place < len(answer.turns) for place in range(TURNS))]
    states += [answer.outcome is Outcome.ANSWERED, grade is not None]
    states += [bool(verdicts) or place < len(votes) for place in range(VOTES)]
    assert states == sorted(states, reverse=True), states
    return sum(states)
