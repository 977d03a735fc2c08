from __future__ import annotations

from collections.abc import Iterator

import pytest

from crucibleforge.sandbox import Sandbox


@pytest.fixture(scope="session")
def sandbox() -> Iterator[Sandbox]:
    """One for all tests: a group never sees what another did, and that is tested here too."""
    with Sandbox() as shared:
        yield shared
