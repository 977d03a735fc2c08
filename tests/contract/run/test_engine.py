from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crucibleforge.ask import ModelSpec
from crucibleforge.board import read_board
from crucibleforge.core.errors import ConfigError
from crucibleforge.run import Action, CaseMissing, Engine, Event, fingerprint, identities, plan
from crucibleforge.sandbox import SandboxPool
from crucibleforge.store import Store, open_store
from crucibleforge.suite import Suite, load_suite
from crucibleforge.testing import Behaviour, Reply, ScriptedServer, lenient_judge
from tests.tiny import ROOT, perfect_judge, perfect_model


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SandboxPool]:
    with SandboxPool() as sandbox:
        yield sandbox


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "store.db") as store:
        yield store


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT, tmp_path / "suite"))


class Bench:
    """One model and one judge, scripted, over real HTTP."""

    def __init__(self, store: Store, sandbox: SandboxPool, model: ScriptedServer, judge: ScriptedServer) -> None:
        self.store = store
        self.sandbox = sandbox
        self.servers = (model, judge)
        self.model = ModelSpec("able", model.base_url, "scripted")
        self.judge = ModelSpec("fair", judge.base_url, "scripted")
        self.events: list[Event] = []

    async def run(self, suite: Suite) -> Engine:
        with self.store.writer("test") as writer:
            engine = Engine(suite, self.store, writer, self.events.append)
            await engine.run([self.model], self.judge, self.sandbox)
        return engine

    def plan(self, suite: Suite) -> dict[str, Action]:
        planned = plan(suite, self.store, identities([self.model]), fingerprint(suite, self.judge))
        return {item.case.id: item.action for item in planned}

    def calls(self) -> tuple[int, int]:
        asked, judged = (len(server.requests) for server in self.servers)
        return asked, judged

    def total(self, suite: Suite) -> float | None:
        return read_board(suite, self.store).models[0].row.total


@pytest.fixture
async def bench(store: Store, sandbox: SandboxPool) -> Any:
    async with ScriptedServer(perfect_model()) as model, ScriptedServer(perfect_judge()) as judge:
        yield Bench(store, sandbox, model, judge)


async def test_a_run_needs_nothing_more_afterwards(bench: Bench, root: Path) -> None:
    suite = load_suite(root)
    assert set(bench.plan(suite).values()) == {Action.ASK}
    await bench.run(suite)
    assert set(bench.plan(suite).values()) == {Action.KEEP}
    before = bench.calls()
    await bench.run(suite)
    assert bench.calls() == before
    assert bench.total(suite) == 20.0


EDITS = [
    ("cases/roleplay/RP1-ferry/case.yaml", "max: 60", "max: 61", Action.GRADE, False, False),
    ("cases/roleplay/RP1-ferry/case.yaml", "a price of two eels?", "two eels as the price?", Action.JUDGE, False, True),
    (
        "cases/roleplay/RP1-ferry/case.yaml",
        "I walk up to the landing.",
        "I come to the landing.",
        Action.ASK,
        True,
        True,
    ),
    ("cases/roleplay/RP1-ferry/case.yaml", "title: The ferry at Oss", "title: A ferry", Action.KEEP, False, False),
]


@pytest.mark.parametrize(("file", "old", "new", "action", "asks", "judges"), EDITS)
async def test_an_edit_redoes_only_what_it_touches(
    bench: Bench, root: Path, file: str, old: str, new: str, action: Action, asks: bool, judges: bool
) -> None:
    await bench.run(load_suite(root))
    path = root / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    edited = load_suite(root)
    planned = bench.plan(edited)
    assert planned.pop("RP1") is action
    assert set(planned.values()) == {Action.KEEP}
    asked, judged = bench.calls()
    await bench.run(edited)
    now_asked, now_judged = bench.calls()
    assert (now_asked > asked, now_judged > judged) == (asks, judges)
    assert set(bench.plan(edited).values()) == {Action.KEEP}


async def test_another_quantization_is_another_model(bench: Bench, root: Path) -> None:
    suite = load_suite(root)
    await bench.run(suite)
    bench.model = ModelSpec("able", bench.model.base_url, "scripted", max_tokens=77)
    assert set(bench.plan(suite).values()) == {Action.ASK}


async def _run_against(behaviour: Behaviour, store: Store, sandbox: SandboxPool) -> tuple[Engine, ScriptedServer]:
    suite = load_suite(ROOT)
    async with ScriptedServer(behaviour) as server:
        with store.writer("test") as writer:
            engine = Engine(suite, store, writer, lambda _event: None)
            await engine.run([ModelSpec("down", server.base_url, "scripted")], None, sandbox)
    return engine, server


async def test_three_failures_in_a_row_leave_the_rest_unasked(store: Store, sandbox: SandboxPool) -> None:
    refused = Reply("not today", status=403)
    engine, server = await _run_against(lambda _request: refused, store, sandbox)
    assert len(engine.missing) == 6
    assert len(server.requests) == 1 + 3, "one of the set-up check; after three failures in a row nothing more is sent"
    row = read_board(load_suite(ROOT), store).models[0].row
    assert (row.partial, row.total, row.sections["code"]) == (True, None, None)


async def test_one_refused_request_does_not_end_the_run(store: Store, sandbox: SandboxPool) -> None:
    works = perfect_model()
    counts: Counter[str] = Counter()

    def too_long_for_one(request: Any) -> Reply:
        if "What does this program print?" in str(request["messages"]):
            counts["refused"] += 1
            return Reply("the context window is exceeded", status=400)
        return works(request)

    engine, _ = await _run_against(too_long_for_one, store, sandbox)
    assert [event.case_id for event in engine.missing if isinstance(event, CaseMissing)] == ["PR1"]
    board = read_board(load_suite(ROOT), store)
    assert {case.case.id for case in board.models[0].cases if case.state == "scored"} >= {"FN1", "BH1", "TU1"}


async def test_own_judge_is_refused_before_anything_is_asked(bench: Bench, root: Path) -> None:
    bench.judge = bench.model
    with pytest.raises(ConfigError, match="cannot judge itself"):
        await bench.run(load_suite(root))
    assert bench.calls() == (0, 0)


async def test_a_judge_that_fails_later_hides_no_verdict_of_one_that_passed(bench: Bench, root: Path) -> None:
    suite = load_suite(root)
    await bench.run(suite)
    fair = bench.judge
    path = root / "cases/writing/CW1-letter/case.yaml"
    path.write_text(path.read_text().replace("a reason why the lantern", "the reason why the lantern"))
    async with ScriptedServer(lenient_judge) as lenient:
        bench.judge = ModelSpec("lenient", lenient.base_url, "scripted")
        engine = await bench.run(load_suite(root))
    assert engine.calibration is not None
    assert bench.total(suite) == 20.0
    failed = read_board(suite, bench.store, fingerprint(suite, bench.judge))
    assert (failed.judge is not None and failed.judge.passed, failed.models[0].row.total) == (False, None)
    assert read_board(suite, bench.store, fingerprint(suite, fair)).models[0].row.total == 20.0


async def test_a_model_cannot_judge_itself_under_another_name(bench: Bench, root: Path) -> None:
    bench.judge = ModelSpec("alias", bench.model.base_url, bench.model.served_id)
    with pytest.raises(ConfigError, match="cannot judge itself"):
        await bench.run(load_suite(root))


async def test_nothing_answered_is_told_from_something_missing(store: Store, sandbox: SandboxPool) -> None:
    engine, _ = await _run_against(lambda _request: Reply("no", status=403), store, sandbox)
    assert not engine.advanced
    engine, _ = await _run_against(perfect_model(), store, sandbox)
    assert engine.advanced


async def test_judge_with_too_small_a_window_is_told_so_and_judges_nothing(bench: Bench) -> None:
    bench.judge = replace(bench.judge, context=4096)
    engine = await bench.run(load_suite(ROOT))
    assert [type(fault) for fault in engine.failed] == [ConfigError]
    assert "a window of 4096 tokens, and the suite asks 8192" in str(engine.failed[0])
    assert bench.calls()[1] == 0
    assert bench.total(load_suite(ROOT)) is None
