from __future__ import annotations

import shutil
from pathlib import Path

import pytest

TINY = Path(__file__).parents[2] / "data" / "tiny"


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """A copy of the tiny suite that a test may spoil."""
    return Path(shutil.copytree(TINY, tmp_path / "tiny"))
