"""What the native backend graded is another measurement, and never hides what the default one found."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from crucibleforge.ask import ModelSpec
from crucibleforge.board import NATIVELY_GRADED, ModelResult, read_board, write_site
from crucibleforge.core.conversation import Outcome
from crucibleforge.core.grading import Check, Grade
from crucibleforge.grade import grader_version, runs_code
from crucibleforge.run import Action, Engine, identities, plan
from crucibleforge.sandbox import Backend, SandboxPool
from crucibleforge.store import Store, open_store
from crucibleforge.suite import load_suite
from crucibleforge.testing import ScriptedServer
from tests.tiny import ROOT, perfect_model

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="the native backend needs Linux")

SUITE = load_suite(ROOT)
CODE = {case.id for case in SUITE.standard() if runs_code(case.kind)}


@pytest.fixture(scope="module")
def sandboxes() -> Iterator[dict[Backend, SandboxPool]]:
    with SandboxPool() as wasm, SandboxPool(backend="native") as native:
        yield {"wasm": wasm, "native": native}


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "store.db") as store:
        yield store


class Measured:
    """One perfect model, asked once, graded by whichever backend."""

    def __init__(self, store: Store, model: ModelSpec) -> None:
        self.store = store
        self.known = identities([model])

    async def grade(self, sandbox: SandboxPool) -> None:
        with self.store.writer("test") as writer:
            await Engine(SUITE, self.store, writer, lambda _event: None).grade(self.known, sandbox)

    def row(self) -> ModelResult:
        return read_board(SUITE, self.store).models[0]

    def to_grade(self, backend: Backend) -> set[str]:
        planned = plan(SUITE, self.store, self.known, None, backend)
        return {item.case.id for item in planned if item.action is Action.GRADE}

    def grades(self, case_id: str) -> tuple[Grade | None, Grade | None]:
        (answer,) = (answer for answer in self.store.answers() if answer.case_id == case_id)
        case = SUITE.case(case_id)
        wasm, native = (case.stamps.graded_by(grader_version(case.kind, name)) for name in ("wasm", "native"))
        return self.store.grade(answer.id, wasm), self.store.grade(answer.id, native)

    def spoil(self, case_id: str, backend: Backend) -> None:
        """Puts a grade of its own under the backend's stamp."""
        (answer,) = (answer for answer in self.store.answers() if answer.case_id == case_id)
        case = SUITE.case(case_id)
        grade = Grade(case_id, Outcome.ANSWERED, (Check("slow", 0.0, "tests"),))
        with self.store.writer("test") as writer:
            writer.put_grade(answer.id, case.stamps.graded_by(grader_version(case.kind, backend)), grade)

    def credit(self, case_id: str) -> float | None:
        return next(result.credit for result in self.row().cases if result.case.id == case_id)


@pytest.fixture
async def measured(store: Store) -> Measured:
    async with ScriptedServer(perfect_model()) as server:
        model = ModelSpec("able", server.base_url, "scripted")
        with store.writer("test") as writer:
            await Engine(SUITE, store, writer, lambda _event: None).ask([model])
    return Measured(store, model)


async def test_a_native_row_says_so_wherever_it_is_shown(
    measured: Measured, sandboxes: dict[Backend, SandboxPool], tmp_path: Path
) -> None:
    await measured.grade(sandboxes["native"])
    row = measured.row()
    assert row.notes == (NATIVELY_GRADED,)
    assert {result.case.id for result in row.cases if result.note == NATIVELY_GRADED} == CODE
    assert {result.case.id: result.credit for result in row.cases if result.case.id in CODE} == dict.fromkeys(CODE, 1.0)
    index = write_site(read_board(SUITE, measured.store), tmp_path / "site")
    (page,) = (tmp_path / "site" / "models").glob("*.html")
    assert NATIVELY_GRADED in index.read_text()
    assert page.read_text().count(NATIVELY_GRADED) == 1 + len(CODE)


async def test_each_backend_leaves_to_the_other_only_the_code(
    measured: Measured, sandboxes: dict[Backend, SandboxPool]
) -> None:
    await measured.grade(sandboxes["native"])
    assert (measured.to_grade("native"), measured.to_grade("wasm")) == (set(), CODE)
    await measured.grade(sandboxes["wasm"])
    assert (measured.to_grade("native"), measured.to_grade("wasm")) == (set(), set())


@pytest.mark.parametrize("order", [("wasm", "native"), ("native", "wasm")])
async def test_the_default_grade_counts_where_both_exist(
    measured: Measured, sandboxes: dict[Backend, SandboxPool], order: tuple[Backend, Backend]
) -> None:
    for backend in order:
        await measured.grade(sandboxes[backend])
    assert all(None not in measured.grades(case_id) for case_id in CODE)
    assert measured.row().notes == ()
    measured.spoil("FN1", "native")
    assert (measured.credit("FN1"), measured.row().notes) == (1.0, ())
    measured.spoil("FN1", "wasm")
    assert measured.credit("FN1") == 0.0


async def test_one_case_that_only_the_native_backend_graded_marks_its_row(
    measured: Measured, sandboxes: dict[Backend, SandboxPool]
) -> None:
    await measured.grade(sandboxes["native"])
    for case_id in CODE - {"PR1"}:
        measured.spoil(case_id, "wasm")
    row = measured.row()
    assert row.notes == (NATIVELY_GRADED,)
    assert [result.case.id for result in row.cases if result.note == NATIVELY_GRADED] == ["PR1"]


async def test_what_is_not_code_has_one_grade_whatever_the_backend(
    measured: Measured, sandboxes: dict[Backend, SandboxPool]
) -> None:
    await measured.grade(sandboxes["native"])
    for case in SUITE.standard():
        wasm, native = measured.grades(case.id)
        assert native is not None
        assert wasm == (None if case.id in CODE else native)
