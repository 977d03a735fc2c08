"""Solutions that would rather win than be right. None may pass, get out, or leave a trace."""

from __future__ import annotations

import ast
import json
import re
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from crucibleforge.sandbox import Sandbox, attack
from crucibleforge.sandbox.attack import _victim
from crucibleforge.sandbox.attack._pack import Attack, honest_source, read_attacks

FUEL = 300_000_000

PACK = read_attacks()
INSIDE = [one for one in PACK if one.kind != "jail"]


@pytest.fixture(scope="module")
def told() -> dict[str, Any]:
    """What `doctor --attack --json` says, the whole pack tried by the program itself."""
    ran = subprocess.run(
        [sys.executable, "-m", "crucibleforge", "doctor", "--attack", "--json"], capture_output=True, text=True
    )
    assert ran.returncode in (0, 3), ran.stderr
    result: dict[str, Any] = json.loads(ran.stdout)
    return {**result, "exit": ran.returncode, "by_name": {outcome["name"]: outcome for outcome in result["attacks"]}}


@pytest.mark.parametrize("name", [one.name for one in INSIDE])
def test_no_attack_succeeds(told: dict[str, Any], name: str) -> None:
    outcome = told["by_name"][name]
    assert not outcome["succeeded"], outcome
    assert outcome["ended"]
    assert outcome["trick"]


@pytest.mark.skipif(sys.platform != "linux", reason="the jail is built from Linux's walls")
@pytest.mark.parametrize("name", [one.name for one in PACK if one.kind == "jail"])
def test_no_attack_on_the_jail_succeeds(told: dict[str, Any], name: str) -> None:
    outcome = told["by_name"][name]
    assert not outcome["succeeded"], outcome
    assert outcome["ended"] == "killed by the jail" or outcome["ended"].startswith(("refused: ", "not possible here: "))


def test_the_program_counts_what_it_tried(told: dict[str, Any]) -> None:
    assert (told["exit"], told["succeeded"]) == (0, 0)
    assert told["attacked"] == len(told["attacks"]) >= len(INSIDE)
    assert told["sandbox"].startswith("wasmtime-")


def test_the_pack_is_large_and_every_attack_has_a_trick_of_its_own() -> None:
    assert len(PACK) >= 300
    tricks = Counter(one.trick for one in PACK)
    assert max(tricks.values()) == 1
    assert all(trick.endswith(".") and len(trick) > 10 for trick in tricks)


def test_no_two_attacks_do_the_same() -> None:
    bodies = Counter(ast.dump(ast.Module(ast.parse(one.source).body[1:], [])) for one in PACK)
    assert max(bodies.values()) == 1


@pytest.mark.parametrize("one", [one for one in PACK if one.kind == "cheat"], ids=lambda one: one.name)
def test_a_cheat_defines_all_that_the_tests_ask_for(one: Attack) -> None:
    defined: set[str] = set()
    for node in ast.parse(one.source).body:
        if isinstance(node, ast.Assign):
            defined |= {target.id for target in node.targets if isinstance(target, ast.Name)}
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            defined.add(node.name)
    assert defined >= set(_victim.NAMES) or "__getattr__" in defined


@pytest.mark.parametrize("group", _victim.GROUPS, ids=lambda group: group.__name__)
def test_the_honest_solution_passes_every_group(sandbox: Sandbox, group: Any) -> None:
    result = sandbox.run_group(honest_source(), group, fuel=FUEL)
    assert result.passed, result


@pytest.mark.parametrize("name", _victim.NAMES)
def test_every_group_notices_when_its_part_is_missing(sandbox: Sandbox, name: str) -> None:
    source = f"{honest_source()}\n{name} = len\n"
    passed = [sandbox.run_group(source, group, fuel=FUEL).passed for group in _victim.GROUPS]
    assert not passed[_victim.NAMES.index(name)]
    assert passed.count(False) == (2 if name == "total" else 1), "the calls in a row are calls of total"


_HARDEST_ON_WORKERS = ("tampering/garbage_bytecode", "exhaustion/deep_destruction", "exhaustion/unlimited_recursion")


def test_no_crash_costs_the_worker(sandbox: Sandbox) -> None:
    pid = sandbox._worker.pid
    chosen = [one for one in INSIDE if one.folder == "exits" or one.name in _HARDEST_ON_WORKERS]
    assert len(chosen) > 20
    assert not [outcome for outcome in attack(sandbox, chosen) if outcome.succeeded]
    assert sandbox._worker.pid == pid


def test_nothing_of_the_machine_can_be_seen(sandbox: Sandbox) -> None:
    source = (
        "import os, sys, time, random, socket\ndef seen():\n    return dict(os.environ), sys.argv, sys.path, time.time(),"
        " time.monotonic(), random.random(), os.urandom(4), sys.platform\n"
    )
    found: list[Any] = []
    for _ in range(2):
        result = sandbox.run_group(source, lambda solution: found.append(solution.seen()), fuel=FUEL)
        assert result.passed, result
    environment, _, path, now, *_, platform = found[0]
    assert (environment, path, platform) == ({}, [], "wasi")
    assert now < 1_700_000_100
    assert found[0] == found[1]


def test_a_test_that_catches_everything_does_not_pass_a_dead_solution(sandbox: Sandbox) -> None:
    def gullible(solution: Any) -> None:
        try:
            solution.add(1, 2)
        except BaseException:  # noqa: BLE001 - the point
            return

    result = sandbox.run_group("import os\ndef add(a, b): os._exit(0)", gullible, fuel=FUEL)
    assert (result.passed, result.ended) == (False, "died")


def test_a_test_that_expects_any_exception_does_not_pass_a_dead_solution(sandbox: Sandbox) -> None:
    def expecting(solution: Any) -> None:
        with pytest.raises(Exception):  # noqa: B017 - the point
            solution.add(1, 2)

    result = sandbox.run_group("def add(a, b):\n    while True: pass", expecting, fuel=FUEL)
    assert (result.passed, result.ended, result.fuel) == (False, "limit", FUEL)


def test_an_endless_iterator_meets_the_limit(sandbox: Sandbox) -> None:
    source = "import itertools\ndef numbers(): return itertools.count()"
    result = sandbox.run_group(source, lambda solution: max(solution.numbers()), fuel=FUEL)
    assert result.ended == "limit"


def test_endless_callbacks_meet_the_limit(sandbox: Sandbox) -> None:
    source = "def call(f):\n    while True: f()"
    result = sandbox.run_group(source, lambda solution: solution.call(lambda: 1), fuel=FUEL)
    assert result.ended == "limit"


def test_the_page_about_attacks_counts_them_right() -> None:
    page = (Path(__file__).parents[3] / "docs" / "method" / "attacks.md").read_text(encoding="utf-8")
    counted = dict(re.findall(r"^\| `(\w+)` \| (\d+) \|", page, re.MULTILINE))
    assert {folder: int(count) for folder, count in counted.items()} == Counter(one.folder for one in PACK)
    assert f"0 of {len(PACK)} attacks succeeded" in page
