"""Several endpoints in one run: shared slots, side by side, rate limits, stops and retries, over real HTTP."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from crucibleforge.ask import ModelSpec
from crucibleforge.core.conversation import Outcome
from crucibleforge.run import Action, CaseAnswered, CaseBegun, Engine, Event, identities, plan
from crucibleforge.store import Store, open_store
from crucibleforge.suite import load_suite
from crucibleforge.testing import Behaviour, Reply, ScriptedServer
from tests.tiny import ROOT, perfect_model

SUITE = load_suite(ROOT)
CASES = 6
SLOW = 0.05


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "store.db") as store:
        yield store


async def ask(
    store: Store,
    specs: Sequence[ModelSpec],
    *,
    only_retries: bool = False,
    tell: Callable[[Engine, Event], None] = lambda _engine, _event: None,
) -> Engine:
    with store.writer("test") as writer:
        engine = Engine(SUITE, store, writer, lambda event: tell(engine, event), checks_setup=False)
        await engine.ask(specs, only_retries=only_retries)
    return engine


def slowly(behaviour: Behaviour, note: Callable[[], None] = lambda: None) -> Behaviour:
    def answer(request: Any) -> Reply:
        note()
        reply = behaviour(request)
        return Reply(reply.text, reply.tool_calls, delay_s=SLOW)

    return answer


def answered(store: Store, model: str) -> set[str]:
    return {answer.case_id for answer in store.answers(model) if answer.outcome is Outcome.ANSWERED}


async def test_models_of_one_provider_share_its_slots_and_are_asked_together(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    under_way: Counter[str] = Counter()
    most, met = 0, set()

    def watch(_engine: Engine, event: Event) -> None:
        nonlocal most
        if isinstance(event, CaseBegun | CaseAnswered):
            under_way[event.model] += 1 if isinstance(event, CaseBegun) else -1
            most = max(most, under_way.total())
            met.add(tuple(sorted(+under_way)))

    async with ScriptedServer(slowly(perfect_model())) as server:
        # A provider is whoever is not at hand; the scripted one is reached as a proxy would be.
        monkeypatch.setenv("http_proxy", server.base_url.removesuffix("/v1"))
        provider = "http://models.example/v1"
        specs = [ModelSpec(name, provider, name, concurrency=limit) for name, limit in (("able", 9), ("baker", 2))]
        engine = await ask(store, specs, tell=watch)
    assert most == 2
    assert ("able", "baker") in met
    (makespan,) = engine.makespans
    assert (makespan.models, makespan.cases, makespan.slots) == (("able", "baker"), 2 * CASES, 2)
    assert 0 < makespan.bound_s <= makespan.seconds


async def test_server_at_hand_has_one_model_at_a_time(store: Store) -> None:
    async with ScriptedServer(slowly(perfect_model())) as server:
        specs = [ModelSpec(name, server.base_url, name, concurrency=3) for name in ("able", "baker")]
        engine = await ask(store, specs)
        asked = [str(request.json["model"]) for request in server.requests]
    assert asked == sorted(asked), "it may have to load one in place of the other"
    assert [makespan.models for makespan in engine.makespans] == [("able",), ("baker",)]


async def test_endpoints_are_asked_side_by_side(store: Store) -> None:
    arrivals: list[str] = []
    async with (
        ScriptedServer(slowly(perfect_model(), lambda: arrivals.append("here"))) as here,
        ScriptedServer(slowly(perfect_model(), lambda: arrivals.append("there"))) as there,
    ):
        await ask(store, [ModelSpec("able", here.base_url, "x"), ModelSpec("baker", there.base_url, "x")])
    assert {"here", "there"} == set(arrivals[:CASES])
    assert len(answered(store, "able")) == len(answered(store, "baker")) == CASES


async def test_endpoint_that_fails_takes_nothing_from_the_others(store: Store) -> None:
    async with (
        ScriptedServer(lambda _request: Reply("no", status=403)) as closed,
        ScriptedServer(slowly(perfect_model())) as open_one,
    ):
        engine = await ask(store, [ModelSpec("able", closed.base_url, "x"), ModelSpec("baker", open_one.base_url, "x")])
    assert {missing.model for missing in engine.missing} == {"able"}
    assert len(answered(store, "baker")) == CASES


@pytest.mark.parametrize("status", [429, 503])
async def test_endpoint_that_is_busy_now_and_then_costs_no_answer(store: Store, status: int) -> None:
    works, count = perfect_model(), Counter[str]()

    def busy(request: Any) -> Reply:
        count["asked"] += 1
        return Reply("busy", status=status, headers={"Retry-After": "0"}) if count["asked"] % 3 == 0 else works(request)

    async with ScriptedServer(busy) as server:
        engine = await ask(store, [ModelSpec("able", server.base_url, "x", concurrency=4)])
    assert (engine.missing, answered(store, "able")) == ([], {case.id for case in SUITE.standard()})


async def test_broken_server_is_no_answer_of_the_model(store: Store) -> None:
    broken = Reply("out of order", status=503, headers={"Retry-After": "0"})
    async with ScriptedServer(lambda _request: broken) as server:
        engine = await ask(store, [ModelSpec("able", server.base_url, "x")])
    assert len(engine.missing) == CASES
    stored = store.answers("able")
    assert {answer.outcome for answer in stored} == {Outcome.NOT_ASKED}
    assert {answer.reason.partition(":")[0] for answer in stored} == {"transport"}


async def test_retry_asks_what_an_error_kept_from_being_asked_and_nothing_else(store: Store) -> None:
    works = perfect_model()

    def refuses_one(request: Any) -> Reply:
        is_it = "What does this program print?" in str(request["messages"])
        return Reply("cannot be parsed", status=400) if is_it else works(request)

    async with ScriptedServer(refuses_one) as server:
        await ask(store, [ModelSpec("able", server.base_url, "x")])
    async with ScriptedServer(works, port=int(server.base_url.split(":")[2].split("/")[0])) as again:
        specs = [ModelSpec(name, again.base_url, "x") for name in ("able", "never-asked")]
        await ask(store, specs, only_retries=True)
        assert len(again.requests) == 1
    left = [item.model for item in plan(SUITE, store, identities(specs), None) if item.action is Action.ASK]
    assert left == ["never-asked"] * CASES


async def test_what_was_left_out_after_errors_in_a_row_is_retried_too(store: Store) -> None:
    async with ScriptedServer(lambda _request: Reply("no", status=403)) as server:
        spec = ModelSpec("able", server.base_url, "x")
        await ask(store, [spec])
        assert len(server.requests) == 3
    assert all(item.is_retry for item in plan(SUITE, store, identities([spec]), None))


async def test_stop_leaves_the_rest_to_the_next_run_and_asks_nothing_twice(store: Store) -> None:
    seen: Counter[str] = Counter()
    works = perfect_model()

    def counted(request: Any) -> Reply:
        seen[str(request["messages"])] += 1
        return works(request)

    def stop_after_two(engine: Engine, event: Event) -> None:
        if isinstance(event, CaseAnswered) and len(answered(store, "able")) == 2:
            engine.stop()

    async with ScriptedServer(counted) as server:
        spec = ModelSpec("able", server.base_url, "x")
        stopped = await ask(store, [spec], tell=stop_after_two)
        before = len(answered(store, "able"))
        assert (stopped.is_stopped, stopped.missing, stopped.makespans) == (True, [], [])
        assert 2 <= before < CASES
        await ask(store, [spec])
    assert len(answered(store, "able")) == CASES
    assert set(seen.values()) == {1}


async def test_longest_expected_case_is_asked_first(store: Store) -> None:
    async with ScriptedServer(perfect_model()) as server:
        await ask(store, [ModelSpec("able", server.base_url, "x")])
        begun: list[str] = []
        await ask(
            store,
            [ModelSpec("baker", server.base_url, "x")],
            tell=lambda _engine, event: begun.append(event.case_id) if isinstance(event, CaseBegun) else None,
        )
    took = {case: size.completion_tokens for case, size in store.answer_sizes()["able"].items()}
    assert begun == sorted(begun, key=lambda case_id: -took[case_id])
    assert begun != [case.id for case in SUITE.standard()]
