"""A batch of judging over real HTTP: its slots full, each answer's first question alone, and days on which the judge is bad."""

from __future__ import annotations

import json
import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from itertools import takewhile
from pathlib import Path
from typing import Any

import httpx2
import pytest

from crucibleforge.ask import ChatClient, ModelSpec, Registry, open_client
from crucibleforge.board import read_board
from crucibleforge.board._results import JUDGED_BY_ITSELF
from crucibleforge.core.conversation import Message, Turn
from crucibleforge.core.errors import ConfigError
from crucibleforge.core.grading import JudgeSettings, VerdictAnswer
from crucibleforge.judge import Hearing, JudgedExemplar, judged_exemplars
from crucibleforge.run import Engine, Event, JudgingDone, JudgingSpan, Limit, Slots, fingerprint
from crucibleforge.run._hearings import Hearings
from crucibleforge.run._run import Run
from crucibleforge.run._tasks import all_done
from crucibleforge.sandbox import SandboxPool
from crucibleforge.store import Store, open_store
from crucibleforge.suite import load_suite
from crucibleforge.testing import Behaviour, Reply, ScriptedServer
from tests.tiny import ROOT, perfect_judge, perfect_model

SUITE = load_suite(ROOT)
MODELS = ("able", "baker")
VOTES = 5
"""About one model, three of them on the gate. Both models say the same, so that each is asked for twice."""
CANARIES = 6


@pytest.fixture
async def store(tmp_path: Path) -> Any:
    """Both models have answered everything, and nothing is judged."""
    with open_store(tmp_path / "store.db") as store, SandboxPool() as sandboxes:
        async with ScriptedServer(perfect_model()) as server:
            specs = [ModelSpec(name, server.base_url, name) for name in MODELS]
            with store.writer("test") as writer:
                engine = Engine(SUITE, store, writer, lambda _event: None, checks_setup=False)
                await engine.run(specs, None, sandboxes)
        yield store


def spec_of(store: Store, name: str) -> ModelSpec:
    found = store.model(name)
    assert found is not None
    return ModelSpec(name, "http://127.0.0.1:1/v1", found.served_id)


async def judge(store: Store, spec: ModelSpec, **options: bool) -> Engine:
    with store.writer("test") as writer:
        engine = Engine(SUITE, store, writer, lambda _event: None)
        await engine.judge([spec_of(store, name) for name in MODELS], spec, **options)
    return engine


class Watched:
    """A judge that takes a while, and notes what it is asked and how much of it at a time."""

    def __init__(self, behaviour: Behaviour) -> None:
        self._behaviour = behaviour
        self._lock = threading.Lock()
        self.asked: list[str] = []

    def __call__(self, request: Any) -> Reply:
        with self._lock:
            self.asked.append(json.dumps([request["messages"], request["seed"]]))
        return replace(self._behaviour(request), delay_s=0.05)


async def test_slots_are_full_and_nothing_is_asked_twice(store: Store) -> None:
    watched = Watched(perfect_judge())
    async with ScriptedServer(watched) as server:
        engine = await judge(store, ModelSpec("fair", server.base_url, "x", concurrency=6))
    (span,) = engine.judgings
    assert (span.votes, span.slots) == (2 * VOTES, 6), (
        "four answers and, once they have begun, the gate's further votes"
    )
    assert span.ratio >= 1
    assert sorted(Counter(watched.asked).values()) == [1] * CANARIES + [len(MODELS)] * VOTES
    assert {result.row.total for result in read_board(SUITE, store).models} == {20.0}


async def test_questions_about_an_answer_follow_each_other_in_its_slot(store: Store) -> None:
    async with ScriptedServer(perfect_judge()) as server:
        await judge(store, ModelSpec("fair", server.base_url, "x", concurrency=1))
        prompts = [str(request.json["messages"][-1]["content"]) for request in server.requests[CANARIES:]]
    fences = [prompt.split("<reply-")[1][:8] for prompt in prompts]
    assert fences == sorted(fences, key=fences.index), "an answer keeps its slot for all its questions"


async def test_what_cannot_be_read_is_asked_twice_and_then_given_up_until_it_is_asked_for(store: Store) -> None:
    works, mended = perfect_judge(), list[bool]()

    def mumbles(request: Any) -> Reply:
        is_it = "a price of two eels?" in str(request["messages"]) and not mended
        return Reply("Well, who knows.") if is_it else works(request)

    watched = Watched(mumbles)
    async with ScriptedServer(watched) as server:
        spec = ModelSpec("fair", server.base_url, "x")
        finals, asked = [], []
        for _ in range(3):
            before = len(watched.asked)
            engine = await judge(store, spec)
            finals.append([event.is_final for event in engine.missing])
            asked.append(len(watched.asked) - before)
        row = read_board(SUITE, store).models[0]
        case = next(case for case in row.cases if case.case.id == "RP1")
        assert (row.row.partial, case.state, case.verdicts["price"].answer) == (
            True,
            "not judged",
            VerdictAnswer.UNPARSABLE,
        )
        mended.append(True)
        await judge(store, spec, retries_unreadable=True)
    assert finals == [[False, False], [True, True], [True, True]]
    assert asked[2] == 0, "given up: not even the canaries are asked"
    assert {result.row.total for result in read_board(SUITE, store).models} == {20.0}


async def test_a_judge_that_dies_half_way_keeps_what_it_said_and_is_asked_for_the_rest(store: Store) -> None:
    works, seen = perfect_judge(), Counter[str]()
    alive = [CANARIES + 4]

    def dying(request: Any) -> Reply:
        if alive[0] <= 0:
            return Reply("gone", status=401)
        alive[0] -= 1
        seen[json.dumps([request["messages"], request["seed"]])] += 1
        return works(request)

    async with ScriptedServer(dying) as server:
        spec = ModelSpec("fair", server.base_url, "x")
        engine = await judge(store, spec)
        assert {event.is_final for event in engine.missing} == {False}
        assert any(result.row.partial for result in read_board(SUITE, store).models)
        alive[0] = 1000
        again = await judge(store, spec)
    assert again.missing == []
    assert sorted(seen.values()) == [2] * CANARIES + [len(MODELS)] * VOTES, "no vote is asked for twice"
    assert {result.row.total for result in read_board(SUITE, store).models} == {20.0}


async def test_a_busy_judge_is_waited_for(store: Store) -> None:
    works, refused = perfect_judge(), Counter[str]()

    def busy(request: Any) -> Reply:
        asked = json.dumps([request["messages"], request["seed"]])
        refused[asked] += 1
        is_first = refused[asked] == 1
        return Reply("slow down", status=429, headers={"Retry-After": "0"}) if is_first else works(request)

    async with ScriptedServer(busy) as server:
        engine = await judge(store, ModelSpec("fair", server.base_url, "x", concurrency=6))
    assert engine.missing == []
    assert {result.row.total for result in read_board(SUITE, store).models} == {20.0}


@pytest.mark.parametrize("finish", ["length", "content_filter"])
async def test_a_verdict_that_was_cut_off_is_no_verdict_and_is_asked_for_again(store: Store, finish: str) -> None:
    works, mended = perfect_judge(), list[bool]()

    def cut(request: Any) -> Reply:
        whole = works(request)
        is_canary = len(request["messages"]) > 0 and "two eels" not in str(request["messages"])
        return (
            whole if is_canary or mended else replace(whole, text=whole.text[:15] if whole.text else "", finish=finish)
        )

    async with ScriptedServer(cut) as server:
        spec = ModelSpec("fair", server.base_url, "x")
        engine = await judge(store, spec)
        assert {event.is_final for event in engine.missing} == {False}
        assert all(result.row.partial for result in read_board(SUITE, store).models)
        mended.append(True)
        assert (await judge(store, spec)).missing == []
    assert {result.row.total for result in read_board(SUITE, store).models} == {20.0}


async def test_nothing_pending_touches_nothing(store: Store) -> None:
    async with ScriptedServer(perfect_judge()) as server:
        spec = ModelSpec("fair", server.base_url, "x")
        await judge(store, spec)
    engine = await judge(store, spec)
    assert (engine.failed, engine.missing, engine.judgings) == ([], [], [])


async def test_model_judges_itself_only_where_that_is_asked_for_and_its_row_says_so(store: Store) -> None:
    async with ScriptedServer(perfect_judge()) as server:
        itself = replace(spec_of(store, "able"), base_url=server.base_url)
        with store.writer("test") as writer:
            engine = Engine(SUITE, store, writer, lambda _event: None)
            with pytest.raises(ConfigError, match="cannot judge itself"):
                await engine.judge([itself], itself)
            with pytest.raises(ConfigError, match="cannot judge itself"):
                await engine.judge([itself], replace(itself, name="alias"), may_judge_itself=True)
            await engine.judge([itself], itself, may_judge_itself=True)
    board = read_board(SUITE, store, fingerprint(SUITE, itself))
    assert {result.model.name: JUDGED_BY_ITSELF in result.notes for result in board.models} == {
        "able": True,
        "baker": False,
    }


class Recorded:
    """A client that keeps what was sent and what the server counted."""

    def __init__(self, client: ChatClient, turns: list[Turn]) -> None:
        self._client = client
        self._turns = turns

    def paced_by(self, pace: Any) -> Recorded:
        return Recorded(self._client.paced_by(pace), self._turns)

    async def complete(self, messages: Sequence[Message], **options: Any) -> Turn:
        turn = await self._client.complete(messages, **options)
        self._turns.append(turn)
        return turn


@pytest.mark.local_model
async def test_embedded_server_processes_hardly_more_than_the_minimum(tmp_path: Path) -> None:
    spec, turns, spans = Registry().resolve("local/smollm2-135m"), list[Turn](), list[JudgingSpan]()
    subjects = judged_exemplars(SUITE.cases.values())[:4]

    def begin(one: JudgedExemplar) -> Hearing:
        short = JudgeSettings(max_tokens=8)
        return Hearing(one.case, one.answer, short, have={}, on_verdict=lambda _verdict: None)

    def tell(event: Event) -> None:
        if isinstance(event, JudgingDone):
            spans.append(event.span)

    with open_store(tmp_path / "store.db") as store, store.writer("test") as writer:
        run = Run(SUITE, store, writer, tell)
        async with open_client(spec) as client:
            hearings = Hearings(run, spec, Slots(Limit.stated(1), run.stop), len(subjects))
            recorded: Any = Recorded(client, turns)
            await all_done(
                hearings.hear("x", one.case.id, rank, partial(begin, one), recorded)
                for rank, one in enumerate(subjects)
            )
            hearings.done()
            prompts = [await tokens_of(client, turn.sent) for turn in turns]
    processed = sum((turn.usage.prompt_tokens or 0) - (turn.usage.cached_tokens or 0) for turn in turns)
    least = sum(max(1, len(prompt) - max(shared(prompt, prompts[:number]))) for number, prompt in enumerate(prompts))
    (span,) = spans
    assert span.processed == processed
    assert 1 <= processed / least <= 1.15
    assert span.economy is not None
    assert span.economy > 1, "the report reckons with characters, and rather too much than too little"


async def tokens_of(client: ChatClient, sent: Sequence[Message]) -> list[int]:
    root = client.spec.base_url.removesuffix("/v1")
    messages = [{"role": message.role, "content": message.content} for message in sent]
    async with httpx2.AsyncClient(timeout=60) as http:
        prompt = (await http.post(f"{root}/apply-template", json={"messages": messages})).json()["prompt"]
        body = {"content": prompt, "add_special": True, "parse_special": True}
        return list((await http.post(f"{root}/tokenize", json=body)).json()["tokens"])


def shared(prompt: list[int], earlier: list[list[int]]) -> list[int]:
    """How many tokens it begins with in common with each earlier one."""
    return [
        sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(prompt, other, strict=False)))
        for other in earlier
    ] or [0]
