"""An edit of a text rule costs no call, applies that rule alone, and leaves what was stored as it was."""

from __future__ import annotations

import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest

from crucibleforge.ask import ModelSpec
from crucibleforge.core.grading import Grade
from crucibleforge.grade import grade, grader_version
from crucibleforge.run import CaseGraded, Engine, Event, contents_in_use, identities
from crucibleforge.sandbox import SandboxPool
from crucibleforge.store import Store, open_store
from crucibleforge.suite import Suite, load_suite
from crucibleforge.testing import ScriptedServer
from tests.tiny import ROOT, perfect_model

CASE = "RP1"
OLD, NEW = "{id: short, words: {max: 60}}", "{id: short, words: {max: 3}}"


class Asked:
    """One model's answers."""

    def __init__(self, store: Store, server: ScriptedServer, sandboxes: SandboxPool) -> None:
        self.store = store
        self.server = server
        self.sandboxes = sandboxes
        self.model = ModelSpec("able", server.base_url, "scripted")
        self.told: list[Event] = []

    @contextmanager
    def engine(self, suite: Suite) -> Iterator[Engine]:
        with self.store.writer("test") as writer:
            writer.put_contents(contents_in_use(suite))
            yield Engine(suite, self.store, writer, self.told.append, checks_setup=False)

    async def ask(self, suite: Suite) -> None:
        with self.engine(suite) as engine:
            await engine.ask([self.model])

    async def grade(self, suite: Suite) -> None:
        self.told.clear()
        with self.engine(suite) as engine:
            await engine.grade(identities([self.model]), self.sandboxes)

    @property
    def answer_id(self) -> int:
        return next(answer.id for answer in self.store.answers() if answer.case_id == CASE)

    def stored(self, suite: Suite, version: str = grader_version("session")) -> Grade | None:
        return self.store.grade(self.answer_id, suite.cases[CASE].stamps.graded_by(version))

    def put(self, suite: Suite, grade: Grade, version: str = grader_version("session")) -> None:
        with self.store.writer("test") as writer:
            writer.put_grade(self.answer_id, suite.cases[CASE].stamps.graded_by(version), grade)


@pytest.fixture(scope="module")
def sandboxes() -> Iterator[SandboxPool]:
    with SandboxPool() as pool:
        yield pool


@pytest.fixture(params=["sqlite", "postgres"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    place = tmp_path / "store.db" if request.param == "sqlite" else request.getfixturevalue("postgres_url")
    with open_store(place) as store:
        yield store


@pytest.fixture
async def asked(store: Store, sandboxes: SandboxPool) -> AsyncIterator[Asked]:
    async with ScriptedServer(perfect_model()) as server:
        asked = Asked(store, server, sandboxes)
        await asked.ask(load_suite(ROOT))
        yield asked


@pytest.fixture
def edited(tmp_path: Path) -> Suite:
    root = tmp_path / "edited"
    shutil.copytree(ROOT, root)
    (file,) = root.glob(f"cases/*/{CASE}*/case.yaml")
    text = file.read_text("utf-8")
    assert text.count(OLD) == 1
    file.write_text(text.replace(OLD, NEW), "utf-8")
    return load_suite(root)


def marked(grade: Grade | None) -> Grade:
    """The grade with a mark that only carrying over can keep."""
    assert grade is not None
    return replace(grade, checks=tuple(replace(check, evidence="from before") for check in grade.checks))


async def test_only_the_edited_rule_is_applied_and_no_model_is_called(asked: Asked, edited: Suite) -> None:
    before = load_suite(ROOT)
    await asked.grade(before)
    old = marked(asked.stored(before))
    asked.put(before, old)
    calls = len(asked.server.requests)
    await asked.grade(edited)
    assert len(asked.server.requests) == calls
    found = asked.stored(edited)
    assert found is not None
    assert {check.id for check in found.checks if check.evidence != "from before"} == {"short"}
    assert next(check.credit for check in found.checks if check.id == "short") == 0
    assert asked.stored(before) == old, "the old grade stays"
    assert [event.case_id for event in asked.told if isinstance(event, CaseGraded)] == [CASE]


async def test_what_another_version_of_the_grader_found_is_not_carried_over(asked: Asked, edited: Suite) -> None:
    wanted = grade(edited.cases[CASE], asked.store.answer(asked.answer_id), sandbox=None)
    asked.put(load_suite(ROOT), marked(wanted), "0")
    await asked.grade(edited)
    assert asked.stored(edited) == wanted
