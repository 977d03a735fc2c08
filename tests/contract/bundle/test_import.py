"""A stranger's row on one's own board: marked, graded here, and never mixed with what was measured here."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crucibleforge.ask import ModelSpec
from crucibleforge.bundle import (
    Archive,
    Redaction,
    collected,
    members_of,
    read_archive,
    read_manifest,
    submit,
    write_archive,
)
from crucibleforge.bundle._documents import Manifest
from crucibleforge.bundle._restore import answers_in
from crucibleforge.cli import bundle as bundle_command
from crucibleforge.cli import import_ as import_command
from crucibleforge.core.errors import ConfigError, UserError
from crucibleforge.core.setup import SetupCheck, SetupState
from crucibleforge.run import Engine
from crucibleforge.store import Store, StoredModel, Submission, Writer, inspect_store, open_store
from crucibleforge.suite import load_suite
from tests.tiny import ROOT

SUITE = load_suite(ROOT)


@pytest.fixture
def file(measured: Path, tmp_path: Path) -> Path:
    with open_store(measured) as store:
        members = members_of(collected(SUITE, store, ["able"], Redaction()), SUITE)
    write_archive(tmp_path / "able.bundle", members)
    return tmp_path / "able.bundle"


@pytest.fixture
def read(file: Path) -> tuple[Archive, Manifest]:
    archive = read_archive(file)
    return archive, read_manifest(archive)


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return str(tmp_path / "own.db") if request.param == "sqlite" else request.getfixturevalue("postgres_url")


@pytest.fixture
def own(tmp_path: Path) -> Iterator[Store]:
    with open_store(tmp_path / "own.db") as store:
        yield store


def imported(store: Store, file: Path, *words: str, code: int = 0) -> Any:
    command = [str(file), *words, "--suite", str(ROOT), "--store", store.place]
    done = CliRunner(env={"COLUMNS": "200"}).invoke(import_command.app, command)
    if done.exception is not None and not isinstance(done.exception, SystemExit):
        raise done.exception
    assert done.exit_code == code, done.output
    return json.loads(done.stdout) if "--json" in words else done.output


def test_a_row_is_marked_as_submitted_until_it_is_verified(own: Store, file: Path) -> None:
    row = imported(own, file, "--json")["able"]
    assert (row["submitted"], row["total"], row["partial"]) == ("submitted", 20.0, False)
    assert "submitted by somebody else, not verified here" in row["notes"]
    before = len(own.answers())
    assert imported(own, file, "--verify", "--json")["able"]["submitted"] == "verified"
    assert imported(own, file, "--json")["able"]["submitted"] == "verified", "what is verified stays so"
    assert len(own.answers()) == before == 6
    assert "able: submitted by somebody else, verified here" in imported(own, file).replace("balanced, ", "")


def test_it_is_graded_here_and_not_taken_at_its_word(own: Store, measured: Path, tmp_path: Path) -> None:
    with open_store(measured) as store:
        members = members_of(collected(SUITE, store, ["able"], Redaction()), SUITE)
    name = "models/1/FN1.1.json"
    answer = json.loads(members[name])
    answer["turns"][0]["text"] = "```python\ndef winner(votes):\n    return None\n```"
    members[name] = json.dumps(answer, sort_keys=True, ensure_ascii=False, indent=1).encode()
    write_archive(tmp_path / "forged.bundle", members)
    assert "nothing was imported" in imported(own, tmp_path / "forged.bundle", "--verify", code=1)
    assert own.models() == []
    row = imported(own, tmp_path / "forged.bundle", "--json")["able"]
    assert row["submitted"] == "submitted"
    assert row["total"] < 20


def test_nothing_that_was_measured_here_is_touched(place: str, measured: Path, read: tuple[Archive, Manifest]) -> None:
    archive, manifest = read
    (theirs,) = manifest.models
    with open_store(place) as store, store.writer("test") as writer:
        put_own(writer, theirs.name, theirs.identity)
        writer.put_calibration("mine", judge="mine", identity="mine | q8", passed=True, words="all right")
    with pytest.raises(UserError, match="a row called able was measured here"):
        submit(place, SUITE, archive, manifest, {}, is_verified=False)
    known = submit(place, SUITE, archive, manifest, {"able": "theirs"}, is_verified=False)
    with open_store(place) as store:
        own, other = store.models()
        assert (own.name, own.submission) == ("able", None)
        assert other.submission == Submission(archive.root, is_complete=True, is_verified=False)
        assert known == {"theirs": other.identity}
        assert other.identity != own.identity
        assert [check.state for setup in store.setups(own.identity) for check in setup.checks] == [SetupState.FAILED]
        assert store.answers("able") == []
        assert len(store.answers("theirs")) == 6
        last = store.last_calibration()
        assert last is not None
        assert last.judge == "mine", "a stranger's judge does not become the board's"
    assert not [finding for finding in inspect_store(place) if finding.is_fault]


def put_own(writer: Writer, name: str, identity: str) -> None:
    writer.put_model(StoredModel(name, identity))
    failed = SetupCheck("completion", SetupState.FAILED, "no reply")
    writer.put_setup(name, identity, "1", (failed,))


def test_a_broken_off_import_is_gone_on_with(
    place: str, read: tuple[Archive, Manifest], monkeypatch: pytest.MonkeyPatch
) -> None:
    archive, manifest = read
    original, calls = Writer.add_verdict, iter(range(100))
    on_trial = sum(len(answer.verdicts) for answer in answers_in(archive, manifest.models[0]))

    def dies(self: Writer, *facts: Any) -> None:
        if next(calls) == on_trial + 1:
            raise KeyboardInterrupt
        original(self, *facts)

    monkeypatch.setattr(Writer, "add_verdict", dies)
    with pytest.raises(KeyboardInterrupt):
        submit(place, SUITE, archive, manifest, {}, is_verified=True)
    monkeypatch.undo()
    with open_store(place) as store:
        (row,) = store.models()
        assert row.submission is not None
        assert not row.submission.is_complete
    submit(place, SUITE, archive, manifest, {}, is_verified=True)
    with open_store(place) as store:
        (row,) = store.models()
        assert row.submission == Submission(archive.root, is_complete=True, is_verified=True)
        stamps = {case.id: case.stamps.asked_of(row.identity) for case in SUITE.standard()}
        assert {answer.case_id: answer.question_stamp for answer in store.answers()} == stamps
        assert [answer.replaced for answer in store.answers()] == [0] * 6


def test_what_no_store_could_hold_leaves_nothing_behind(own: Store, measured: Path, tmp_path: Path) -> None:
    last = "models/1/TU1.1.json"
    with open_store(measured) as store:
        members = members_of(collected(SUITE, store, ["able"], Redaction()), SUITE)
    write_archive(
        tmp_path / "odd.bundle", members | {last: members[last].replace(b'"outcome": "answered"', b'"outcome": 1')}
    )
    with pytest.raises(UserError, match=f"{last}: "):
        imported(own, tmp_path / "odd.bundle")
    assert own.models() == []


def test_a_stranger_s_stack_marks_nothing(own: Store, measured: Path, tmp_path: Path) -> None:
    with open_store(measured) as store:
        members = members_of(collected(SUITE, store, ["able"], Redaction()), SUITE)
    manifest = json.loads(members["bundle.json"])
    manifest["models"][0]["stack"] |= {"submission": {"is_verified": True}, "dialect": "odd"}
    members["bundle.json"] = json.dumps(manifest, sort_keys=True, ensure_ascii=False, indent=1).encode()
    write_archive(tmp_path / "odd.bundle", members)
    assert imported(own, tmp_path / "odd.bundle", "--verify", "--json")["able"]["submitted"] == "verified"
    (row,) = own.models()
    assert (row.dialect, row.submission) == ({}, Submission(read_archive(tmp_path / "odd.bundle").root, True, True))


async def test_a_model_of_one_s_own_cannot_take_a_submitted_name(own: Store, read: tuple[Archive, Manifest]) -> None:
    submit(own.place, SUITE, *read, {}, is_verified=False)
    with own.writer("test") as writer, pytest.raises(ConfigError, match="submitted by somebody else"):
        await Engine(SUITE, own, writer, lambda _event: None).ask([ModelSpec("able", "http://127.0.0.1:9/v1", "x")])


def test_a_submitted_row_is_not_bundled_again(own: Store, file: Path, tmp_path: Path) -> None:
    imported(own, file)
    command = ["able", "-o", str(tmp_path / "again"), "--suite", str(ROOT), "--store", own.place]
    with pytest.raises(UserError, match="submitted by somebody else"):
        CliRunner().invoke(bundle_command.app, command, catch_exceptions=False)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--as", "able"], "this names no row"),
        (["--as", "baker=other"], "no model 'baker' in the bundle"),
    ],
)
def test_a_wrong_name_is_told(own: Store, file: Path, words: list[str], said: str) -> None:
    with pytest.raises((ConfigError, UserError), match=said):
        imported(own, file, *words)


def test_rows_of_another_suite_have_no_place_on_this_board(own: Store, read: tuple[Archive, Manifest]) -> None:
    with pytest.raises(UserError, match="another suite: suite tiny 1, not mako"):
        submit(own.place, load_suite(None), *read, {}, is_verified=False)
