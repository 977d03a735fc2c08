"""A judge's own error rates: scripted judges over real HTTP, asked about exemplars whose right answers are known."""

from __future__ import annotations

import json
import random
import shutil
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from crucibleforge.ask import ModelSpec, open_client
from crucibleforge.board import RatedJudge, rated_judge
from crucibleforge.core.errors import CalibrationFailed
from crucibleforge.judge import agreement
from crucibleforge.run import Engine, Limit, Slots
from crucibleforge.run._proving import prove_judge
from crucibleforge.run._run import Run
from crucibleforge.store import Store, open_store
from crucibleforge.suite import Suite, load_suite
from crucibleforge.testing import Behaviour, Reply, ScriptedServer, broken_judge, fixed, lenient_judge
from tests.tiny import ROOT, perfect_judge

TINY = load_suite(ROOT)
KNOWN = 9
"""Three questions, each about three exemplars; six times YES is right."""
CANARIES = 6
NO = '{"answer": "NO", "quote": ""}'


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "store.db") as store:
        yield store


async def measured(
    store: Store, behaviour: Behaviour, *, name: str = "judge", suite: Suite = TINY, repeats: int = 1
) -> tuple[RatedJudge, ScriptedServer, Engine]:
    async with ScriptedServer(behaviour) as server:
        judge = ModelSpec(name, server.base_url, "scripted")
        with store.writer("test") as writer:
            engine = Engine(suite, store, writer, lambda _event: None)
            await engine.measure([judge], repeats)
    return rated_judge(suite, store, name, judge.identity), server, engine


def coin(seed: int) -> Behaviour:
    """Says YES with a valid quote, or NO, as chance has it."""
    chance = random.Random(seed)
    return lambda request: lenient_judge(request) if chance.random() < 0.5 else Reply(NO)


def unsteady(request: Mapping[str, Any]) -> Reply:
    """Says NO when it is asked for the first time, and YES when it is asked again."""
    return lenient_judge(request) if request["seed"] else Reply(NO)


@pytest.mark.parametrize("root", [ROOT, None], ids=["tiny", "mako"])
async def test_a_perfect_judge_comes_out_at_one_hundred_percent(store: Store, root: Path | None) -> None:
    judge, _, _ = await measured(store, perfect_judge(root), suite=load_suite(root))
    rates = judge.rates.overall
    assert (rates.true_yes.rate, rates.true_no.rate, rates.quotes.rate) == (1.0, 1.0, 1.0)
    assert (rates.unparsable, judge.rates.unfit, judge.rates.state) == (0, (), "measured")
    assert rates.true_yes.of + rates.true_no.of == judge.rates.known
    assert judge.calibration is not None
    assert judge.calibration.passed
    assert judge.words.startswith("true-YES 1.00 (")


async def test_a_judge_without_proof_proves_nothing(store: Store) -> None:
    judge, _, _ = await measured(store, fixed('{"answer": "YES", "quote": "It is so, believe me."}'))
    rates = judge.rates.overall
    assert (rates.true_yes.rate, rates.true_no.rate, rates.quotes.rate) == (0.0, 1.0, 0.0)
    assert judge.calibration is not None
    assert not judge.calibration.passed
    assert len(judge.rates.unfit) == 3, "it cannot tell the good exemplar from the one that is wrong"


async def test_a_lenient_judge_with_quotes_is_unfit_for_every_question(store: Store) -> None:
    judge, _, _ = await measured(store, lenient_judge)
    rates = judge.rates.overall
    assert (rates.true_yes.rate, rates.true_no.rate, rates.quotes.rate) == (1.0, 0.0, 1.0)
    assert [(one.case_id, one.question.id, one.mistaken) for one in judge.rates.unfit] == [
        ("RP1", "price", ("subtle",)),
        ("RP1", "storm", ("thin",)),
        ("CW1", "why", ("subtle",)),
    ]
    assert judge.calibration is not None
    assert not judge.calibration.passed


async def test_the_intervals_of_a_coin_hold(store: Store) -> None:
    suite = load_suite()
    rates = (await measured(store, coin(5), suite=suite))[0].rates.overall
    for found in (rates.true_yes, rates.true_no):
        assert found.interval is not None
        assert found.interval[0] < 0.5 < found.interval[1]
        assert found.interval[1] - found.interval[0] < 0.35


async def test_what_cannot_be_read_counts_apart(store: Store) -> None:
    judge, _, _ = await measured(store, broken_judge)
    rates = judge.rates.overall
    assert (rates.unparsable, rates.true_yes.of, rates.true_no.of, judge.rates.unfit) == (KNOWN, 0, 0, ())
    assert {one.fitness for one in judge.rates.questions} == {"open"}


async def test_nothing_is_asked_twice_and_repeats_are_drawn(store: Store) -> None:
    _, first, _ = await measured(store, perfect_judge())
    _, again, _ = await measured(store, perfect_judge())
    assert again.requests == [], "nothing is missing, so not even a canary is asked"
    judge, more, _ = await measured(store, perfect_judge(), repeats=3)
    about = [request.json for request in more.requests][CANARIES:]
    votes = 3 * 3 + 6
    assert (len(first.requests), len(about)) == (CANARIES + votes, 2 * votes)
    assert {body["temperature"] for body in about} == {0.7}
    assert len({(str(body["messages"]), body["seed"]) for body in about}) == len(about)
    assert (judge.rates.repeats, judge.rates.tokens.votes) == (3, 3 * votes)
    assert (judge.rates.overall.flips.count, judge.rates.overall.flips.of) == (0, KNOWN)


async def test_flips_show_and_the_first_verdict_counts(store: Store) -> None:
    rates = (await measured(store, unsteady, repeats=2))[0].rates.overall
    # The gate's votes are drawn with seeds 0, 1 and 2, so it says YES both times.
    assert (rates.flips.count, rates.flips.of) == (6, KNOWN)
    assert (rates.true_yes.count, rates.true_yes.of) == (2, 6)


async def test_rates_go_stale_with_what_was_judged_and_with_the_judge(store: Store, tmp_path: Path) -> None:
    await measured(store, perfect_judge())
    root = Path(shutil.copytree(ROOT, tmp_path / "suite"))
    letter = root / "cases/writing/CW1-letter/exemplars/good.yaml"
    letter.write_text(letter.read_text().replace("Forgive me.", "Forgive me, please."))
    identity = ModelSpec("judge", "http://127.0.0.1/v1", "scripted").identity
    edited = rated_judge(load_suite(root), store, "judge", identity)
    assert (edited.rates.state, edited.rates.judged, edited.rates.known) == ("incomplete", KNOWN - 1, KNOWN)
    assert "8 of 9 known questions: `crucibleforge judge calibrate judge` asks the rest" in edited.words
    bench = root / "bench.yaml"
    bench.write_text(bench.read_text().replace("max_tokens: 200}", "max_tokens: 199}"))
    stale = rated_judge(load_suite(root), store, "judge", identity)
    assert (stale.rates.state, stale.rates.judged, stale.rates.overall.true_yes.rate) == ("stale", 0, None)
    assert "are stale" in stale.words
    changed = ModelSpec("judge", "http://127.0.0.1/v1", "scripted", temperature=1.0).identity
    assert rated_judge(TINY, store, "judge", changed).rates.state == "stale"
    other = rated_judge(TINY, store, "other", "other | scripted")
    assert (other.rates.state, other.words) == (
        "not measured",
        "rates not measured: run `crucibleforge judge calibrate other`",
    )


async def test_two_judges_agree_as_far_as_they_do(store: Store) -> None:
    fair, _, _ = await measured(store, perfect_judge(), name="fair")
    kind, _, _ = await measured(store, lenient_judge, name="kind")
    lazy, _, _ = await measured(store, fixed(NO), name="lazy")
    same, kappa = agreement(fair.verdicts, kind.verdicts)
    assert (same.count, same.of) == (6, KNOWN)
    assert kappa == pytest.approx(0.0)
    assert agreement(fair.verdicts, fair.verdicts)[1] == 1.0
    assert agreement(fair.verdicts, lazy.verdicts)[0].count == 3


async def test_a_judge_that_is_down_leaves_the_rest_for_the_next_time(store: Store) -> None:
    perfect, seen = perfect_judge(), Counter[str]()

    def dies(request: Any) -> Reply:
        seen["requests"] += 1
        return perfect(request) if seen["requests"] <= CANARIES + 3 else Reply("who are you?", status=401)

    judge, _, engine = await measured(store, dies)
    assert (judge.rates.judged, judge.rates.state) == (1, "incomplete")
    assert len(engine.missing) == 6
    judge, server, _ = await measured(store, perfect)
    assert (judge.rates.state, len(server.requests)) == ("measured", CANARIES + 3 * 3 + 6 - 3)


async def test_a_judge_that_cannot_be_reached_is_a_fault_of_the_endpoint(store: Store) -> None:
    _, _, engine = await measured(store, fixed(Reply("no", status=401)))
    assert [fault.exit_code for fault in engine.failed] == [3]
    assert store.calibrations() == []


async def test_a_judge_with_too_small_a_window_is_not_measured(store: Store) -> None:
    with store.writer("test") as writer:
        engine = Engine(TINY, store, writer, lambda _event: None)
        await engine.measure([ModelSpec("small", "http://127.0.0.1:9/v1", "scripted", context=16)], 1)
    assert [(fault.exit_code, "a window of 16 tokens" in str(fault)) for fault in engine.failed] == [(2, True)]


async def test_a_judge_that_is_only_measured_does_not_become_the_boards(store: Store) -> None:
    await measured(store, perfect_judge())
    assert store.last_calibration() is None


async def test_every_verdict_keeps_what_the_judge_wrote(store: Store) -> None:
    judge, server, _ = await measured(store, perfect_judge())
    votes = [vote for repeats in judge.verdicts.values() for one in repeats.values() for vote in one.verdict.votes]
    assert {json.loads(vote.raw)["answer"] for vote in votes} == {"YES", "NO"}
    tokens = judge.rates.tokens
    assert tokens.prompt == sum(vote.prompt_tokens or 0 for vote in votes) > 0
    assert (tokens.votes, tokens.completion > 0) == (len(server.requests) - CANARIES, True)


async def test_canaries_are_asked_as_many_at_a_time_as_the_endpoint_takes(store: Store) -> None:
    async with (
        ScriptedServer(perfect_judge()) as server,
        open_client(ModelSpec("judge", server.base_url, "scripted", concurrency=4)) as client,
    ):
        with store.writer("test") as writer:
            run = Run(TINY, store, writer, lambda _event: None)
            slots = Slots(Limit.stated(4), run.stop)
            await prove_judge(run, client, {"recall", "stance", "plot"}, slots)
    assert (slots.widest, len(server.requests)) == (4, CANARIES)


async def test_a_failed_canary_ends_the_others(store: Store) -> None:
    async with (
        ScriptedServer(lenient_judge) as server,
        open_client(ModelSpec("judge", server.base_url, "scripted")) as client,
    ):
        with store.writer("test") as writer:
            run = Run(TINY, store, writer, lambda _event: None)
            with pytest.raises(CalibrationFailed, match="'plot-no'"):
                await prove_judge(run, client, {"recall", "stance", "plot"}, Slots(Limit.stated(1), run.stop))
    assert len(server.requests) == 3, "one that passes, one that fails twice"
    assert [(found.passed, found.is_trial) for found in store.calibrations()] == [(False, False)]
