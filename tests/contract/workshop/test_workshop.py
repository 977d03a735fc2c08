from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest

from crucibleforge.sandbox import Sandbox
from crucibleforge.suite import load_suite
from crucibleforge.workshop import run_controls, verify, write_limits
from tests.tiny import ROOT


@pytest.fixture(scope="module")
def sandbox() -> Iterator[Sandbox]:
    with Sandbox() as sandbox:
        yield sandbox


@pytest.fixture
def root(tmp_path: Path) -> Path:
    return Path(shutil.copytree(ROOT, tmp_path / "suite"))


def broken_claims(root: Path, sandbox: Sandbox) -> list[str]:
    return [f"{found.subject}: {found.claim}" for found in verify(load_suite(root), sandbox) if not found.holds]


def test_the_tiny_suite_keeps_every_claim(sandbox: Sandbox) -> None:
    assert broken_claims(ROOT, sandbox) == []


SPOILED = [
    ("cases/functions/FN1-tally/reference.py", "(-counts[name], name)", "(counts[name], name)", "the reference earns every check"),
    ("cases/functions/FN1-tally/wrong/first_seen.py", "max(counts, key=counts.get)", "min(counts, key=lambda n: (-counts[n], n))", "first_seen fails just ties"),
    ("cases/functions/FN1-tally/limits.json", '"asserts": 2', '"asserts": 1', "its limits were measured on this runner"),
    ("cases/predict/BH1-shelf/reference.py", "> self.width", ">= self.width + 1", "all fixes together make the reference"),
    ("cases/predict/BH1-shelf/program.py", "books=[])", "books=())", "bug alias alone fails just alias"),
    ("cases/predict/PR1-closures/program.py", "-7 // 2", "7 // 0", "its own answers can be graded"),
    ("cases/tools/TU1-parcel/exemplars/good.yaml", "Marlow", "other", "the reference earns every check"),
    ("cases/roleplay/RP1-ferry/exemplars/good.yaml", "mind the wet rope", "mind the money", "exemplar good fails just the rules it names"),
    ("cases/roleplay/RP1-ferry/exemplars/thin.yaml", "price: Two eels a crossing", "price: Three eels a crossing", "exemplar thin holds its quote for price"),
    ("cases/writing/CW1-letter/exemplars/subtle.yaml", "fails: [why]", "fails: [length]\nquotes: {why: of no importance}", "exemplars hold a YES and a NO for every question"),
    ("canaries/plain.yaml", "id: plot-no, kind: plot", "id: plot-no, kind: craft", "each kind of question has a canary"),
    ("canaries/plain.yaml", "The evening was quiet and everyone slept well.", "Step on, and mind the wet rope.", "no canary is taken from a case"),
    ("cases/functions/FN1-tally/prompt.md", "TINY-CANARY", "NO-CANARY", "every text file carries the canary line"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "old", "new", "claim"), SPOILED)
def test_a_spoiled_suite_breaks_the_claim_that_is_no_longer_true(
    root: Path, sandbox: Sandbox, file: str, old: str, new: str, claim: str
) -> None:
    path = root / file
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))
    assert any(claim in broken for broken in broken_claims(root, sandbox))


def test_measuring_again_writes_the_same_limits(root: Path, sandbox: Sandbox) -> None:
    before = {path: path.read_text() for path in root.rglob("limits.json")}
    suite = load_suite(root)
    written = list(write_limits(suite, suite.cases.values(), sandbox))
    assert sorted(written) == sorted(before)
    assert {path: path.read_text() for path in written} == before


async def test_reference_has_every_point_and_the_other_controls_none(sandbox: Sandbox) -> None:
    found = await run_controls(load_suite(ROOT), sandbox)
    assert found.faults == ()
    assert {name: row.total for name, row in found.rows.items()} == {
        "reference": 20.0, "refuser": 0.0, "empty": 0.0, "echo": 0.0, "flatterer": 0.0, "cheat": 0.0,
    }  # fmt: skip


async def test_a_rule_that_flattery_satisfies_is_reported(root: Path, sandbox: Sandbox) -> None:
    path = root / "cases/writing/CW1-letter/case.yaml"
    path.write_text(path.read_text().replace(", gate: true", ""))
    found = await run_controls(load_suite(root), sandbox)
    assert any(fault.startswith("flatterer: Writing") or fault.startswith("cheat: Writing") for fault in found.faults)
