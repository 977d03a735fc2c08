"""What a judge said, from the store to the terminal."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crucibleforge.ask import ModelSpec
from crucibleforge.board import read_board
from crucibleforge.cli.board import app as board_app
from crucibleforge.cli.grade_reply import app as grade_reply_app
from crucibleforge.cli.show import app as show_app
from crucibleforge.core.case import SessionContent
from crucibleforge.core.grading import VerdictAnswer
from crucibleforge.run import Engine
from crucibleforge.sandbox import SandboxPool
from crucibleforge.store import open_store
from crucibleforge.suite import load_suite
from crucibleforge.testing import Behaviour, Reply, ScriptedServer
from tests.tiny import ROOT, perfect_judge, perfect_model

SUITE = load_suite(ROOT)
TEMPLATE = 'The reply is rather weak on this, so I cannot be sure of it. {"answer": "NO", "quote": ""}'
LAZY = "a lantern that nobody ever lit"


def other_words(request: Any) -> Reply:
    """The perfect model with other answers, as right by the rules."""
    reply = perfect_model()(request)
    return Reply((reply.text or "").replace("eels", "fat eels"), reply.tool_calls)


def template_judge(request: Any) -> Reply:
    """Knows the canaries, and fills in a form about everything else, with a lazy YES as the last vote of a gate."""
    asked = request["messages"][-1]["content"]
    if any(canary.reply in asked for canary in SUITE.canaries):
        return perfect_judge()(request)
    return Reply(f'{{"answer": "YES", "quote": "{LAZY}"}}' if request["seed"] == 2 else TEMPLATE)


@pytest.fixture(scope="module")
def sandbox() -> Iterator[SandboxPool]:
    with SandboxPool() as sandbox:
        yield sandbox


async def judged(place: Path, sandbox: SandboxPool, judge: Behaviour) -> Path:
    """A store with two models that a judge has judged."""
    async with (
        ScriptedServer(perfect_model()) as first,
        ScriptedServer(other_words) as second,
        ScriptedServer(judge) as judging,
    ):
        specs = [ModelSpec("able", first.base_url, "scripted"), ModelSpec("other", second.base_url, "scripted")]
        with open_store(str(place)) as store, store.writer("test") as writer:
            engine = Engine(SUITE, store, writer, lambda _event: None, checks_setup=False)
            await engine.run(specs, ModelSpec("judge", judging.base_url, "scripted"), sandbox)
    return place


@pytest.fixture
async def fair(tmp_path: Path, sandbox: SandboxPool) -> Path:
    return await judged(tmp_path / "fair.db", sandbox, perfect_judge())


@pytest.fixture
async def templated(tmp_path: Path, sandbox: SandboxPool) -> Path:
    return await judged(tmp_path / "templated.db", sandbox, template_judge)


def said(place: Path, *words: str, app: Any = show_app) -> str:
    result = CliRunner().invoke(app, [*words, "--suite", str(ROOT), "--store", str(place)])
    assert result.exit_code == 0, result.output
    return " ".join(result.stdout.split())


async def test_every_vote_is_told_with_the_place_of_its_quote(fair: Path) -> None:
    (case,) = json.loads(said(fair, "able", "RP1", "--json"))
    asked = {one["question"]: one for one in case["verdicts"]}
    assert list(asked) == [check["id"] for check in case["checks"] if check["by"] == "judge"]
    valid = [vote for one in asked.values() for vote in one["votes"] if vote["quote_valid"]]
    assert valid
    for vote in valid:
        assert case["replies"][vote["turn"] - 1][vote["start"] : vote["end"]] == vote["quote"]
    place = f"vote 1: YES, in turn {valid[0]['turn']} from character {valid[0]['start']} to {valid[0]['end']}"
    assert place in said(fair, "able", "RP1")
    with open_store(str(fair)) as store:
        assert read_board(SUITE, store).judged_alike == ()


async def test_rejected_quotes_and_filled_in_forms_are_told(templated: Path) -> None:
    shown = said(templated, "able", "RP1")
    assert f"YES counts as NO, because the quote is not word for word: “{LAZY}”" in shown
    (case,) = json.loads(said(templated, "able", "RP1", "--json"))
    rejected = [vote for one in case["verdicts"] for vote in one["votes"] if vote["said"] != vote["answer"]]
    assert {vote["quote"] for vote in rejected} == {LAZY}
    assert {vote["answer"] for vote in rejected} == {VerdictAnswer.NO}

    # The same form for two models is told wherever its verdicts are shown.
    words = "the judge wrote word for word the same about able, other"
    site = ("--site", str(templated.parent / "site"))
    assert words in said(templated, "able")
    assert words in said(templated, *site, app=board_app)
    rows = json.loads(said(templated, *site, "--json", app=board_app))
    assert {one["wrote"] for one in rows["able"]["judged_alike"]} >= {TEMPLATE}
    assert rows["able"]["judged_alike"] == rows["other"]["judged_alike"]


def test_a_reply_graded_with_a_judge_comes_with_every_vote(tmp_path: Path) -> None:
    case = SUITE.case("RP1")
    assert isinstance(case.content, SessionContent)
    (tmp_path / "reply.json").write_text(json.dumps(case.content.exemplars[0].replies), encoding="utf-8")
    with ScriptedServer.in_thread(perfect_judge()) as judge:
        words = ["RP1", "--reply", str(tmp_path / "reply.json"), "--suite", str(ROOT), "--judge", judge.base_url]
        told, shown = (CliRunner().invoke(grade_reply_app, [*words, *more]).stdout for more in (["--json"], []))
    votes = {one["question"]: one["votes"] for one in json.loads(told)["verdicts"]}
    assert [len(votes[name]) for name in ("price", "storm")] == [3, 1]
    quote = votes["storm"][0]
    assert f"vote 1: YES, in turn 2 from character {quote['start']} to {quote['end']}" in " ".join(shown.split())
