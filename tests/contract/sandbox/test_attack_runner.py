"""What the attack runner calls a success: shown with sandboxes that are broken on purpose."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from typer.testing import CliRunner

from crucibleforge.cli.doctor import app
from crucibleforge.sandbox import AttackOutcome, GroupResult, Jail, Sandbox, attack, possible_attacks
from crucibleforge.sandbox.attack import _pack as _attack_pack
from crucibleforge.sandbox.attack._descendants import count_descendants
from crucibleforge.sandbox.attack._pack import Attack, honest_source

HARMLESS = Attack("echoes/none", '"""Answers with nothing."""\n\n\ndef total(numbers):\n    return None\n')

on_linux = pytest.mark.skipif(sys.platform != "linux", reason="looks into /proc")


def outcome_of(sandbox: Sandbox, one: Attack = HARMLESS) -> AttackOutcome:
    (outcome,) = attack(sandbox, [one])
    return outcome


class Gullible(Sandbox):
    """Believes everything."""

    def run_group(self, source: str, test: Any, *, fuel: int, file: str | None = None) -> GroupResult:
        return replace(super().run_group(source, test, fuel=fuel), passed=True, ended="passed")


class Failing(Sandbox):
    """Blames the machine for what solutions do."""

    def run_group(self, source: str, test: Any, *, fuel: int, file: str | None = None) -> GroupResult:
        result = super().run_group(source, test, fuel=fuel)
        return result if result.passed else replace(result, ended="infrastructure", reason="lost")


class Remembering(Sandbox):
    """Judges by what went before: once something has failed, so does the rest, or it costs more."""

    has_failed = False
    effect: Any = None

    def run_group(self, source: str, test: Any, *, fuel: int, file: str | None = None) -> GroupResult:
        result = super().run_group(source, test, fuel=fuel)
        self.has_failed = self.has_failed or not result.passed
        return replace(result, **self.effect) if self.has_failed and result.passed else result


class Spawning(Sandbox):
    """Lets solutions start processes."""

    started: subprocess.Popen[bytes] | None = None

    def run_group(self, source: str, test: Any, *, fuel: int, file: str | None = None) -> GroupResult:
        result = super().run_group(source, test, fuel=fuel)
        if not result.passed and self.started is None:
            self.started = subprocess.Popen(["sleep", "60"])
        return result


class Writing(Sandbox):
    """Lets solutions write files."""

    place = Path()

    def run_group(self, source: str, test: Any, *, fuel: int, file: str | None = None) -> GroupResult:
        result = super().run_group(source, test, fuel=fuel)
        if not result.passed:
            (self.place / "cheat_marker_written").touch()
        return result


def test_a_cheat_that_is_right_is_counted(sandbox: Sandbox) -> None:
    outcome = outcome_of(sandbox, Attack("equality/honest", honest_source()))
    assert outcome.succeeded
    assert outcome.kind == "cheat"
    assert outcome.ended.startswith("passed adds_up, sorts_by_initial, ")


def test_one_group_is_enough_for_a_cheat(sandbox: Sandbox) -> None:
    outcome = outcome_of(sandbox, Attack("echoes/one", "def settle(numbers):\n    numbers[:] = [1, 2, 3]\n"))
    assert (outcome.succeeded, outcome.ended) == (True, "passed settles_in_place")


def test_a_probe_that_returns_got_out(sandbox: Sandbox) -> None:
    outcome = outcome_of(sandbox, Attack("reach/one", '"""Finds nothing."""\ndef probe():\n    return None\n'))
    assert (outcome.kind, outcome.trick) == ("reach", "Finds nothing.")
    assert (outcome.succeeded, outcome.ended) == (True, "got out")


@on_linux
def test_a_breach_that_the_jail_allows_is_counted(sandbox: Sandbox) -> None:
    outcome = outcome_of(sandbox, Attack("jail/one", "def breach(call):\n    return call('madvise', 0, 0, 4)\n"))
    assert (outcome.kind, outcome.succeeded, outcome.ended) == ("jail", True, "got through: 0")


def test_a_harmless_wrong_answer_is_not_counted(sandbox: Sandbox) -> None:
    outcome = outcome_of(sandbox)
    assert not outcome.succeeded
    assert outcome.ended == "exception ×6, assertion ×2: AttributeError: module 'solution' has no attribute 'initials'"


def test_a_sandbox_that_believes_everything_is_caught() -> None:
    with Gullible() as broken:
        assert outcome_of(broken).ended.startswith("passed adds_up, ")


def test_a_failure_that_looks_like_the_machines_is_caught() -> None:
    with Failing() as broken:
        outcome = outcome_of(broken)
    assert (outcome.succeeded, outcome.ended) == (True, "broke the worker: lost")


@pytest.mark.parametrize(
    ("effect", "told"),
    [
        ({"passed": False, "reason": "late"}, "the honest solution fails afterwards: late"),
        ({"fuel": 1}, "the honest solution costs 1 units afterwards, not "),
    ],
)
def test_an_effect_on_those_who_come_after_is_caught(effect: dict[str, Any], told: str) -> None:
    with Remembering() as broken:
        broken.effect = effect
        outcome = outcome_of(broken)
    assert outcome.succeeded
    assert outcome.ended.startswith(told)


@on_linux
def test_a_process_that_is_left_is_caught() -> None:
    with Spawning() as broken:
        before = count_descendants()
        outcome = outcome_of(broken)
        assert broken.started is not None
        assert count_descendants() == before + 1
        broken.started.kill()
        broken.started.wait()
    assert (outcome.succeeded, outcome.ended) == (True, "left processes running")


def test_a_file_that_is_left_is_caught(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    with Writing() as broken:
        broken.place = tmp_path
        outcome = outcome_of(broken)
    assert (outcome.succeeded, outcome.ended) == (True, f"left files: {tmp_path / 'cheat_marker_written'}")


@pytest.fixture
def small_pack(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A pack of two: one attack that fails, and one that is the honest solution."""
    (tmp_path / "echoes").mkdir()
    (tmp_path / "honest.py").write_text(honest_source())
    (tmp_path / "echoes" / "nothing.py").write_text(HARMLESS.source)
    (tmp_path / "echoes" / "right.py").write_text(honest_source())
    monkeypatch.setattr(_attack_pack, "PACK", tmp_path)
    return tmp_path


def test_the_program_says_first_what_succeeded_and_ends_with_the_count(small_pack: Path) -> None:
    ran = CliRunner().invoke(app, ["--attack"])
    lines = ran.stdout.splitlines()
    assert ran.exit_code == 3
    assert lines[0].startswith("✗ echoes/right: Does what the specification asks for")
    assert lines[2].startswith("  -> grade nothing on this machine")
    assert lines[-1] == "1 of 2 attacks succeeded"
    (small_pack / "echoes" / "right.py").unlink()
    ran = CliRunner().invoke(app, ["--attack"])
    assert ran.exit_code == 0
    assert ran.stdout.splitlines()[0] == "echoes (1)"
    assert ran.stdout.splitlines()[-1] == "0 of 1 attacks succeeded"


class Unjailed(Sandbox):
    """On a system without a jail."""

    @property
    def jail(self) -> Jail:
        return Jail(note="no system-call filter here")


def test_where_there_is_no_jail_only_the_sandbox_is_attacked() -> None:
    with Unjailed() as bare:
        kinds = {one.kind for one in possible_attacks(bare)}
    assert kinds == {"cheat", "reach"}
