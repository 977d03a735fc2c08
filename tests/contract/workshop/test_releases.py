from __future__ import annotations

import json
import shutil
import sqlite3
from collections.abc import Callable, Iterator
from dataclasses import replace
from pathlib import Path

import pytest

from crucibleforge.board import BoardResults, read_board
from crucibleforge.core.errors import SuiteError, UserError
from crucibleforge.core.stamps import Stamps
from crucibleforge.grade import _dispatch as dispatch
from crucibleforge.judge import _settings as judge_settings
from crucibleforge.sandbox import Sandbox
from crucibleforge.store import Store, StoredModel, open_store
from crucibleforge.suite import Release, Suite, load_suite, release_folders, releases
from crucibleforge.workshop import difference, effect, freeze, to_be_released, verify
from tests.unit.suite.test_load import edit

DATA = Path(__file__).parents[2] / "data" / "released"
FIRST, SECOND = DATA / "history" / "1.0", DATA / "history" / "1.1"
BOARDS = {
    FIRST: {"careful": (1, 20.0, {"code": 10.0, "chat": 10.0}), "careless": (2, 13.5, {"code": 7.5, "chat": 6.0})},
    SECOND: {"careful": (1, 20.0, {"code": 12.0, "chat": 8.0}), "careless": (2, 9 + 8 * 3 / 7, {"code": 9.0, "chat": 8 * 3 / 7})},
}  # fmt: skip
"""As they were when these two releases were the suite."""
SESSION = "cases/roleplay/RP1-ferry/case.yaml"


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as sandbox:
        yield sandbox


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return Path(shutil.copytree(DATA, tmp_path / "suite"))


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """What two models and a judge said to 1.0, graded by its rules and by those of 1.1."""
    with sqlite3.connect(tmp_path / "store.db") as database:
        database.executescript((DATA / "store.sql").read_text("utf-8"))
    database.close()
    with open_store(tmp_path / "store.db") as opened:
        yield opened


def shown(board: BoardResults) -> dict[str, tuple[int | None, float | None, dict[str, float | None]]]:
    return {found.model.name: (found.row.rank, found.row.total, dict(found.row.sections)) for found in board.models}


def broken(root: Path, sandbox: Sandbox) -> list[str]:
    return [f"{found.subject}: {found.claim}" for found in verify(load_suite(root), sandbox) if not found.holds]


@pytest.mark.parametrize("folder", BOARDS)
def test_each_release_rebuilds_its_own_board_from_the_one_store(store: Store, folder: Path) -> None:
    assert shown(read_board(load_suite(folder), store)) == BOARDS[folder]


def test_rows_of_older_releases_are_not_ranked_on_the_board_of_now(store: Store) -> None:
    board = read_board(load_suite(DATA), store)
    assert [(found.row.rank, found.row.total, found.row.class_name) for found in board.models] == [(None,) * 3] * 2
    assert {case.state for found in board.models for case in found.cases} == {"scored", "outdated"}
    assert {found.missing_words for found in board.models} == {
        "1 cases without a credit, 1 of them changed since it was asked"
    }


def test_another_grader_and_another_prompt_of_the_judge_leave_old_boards_alone(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    versions = {kind: version + 1 for kind, version in dispatch._VERSIONS.items()}
    monkeypatch.setattr(dispatch, "_VERSIONS", versions)
    monkeypatch.setattr(judge_settings, "MIN_QUOTE_CHARS", 99)
    for folder, rows in BOARDS.items():
        assert shown(read_board(load_suite(folder), store)) == rows
    found = difference(load_suite(SECOND), load_suite(DATA))
    assert [words.partition(" 1")[0] for words in found.program] == [
        "the grader of predict",
        "the grader of session",
        "the judge's prompt",
    ]


def test_what_another_grader_would_change_about_a_release_is_tried_in_memory(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    same = shutil.copytree(SECOND, tmp_path / "same", ignore=shutil.ignore_patterns("release.json"))
    monkeypatch.setattr(dispatch, "_VERSIONS", {**dispatch._VERSIONS, "session": 99})
    found = effect(load_suite(SECOND), load_suite(same), store)
    assert [(item.case.id, item.action) for item in found.stale] == [("RP1", "grade")] * 2
    assert (found.credits, found.rows, found.ranks_known) == ((), (), True)


def test_a_model_that_was_exchanged_since_stands_on_old_boards_as_it_was(store: Store) -> None:
    with store.writer("test") as writer:
        known = store.model("careful")
        assert known is not None
        writer.put_model(replace(known, identity="careful | q2", stack={"quantization": "Q2"}))
        writer.put_model(StoredModel("newcomer", "newcomer"))
    board = read_board(load_suite(FIRST), store)
    assert shown(board)["careful"] == BOARDS[FIRST]["careful"]
    assert (board.model("careful").model.identity, board.model("careful").model.stack) == (known.identity, {})
    assert board.model("newcomer").row.rank is None


def test_a_judge_that_came_later_does_not_take_the_place_of_the_one_that_judged_the_release(store: Store) -> None:
    with store.writer("test") as writer:
        writer.put_calibration("f", judge="later", identity="later", passed=True, words="")
    assert shown(read_board(load_suite(FIRST), store)) == BOARDS[FIRST]
    assert [found.row.parts["roleplay"].points for found in read_board(load_suite(DATA), store).models] == [None, None]


def test_the_suite_with_its_releases_keeps_every_claim(sandbox: Sandbox) -> None:
    assert broken(DATA, sandbox) == []
    assert [release.version for release in releases(DATA)] == ["1.0", "1.1"]


def _resealed(path: Path) -> None:
    release = load_suite(path.parent).release
    assert release is not None
    stamps = {name: Stamps("0" * 16, found.judge, found.check) for name, found in release.stamps.items()}
    path.write_bytes(replace(release, stamps=stamps).sealed().dumped())


def _edited(old: str, new: str) -> Callable[[Path], object]:
    return lambda path: edit(path, old, new)


INTACT = "it is as it was released, and can be read"
TAMPERED: list[tuple[str, Callable[[Path], object], str]] = [
    ("1.0/bench.yaml", _edited("points: 10", "points: 11"), f"release 1.0: {INTACT}"),
    ("1.1/CHANGELOG.md", _edited("13.5", "13.4"), f"release 1.1: {INTACT}"),
    (f"1.0/{SESSION}", lambda path: path.write_bytes(path.read_bytes() + b"\n"), f"release 1.0: {INTACT}"),
    ("1.0/canaries/plain.yaml", Path.unlink, f"release 1.0: {INTACT}"),
    ("1.1/cases/predict/notes.md", lambda path: path.write_text("more"), f"release 1.1: {INTACT}"),
    ("1.0/release.json", _edited('"question": "', '"question": "0'), f"release 1.0: {INTACT}"),
    ("1.0/release.json", _edited('"version": "1.0"', '"version": "0.9"'), f"release 1.0: {INTACT}"),
    ("1.0/release.json", lambda path: path.write_text("{}"), f"release 1.0: {INTACT}"),
    ("1.0/release.json", _resealed, "releases: each follows the one before it"),
    ("1.0", shutil.rmtree, "releases: each follows the one before it"),
    ("1.0/release.json", Path.unlink, "releases: each follows the one before it"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "spoil", "claim"), TAMPERED)
def test_a_release_that_was_tampered_with_breaks_a_claim(
    root: Path, sandbox: Sandbox, name: str, spoil: Callable[[Path], object], claim: str
) -> None:
    spoil(root / "history" / name)
    assert claim in broken(root, sandbox)
    if INTACT in claim:
        with pytest.raises(SuiteError, match=r"release|manifest|seal|missing") as caught:
            load_suite(root / "history" / name.split("/")[0])
        assert "never changes" in caught.value.hint


def test_what_changed_may_not_go_by_the_name_of_a_release(root: Path, sandbox: Sandbox) -> None:
    edit(root / "bench.yaml", '"2.0"', '"1.1"')
    assert broken(root, sandbox) == ["bench.yaml: what is called 1.1 is the release 1.1"]


def released(root: Path, sandbox: Sandbox, version: str = "2.0") -> Release:
    suite = load_suite(root)
    return freeze(suite, to_be_released(suite, version), sandbox)[0]


ENTRY = "## 2.0 (2031-04-09)\n\n- RP1 asks for the fare.\n\nScores: all to be asked again.\n\n## 1.1"


def test_a_frozen_suite_is_its_own_release(root: Path, sandbox: Sandbox) -> None:
    edit(root / "CHANGELOG.md", "## 1.1", ENTRY)
    release = released(root, sandbox)
    assert releases(root)[-1] == release
    suite, again = load_suite(root), load_suite(root / "history" / "2.0")
    assert again.release == release
    assert replace(again, root=root, release=None) == suite
    assert broken(root, sandbox) == []
    assert list((root / "history").glob(".*")) == []


REFUSED: list[tuple[str, str, str, str, str]] = [
    ("2.1", "bench.yaml", "", "", "bench.yaml says version '2.0'"),
    ("1.1", "bench.yaml", '"2.0"', '"1.1"', "1.1 is released already"),
    ("../x", "bench.yaml", '"2.0"', '"../x"', "no version: '../x'"),
    ("2.0", "CHANGELOG.md", "## 1.1", "## 1.2", "no entry '## 2.0'"),
    ("2.0", "CHANGELOG.md", "## 1.1", ENTRY.replace("(2031-04-09)", "(unreleased)"), "says unreleased"),
    ("2.0", "CHANGELOG.md", "## 1.1", ENTRY.replace("RP1", "RP11"), "does not name RP1"),
    ("2.0", "CHANGELOG.md", "## 1.1", ENTRY.replace("Scores: all", "All"), "what the release did to the scores"),
    ("2.0", "cases/roleplay/RP1-ferry/exemplars/good.yaml", "the wet rope", "the money", "claims do not hold"),
    ("2.0", "history/1.0/bench.yaml", "points: 10", "points: 11", "not as it was released"),
]  # fmt: skip


@pytest.mark.parametrize(("version", "file", "old", "new", "words"), REFUSED)
def test_what_is_not_ready_is_not_released(
    root: Path, sandbox: Sandbox, version: str, file: str, old: str, new: str, words: str
) -> None:
    if file != "CHANGELOG.md":
        edit(root / "CHANGELOG.md", "## 1.1", ENTRY)
    edit(root / file, old, new)
    with pytest.raises(UserError) as caught:
        released(root, sandbox, version)
    assert words in caught.value.message
    assert caught.value.hint
    assert [folder.name for folder in release_folders(root)] == ["1.0", "1.1"]


def test_what_is_edited_while_it_is_being_released_is_not_released(root: Path, sandbox: Sandbox) -> None:
    edit(root / "CHANGELOG.md", "## 1.1", ENTRY)
    suite = load_suite(root)
    edit(root / SESSION, "A storm is coming.", "A gale is coming.")
    with pytest.raises(SuiteError, match="edited while it was being released"):
        freeze(suite, to_be_released(suite, "2.0"), sandbox)
    assert [path.name for path in (root / "history").iterdir() if path.name not in ("1.0", "1.1")] == []


def test_a_release_is_not_released_again(sandbox: Sandbox) -> None:
    suite: Suite = load_suite(FIRST)
    with pytest.raises(UserError, match="is a release already"):
        to_be_released(suite, "1.0")


def test_a_manifest_reads_as_plain_json() -> None:
    document = json.loads((FIRST / "release.json").read_text("utf-8"))
    assert (document["suite"], document["version"], document["previous"]) == ("released", "1.0", "")
    assert document["files"].keys() == {"bench.yaml", "CHANGELOG.md", "canaries/plain.yaml"} | {
        name for name in document["files"] if name.startswith("cases/")
    }
