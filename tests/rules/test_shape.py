from __future__ import annotations

import subprocess
import sys
import zipfile
from importlib import import_module
from pathlib import Path

import pytest

from tests.rules import cli_reference, dialects_reference, faults_reference, injections_reference
from tests.rules.shape import SOURCE, sources

BANNED_NAMES = {"utils", "common", "helpers", "misc", "manager", "base", "types"}


def test_command_reference_is_fresh() -> None:
    assert cli_reference.PAGE.read_text(encoding="utf-8") == cli_reference.page(), "run `make docs`"


def test_table_of_faults_is_fresh() -> None:
    assert faults_reference.PAGE.read_text(encoding="utf-8") == faults_reference.page(), "run `make docs`"


def test_table_of_injections_is_fresh() -> None:
    assert injections_reference.PAGE.read_text(encoding="utf-8") == injections_reference.page(), "run `make docs`"


def test_table_of_dialects_is_fresh() -> None:
    assert dialects_reference.PAGE.read_text(encoding="utf-8") == dialects_reference.page(), "run `make docs`"


def test_no_module_has_a_name_that_says_nothing() -> None:
    assert not [path for path in sources() if path.stem.strip("_") in BANNED_NAMES]


@pytest.mark.parametrize(
    "door", sorted(path.parent for path in SOURCE.glob("*/__init__.py")), ids=lambda path: str(path.name)
)
def test_a_door_lists_what_it_opens(door: Path) -> None:
    module = import_module(f"crucibleforge.{door.name}")
    names = getattr(module, "__all__", [])
    assert all(hasattr(module, name) for name in names)
    assert len(set(names)) == len(names)


def test_help_needs_none_of_the_heavy_parts() -> None:
    script = "import sys, crucibleforge.cli; print(*sys.modules)"
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=True).stdout.split()
    assert not {"numpy", "sqlalchemy", "pydantic", "wasmtime", "rich.console", "jinja2"} & set(loaded)


def test_wheel_carries_runner_suite_templates_and_migrations(tmp_path: Path) -> None:
    root = SOURCE.parents[1]
    subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(tmp_path)],
        cwd=root,
        check=True,
        capture_output=True,
    )
    (wheel,) = tmp_path.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    for wanted in (
        "runner.wasm.xz",
        "suites/mako/bench.yaml",
        "sandbox/attack/pack/honest.py",
        "sandbox/attack/pack/equality/object.py",
        "judge/injection/pack/orders/plain.toml",
        "board/templates/index.html",
        "versions/m0001_first.py",
        "py.typed",
    ):
        assert any(name.endswith(wanted) for name in names), wanted
