"""Cases asked more than once: stored, resumed, graded and judged like the first, and never mixed into the score."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from crucibleforge.ask import ModelSpec
from crucibleforge.board import ModelResult, read_board
from crucibleforge.run import Action, Engine, fingerprint, identities, plan
from crucibleforge.sandbox import SandboxPool
from crucibleforge.store import Store, open_store
from crucibleforge.suite import Suite, load_suite
from crucibleforge.testing import Behaviour, Reply, ScriptedServer
from tests.tiny import ROOT, perfect_judge, perfect_model

FIRST_WORDS = {"FN1": "Write `winner(votes)`", "CW1": "Write a letter"}


@pytest.fixture(scope="module")
def sandboxes() -> Iterator[SandboxPool]:
    with SandboxPool() as sandboxes:
        yield sandboxes


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT, tmp_path / "suite"))


class Asked:
    """One model that is asked by a run after another, and what it was asked."""

    def __init__(self, store: Store, sandboxes: SandboxPool, model: ScriptedServer, judge: ScriptedServer) -> None:
        self.store, self.sandboxes, self.server, self.judging = store, sandboxes, model, judge
        self.model = ModelSpec("able", model.base_url, "scripted")
        self.judge = ModelSpec("fair", judge.base_url, "scripted")

    async def run(self, suite: Suite, attempts: int) -> Engine:
        with self.store.writer("test") as writer:
            engine = Engine(suite, self.store, writer, lambda _event: None, attempts=attempts)
            await engine.run([self.model], self.judge, self.sandboxes)
        return engine

    def times(self, case: str) -> int:
        return sum(FIRST_WORDS[case] in str(request.json["messages"][-1]) for request in self.server.requests)

    def calls(self) -> tuple[int, int]:
        return len(self.server.requests), len(self.judging.requests)

    def result(self, suite: Suite) -> ModelResult:
        return read_board(suite, self.store).models[0]

    def plan(self, suite: Suite, attempts: int) -> list[tuple[str, int, Action]]:
        planned = plan(suite, self.store, identities([self.model]), fingerprint(suite, self.judge), attempts=attempts)
        return [(item.case.id, item.attempt, item.action) for item in planned]


@pytest.fixture
def behaviour() -> Callable[[], Behaviour]:
    return perfect_model


@pytest.fixture
async def asked(tmp_path: Path, sandboxes: SandboxPool, behaviour: Callable[[], Behaviour]) -> Any:
    async with ScriptedServer(behaviour()) as model, ScriptedServer(perfect_judge()) as judge:
        with open_store(tmp_path / "store.db") as store:
            yield Asked(store, sandboxes, model, judge)


async def test_further_attempts_are_asked_once_and_the_first_ones_stay(asked: Asked, root: Path) -> None:
    suite = load_suite(root)
    await asked.run(suite, 1)
    assert asked.result(suite).spread is None
    await asked.run(suite, 3)
    assert (asked.times("FN1"), asked.times("CW1")) == (3, 3)
    calls = asked.calls()
    await asked.run(suite, 3)
    await asked.run(suite, 1)
    assert asked.calls() == calls
    stored = Counter(answer.attempt for answer in asked.store.answers())
    assert stored == {1: 6, 2: 6, 3: 6}
    found = asked.result(suite)
    assert found.spread is not None
    assert (found.spread.attempts, found.spread.totals, found.spread.total) == (3, (20.0, 20.0, 20.0), 0.0)
    assert found.pass_hat == (1.0, 1.0, 1.0)


def worse_the_second_time() -> Behaviour:
    perfect, seen = perfect_model(), Counter[str]()

    def answer(request: Any) -> Reply:
        for case, words in FIRST_WORDS.items():
            if words in str(request["messages"][-1]):
                seen[case] += 1
                if seen[case] == 2:
                    return Reply("I won't." if case == "CW1" else "```python\ndef winner(votes):\n    return 1\n```")
        return perfect(request)

    return answer


@pytest.mark.parametrize("behaviour", [worse_the_second_time])
async def test_a_worse_second_attempt_shows_as_spread_and_leaves_the_score_alone(asked: Asked, root: Path) -> None:
    suite = load_suite(root)
    await asked.run(suite, 2)
    found = asked.result(suite)
    assert found.row.total == 20.0
    assert found.spread is not None
    letter = next(case for case in found.cases if case.case.id == "CW1")
    program = next(case for case in found.cases if case.case.id == "FN1")
    assert letter.credits == (1.0, 0.0)
    assert (program.credits[0], program.further[0].attempt) == (1.0, 2)
    assert program.credits[1] < 1
    assert program.further[0].lost, "the second attempt opens to its own evidence"
    assert found.spread.totals[0] == 20.0
    assert found.spread.totals[1] == pytest.approx(20 - 4 - 5 * (1 - program.credits[1]))
    assert found.spread.parts["writing"] == pytest.approx(1.6449 * 4 * 0.5**0.5, abs=1e-3)
    assert found.spread.sections["chat"] == found.spread.parts["writing"]
    assert found.pass_hat == (1 - 1 / 8, 1 - 1 / 4)


async def test_first_attempts_come_before_second_ones(asked: Asked, root: Path) -> None:
    suite = load_suite(root)
    planned = asked.plan(suite, 2)
    assert [attempt for _, attempt, _ in planned] == [1] * 6 + [2] * 6
    await asked.run(suite, 2)
    order = [answer.attempt for answer in asked.store.answers()]
    assert order == sorted(order)


EDITS = [
    ("max: 60", "max: 61", Action.GRADE, False),
    ("a price of two eels?", "two eels as the price?", Action.JUDGE, False),
    ("I walk up to the landing.", "I come to the landing.", Action.ASK, True),
]


@pytest.mark.parametrize(("old", "new", "action", "asks"), EDITS)
async def test_an_edit_redoes_every_attempt_alike(
    asked: Asked, root: Path, old: str, new: str, action: Action, asks: bool
) -> None:
    await asked.run(load_suite(root), 2)
    path = root / "cases/roleplay/RP1-ferry/case.yaml"
    path.write_text(path.read_text().replace(old, new))
    suite = load_suite(root)
    assert {step for case, _, step in asked.plan(suite, 2) if case == "RP1"} == {action}
    only_first = {attempt for case, attempt, step in asked.plan(suite, 1) if case == "RP1" and step is action}
    assert only_first == ({1} if asks else {1, 2}), "what is stored is graded and judged, and nothing more is asked"
    before, _ = asked.calls()
    await asked.run(suite, 2)
    assert (asked.calls()[0] > before) is asks
    assert {step for _, _, step in asked.plan(suite, 2)} == {Action.KEEP}


def refuses_the_second_letter() -> Behaviour:
    perfect, seen = perfect_model(), Counter[str]()

    def answer(request: Any) -> Reply:
        if FIRST_WORDS["CW1"] in str(request["messages"][-1]):
            seen["CW1"] += 1
            if seen["CW1"] == 2:
                return Reply("the context window is exceeded", status=400)
        return perfect(request)

    return answer


@pytest.mark.parametrize("behaviour", [refuses_the_second_letter])
async def test_a_lost_second_attempt_makes_no_row_partial_and_is_asked_again(asked: Asked, root: Path) -> None:
    suite = load_suite(root)
    await asked.run(suite, 2)
    found = asked.result(suite)
    assert (found.row.total, found.row.partial) == (20.0, False)
    assert found.spread is not None
    assert (found.spread.attempts, found.spread.total, found.spread.parts["writing"]) == (1, None, None)
    assert ("CW1", 2, Action.ASK) in asked.plan(suite, 2)
    await asked.run(suite, 2)
    whole = asked.result(suite).spread
    assert whole is not None
    assert (whole.attempts, whole.total) == (2, 0.0)
