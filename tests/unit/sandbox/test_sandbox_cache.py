from __future__ import annotations

import hashlib
import lzma
import os
from pathlib import Path

import pytest
from wasmtime import Engine, wat2wasm

from crucibleforge.sandbox.wasm import _compiled
from crucibleforge.sandbox.wasm._compiled import WrongRunner, compile_runner, load_runner, unpack
from crucibleforge.sandbox.wasm._engine import new_engine

WASM = bytes(wat2wasm("(component (core module (func)))"))
SHA256 = hashlib.sha256(WASM).hexdigest()


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    path = tmp_path / "small.wasm.xz"
    path.write_bytes(lzma.compress(WASM))
    return path


@pytest.fixture
def engine() -> Engine:
    return new_engine()


def load(engine: Engine, packed: Path, cache: Path) -> None:
    def compile_apart() -> None:
        compile_runner(new_engine(), packed, SHA256, cache)

    load_runner(engine, packed, SHA256, cache, compile_apart=compile_apart)


def compiled(cache: Path) -> list[Path]:
    return sorted(cache.glob("*.cwasm"))


def test_the_second_load_compiles_nothing(
    engine: Engine, packed: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache = tmp_path / "deep" / "cache"
    load(engine, packed, cache)
    assert len(compiled(cache)) == 1
    monkeypatch.setattr(_compiled, "compile_runner", None)
    load(engine, packed, cache)


def test_what_cannot_be_compiled_apart_is_compiled_here(engine: Engine, packed: Path, tmp_path: Path) -> None:
    load_runner(engine, packed, SHA256, tmp_path, compile_apart=lambda: None)
    assert len(compiled(tmp_path)) == 1


def test_a_damaged_copy_is_replaced(engine: Engine, packed: Path, tmp_path: Path) -> None:
    load(engine, packed, tmp_path)
    [path] = compiled(tmp_path)
    sound = path.read_bytes()
    for damage in (sound[:100], sound[:-1] + b"\x00\x01", b""):
        path.write_bytes(damage)
        load(engine, packed, tmp_path)
        assert [copy.read_bytes() for copy in compiled(tmp_path)] == [sound]


def test_a_copy_that_wasmtime_refuses_is_replaced(engine: Engine, packed: Path, tmp_path: Path) -> None:
    load(engine, packed, tmp_path)
    [path] = compiled(tmp_path)
    alien = b"compiled for another processor"
    stem = path.name[: -len("0123456789abcdef.cwasm")]
    imposter = tmp_path / f"{stem}{hashlib.sha256(alien).hexdigest()[:16]}.cwasm"
    path.unlink()
    imposter.write_bytes(alien)
    load(engine, packed, tmp_path)
    assert compiled(tmp_path) == [path]


def test_nothing_half_written_is_left(engine: Engine, packed: Path, tmp_path: Path) -> None:
    load(engine, packed, tmp_path / "cache")
    assert list((tmp_path / "cache").glob("*.part")) == []


def test_copies_of_other_runners_stay_as_long_as_they_are_used(engine: Engine, packed: Path, tmp_path: Path) -> None:
    recent, forgotten = tmp_path / "runner-1-new.cwasm", tmp_path / "runner-1-old.cwasm"
    recent.write_bytes(b"")
    forgotten.write_bytes(b"")
    os.utime(forgotten, (0, 0))
    load(engine, packed, tmp_path)
    assert recent.exists()
    assert not forgotten.exists()


def test_only_the_pinned_bytes_are_unpacked(packed: Path) -> None:
    assert unpack(packed, SHA256) == WASM
    with pytest.raises(WrongRunner, match="expected 000000000000…"):
        unpack(packed, "0" * 64)


@pytest.mark.parametrize("content", [b"", b"not xz", lzma.compress(WASM)[:-8]])
def test_a_damaged_package_is_refused(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "broken.xz"
    path.write_bytes(content)
    with pytest.raises(WrongRunner):
        unpack(path, SHA256)
