"""What a run costs, what was expected of it, and where a limit ends it: real requests to a scripted server."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crucibleforge.ask import ModelSpec, Price, Thinking
from crucibleforge.board import ModelResult, read_board
from crucibleforge.core.conversation import Usage
from crucibleforge.run import (
    Action,
    Allowance,
    Engine,
    Forecast,
    Forecaster,
    Step,
    fingerprint,
    forecast,
    identities,
    plan,
    probe,
    together,
    together_if_known,
)
from crucibleforge.sandbox import SandboxPool
from crucibleforge.store import Store, open_store
from crucibleforge.suite import load_suite
from crucibleforge.testing import Behaviour, Faults, Reply, ScriptedServer
from tests.tiny import ROOT, perfect_judge, perfect_model

SUITE = load_suite(ROOT)
PRICE = Price(1000.0, 4000.0, 100.0)
"""So dear that nothing vanishes in rounding."""


@pytest.fixture(scope="module")
def sandboxes() -> Iterator[SandboxPool]:
    with SandboxPool() as sandboxes:
        yield sandboxes


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "store.db") as store:
        yield store


class Counting:
    """A behaviour whose usage is kept."""

    def __init__(self, behaviour: Behaviour, *, counts: bool = True) -> None:
        self._behaviour = behaviour
        self._counts = counts
        self.usages: list[Usage] = []

    def __call__(self, request: Any) -> Reply:
        reply = self._behaviour(request)
        usage = Usage(len(str(request["messages"])) // 4, 5 + len((reply.text or "").split()), 10)
        self.usages.append(usage)
        return replace(reply, usage=usage, faults=replace(reply.faults, no_usage=not self._counts))

    @property
    def usd(self) -> float:
        """What a provider would ask for by PRICE."""
        return (
            sum(
                ((one.prompt_tokens or 0) - 10) * 1000 + 10 * 100 + (one.completion_tokens or 0) * 4000
                for one in self.usages
            )
            / 1e6
        )


class Bench:
    """A model and a judge with prices, over real HTTP."""

    def __init__(self, store: Store, sandboxes: SandboxPool, model: ScriptedServer, judge: ScriptedServer) -> None:
        self.store = store
        self.sandboxes = sandboxes
        self.model = ModelSpec("able", model.base_url, "scripted", price=PRICE)
        self.judge = ModelSpec("fair", judge.base_url, "scripted", price=PRICE)

    async def run(
        self,
        allowance: Allowance | None = None,
        *also: ModelSpec,
        judged: bool = True,
        checks_setup: bool = False,
    ) -> Engine:
        with self.store.writer("test") as writer:
            engine = Engine(
                SUITE, self.store, writer, lambda _event: None, checks_setup=checks_setup, allowance=allowance
            )
            await engine.run([self.model, *also], self.judge if judged else None, self.sandboxes)
        return engine

    def row(self) -> ModelResult:
        return read_board(SUITE, self.store).model(self.model.name)

    def forecast(self, *, judged: bool = True, checks_setup: bool = False) -> list[Forecast]:
        judge = self.judge if judged else None
        planned = plan(SUITE, self.store, identities([self.model]), fingerprint(SUITE, judge) if judge else None)
        ahead = Forecaster(SUITE, self.store)
        return list(forecast(ahead, [self.model], planned, judge, checks_setup=checks_setup))

    def left(self) -> int:
        planned = plan(SUITE, self.store, identities([self.model]), None)
        return sum(item.action is Action.ASK for item in planned)


@pytest.fixture
def asked() -> Counting:
    return Counting(perfect_model())


@pytest.fixture
def judged() -> Counting:
    return Counting(perfect_judge())


@pytest.fixture
async def bench(store: Store, sandboxes: SandboxPool, asked: Counting, judged: Counting) -> Any:
    async with ScriptedServer(asked) as model, ScriptedServer(judged) as judge:
        yield Bench(store, sandboxes, model, judge)


async def test_a_row_costs_what_its_replies_and_votes_cost(bench: Bench, asked: Counting, judged: Counting) -> None:
    engine = await bench.run()
    row = bench.row()
    assert row.cost is not None
    assert row.judging_cost is not None
    assert row.cost.usd == pytest.approx(asked.usd)
    assert row.cost.source == "models.yaml"
    spent = engine.allowance.spent_usd
    assert spent["able"] == pytest.approx(asked.usd)
    assert spent["fair"] == pytest.approx(judged.usd)
    assert 0 < row.judging_cost.usd < judged.usd, "the calibration is paid for, but belongs to no row"


async def test_a_new_price_leaves_what_is_stored_as_it_was(bench: Bench) -> None:
    await bench.run()
    before = bench.row()
    bench.model, bench.judge = replace(bench.model, price=Price(1.0, 1.0)), replace(bench.judge, price=None)
    await bench.run()
    assert (bench.row().cost, bench.row().judging_cost) == (before.cost, before.judging_cost)


@pytest.mark.parametrize("lacks", ["price", "usage"])
async def test_an_unknown_cost_is_not_nothing(store: Store, sandboxes: SandboxPool, lacks: str) -> None:
    async with ScriptedServer(Counting(perfect_model(), counts=lacks != "usage")) as server:
        bench = Bench(store, sandboxes, server, server)
        if lacks == "price":
            bench.model = replace(bench.model, price=None)
        await bench.run(judged=False)
    row = bench.row()
    assert (row.row.sections["code"], row.cost, row.judging_cost) == (10.0, None, None)


def step(found: list[Forecast], wanted: Step) -> list[Forecast]:
    return [each for each in found if each.step == wanted]


async def test_a_forecast_from_budgets_holds_what_the_run_then_took(
    bench: Bench, asked: Counting, judged: Counting
) -> None:
    ahead = bench.forecast(checks_setup=True)
    await bench.run(checks_setup=True)
    for used, found in (
        (asked, step(ahead, "set-up") + step(ahead, "ask")),
        (judged, step(ahead, "calibrate") + step(ahead, "judge")),
    ):
        calls, cost = together(each.calls for each in found), together_if_known(each.cost_usd for each in found)
        assert cost is not None
        assert calls.low <= len(used.usages) <= calls.high
        assert cost.low <= used.usd <= cost.high
    assert {each.basis for each in step(ahead, "ask")} == {"the case's budget alone"}


def test_a_forecast_leaves_room_for_thinking(bench: Bench) -> None:
    plain = [each.tokens_out.high for each in bench.forecast(judged=False)]
    bench.model = replace(bench.model, thinking=Thinking(thinks=True, budget_factor=3.0, budget_cap=1_000_000))
    assert [each.tokens_out.high for each in bench.forecast(judged=False)] == [3 * most for most in plain]


async def test_a_forecast_from_other_models_answers_comes_near(bench: Bench, asked: Counting, store: Store) -> None:
    await bench.run(judged=False)
    before = len(asked.usages), asked.usd
    bench.model = replace(bench.model, name="another")
    ahead = bench.forecast(judged=False)
    await bench.run(judged=False)
    cost = together_if_known(each.cost_usd for each in ahead)
    assert cost is not None
    calls = together(each.calls for each in ahead)
    assert calls.likely == len(asked.usages) - before[0]
    assert cost.likely == pytest.approx(asked.usd - before[1], rel=0.15), "cached tokens are taken at full price"
    assert {each.basis for each in ahead} == {"the answers of 1 other model"}
    assert all(each.seconds is not None for each in ahead) is False, "nothing is known of its speed"


async def test_a_plan_with_nothing_to_do_calls_nobody(bench: Bench) -> None:
    await bench.run()
    assert bench.forecast() == []


async def test_probes_are_five_single_calls_that_leave_no_trace(bench: Bench, asked: Counting, store: Store) -> None:
    cases = list(SUITE.standard())
    probed = await probe(bench.model, cases, 0.0)
    assert len(probed) == len(asked.usages) == min(5, len(cases))
    assert store.answers() == []
    ahead = Forecaster(SUITE, store, {"able": probed})
    assert {ahead.asking(bench.model, one.case).basis for one in probed} == {"a probe of it"}
    rest = [case for case in cases if case.id not in {one.case.id for one in probed}]
    assert {ahead.asking(bench.model, case).basis for case in rest} == {"its other answers"}


async def test_a_limit_on_cost_ends_at_a_case_border(bench: Bench, asked: Counting, judged: Counting) -> None:
    await bench.run(judged=False)
    whole, limit = asked.usd, asked.usd / 2
    asked.usages.clear()
    bench.model = replace(bench.model, name="another")
    first = await bench.run(Allowance(limit))
    row = bench.row()
    assert first.allowance.reached == "cost"
    assert whole / 4 < asked.usd <= limit
    assert judged.usages == []
    assert row.row.partial
    assert 0 < bench.left() < len(row.cases)
    assert {result.state for result in row.cases if result.answer is None} == {"not asked"}
    assert row.cost is not None
    assert row.cost.usd == pytest.approx(asked.usd), "what is answered is paid, and nothing else"
    await bench.run()
    assert (bench.left(), bench.row().row.total) == (0, 20.0)


async def test_a_limit_on_cost_holds_for_the_judge_too(bench: Bench, asked: Counting, judged: Counting) -> None:
    await bench.run()
    judged.usages.clear()
    bench.model, third = (replace(bench.model, name=name) for name in ("another", "third"))
    await bench.run(None, third, judged=False)
    calibration, first, *rest = [each.cost_usd.likely for each in bench.forecast() if each.cost_usd]
    assert rest
    limit = calibration + first
    nothing = await bench.run(Allowance(first / 2))
    assert (nothing.allowance.reached, judged.usages) == ("cost", []), "it does not even begin to prove itself"
    engine = await bench.run(Allowance(limit), third)
    assert engine.allowance.reached == "cost"
    assert 0 < judged.usd <= limit
    assert any(row.row.partial for row in read_board(SUITE, bench.store).models)
    assert (await bench.run(None, third)).allowance.reached == ""
    assert bench.row().row.total == 20.0


async def test_replies_without_counts_are_reckoned_at_their_most(store: Store, sandboxes: SandboxPool) -> None:
    async with ScriptedServer(Counting(perfect_model(), counts=False)) as server:
        bench = Bench(store, sandboxes, server, server)
        ahead = together_if_known(each.cost_usd for each in bench.forecast(judged=False))
        assert ahead is not None
        engine = await bench.run(Allowance(ahead.high / 2), judged=False)
    assert engine.allowance.reached == "cost"
    assert engine.allowance.total_usd <= ahead.high
    assert 0 < bench.left() < len(list(SUITE.standard()))


async def test_a_limit_on_time_lets_what_is_in_flight_finish(store: Store, sandboxes: SandboxPool) -> None:
    class Clock:
        now = 0.0

        def __call__(self) -> float:
            return self.now

    clock, works = Clock(), perfect_model()

    def later(request: Any) -> Reply:
        clock.now += 10.0
        return works(request)

    async with ScriptedServer(later) as server:
        bench = Bench(store, sandboxes, server, server)
        engine = await bench.run(Allowance(max_s=25.0, clock=clock), judged=False)
        assert engine.allowance.reached == "time"
        row = bench.row()
        answered = [result for result in row.cases if result.answer]
        assert 0 < len(answered) < len(row.cases)
        assert {result.state for result in answered} <= {"scored", "not judged"}
        assert (row.row.partial, bench.left()) == (True, len(row.cases) - len(answered))
        assert (await bench.run(judged=False)).allowance.reached == ""
    assert bench.left() == 0


async def test_a_failed_question_is_spent_though_it_belongs_to_no_answer(store: Store, sandboxes: SandboxPool) -> None:
    empty = Reply("", usage=Usage(100, 0, 0))
    replies = iter([empty])

    def fails(_request: Any) -> Reply:
        return next(replies, Reply("no such model", status=404, faults=Faults()))

    async with ScriptedServer(fails) as server:
        bench = Bench(store, sandboxes, server, server)
        engine = await bench.run(judged=False)
    assert engine.allowance.total_usd == pytest.approx(0.1)
    assert bench.row().cost is None
