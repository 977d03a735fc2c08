"""What a model's row keeps of its endpoint from one run to the next."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crucibleforge.ask import ModelSpec, Stack, Thinking
from crucibleforge.cli.show import app
from crucibleforge.run import Engine, check_model, keep_findings, remembered
from crucibleforge.store import Store, StoredModel, open_store
from crucibleforge.suite import Suite, load_suite
from crucibleforge.testing import Reply, ScriptedServer
from tests.tiny import ROOT, perfect_model

MODEL = perfect_model()


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "store.db") as store:
        yield store


class Picky:
    """Refuses some parameters, and counts how often it had to."""

    def __init__(self, *refused: str) -> None:
        self.refused = refused
        self.count = 0

    def __call__(self, request: Mapping[str, Any]) -> Reply:
        for name in self.refused:
            if name in request:
                self.count += 1
                return Reply(f"Unsupported parameter: {name!r}", status=400)
        return MODEL(request)

    def taken(self) -> int:
        """Refusals since the last look."""
        count, self.count = self.count, 0
        return count


class Edited:
    """The tiny suite with a question that is always new."""

    def __init__(self, folder: Path) -> None:
        self._root = Path(shutil.copytree(ROOT, folder / "suite"))
        self._budget = 200

    def again(self) -> Suite:
        case = self._root / "cases/predict/PR1-closures/case.yaml"
        text = case.read_text().replace(f"max_tokens: {self._budget}", f"max_tokens: {self._budget + 1}")
        self._budget += 1
        case.write_text(text)
        return load_suite(self._root)


@pytest.fixture
def edited(tmp_path: Path) -> Edited:
    return Edited(tmp_path)


async def _ask(store: Store, suite: Suite, spec: ModelSpec) -> Engine:
    with store.writer("test") as writer:
        engine = Engine(suite, store, writer, lambda _event: None, checks_setup=False)
        await engine.ask([spec])
    return engine


def _row(store: Store, name: str = "able") -> StoredModel:
    row = store.model(name)
    assert row is not None
    return row


async def test_a_remembered_limit_that_is_refused_now_is_learnt_anew(store: Store, edited: Edited) -> None:
    picky = Picky("max_tokens")
    async with ScriptedServer(picky) as server:
        spec = ModelSpec("able", server.base_url, "scripted")
        counts = []
        for refused in ("max_tokens", "max_tokens", "max_completion_tokens", "max_completion_tokens"):
            picky.refused = (refused,)
            await _ask(store, edited.again(), spec)
            counts.append(picky.taken())
    assert counts == [1, 0, 1, 0]
    assert set(remembered(store, spec).refused) == {"max_completion_tokens"}
    assert server.base_url not in json.dumps(dict(_row(store).dialect))


async def test_what_was_learnt_of_one_address_or_entry_is_not_believed_of_another(store: Store, edited: Edited) -> None:
    picky = Picky("temperature")
    async with ScriptedServer(picky) as one, ScriptedServer(picky) as other:
        spec = ModelSpec("able", one.base_url, "scripted")
        for changed in (spec, replace(spec, base_url=other.base_url), replace(spec, top_p=0.9)):
            await _ask(store, edited.again(), changed)
            assert picky.taken() == 1


async def test_a_check_by_hand_takes_the_place_of_what_was_remembered(store: Store, edited: Edited) -> None:
    picky = Picky("temperature")
    async with ScriptedServer(picky) as server:
        spec = ModelSpec("able", server.base_url, "scripted")
        await _ask(store, edited.again(), spec)
        picky.refused = ("stream_options",)
        found = await check_model(spec, edited.again())
        with store.writer("check") as writer:
            assert keep_findings(store, writer, spec, found.learned, found.serving)
        assert set(remembered(store, spec).refused) == {"stream_options"}
        assert "stream_options: server default" in " ".join(found.learned.words)
        picky.taken()
        await _ask(store, edited.again(), spec)
    assert picky.taken() == 0
    assert "temperature" in server.requests[-1].json


async def test_a_model_found_to_think_has_its_room_from_the_first_question_of_the_next_run(
    store: Store, edited: Edited
) -> None:
    def thinker(request: Mapping[str, Any]) -> Reply:
        return replace(MODEL(request), thinking="Let me see.", thinking_field="reasoning")

    async with ScriptedServer(thinker) as server:
        spec = ModelSpec("able", server.base_url, "scripted")
        await _ask(store, edited.again(), spec)
        await _ask(store, edited.again(), spec)
    assert server.requests[-1].json["max_tokens"] == 4 * 202
    assert remembered(store, spec).thinking_field == "reasoning"


def _llama_cpp(quantization: str) -> dict[str, Any]:
    return {
        "default_generation_settings": {"n_ctx": 4096},
        "model_path": f"/home/someone/models/able-{quantization}.gguf",
        "build_info": "b8763-ff5ef827",
    }


async def test_the_row_says_what_serves_the_model_and_not_where(store: Store, edited: Edited) -> None:
    async with ScriptedServer(MODEL, pages={"/props": _llama_cpp("Q8_0")}) as server:
        spec = ModelSpec("able", server.base_url, "scripted", stack=Stack(hardware="one card"))
        await _ask(store, edited.again(), spec)
    assert _row(store).stack == {
        "hardware": "one card",
        "served by": "llama.cpp b8763-ff5ef827",
        "served quantization": "Q8_0",
        "context": "4096 tokens",
    }


async def test_another_quantization_under_the_same_name_is_not_mixed_in(store: Store, edited: Edited) -> None:
    pages = {"/props": _llama_cpp("Q8_0")}
    async with ScriptedServer(MODEL, pages=pages) as server:
        spec = ModelSpec("able", server.base_url, "scripted")
        await _ask(store, edited.again(), spec)
        del pages["/props"]
        assert not (await _ask(store, edited.again(), spec)).failed
        asked = len(server.requests)
        pages["/props"] = _llama_cpp("Q4_K_M")
        engine = await _ask(store, edited.again(), spec)
        assert len(server.requests) == asked
        (error,) = engine.failed
        assert "able was measured as Q8_0, and its endpoint serves Q4_K_M now" in str(error)
        assert "{quantization: Q4_K_M}" in error.hint
        assert _row(store).stack["served quantization"] == "Q8_0"

        anew = replace(spec, stack=Stack(quantization="Q4_K_M"))
        assert not (await _ask(store, edited.again(), anew)).failed
        assert len(server.requests) > asked + 1
    assert _row(store).stack["served quantization"] == "Q4_K_M"


async def test_another_engine_under_the_same_name_is_not_mixed_in_and_another_version_is(
    store: Store, edited: Edited
) -> None:
    pages: dict[str, Any] = {"/props": _llama_cpp("Q8_0")}
    async with ScriptedServer(MODEL, pages=pages) as server:
        spec = ModelSpec("able", server.base_url, "scripted")
        await _ask(store, edited.again(), spec)
        pages["/props"] = {**pages["/props"], "build_info": "b9000"}
        assert not (await _ask(store, edited.again(), spec)).failed
        assert _row(store).stack["served by"] == "llama.cpp b9000"
        del pages["/props"]
        pages["/api/version"] = {"version": "0.12.0"}
        (error,) = (await _ask(store, edited.again(), spec)).failed
    assert "measured on llama.cpp b9000, and its endpoint is Ollama now" in str(error)


async def test_a_recovered_answer_is_shown_with_what_it_took(tmp_path: Path, edited: Edited) -> None:
    def eaten(request: Mapping[str, Any]) -> Reply:
        is_off = request.get("chat_template_kwargs") == {"enable_thinking": False}
        return MODEL(request) if is_off else Reply("", thinking="So many ways.", finish="length")

    with open_store(tmp_path / "shown.db") as store:
        async with ScriptedServer(eaten) as server:
            spec = ModelSpec("able", server.base_url, "scripted", thinking=Thinking(thinks=True))
            await _ask(store, edited.again(), spec)
        (answer_id,) = (answer.id for answer in store.answers("able") if answer.case_id == "PR1")
        (turn,) = store.turns(answer_id)
    assert turn.billed.completion_tokens != turn.usage.completion_tokens
    where = ["--store", str(tmp_path / "shown.db"), "--suite", str(tmp_path / "suite")]
    shown = CliRunner().invoke(app, ["able", "PR1", *where])
    for words in ("asked once more with thinking off: answered", "at first: the token limit was reached", "[2, 2, 2]"):
        assert words in " ".join(shown.output.split())
