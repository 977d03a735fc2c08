from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from crucibleforge.ask import ModelSpec, Thinking
from crucibleforge.ask.setup import NAMES
from crucibleforge.board import ModelResult, read_board, write_site
from crucibleforge.core.setup import SetupState
from crucibleforge.run import Action, Engine, Event, SetupChecked, identities, plan
from crucibleforge.run._setup import case_tokens, window_tokens
from crucibleforge.sandbox import SandboxPool
from crucibleforge.store import Store, open_store
from crucibleforge.suite import load_suite
from crucibleforge.testing import Behaviour, Reply, ScriptedServer
from tests.contract.setup.servers import Request, head_cut, reached_by
from tests.tiny import ROOT, perfect_model

SUITE = load_suite(ROOT)
CUTS = 1200
"""Characters that the cutting server leaves: less than the window that is checked, more than any case of the suite."""


@pytest.fixture(scope="module")
def sandboxes() -> Iterator[SandboxPool]:
    with SandboxPool() as sandboxes:
        yield sandboxes


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "store.db") as store:
        yield store


class Served:
    """One model behind a server whose manners can change."""

    def __init__(self, store: Store, sandboxes: SandboxPool, server: ScriptedServer) -> None:
        self.store = store
        self.sandboxes = sandboxes
        self.server = server
        self.spec = ModelSpec("able", server.base_url, "scripted")
        self.events: list[Event] = []

    async def run(self, *, checks_setup: bool = True) -> int:
        """The number of requests that the set-up check of this run made, as far as it made any."""
        before = len(self.server.requests)
        with self.store.writer("test") as writer:
            engine = Engine(SUITE, self.store, writer, self.events.append, checks_setup=checks_setup)
            await engine.run([self.spec], None, self.sandboxes)
        return sum(_is_setup(request.json) for request in self.server.requests[before:])

    def row(self) -> ModelResult:
        return read_board(SUITE, self.store).models[0]

    def to_ask(self) -> set[str]:
        planned = plan(SUITE, self.store, identities([self.spec]), None)
        return {item.reason for item in planned if item.action is Action.ASK}


def _is_setup(request: Request) -> bool:
    words = ("code word", "harbour_code", "Repeat this line", "Write the numbers", "in plain sentences.")
    return any(word in str(request["messages"]) for word in words)


class Manners:
    """What the server does now."""

    def __init__(self) -> None:
        self.now: Behaviour = perfect_model()

    def __call__(self, request: Request) -> Reply:
        return self.now(request)


CUTTING = reached_by(head_cut(CUTS), perfect_model())


@pytest.fixture
async def manners() -> Manners:
    return Manners()


@pytest.fixture
async def served(store: Store, sandboxes: SandboxPool, manners: Manners) -> object:
    async with ScriptedServer(manners) as server:
        yield Served(store, sandboxes, server)


async def test_a_well_served_model_is_checked_once_and_not_provisional(served: Served) -> None:
    assert await served.run() > 0
    row = served.row()
    assert (row.row.provisional, row.provisional) == (False, ())
    assert [check.name for check in row.setup] == list(NAMES)
    assert {check.state for check in row.setup} == {SetupState.PASSED}
    told = [event.check for event in served.events if isinstance(event, SetupChecked)]
    assert told == list(row.setup)
    assert served.row().model.stack["tools"] == "work"
    assert await served.run() == 0
    assert served.row().model.stack["tools"] == "work", "what was learned is kept by a run that learned nothing"


async def test_a_prompt_that_is_cut_makes_the_row_provisional_in_words(
    served: Served, manners: Manners, tmp_path: Path
) -> None:
    manners.now = CUTTING
    await served.run()
    result = served.row()
    assert result.row.provisional
    (reason,) = result.provisional
    assert reason.startswith("window: the prompt is cut without a word: ")
    index = write_site(read_board(SUITE, served.store), tmp_path / "site")
    (page,) = (tmp_path / "site" / "models").iterdir()
    assert reason in index.read_text()
    assert reason in page.read_text()


async def test_mending_the_endpoint_asks_again_what_was_asked_through_it(served: Served, manners: Manners) -> None:
    manners.now = CUTTING
    await served.run()
    assert served.to_ask() == set(), "asking again helps nothing while the endpoint is as it was"
    first = len(served.server.requests)
    await served.run()
    assert {_is_setup(request.json) for request in served.server.requests[first:]} == {True}
    manners.now = perfect_model()
    await served.run()
    assert (served.to_ask(), served.row().provisional, served.row().row.provisional) == (set(), (), False)
    answers = served.store.answers("able")
    assert {answer.replaced for answer in answers} == {1}
    assert await served.run() == 0


async def test_answers_stay_doubtful_until_they_are_asked_again(served: Served, manners: Manners) -> None:
    manners.now = CUTTING
    await served.run()
    checks = [replace(check, state=SetupState.PASSED) for check in served.row().setup]
    with served.store.writer("test") as writer:
        writer.put_setup("able", served.spec.identity, "1", checks)
    assert served.to_ask() == {"asked while the set-up check failed"}
    (reason,) = served.row().provisional
    assert reason.endswith("(when it was asked; run it again)")
    assert served.row().row.provisional


async def test_a_check_that_could_not_run_is_made_again_with_the_next_question(
    served: Served, manners: Manners
) -> None:
    manners.now = lambda _request: Reply("closed", status=403)
    await served.run()
    assert {check.state for check in served.row().setup} == {SetupState.COULD_NOT_RUN}
    assert not served.row().row.provisional
    manners.now = perfect_model()
    assert await served.run() > 1
    assert {check.state for check in served.row().setup} == {SetupState.PASSED}


@pytest.mark.parametrize("change", [{"max_tokens": 300}, {"context": 4096}, {"thinking": Thinking(opened=True)}])
async def test_an_entry_that_changed_is_checked_with_the_next_question(
    served: Served, manners: Manners, change: dict[str, Any]
) -> None:
    works = perfect_model()
    manners.now = lambda request: Reply("no", status=400) if "winner" in str(request["messages"]) else works(request)
    assert await served.run() > 0
    assert await served.run() == 0, "one case is still missing, but the set-up is known"
    served.spec = replace(served.spec, **change)
    assert await served.run() > 0


async def test_a_run_can_do_without(served: Served) -> None:
    assert await served.run(checks_setup=False) == 0
    assert (served.row().setup, served.row().row.provisional) == ((), False)


@pytest.mark.parametrize(("case_id", "replies"), [("FN1", 1), ("RP1", 2), ("TU1", 4)])
def test_a_larger_budget_needs_a_larger_window(case_id: str, replies: int) -> None:
    """The last reply counts in full, and each one before it by half."""
    case = SUITE.case(case_id)
    larger = replace(case, budget=replace(case.budget, max_tokens=case.budget.max_tokens + 1000))
    assert case_tokens(larger) - case_tokens(case) == 500 * (replies + 1)


def test_the_largest_case_decides_the_window() -> None:
    able, capped = ModelSpec("able", "", "able"), ModelSpec("able", "", "able", max_tokens=100)
    assert window_tokens(SUITE, able) == max(case_tokens(case) for case in SUITE.standard())
    assert 0 < window_tokens(SUITE, capped) < window_tokens(SUITE, able)
